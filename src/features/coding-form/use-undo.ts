/** Undo and redo of the document in view: this browser's own steps first, then what only the record knows. */
import { useStoreMap, useUnit } from 'effector-react'
import { undoRecorded } from '../../commands/coding-recorded.ts'
import type { CommandInput } from '../../commands/define.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { undoRecordedTags } from '../../commands/tags-recorded.ts'
import { redo, undo, undoSave } from '../../commands/undo.ts'
import { $lastSave, type LastSave } from '../../stores/last-save.ts'
import { $recorded } from '../../stores/record-view.ts'
import type { RecordedView } from '../../stores/recorded.ts'
import { type Trail, trailOf, undoTrail } from '../../stores/undo.ts'

export interface Undoing {
  readonly trail: Trail
  readonly recorded: readonly RecordedView[]
  readonly canUndo: boolean
  /** The save of the document before, which can be taken back from here. */
  readonly lastSave: LastSave | null
  /** What undo takes back on a document on which nothing was done since: the save of the one before. */
  readonly before: LastSave | null
  readonly undo: () => void
  readonly redo: () => void
}

export function useUndo(documentId: number | null): Undoing {
  const { run, recorded, lastSave } = useUnit({ run: dispatch, recorded: $recorded, lastSave: $lastSave })
  const stream = `document:${documentId ?? ''}`
  const trail = useStoreMap({
    store: undoTrail.$state,
    keys: [stream],
    fn: (trails, [of]) => trailOf(trails, of),
  })
  const earlier = recorded.find(({ undoneAt }) => undoneAt === null)
  const last = trail.done.at(-1)
  const before = lastSave !== null && (last === undefined || last.at < lastSave.at) ? lastSave : null
  return {
    trail,
    recorded,
    lastSave,
    before,
    canUndo: before !== null || trail.done.length > 0 || earlier !== undefined,
    undo: () => {
      if (before !== null) return run(undoSave({ documentId: before.documentId, saveId: before.saveId }))
      run(
        trail.done.length === 0 && earlier !== undefined && documentId !== null
          ? takenBack(earlier, documentId)
          : undo({ stream }),
      )
    },
    redo: () => run(redo({ stream })),
  }
}

/** Takes back what only the record knows. `through`: with all that came after it. */
export const takenBack = (
  { what, saveId }: RecordedView,
  documentId: number,
  how: { readonly overwrite?: boolean; readonly through?: boolean } = {},
): CommandInput =>
  what === 'tags'
    ? undoRecordedTags({ documentId, changeId: saveId, ...how })
    : undoRecorded({ documentId, saveId, ...how })
