/** One log: the entries that the record does not show as the log has them, each beside what the record has. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AuditRow } from '#contracts/audit.ts'
import type { LogCounts, OddFound, OpenReport } from '#contracts/reconcile.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { choosePane } from '#src/commands/review.ts'
import { search } from '#src/commands/review-list.ts'
import { logReport } from '#src/reads/reconcile.ts'
import { said } from '../history/record-row.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, dayAndTime, exactTime, number } from '../ui/format.ts'
import { Page, Section, Stats } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { clockSaid, oddIn } from './standing.tsx'

const refresh = 10_000

export function ReportPage({
  projectId,
  reportId,
}: {
  readonly projectId: number
  readonly reportId: number
}): ReactElement {
  const { value, failure, again } = useRead(logReport, { projectId, reportId }, { every: refresh })
  if (value === null) {
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState page title="The report could not be loaded" message={failure.message} onRetry={again} />
    )
  }
  const { report } = value
  const { counts } = report
  const clock = clockSaid(report.clockOffset)
  return (
    <Page
      title={`${report.userName} · ${report.machine}`}
      lead={
        <>
          <Link to="/overview/reconciliation">Sync check</Link> · first reported {dayAndTime(report.firstAt)},
          last {dayAndTime(report.lastAt)}
          {report.version !== '' && ` · version ${report.version}`}
          {clock !== null && ` · ${clock}`}
          {report.ended && ' · the log was ended by signing out'}
        </>
      }
    >
      <Stats
        items={[
          { label: 'Found in the audit log', value: number(counts.matched), note: checkedSaid(value) },
          { label: 'Missing', value: number(counts.missing) },
          { label: 'Differ', value: number(counts.differs) },
          { label: 'Not checked yet', value: number(counts.acknowledged), note: 'acknowledged' },
          {
            label: 'Not on the server yet',
            value: number(counts.unsent),
            note:
              counts.localOnly > 0
                ? `${counted(counts.localOnly, 'document')} with unsaved edits`
                : undefined,
          },
        ]}
      />
      <Section
        title="Beside the record"
        aside={
          value.odd.length < oddIn(counts) && (
            <chakra.span color="muted">
              {number(value.odd.length)} of {counted(oddIn(counts), 'entry', 'entries')}
            </chakra.span>
          )
        }
      >
        {value.odd.length === 0 ? (
          <EmptyState icon="ok" title="No differences">
            Whatever this browser's log holds as acknowledged is on the record as it was sent, as far as it
            was checked.
          </EmptyState>
        ) : (
          <Differences odd={value.odd} />
        )}
      </Section>
      <Earlier history={value.history} />
    </Page>
  )
}

const checkedSaid = ({ report }: OpenReport): string =>
  report.reconciledAt === null
    ? 'never checked'
    : `to row ${number(report.reconciledTo)}, ${dayAndTime(report.reconciledAt)}`

function Differences({ odd }: { readonly odd: readonly OddFound[] }): ReactElement {
  const run = useUnit(dispatch)
  const go = useNavigate()
  const show = (documentId: number) => {
    run(search({ queryString: `Document_Id:${documentId}`, batchId: null, openAt: 0 }))
    run(choosePane({ pane: 'history' }))
    void go('/overview/review')
  }
  const columns: readonly Column<OddFound>[] = [
    {
      id: 'document',
      head: 'Document',
      width: '150px',
      cell: ({ document, controlNumber }) =>
        document === null ? (
          'Many: a bulk change'
        ) : controlNumber === '' ? (
          <chakra.span color="dangerInk">Not in the project</chakra.span>
        ) : (
          <Button size="sm" look="quiet" onClick={() => show(document)} title="Show its history">
            {controlNumber}
          </Button>
        ),
    },
    {
      id: 'log',
      head: "In the browser's log",
      cell: ({ command }) => (
        <>
          Acknowledged
          <chakra.span fontFamily="mono" fontSize="xs" color="faint" ml="2" title="The command's id">
            {command}
          </chakra.span>
        </>
      ),
    },
    {
      id: 'state',
      head: 'Found',
      width: '90px',
      cell: ({ state }) => <Badge tone="danger">{state}</Badge>,
    },
    {
      id: 'record',
      head: 'On the record, of this command',
      cell: ({ rows }) =>
        rows.length === 0 ? (
          <chakra.span color="dangerInk">nothing</chakra.span>
        ) : (
          rows.map((row) => <Row key={row.auditId} row={row} />)
        ),
    },
    {
      id: 'last',
      head: 'On the record, last change of the document',
      from: 'lg',
      cell: ({ last }) =>
        last === null ? <chakra.span color="faint">none</chakra.span> : <Row row={last} />,
    },
  ]
  return <Table label="Entries that differ" rows={odd} columns={columns} keyOf={({ command }) => command} />
}

const Row = ({ row }: { readonly row: AuditRow }): ReactElement => (
  <p>
    {said(row)}
    <chakra.span color="faint" fontSize="xs" ml="2" title={exactTime(row.at)}>
      {row.userName}, {dayAndTime(row.at)} #{row.seq}
    </chakra.span>
  </p>
)

type Report = OpenReport['history'][number]

/** Only where something other than the work itself has changed: when differences came, and when they went. */
function Earlier({ history }: { readonly history: readonly Report[] }): ReactElement | null {
  const standing = ({ missing, differs, unsent, localOnly }: LogCounts) =>
    [missing, differs, unsent, localOnly].join()
  const changes = history.filter(({ counts }, at) => {
    const before = history[at + 1]
    return before === undefined || standing(before.counts) !== standing(counts)
  })
  if (changes.length < 2) return null
  return (
    <Section title="How it came to stand so" aside={<chakra.span color="muted">newest first</chakra.span>}>
      <Table label="Earlier reports" rows={changes} columns={earlier} keyOf={({ seq }) => seq} />
    </Section>
  )
}

const earlier: readonly Column<Report>[] = [
  { id: 'at', head: 'Reported', cell: ({ at }) => <time title={exactTime(at)}>{dayAndTime(at)}</time> },
  { id: 'matched', head: 'Found', align: 'end', cell: ({ counts }) => number(counts.matched) },
  { id: 'missing', head: 'Missing', align: 'end', cell: ({ counts }) => number(counts.missing) },
  { id: 'differs', head: 'Differ', align: 'end', cell: ({ counts }) => number(counts.differs) },
  { id: 'checked', head: 'Not checked', align: 'end', cell: ({ counts }) => number(counts.acknowledged) },
  { id: 'unsent', head: 'Unsent', align: 'end', cell: ({ counts }) => number(counts.unsent) },
  { id: 'edited', head: 'Edited, not saved', align: 'end', cell: ({ counts }) => number(counts.localOnly) },
]
