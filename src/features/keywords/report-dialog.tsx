/** The search term report of a list: what each term finds, on which side, and how it was read. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type KeywordReport, keywordReportCsv, type ReportedList } from '#contracts/keywords.ts'
import type { Stage } from '#contracts/stages.ts'
import { keywordReport } from '#src/reads/keywords.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const sides: readonly { readonly value: Stage; readonly label: string }[] = [
  { value: 'processing', label: 'All documents processed' },
  { value: 'review', label: 'Documents in review' },
]

export function ReportDialog({
  list: { keywordListId, name },
  startStage,
  onClose,
}: {
  readonly list: Pick<ReportedList, 'keywordListId' | 'name'>
  readonly startStage: Stage
  readonly onClose: () => void
}): ReactElement {
  const who = useWho()
  const [stage, setStage] = useState(startStage)
  const { value, failure, again } = useRead(keywordReport, { stage, keywordListId })
  const [reported] = value?.data ?? []
  const csv = `${pathOf(keywordReportCsv)}?projectId=${who.projectId ?? ''}&stage=${stage}&keywordListId=${keywordListId}`
  return (
    <Dialog
      open
      size="lg"
      title={`Report of ${name}`}
      onClose={onClose}
      actions={
        <>
          <ButtonLink icon="download" href={csv} download>
            Save as CSV
          </ButtonLink>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {who.can('collect.view') && (
        <Select
          aria-label="Counted among"
          width="240px"
          value={stage}
          choices={sides}
          onChoose={(chosen) => setStage(chosen === 'review' ? 'review' : 'processing')}
        />
      )}
      {value === null && failure === null && <Skeleton rows={6} />}
      {failure !== null && (
        <ErrorState title="The report could not be made" message={failure.message} onRetry={again} />
      )}
      {value !== null && failure === null && reported !== undefined && (
        <Report report={value} list={reported} />
      )}
    </Dialog>
  )
}

type Term = ReportedList['terms'][number]

function Report({
  report,
  list: { terms, total },
}: {
  readonly report: KeywordReport
  readonly list: ReportedList
}): ReactElement {
  const { documents, withoutText, indexedAsOf, precedence, noise } = report
  // First, so that it is in sight however many terms there are.
  const all: Term = { ...total, term: '', reading: '', notes: [] }
  return (
    <>
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
          rows={[all, ...terms]}
          columns={columns}
          keyOf={({ term }) => term}
        />
      </chakra.div>
      <chakra.p fontSize="xs" color="muted" pt="3">
        Counted among {counted(documents, 'document')}
        {withoutText > 0 && `, ${number(withoutText)} of them without text`}
        {indexedAsOf === null ? (
          '; the index is empty. '
        ) : (
          <>
            , indexed as of <Ago at={indexedAsOf} />.{' '}
          </>
        )}
        {precedence === 'dtsearch' ? 'OR goes before AND. ' : 'AND goes before OR. '}
        {noise.length > 0 && `${counted(noise.length, 'word is', 'words are')} too common to look for. `}
        Unique: no other term of the list hits it.
      </chakra.p>
    </>
  )
}

const figure = (
  id: 'documents' | 'withFamily' | 'unique',
  head: string,
  from?: 'sm' | 'md',
): Column<Term> => ({
  ...{ id, head, align: 'end', width: '96px' },
  ...(from === undefined ? {} : { from }),
  cell: ({ term, [id]: count }) => (
    <chakra.span
      color={count === 0 ? 'faint' : 'inherit'}
      fontWeight={term === '' ? 600 : undefined}
      fontVariantNumeric="tabular-nums"
    >
      {number(count)}
    </chakra.span>
  ),
})

const columns: readonly Column<Term>[] = [
  {
    id: 'term',
    head: 'Term',
    cell: ({ term, reading, notes }) =>
      term === '' ? (
        <chakra.strong>Different documents, all terms</chakra.strong>
      ) : (
        <chakra.div py="1" maxWidth="min(440px, 44vw)">
          <chakra.div fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
            {term}
          </chakra.div>
          {reading !== term && (
            <chakra.div fontSize="xs" color="faint" fontFamily="mono" overflowWrap="anywhere">
              read as {reading}
            </chakra.div>
          )}
          {notes.map((note) => (
            <chakra.div key={note} fontSize="xs" color="attentionInk">
              {note}
            </chakra.div>
          ))}
        </chakra.div>
      ),
  },
  figure('documents', 'With hits'),
  figure('withFamily', 'And families', 'sm'),
  figure('unique', 'Unique'),
]
