/** Undo and redo of the document in view: this browser's own steps first, then what only the record knows. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { fetchHistory } from '../../commands/audit.ts'
import { undoRecorded } from '../../commands/coding-recorded.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { redo, undo } from '../../commands/undo.ts'
import { $recorded, $recordWanted, type RecordedView } from '../../stores/coding-recorded.ts'
import { $session } from '../../stores/session.ts'
import { type Trail, trailOf, undoTrail } from '../../stores/undo.ts'

export interface Undoing {
  readonly trail: Trail
  readonly recorded: readonly RecordedView[]
  readonly canUndo: boolean
  readonly undo: () => void
  readonly redo: () => void
}

export function useUndo(documentId: number | null): Undoing {
  const { run, trails, session, recorded } = useUnit({
    run: dispatch,
    trails: undoTrail.$state,
    session: $session,
    recorded: $recorded,
  })
  const stream = `document:${documentId ?? ''}`
  const trail = trailOf(trails, session.userId, stream)
  const earlier = recorded.find(({ undoneAt }) => undoneAt === null)
  return {
    trail,
    recorded,
    canUndo: trail.done.length > 0 || earlier !== undefined,
    undo: () =>
      run(
        trail.done.length === 0 && earlier !== undefined && documentId !== null
          ? undoRecorded({ documentId, saveId: earlier.saveId })
          : undo({ stream }),
      ),
    redo: () => run(redo({ stream })),
  }
}

/** Ms that somebody stays on a document before its record is looked up: passing by asks for nothing. */
const stay = 500

/** Looks the record up where it may know steps that this browser does not, and again after each save. */
export function useRecord(documentId: number): void {
  const { run, wanted } = useUnit({ run: dispatch, wanted: $recordWanted })
  useEffect(() => {
    if (wanted === null) return
    const timer = setTimeout(() => run(fetchHistory({ documentId })), stay)
    return () => clearTimeout(timer)
  }, [wanted, documentId, run])
}
