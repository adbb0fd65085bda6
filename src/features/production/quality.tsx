/** What was found when the volumes were read back as their receiver reads them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { QualityReport } from '#contracts/production-volumes.ts'
import { productionQuality } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { qualityNames } from './words.ts'

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

/** What was read back of a production or an export. */
export const Report = ({ checks, replaced }: Pick<QualityReport, 'checks' | 'replaced'>): ReactElement => (
  <>
    <Table label="Quality report" rows={checks} columns={columns} keyOf={({ check }) => check} />
    <chakra.p px="4" py="2" fontSize="sm" color="muted">
      {replaced.length === 0
        ? 'No character had to be replaced in the load files.'
        : `Replaced in the load files: ${replaced.map(({ what, count }) => `${what} (${number(count)})`).join(', ')}.`}
    </chakra.p>
  </>
)

const columns: readonly Column<QualityReport['checks'][number]>[] = [
  { id: 'check', head: 'Check', cell: ({ check }) => qualityNames[check] },
  { id: 'looked', head: 'Looked at', align: 'end', cell: ({ looked }) => number(looked) },
  {
    id: 'faults',
    head: 'Result',
    cell: ({ faults, faultCount }) =>
      faultCount === 0 ? (
        <Badge tone="ok" icon="check">
          No fault
        </Badge>
      ) : (
        <chakra.div py="1">
          <Badge tone="danger" icon="error">
            {number(faultCount)} wrong
          </Badge>
          <chakra.ul fontSize="xs" pl="4">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </chakra.ul>
        </chakra.div>
      ),
  },
]
