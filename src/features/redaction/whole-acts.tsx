/** What is done with the redactions of a document as a whole: copied to exact copies, and taken back from the record alone. */
import { useStoreMap, useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { copyCellsToCopies, putBackCells } from '#src/commands/redacted-cells.ts'
import { copyToCopies, putBackRedactions } from '#src/commands/redactions.ts'
import { lastCellsGestureRead } from '#src/reads/redacted-cells.ts'
import { exactCopiesRead, lastGestureRead } from '#src/reads/redactions.ts'
import { trailOf, undoTrail } from '#src/stores/undo.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Ago } from '../ui/time.tsx'

interface OfDocument {
  readonly documentId: number
}

export function CopyToCopies({ documentId }: OfDocument): ReactElement | null {
  const run = useUnit(dispatch)
  return <ToCopies documentId={documentId} onCopy={() => run(copyToCopies({ documentId }))} />
}

/** The same of the cells of a spreadsheet. */
export function CopyCellsToCopies({ documentId }: OfDocument): ReactElement | null {
  const run = useUnit(dispatch)
  return <ToCopies documentId={documentId} onCopy={() => run(copyCellsToCopies({ documentId }))} />
}

function ToCopies({ documentId, onCopy }: OfDocument & { readonly onCopy: () => void }): ReactElement | null {
  const count = useRead(exactCopiesRead, { documentId }).value?.count ?? 0
  if (count === 0) return null
  return (
    <Button
      size="sm"
      title="Documents with the same file: each gets the redactions that it does not have. Ctrl+Z takes them back"
      onClick={onCopy}
    >
      Apply to {counted(count, 'exact copy', 'exact copies')}
    </Button>
  )
}

interface InBrowser extends OfDocument {
  readonly revision: number
}

/** Where this browser knows no step of the document: the record knows what one did last, wherever that was. */
export const UndoFromRecord = (of: InBrowser): ReactElement | null =>
  useIsTrailEmpty(of.documentId) ? <LastGesture {...of} /> : null

/** The same of the cells of a spreadsheet. */
export const UndoCellsFromRecord = (of: InBrowser): ReactElement | null =>
  useIsTrailEmpty(of.documentId) ? <LastCellsGesture {...of} /> : null

function useIsTrailEmpty(documentId: number): boolean {
  const stream = `document:${documentId}`
  const trail = useStoreMap({
    store: undoTrail.$state,
    keys: [stream],
    fn: (trails, [of]) => trailOf(trails, of),
  })
  return trail.done.length + trail.undone.length === 0
}

function LastGesture({ documentId, revision }: InBrowser): ReactElement | null {
  const run = useUnit(dispatch)
  const last = useRead(lastGestureRead, { documentId }, { asOf: revision }).value?.last ?? null
  if (last === null) return null
  const { at, ...back } = last
  return <UndoLast at={at} onUndo={() => run(putBackRedactions({ documentId, ...back }))} />
}

function LastCellsGesture({ documentId, revision }: InBrowser): ReactElement | null {
  const run = useUnit(dispatch)
  const last = useRead(lastCellsGestureRead, { documentId }, { asOf: revision }).value?.last ?? null
  if (last === null) return null
  const { at, ...back } = last
  return <UndoLast at={at} onUndo={() => run(putBackCells({ documentId, ...back }))} />
}

const UndoLast = ({ at, onUndo }: { readonly at: string; readonly onUndo: () => void }): ReactElement => (
  <Button
    size="sm"
    icon="undo"
    title="Your last step on this document, which you did in another browser"
    onClick={onUndo}
  >
    Undo your last step (<Ago at={at} />)
  </Button>
)
