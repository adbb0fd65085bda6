/** Steps that only the record knows, taken back one after the other: each with its own mark, or none of them. */
import type { AuditRow } from '#contracts/audit.ts'
import type { Draft } from '../events/envelope.ts'
import { stepsHere } from '../events/known-here.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { type DecideContext, isRejection, type Rejection, reject } from './define.ts'

interface Step {
  /** By which the record knows it. */
  readonly id: string
}

/** A person's steps of a document, newest first, and whether this browser's own trail knows them. */
export function recordedBack<S extends Step>(
  { audit, undoTrail }: RootState,
  documentId: number,
  userId: number | null,
  stepsOf: (rows: readonly AuditRow[], userId: number | null) => readonly S[],
): { readonly steps: readonly S[]; readonly isHere: (step: S) => boolean } {
  const { rows = [], entries = [] } = getIn(audit.documents, String(documentId)) ?? {}
  const { done = [], undone = [] } = getIn(undoTrail, `document:${documentId}`) ?? {}
  const here = stepsHere({ entries, done, undone })
  return {
    steps: stepsOf(rows, userId),
    isHere: ({ id }) => here.isOwn(id) || here.undoneAt(id) !== null,
  }
}

interface Made {
  readonly command: string
  readonly drafts: readonly Draft[]
}

/** `back`: what takes one step back; nothing where nothing of it stands. */
export function takeBackRecorded<S extends Step>(
  { steps, isHere }: { readonly steps: readonly S[]; readonly isHere: (step: S) => boolean },
  id: string,
  through: boolean,
  before: RootState,
  { kernel }: DecideContext,
  back: (step: S, state: RootState) => Made | readonly [] | Rejection,
): readonly Draft[] | Rejection {
  const at = steps.findIndex((step) => step.id === id)
  if (at < 0) return reject('The record shows no such step of yours.')
  // What this browser has done itself is in its own trail, and is taken back from there.
  const chosen = steps.slice(through ? 0 : at, at + 1).filter((step) => step.id === id || !isHere(step))
  const drafts: Draft[] = []
  let state = before
  let turn = 0
  for (const step of chosen) {
    const made = back(step, state)
    if (isRejection(made)) return made
    if (!('drafts' in made) || made.drafts.length === 0) continue
    const via = { command: made.command, part: 0, ...(turn === 0 ? {} : { turn }) }
    const mark = { kind: 'undo', group: step.id, targets: [step.id], via } as const
    drafts.push(...made.drafts.map((draft): Draft => ({ ...draft, undo: mark })))
    state = kernel?.preview(state, made.drafts) ?? state
    turn++
  }
  return drafts.length > 0 ? drafts : reject('Nothing of this step is left to be undone.')
}
