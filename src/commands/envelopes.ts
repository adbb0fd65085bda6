/** From drafts to envelopes: who, when, where, why, and how undo is concerned. */
import { type Draft, notUndoable, type Undo } from '../events/envelope.ts'
import type { Unplaced } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import type { Step } from '../stores/undo.ts'
import type { AnyCommand } from './registry.ts'

/** What all envelopes of one command share. */
export type Stamp = Omit<
  Unplaced,
  'id' | 'type' | 'version' | 'payload' | 'stream' | 'log' | 'retention' | 'undo'
>

export const placeAll = (
  drafts: readonly Draft[],
  stamp: Stamp,
  newId: () => string,
  mark: (draft: Draft) => Undo,
): Unplaced[] =>
  drafts.map((draft) => {
    const { type, version, payload, stream, log, retention } = draft
    return { ...stamp, id: newId(), type, version, payload, stream, log, retention, undo: mark(draft) }
  })

/** The last step of a stream that can be undone: the sign-in page has none, and not what keeps them. */
export type LastStep = (state: RootState, stream: string) => Step | undefined

/** Typing that pauses longer than this is two steps. */
const quiet = 1_000

/**
 * One gesture is one step: commands that share a correlation share a group. Typing joins the last step of the
 * document while it goes on in the same place, in the same tab, without a second of quiet.
 */
export function undoMarks(
  def: AnyCommand | undefined,
  payload: unknown,
  drafts: readonly Draft[],
  stamp: Stamp,
  lastStep: (stream: string) => Step | undefined,
): (draft: Draft) => Undo {
  const undoable = def !== undefined && def.capture !== 'never' && def.inverse !== undefined
  if (!undoable) return (draft) => draft.undo ?? notUndoable
  const merge = def.capture === 'merge' ? def.mergeKey?.(payload as never) : undefined
  const step: Undo = { kind: 'do', group: stamp.correlationId, targets: [] }
  if (merge === undefined) return (draft) => draft.undo ?? step
  const groups = new Map<string, string>()
  for (const { stream } of drafts) {
    const last = lastStep(stream)
    const goesOn =
      last?.merge === merge &&
      last.tabId === stamp.tabId &&
      Date.parse(stamp.at) - Date.parse(last.at) <= quiet
    groups.set(stream, goesOn ? last.group : stamp.correlationId)
  }
  return (draft) => draft.undo ?? { ...step, merge, group: groups.get(draft.stream) ?? step.group }
}
