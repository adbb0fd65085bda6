/** What was found when a production or an export was read back. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { QualityReport } from '#contracts/production-volumes.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useLeads } from '../project/leads.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { LeadTo } from '../ui/lead.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { qualityNames } from './words.ts'

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

/** The documents of the faults that are named, as a list in review. */
function FaultyDocuments({ faults }: Pick<QualityReport['checks'][number], 'faults'>): ReactElement | null {
  const ids = [...new Set(faults.flatMap(({ documentId }) => documentId ?? []))]
  const lead = useLeads().documents(`Document_Id:(${ids.join(' OR ')})`)
  if (ids.length < 2 || lead === undefined) return null
  return (
    <chakra.div fontSize="xs" mt="1">
      <LeadTo lead={lead}>Open these {number(ids.length)} documents in review</LeadTo>
    </chakra.div>
  )
}

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
            {faults.map(({ text, documentId }) => (
              <li key={text}>
                {documentId === null ? text : <DocumentLink documentId={documentId} controlNumber={text} />}
              </li>
            ))}
          </chakra.ul>
          <FaultyDocuments faults={faults} />
        </chakra.div>
      ),
  },
]
