/** The undo mark that a save carries to the record, so that a trail can be rebuilt from the record alone. */
import { maxTargets, type UndoMark } from '#contracts/coding.ts'
import type { Envelope, Undo } from '../envelope.ts'

interface Asked {
  readonly undoes: readonly string[]
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
 * A save that goes on with an earlier one has that one's mark. A plain save is a `do` of its own group. A save that puts
 * something back names the steps and the saves that it compensates.
 */
export function markOf({ undoes, mark }: Asked, undo: Undo, commandId: string): UndoMark {
  if (mark !== null) return mark
  const undone = undo.kind === 'undo' || undo.kind === 'redo'
  // The record knows a step by its saves; of very long typing, the newest commands tell as much as all.
  const targets = [...new Set([...(undone ? undo.targets : []), ...undoes])].slice(-maxTargets)
  if (undone) return { kind: undo.kind, group: undo.group, targets }
  return undoes.length > 0
    ? { kind: 'undo', group: commandId, targets }
    : { kind: 'do', group: undo.group.length >= 8 ? undo.group : commandId, targets: [] }
}
