/** What is done with the redactions of a document as a whole: copied to exact copies, and taken back from the record alone. */
import { useStoreMap, useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { copyToCopies, putBackRedactions } from '#src/commands/redactions.ts'
import { exactCopiesRead, lastGestureRead } from '#src/reads/redactions.ts'
import { trailOf, undoTrail } from '#src/stores/undo.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Ago } from '../ui/time.tsx'

export function CopyToCopies({ documentId }: { readonly documentId: number }): ReactElement | null {
  const run = useUnit(dispatch)
  const count = useRead(exactCopiesRead, { documentId }).value?.count ?? 0
  if (count === 0) return null
  return (
    <Button
      size="sm"
      title="Documents with the same file: each gets the redactions that it does not have. Ctrl+Z takes them back"
      onClick={() => run(copyToCopies({ documentId }))}
    >
      Apply to {counted(count, 'exact copy', 'exact copies')}
    </Button>
  )
}

/** Where this browser knows no step of the document: the record knows what one did last, wherever that was. */
export function UndoFromRecord({
  documentId,
  revision,
}: {
  readonly documentId: number
  readonly revision: number
}): ReactElement | null {
  const stream = `document:${documentId}`
  const trail = useStoreMap({
    store: undoTrail.$state,
    keys: [stream],
    fn: (trails, [of]) => trailOf(trails, of),
  })
  return trail.done.length + trail.undone.length > 0 ? null : (
    <LastGesture documentId={documentId} revision={revision} />
  )
}

function LastGesture({
  documentId,
  revision,
}: {
  readonly documentId: number
  readonly revision: number
}): ReactElement | null {
  const run = useUnit(dispatch)
  const last = useRead(lastGestureRead, { documentId }, { asOf: revision }).value?.last ?? null
  if (last === null) return null
  const { at, ...back } = last
  return (
    <Button
      size="sm"
      icon="undo"
      title="Your last step on this document, which you did in another browser"
      onClick={() => run(putBackRedactions({ documentId, ...back }))}
    >
      Undo your last step (<Ago at={at} />)
    </Button>
  )
}
