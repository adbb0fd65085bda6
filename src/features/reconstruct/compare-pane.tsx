/** What stood differently at two moments, and who changed it last. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { Difference } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseDocument, compareWith } from '#src/commands/reconstruct.ts'
import type { PastMoment } from '#src/events/catalog/reconstruct.ts'
import { recordAnswers } from '#src/reads/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { comparisons, type Totals, totalsBetween } from '#src/stores/reconstruct-cache.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { EmptyState } from '../ui/states.tsx'
import { AnswerOf } from './answered.tsx'
import { Change, changeWords, Means, When } from './change.tsx'
import { type PagedColumn, PagedRows, rowsIn } from './paged-rows.tsx'
import { useRecordAnswer } from './use-answer.ts'
import { isOpen, type TimeLine } from './use-time-line.ts'
import { momentWords } from './words.ts'

export function ComparePane({ line }: { readonly line: TimeLine }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { other, playhead } = view
  if (other === null)
    return (
      <EmptyState
        icon="compare"
        title="Two moments are compared here"
        action={
          <Button
            look="primary"
            onClick={() =>
              run(compareWith({ other: { at: new Date(line.span.from).toISOString(), seq: null } }))
            }
          >
            Compare with the beginning of the period
          </Button>
        }
      >
        Put a second playhead down, and drag it: what stood differently, and who changed it last, is listed.
      </EmptyState>
    )
  return <Compared line={line} other={other} playhead={playhead} />
}

function Compared({
  line,
  other,
  playhead,
}: {
  readonly line: TimeLine
  readonly other: PastMoment
  readonly playhead: PastMoment | null
}): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const asOf = line.asOfAt(playhead) ?? line.asOfAt(other)
  const question = { about: 'compare', moment: playhead, other, next: null } as const
  const totals = useRecordAnswer(totalsBetween, 'totals', { about: 'totals', moment: playhead, other }, asOf)
  const listed = useRecordAnswer(comparisons, 'compare', question, asOf)
  const [first, second] =
    playhead !== null && Date.parse(playhead.at) < Date.parse(other.at)
      ? [playhead, other]
      : [other, playhead]
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.div
        flexShrink={0}
        px="3"
        py="2"
        maxHeight="40%"
        overflowY="auto"
        borderBottomWidth="1px"
        borderColor="line"
        tabIndex={0}
        role="region"
        aria-label="What changed in all"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <chakra.p fontSize="xs" color="muted" mb="2">
          From {momentWords(first)} to {second === null ? 'now' : momentWords(second)}. What was changed and
          changed back is no difference.
          {!isOpen(view.filter) && ' Filters do not narrow a comparison.'}
        </chakra.p>
        <AnswerOf answered={totals} what="The totals" rows={2}>
          {(value) => <TotalsBetween totals={value} />}
        </AnswerOf>
      </chakra.div>
      <chakra.div flex="1" minHeight="0">
        <AnswerOf answered={listed} what="The comparison" rows={8}>
          {(paged, stale) =>
            rowsIn(paged) === 0 ? (
              <EmptyState icon="ok" title="Nothing stood differently">
                At both moments every document was coded alike.
              </EmptyState>
            ) : (
              <PagedRows
                unit="difference"
                label="Differences between the two moments"
                paged={paged}
                columns={columns}
                keyOf={keyOf}
                currentKey={null}
                stale={stale}
                total={totals.stale ? null : (totals.value?.changes ?? null)}
                onChoose={({ documentId }) => run(chooseDocument({ documentId }))}
                onMore={(next) =>
                  run(recordAnswers.request({ place: 'compare', question: { ...question, next } }))
                }
              />
            )
          }
        </AnswerOf>
      </chakra.div>
    </chakra.div>
  )
}

const keyOf = ({ documentId, kind, subjectId }: Difference): string => `${documentId} ${kind} ${subjectId}`

const columns: readonly PagedColumn<Difference>[] = [
  {
    id: 'document',
    head: 'Document',
    width: '86px',
    cell: ({ controlNumber }) => <span className="mono">{controlNumber}</span>,
  },
  {
    id: 'field',
    head: 'Field',
    width: 'minmax(64px, 0.8fr)',
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'change',
    head: 'Then → later',
    width: 'minmax(90px, 1.8fr)',
    cell: (row) => (
      <span title={changeWords(row.old, row.new, row.kind)}>
        <Change old={row.old} now={row.new} kind={row.kind} />
      </span>
    ),
  },
  {
    id: 'who',
    head: 'Last by',
    width: 'minmax(64px, 0.7fr)',
    from: 420,
    cell: ({ userName }) => <span title={userName}>{userName}</span>,
  },
  { id: 'when', head: 'At', width: '100px', from: 560, cell: ({ at }) => <When at={at} /> },
  { id: 'how', head: 'Method', width: '84px', from: 640, cell: ({ how }) => <Means how={how} /> },
]

function TotalsBetween({ totals }: { readonly totals: Totals }): ReactElement {
  return (
    <chakra.div display="flex" gap="6" flexWrap="wrap" alignItems="flex-start">
      <chakra.p fontSize="lg" fontWeight={600} data-testid="totals">
        {counted(totals.changes, 'difference')}
        <chakra.span display="block" fontSize="xs" fontWeight={400} color="muted">
          in {counted(totals.documents, 'document')}
          {totals.documentsAdded > 0 && `; ${counted(totals.documentsAdded, 'document')} came in`}
        </chakra.span>
      </chakra.p>
      <Parts
        label="By field"
        rows={totals.subjects.map(({ kind, subjectId, name, changes }) => ({
          key: `${kind} ${subjectId}`,
          name,
          changes,
        }))}
      />
      <Parts
        label="By who changed it last"
        rows={totals.reviewers.map(({ userId, userName, changes }) => ({
          key: String(userId),
          name: userName,
          changes,
        }))}
      />
    </chakra.div>
  )
}

function Parts({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly { readonly key: string; readonly name: string; readonly changes: number }[]
}): ReactElement | null {
  if (rows.length === 0) return null
  const most = Math.max(...rows.map(({ changes }) => changes))
  return (
    <chakra.table fontSize="sm" minWidth="180px" aria-label={label}>
      <tbody>
        {rows.map(({ key, name, changes }) => (
          <tr key={key}>
            <chakra.th
              scope="row"
              textAlign="start"
              fontWeight={400}
              pr="3"
              maxWidth="160px"
              truncate
              title={name}
            >
              {name}
            </chakra.th>
            <chakra.td width="70px" aria-hidden>
              <chakra.span
                display="block"
                height="8px"
                borderRadius="sm"
                background="accent"
                style={{ width: `${Math.max(3, (changes / most) * 100)}%` }}
              />
            </chakra.td>
            <chakra.td textAlign="end" pl="3">
              {number(changes)}
            </chakra.td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  )
}
