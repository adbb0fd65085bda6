/** The project as it stood: how many documents had which value, and which documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo } from 'react'
import type { PastRow } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseDocument, filterList } from '#src/commands/reconstruct.ts'
import type { LookFilter, LookList } from '#src/events/catalog/reconstruct.ts'
import { recordAnswers } from '#src/reads/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { type Counts, countsThen, listsThen } from '#src/stores/reconstruct-cache.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { EmptyState } from '../ui/states.tsx'
import { AnswerOf } from './answered.tsx'
import { BatchDocuments, type BatchList } from './batch-documents.tsx'
import { Value, When } from './change.tsx'
import { CountsThen, isShown } from './counts-then.tsx'
import { type PagedColumn, PagedRows, rowsIn } from './paged-rows.tsx'
import { useRecordAnswer } from './use-answer.ts'
import { useBatchName } from './use-batches.ts'
import type { TimeLine } from './use-time-line.ts'

export function AsOfPane({ line }: { readonly line: TimeLine }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { playhead, list, filter } = view
  const asOf = line.asOfAt(playhead)
  const counts = useRecordAnswer(countsThen, 'counts', { about: 'counts', moment: playhead }, asOf)
  const question = { about: 'list', moment: playhead, list, next: null } as const
  const listed = useRecordAnswer(listsThen, 'list', question, asOf)
  const shown = useMemo(() => columnsFor(counts.value, filter), [counts.value, filter])
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.div
        flexShrink={0}
        maxHeight="46%"
        overflowY="auto"
        borderBottomWidth="1px"
        borderColor="line"
        tabIndex={0}
        role="region"
        aria-label="Counts of that moment"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <AnswerOf answered={counts} what="The counts of that moment" rows={5}>
          {(value) => (
            <CountsThen
              counts={value}
              list={list}
              filter={filter}
              onList={(to) => run(filterList({ list: to }))}
            />
          )}
        </AnswerOf>
      </chakra.div>
      {list.is === 'batch' && <OfBatch list={list} onList={(to) => run(filterList({ list: to }))} />}
      <chakra.div flex="1" minHeight="0">
        <AnswerOf answered={listed} what="The documents of that moment" rows={8}>
          {(paged, stale) =>
            rowsIn(paged) === 0 ? (
              <EmptyState
                icon="file"
                title="No documents"
                action={
                  list.is !== 'all' && (
                    <Button onClick={() => run(filterList({ list: { is: 'all' } }))}>
                      Show all documents of that moment
                    </Button>
                  )
                }
              >
                {noneOf[list.is]}
              </EmptyState>
            ) : (
              <PagedRows
                unit="document"
                label="Documents as of the playhead"
                paged={paged}
                columns={shown}
                keyOf={documentOf}
                currentKey={view.documentId}
                stale={stale}
                total={paged.totalCount}
                onChoose={({ documentId }) => run(chooseDocument({ documentId }))}
                onMore={(next) =>
                  run(recordAnswers.request({ place: 'list', question: { ...question, next } }))
                }
              />
            )
          }
        </AnswerOf>
      </chakra.div>
    </chakra.div>
  )
}

/** The list is narrowed to a batch: to which, and to which part of it. */
function OfBatch({
  list,
  onList,
}: {
  readonly list: BatchList
  readonly onList: (list: BatchList) => void
}): ReactElement {
  const name = useBatchName(list.batchId)
  return (
    <chakra.div
      px="3"
      py="2"
      fontSize="sm"
      color="muted"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <BatchDocuments batchId={list.batchId} name={name} chosen={list.reviewed} onList={onList} />
    </chakra.div>
  )
}

const noneOf: Readonly<Record<LookList['is'], string>> = {
  all: 'None had come in by then.',
  batch: 'None of the batch stood so at that moment.',
  coded: 'None was coded so at that moment.',
  notCoded: 'None was coded so at that moment.',
  field: 'None was coded so at that moment.',
  tags: 'None was coded so at that moment.',
}

const documentOf = ({ documentId }: PastRow): number => documentId

/** The fields with most values have a column each; all of them stand in the document at the right. */
const maxColumns = 3

function columnsFor(counts: Counts | null, filter: LookFilter): readonly PagedColumn<PastRow>[] {
  const subjects = (counts?.subjects ?? []).filter((one) => isShown(one, filter))
  return [
    {
      id: 'control',
      head: 'Document',
      width: '86px',
      cell: ({ controlNumber }) => <span className="mono">{controlNumber}</span>,
    },
    {
      id: 'title',
      head: 'Subject or name',
      width: 'minmax(110px, 2fr)',
      cell: ({ title }) => <Foreign text={title === '' ? '(no subject)' : title} />,
    },
    ...subjects.slice(0, maxColumns).map(
      ({ kind, subjectId, name }, at): PagedColumn<PastRow> => ({
        id: `${kind}-${subjectId}`,
        head: name,
        width: 'minmax(60px, 1fr)',
        ...(at === 0 ? {} : { from: at === 1 ? 420 : 560 }),
        cell: ({ values }) => {
          const own = values.find((one) => one.kind === kind && one.subjectId === subjectId)
          return <Value value={own ?? { value: null, erased: false }} kind={kind} short />
        },
      }),
    ),
    {
      id: 'by',
      head: 'Last by',
      width: 'minmax(60px, 0.8fr)',
      from: 560,
      cell: ({ codedBy }) => <span title={codedBy ?? ''}>{codedBy ?? ''}</span>,
    },
    {
      id: 'at',
      head: 'At',
      width: '100px',
      from: 640,
      cell: ({ codedAt }) => (codedAt === null ? '' : <When at={codedAt} />),
    },
  ]
}
