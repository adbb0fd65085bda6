/** What was found when the volumes were read back as their receiver reads them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionQuality } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { Report } from './report.tsx'

export function Quality({ productionId }: { readonly productionId: number }): ReactElement {
  const answer = useRead(productionQuality, { productionId })
  const { value } = answer
  return (
    <Section
      title="Quality report"
      aside={
        value?.at == null ? undefined : (
          <chakra.span color="muted">
            Read back <Ago at={value.at} />
          </chakra.span>
        )
      }
    >
      <Missing answer={answer} rows={4} title="The report could not be loaded" onRetry={answer.again} />
      {value !== null && <Report checks={value.checks} replaced={value.replaced} />}
    </Section>
  )
}
