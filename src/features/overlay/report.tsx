/** What a file would change, and what is wrong with it: before anything is written. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type OverlayReport, overlayFaults } from '#contracts/overlay.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Stats } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type FaultKind, faultKinds, faultNames, keyNames, kindNames, rowList } from './words.ts'

export function Report({
  report,
  projectId,
}: {
  readonly report: OverlayReport
  readonly projectId: number
}): ReactElement {
  const { kind, key, rows, matched, unmatched, documents, changes, alreadySo, faults, faultCount } = report
  return (
    <>
      <p>
        {kindNames[kind]}. Documents are found by the column <b>{key.column}</b> ({keyNames[key.field]}).
      </p>
      <Stats
        items={[
          {
            label: 'Rows',
            value: number(rows),
            note: `${number(matched)} find documents, ${number(unmatched)} find none`,
          },
          { label: 'Documents to load into', value: number(documents) },
          { label: 'Values that would change', value: number(changes) },
          { label: 'Already so', value: number(alreadySo), note: 'nothing is written there' },
        ]}
      />
      <Part>
        <Table
          label="Columns of the file"
          rows={report.columns}
          columns={columns}
          keyOf={({ column }) => column}
        />
      </Part>
      {faultCount > 0 && (
        <chakra.section aria-label="What is wrong with the file">
          <chakra.div display="flex" gap="3" alignItems="center" flexWrap="wrap" pb="2">
            <chakra.p flex="1" minWidth="200px">
              <b>{counted(faultCount, 'fault')}</b>: what they are in is not loaded, everything else is.
              {faultCount > faults.length &&
                ` The first ${number(faults.length)} are shown; all are in the file of faults.`}
            </chakra.p>
            <ButtonLink size="sm" icon="download" href={faultsAddress(report, projectId)} download>
              All faults as CSV
            </ButtonLink>
          </chakra.div>
          <Part>
            <Table
              label="Faults of the file"
              rows={faultKinds(faults)}
              columns={faultColumns}
              keyOf={({ code }) => code}
            />
          </Part>
        </chakra.section>
      )}
    </>
  )
}

const faultsAddress = ({ overlayId }: OverlayReport, projectId: number): string =>
  `${pathOf(overlayFaults).replace(':overlayId', String(overlayId))}?projectId=${projectId}`

/** A table on the surface of its section. */
const Part = ({ children }: { readonly children: ReactElement }): ReactElement => (
  <chakra.div borderWidth="1px" borderColor="line" borderRadius="md" overflowX="auto">
    {children}
  </chakra.div>
)

const columns: readonly Column<OverlayReport['columns'][number]>[] = [
  { id: 'column', head: 'Column', cell: ({ column }) => column },
  {
    id: 'field',
    head: 'Fills',
    cell: ({ field }) =>
      field ?? (
        <Badge tone="attention" icon="warning">
          Nothing: no such field
        </Badge>
      ),
  },
  {
    id: 'changes',
    head: 'Would change',
    align: 'end',
    width: '120px',
    cell: ({ field, changes }) => (field === null ? '–' : number(changes)),
  },
]

const faultColumns: readonly Column<FaultKind>[] = [
  {
    id: 'kind',
    head: 'Fault',
    cell: ({ code, reason }) => (
      <chakra.div minWidth="140px">
        {faultNames[code]}
        <chakra.div fontSize="xs" color="faint">
          {reason}
        </chakra.div>
      </chakra.div>
    ),
  },
  { id: 'rows', head: 'Rows of the file', cell: ({ rows }) => rowList(rows) },
  {
    id: 'count',
    head: 'Rows',
    align: 'end',
    width: '70px',
    from: 'sm',
    cell: ({ rows }) => number(rows.length),
  },
]
