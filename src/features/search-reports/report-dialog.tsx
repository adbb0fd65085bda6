/** A search term report: what each term found when it was run. Each figure leads to its documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { createContext, type ReactElement, useContext } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type ReportedTerm, type TermReport, termReportCsv } from '#contracts/term-reports.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type Holder, search } from '#src/commands/review-list.ts'
import { termReport } from '#src/reads/search-reports.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { setWords } from './sets.ts'

export function ReportDialog({
  termReportId,
  onClose,
}: {
  readonly termReportId: number
  readonly onClose: () => void
}): ReactElement {
  const { projectId } = useWho()
  const { value, failure, again } = useRead(termReport, { termReportId }, { once: true })
  return (
    <Dialog
      open
      size="lg"
      title={value?.name ?? 'Search term report'}
      onClose={onClose}
      actions={
        <>
          <ButtonLink
            icon="download"
            href={`${pathOf(termReportCsv)}?projectId=${projectId ?? ''}&termReportId=${termReportId}`}
            download
          >
            Save as CSV
          </ButtonLink>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The report could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && (
        <Leave value={onClose}>
          <Report report={value} />
        </Leave>
      )}
    </Dialog>
  )
}

/** Closes the dialog, for whatever leads to documents. */
const LeaveContext = createContext<() => void>(() => {})
const Leave = LeaveContext.Provider

interface Row {
  readonly key: string
  /** null: all terms together. */
  readonly of: ReportedTerm | null
  readonly report: TermReport
}

/** The longest query that can be read. */
const longestQuery = 20_000

function Report({ report }: { readonly report: TermReport }): ReactElement {
  const { rows, set, documents, withoutText, indexedAsOf, precedence, noise, madeBy, madeAt } = report
  const all = [
    { key: 'all', of: null, report },
    ...rows.map((of) => ({ key: String(of.termId), of, report })),
  ]
  return (
    <>
      <chakra.p fontSize="sm" pb="2" overflowWrap="anywhere">
        Among {counted(documents, 'document')}: {setWords(set)}. Run by {madeBy}, {exactTime(madeAt)}.
      </chakra.p>
      <chakra.div
        maxHeight="52vh"
        overflow="auto"
        mx="-4"
        role="region"
        aria-label="Terms and what they find"
        // Scrolled by keyboard where it is longer than the dialog.
        tabIndex={0}
      >
        <Table
          label="What each term finds"
          rows={all}
          columns={rows.some(({ figures }) => figures?.hits != null) ? [...columns, hitsColumn] : columns}
          keyOf={({ key }) => key}
        />
      </chakra.div>
      <chakra.p fontSize="xs" color="muted" pt="3">
        Figures are as of then; a figure opens the documents that its term finds now among those of the
        report. Unique: no other term of the report finds it. Families are counted as far as they are among
        these documents.{' '}
        {withoutText > 0 && `${counted(withoutText, 'document')} of the project had no text. `}
        {indexedAsOf === null ? 'The index was empty. ' : `Indexed as of ${exactTime(indexedAsOf)}. `}
        {precedence === 'dtsearch' ? 'OR goes before AND. ' : 'AND goes before OR. '}
        {noise.length > 0 && `${counted(noise.length, 'word is', 'words are')} too common to look for.`}
      </chakra.p>
    </>
  )
}

interface Leads {
  readonly label: string
  readonly queryString: string
  readonly type: Holder
  readonly objectId: number
  readonly includeFamily: boolean
}

/** Where a figure leads; null: it stands for itself. */
function leadOf({ of, report }: Row, id: 'documents' | 'withFamily' | 'unique'): Leads | null {
  const { termReportId } = report
  const inReport = { type: 'termReport', objectId: termReportId } as const
  const includeFamily = id === 'withFamily'
  if (of === null) {
    const queryString = report.rows
      .filter(({ fault }) => fault === null)
      .map(({ reading }) => `(${reading})`)
      .join(' OR ')
    return id === 'unique' || queryString.length > longestQuery
      ? null
      : { label: 'all terms', queryString, ...inReport, includeFamily }
  }
  const { term: label, reading: queryString, termId } = of
  return id === 'unique'
    ? { label, queryString, type: 'uniqueHits', objectId: termId, includeFamily }
    : { label, queryString, ...inReport, includeFamily }
}

