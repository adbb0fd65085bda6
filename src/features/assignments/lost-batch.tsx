/** The batch in the list was given to somebody else, taken back or deleted: who did it, when, and where to go on. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { type BatchStanding, notHeldWords } from '#contracts/batch-standing.ts'
import { takeBatch } from '#src/commands/assignments.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { $formView } from '#src/stores/coding-view.ts'
import { $named } from '#src/stores/document-names.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { batchActs } from './batch-acts.ts'

interface Props {
  readonly standing: BatchStanding
  readonly documentId: number
}

/** The list of the batch may have been narrowed: nothing of that holds here. */
const allDocuments = {
  batchId: null,
  includeFamily: false,
  filter: 'all',
  viewer: 'parentsAndChildren',
  openAt: 0,
} as const

export function LostBatch({ standing, documentId }: Props): ReactElement {
  const { run, form, named } = useUnit({ run: dispatch, form: $formView, named: $named })
  const { assignmentId, state, since, movedBy } = standing
  const isUnsaved = form?.documentId === documentId && form.edited
  const controlNumber = named(documentId)?.controlNumber
  const outside = `Control_Number:"${controlNumber}"`
  return (
    <Banner
      data-testid="lost-batch"
      // Who has checked it in knows; who has lost it is told.
      tone={movedBy === null ? 'accent' : 'attention'}
      actions={
        <>
          {state !== 'deleted' && (
            <Button size="sm" keys={batchActs.take.keys} onClick={() => run(takeBatch({ assignmentId }))}>
              Take the next batch
            </Button>
          )}
          {isUnsaved && controlNumber !== undefined && (
            <Button size="sm" onClick={() => run(search({ queryString: outside, ...allDocuments }))}>
              Open {controlNumber} outside of the batch
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{notHeldWords(standing)}</strong> {exactTime(since)}. What you saved stays on the record;
        nothing more can be coded in this batch.
      </p>
      {isUnsaved && (
        <p>
          What you have coded in this document and not saved is kept in this browser. Outside of the batch you
          can still save it, or reset it.
        </p>
      )}
    </Banner>
  )
}
