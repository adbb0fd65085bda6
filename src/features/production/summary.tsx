/** What the settings come to, as they are changed: documents, families, the first number, and what is to be put right. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { batesPrefix, type ProductionSettings } from '#contracts/production-settings.ts'
import { productionFamilies, productionPrefix } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/page.tsx'
import { type Faults, parts } from './faults.ts'
import { bates } from './words.ts'

export function Summary({
  settings,
  faults,
  mayAsk,
}: {
  readonly settings: ProductionSettings
  readonly faults: Faults
  /** Whoever only looks is not told what the set has now. */
  readonly mayAsk: boolean
}): ReactElement {
  const { set, families, numbering, withheld, designations, loadFile } = settings
  const { value: counts, failure } = useRead(productionFamilies, mayAsk ? { set } : null)
  const prefix = useRead(
    productionPrefix,
    mayAsk && batesPrefix.safeParse(numbering.prefix).success ? { prefix: numbering.prefix } : null,
  ).value
  const first = numbering.start ?? prefix?.next ?? null
  const all = counts === null ? null : counts.documents + (families ? counts.missingCount : 0)
  return (
    <chakra.aside aria-label="Summary" display="flex" flexDirection="column" gap="4">
      <Section title="Summary" padded>
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: 'repeat(2, 1fr auto)', lg: '1fr auto' }}
          rowGap="1"
          columnGap={{ base: '5', lg: '3' }}
          aria-live="polite"
        >
          {mayAsk && (
            <>
              <Fact name="Documents">{all === null ? (failure === null ? '…' : '–') : number(all)}</Fact>
              <Fact name="Families">{counts === null ? '–' : number(counts.families)}</Fact>
              <Fact name={families ? 'Added as family members' : 'Family members left out'}>
                {counts === null ? '–' : number(counts.missingCount)}
              </Fact>
            </>
          )}
          <Fact name="First number" mono>
            {first === null || first < 1 ? '–' : bates(numbering.prefix, numbering.digits, first)}
          </Fact>
          <Fact name="Rules that withhold">{number(withheld.length)}</Fact>
          <Fact name="Designations">{number(designations.length)}</Fact>
          <Fact name="Columns">{number(loadFile.columns.length)}</Fact>
        </chakra.dl>
        {failure !== null && mayAsk && (
          <chakra.p role="alert" mt="2" fontSize="xs" color="dangerInk">
            {failure.message}
          </chakra.p>
        )}
      </Section>
      <chakra.nav aria-label="Parts of the settings">
        <chakra.ul
          listStyleType="none"
          display="flex"
          flexDirection={{ base: 'row', lg: 'column' }}
          flexWrap={{ base: 'wrap', lg: 'nowrap' }}
        >
          {parts.map(({ id, title }) => (
            <li key={id}>
              <chakra.a
                href={`#part-${id}`}
                display="flex"
                alignItems="center"
                gap="2"
                minHeight="row"
                px="2"
                borderRadius="sm"
                color={faults.parts.has(id) ? 'dangerInk' : 'muted'}
                textDecoration="none"
                _hover={{ background: 'hover' }}
                onClick={(event) => {
                  // The address stays: it names the production.
                  event.preventDefault()
                  const part = document.getElementById(`part-${id}`)
                  part?.scrollIntoView({ block: 'start' })
                  part?.focus({ preventScroll: true })
                }}
              >
                <chakra.span flex="1">{title}</chakra.span>
                {faults.parts.has(id) && (
                  <>
                    <Icon name="error" size={14} />
                    <chakra.span srOnly>has to be put right</chakra.span>
                  </>
                )}
              </chakra.a>
            </li>
          ))}
        </chakra.ul>
      </chakra.nav>
      {faults.at.size > 0 && (
        <chakra.p fontSize="xs" color="dangerInk">
          {counted(faults.at.size, 'thing has', 'things have')} to be put right before this can be saved.
        </chakra.p>
      )}
    </chakra.aside>
  )
}

const Fact = ({
  name,
  mono = false,
  children,
}: {
  readonly name: string
  readonly mono?: boolean
  readonly children: ReactNode
}): ReactElement => (
  <>
    <chakra.dt fontSize="sm" color="muted">
      {name}
    </chakra.dt>
    <chakra.dd
      fontSize="sm"
      textAlign="end"
      fontVariantNumeric="tabular-nums"
      fontFamily={mono ? 'mono' : undefined}
      overflowWrap="anywhere"
    >
      {children}
    </chakra.dd>
  </>
)
