/** The undo mark that a save carries to the record, so that a trail can be rebuilt from the record alone. */
import { maxTargets, type UndoMark } from '#contracts/coding.ts'
import type { Envelope, Undo } from '../envelope.ts'

interface Asked {
  /** The saves that are compensated. Null where commands ask the record themselves: then it knows the steps by them. */
  readonly undoes: readonly string[] | null
  readonly mark: UndoMark | null
}

/**
 * By what the record knows what a command asked of it: the command's id. An undo over several steps asks once for each,
 * so that each goes with its own mark; those after the first carry their number.
 */
export function requestIdOf({ commandId, undo }: Pick<Envelope, 'commandId' | 'undo'>): string {
  const turn = undo.via?.turn ?? 0
  return turn === 0 ? commandId : `${commandId}-${turn}`
}

/**
 * A save that goes on with an earlier one has that one's mark. A plain save is a `do` of its own group. One that puts
 * something back names what the record has of it: of a step that was never saved the record knows nothing, and what puts
 * it back is a change like any other.
 */
export function markOf({ undoes, mark }: Asked, undo: Undo, commandId: string): UndoMark {
  if (mark !== null) return mark
  const undone = undo.kind === 'undo' || undo.kind === 'redo'
  const targets = [...new Set(undoes ?? (undone ? undo.targets : []))].slice(-maxTargets)
  if (targets.length === 0)
    return { kind: 'do', group: undo.group.length >= 8 && !undone ? undo.group : commandId, targets }
  return undone
    ? { kind: undo.kind, group: undo.group, targets }
    : { kind: 'undo', group: commandId, targets }
}
