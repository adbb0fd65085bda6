import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { CopyButton } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { type Facts, textOf } from './support-facts.ts'

export function SupportFacts({ facts }: { readonly facts: Facts }): ReactElement {
  return (
    <Section title="Facts about this session" aside={<CopyButton text={textOf(facts)} />}>
      <chakra.dl>
        {facts.map(([name, value]) => (
          <chakra.div
            key={name}
            display="grid"
            gridTemplateColumns={{ base: '1fr', sm: '160px 1fr' }}
            px="4"
            py="1.5"
            borderTopWidth="1px"
            borderColor="line"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt color="faint">{name}</chakra.dt>
            <chakra.dd wordBreak="break-word">{value}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Section>
  )
}
