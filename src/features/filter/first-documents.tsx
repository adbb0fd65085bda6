/** The first of the documents that are chosen: to see what kind they are, not to review them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo, useRef } from 'react'
import { documentDay } from '#contracts/document-date.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import { firstDocuments } from '#src/reads/stages.ts'
import { $project } from '#src/stores/selection.ts'
import { useRead } from '../ui/answer.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useChosen } from './use-chosen.ts'
import { questionOf } from './use-figures.ts'
import { useMoving } from './use-moves.ts'

export function FirstDocuments({ all }: { readonly all: number | null }): ReactElement {
  const project = useUnit($project)
  const chosen = useChosen().of
  const { moved } = useMoving()
  const of = useMemo(() => questionOf({ of: chosen, stage: 'processing' }).of, [chosen])
  const { value, failure, again } = useRead(firstDocuments, { of }, { asOf: moved })
  const last = useRef<readonly DocumentRow[] | null>(null)
  if (value !== null) last.current = value
  const rows = value ?? last.current
  const zone = project?.settings.timeZone ?? 'UTC'
  return (
    <Section
      title="First documents"
      aside={
        rows !== null &&
        all !== null && (
          <chakra.span fontSize="xs" color="muted">
            {rows.length} of {counted(all, 'document')}, oldest first
          </chakra.span>
        )
      }
    >
      {failure !== null ? (
        <ErrorState title="The documents could not be loaded" message={failure.message} onRetry={again} />
      ) : rows === null ? (
        <Skeleton rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState icon="filter" title="No document is chosen">
          Take away something of what is chosen above.
        </EmptyState>
      ) : (
        <Table
          label="First documents"
          rows={rows}
          keyOf={({ documentId }) => documentId}
          columns={[
            {
              id: 'title',
              head: 'Document',
              cell: (row) => (
                <chakra.div maxWidth="340px">
                  <chakra.div
                    truncate
                    title={marked(row.title)}
                    style={{ paddingLeft: Math.min(row.depth, 4) * 12 }}
                  >
                    <Foreign text={row.title} />
                  </chakra.div>
                </chakra.div>
              ),
            },
            {
              id: 'date',
              head: 'Date',
              cell: ({ parentDate }) => (parentDate === null ? '–' : documentDay(parentDate, zone)),
            },
            { id: 'type', head: 'Type', from: 'md', cell: ({ recordType }) => recordType },
            {
              id: 'custodian',
              head: 'Custodian',
              from: 'md',
              cell: ({ custodian }) => (
                <chakra.div maxWidth="140px" truncate title={marked(custodian ?? '')}>
                  <Foreign text={custodian ?? ''} />
                </chakra.div>
              ),
            },
            {
              id: 'state',
              head: 'State',
              from: 'sm',
              cell: ({ state, controlNumber }) => (controlNumber === '' ? state : controlNumber),
            },
            { id: 'size', head: 'Size', align: 'end', from: 'sm', cell: ({ size }) => fileSize(size) },
          ]}
        />
      )}
    </Section>
  )
}