const whats = {
  documents: 'documents with hits',
  withFamily: 'documents with hits and their families',
  unique: 'unique documents',
} as const

function Figure({ row, id }: { readonly row: Row; readonly id: keyof typeof whats }): ReactElement | null {
  const run = useUnit(dispatch)
  const leave = useContext(LeaveContext)
  const figures = row.of === null ? row.report.total : row.of.figures
  if (figures === null) return null
  const count = figures[id]
  const lead = count === 0 ? null : leadOf(row, id)
  if (lead === null)
    return (
      <chakra.span color={count === 0 ? 'faint' : 'inherit'} fontVariantNumeric="tabular-nums">
        {number(count)}
      </chakra.span>
    )
  const { label, queryString, type, objectId, includeFamily } = lead
  return (
    <chakra.button
      type="button"
      aria-label={`${number(count)} ${whats[id]} of ${label}: show them`}
      onClick={() => {
        run(
          search({
            ...{ queryString, includeFamily, within: { objectId, type } },
            ...{ filter: 'all', viewer: 'parentsAndChildren', openAt: 0 },
          }),
        )
        leave()
      }}
      color="accentInk"
      textDecoration="underline"
      fontVariantNumeric="tabular-nums"
      fontWeight={row.of === null ? 600 : undefined}
      px="1"
      borderRadius="sm"
      _hover={{ background: 'hover' }}
    >
      {number(count)}
    </chakra.button>
  )
}

const column = (id: keyof typeof whats, head: string): Column<Row> => ({
  ...{ id, head, align: 'end', width: '88px' },
  cell: (row) => <Figure row={row} id={id} />,
})

const hitsColumn: Column<Row> = {
  ...{ id: 'hits', head: 'Hits', align: 'end', width: '72px' },
  cell: ({ of }) => {
    const hits = of?.figures?.hits ?? null
    return hits === null ? null : (
      <chakra.span fontVariantNumeric="tabular-nums" color={hits === 0 ? 'faint' : 'inherit'}>
        {number(hits)}
      </chakra.span>
    )
  },
}

const columns: readonly Column<Row>[] = [
  {
    id: 'term',
    head: 'Term',
    cell: ({ of, report }) => (
      <chakra.div py="1" maxWidth="min(360px, 40vw)">
        {of === null ? <chakra.strong>Different documents, all terms</chakra.strong> : <Term of={of} />}
        <Custodians counts={of === null ? report.byCustodian : of.byCustodian} />
      </chakra.div>
    ),
  },
  column('documents', 'With hits'),
  column('withFamily', 'And families'),
  column('unique', 'Unique'),
]

function Term({ of: { term, line, reading, notes, fault } }: { readonly of: ReportedTerm }): ReactElement {
  return (
    <>
      <chakra.div fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
        {term}
      </chakra.div>
      {fault !== null && (
        <chakra.div fontSize="xs" color="dangerInk">
          Not read, and counted nowhere. Line {line}, character {fault.start + 1}: {fault.message}
        </chakra.div>
      )}
      {fault === null && reading !== term && (
        <chakra.div fontSize="xs" color="faint" fontFamily="mono" overflowWrap="anywhere">
          read as {reading}
        </chakra.div>
      )}
      {notes.map((note) => (
        <chakra.div key={note} fontSize="xs" color="attentionInk">
          {note}
        </chakra.div>
      ))}
    </>
  )
}

function Custodians({ counts }: { readonly counts: ReportedTerm['byCustodian'] }): ReactElement | null {
  if (counts === null || counts.length === 0) return null
  return (
    <chakra.div fontSize="xs" color="muted" overflowWrap="anywhere">
      {counts.map(({ custodian, documents }) => `${custodian} ${number(documents)}`).join(' · ')}
    </chakra.div>
  )
}
