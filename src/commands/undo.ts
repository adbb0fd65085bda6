/**
 * Undo and redo, document by document. A step is taken back by the inverses of its commands, decided like any other
 * command: where an inverse is refused (somebody else changed the field), the whole undo is, and nothing changes.
 */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { undoPassed, undoSettled } from '../events/catalog/kernel.ts'
import type { Draft, UndoKind } from '../events/envelope.ts'
import { type Buckets, getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import type { Step, Trail } from '../stores/undo.ts'
import {
  type CommandInput,
  command,
  type DecideContext,
  isRejection,
  type Rejection,
  reject,
} from './define.ts'
import { open } from './review.ts'
import { acting } from './review-moving.ts'

const target = z.strictObject({
  /** 'document:123' */
  stream: z.string(),
  /** Down to and with this step; without it: one step. */
  through: z.optional(z.string()),
})

export const undo = command({
  type: 'undo.undo',
  capture: 'never',
  payload: target,
  decide: (state, { stream, through }, ctx) => {
    const { done } = trailOf(state, stream)
    return takeBack('undo', chosen(done, through), stream, state, ctx)
  },
  label: ({ through }) => (through === undefined ? 'Undo' : 'Undo back to here'),
  shortcut: 'Ctrl+Z',
  group: 'Coding',
})

export const redo = command({
  type: 'undo.redo',
  capture: 'never',
  payload: target,
  decide: (state, { stream, through }, ctx) => {
    const { undone } = trailOf(state, stream)
    return takeBack('redo', chosen(undone, through), stream, state, ctx)
  },
  label: ({ through }) => (through === undefined ? 'Redo' : 'Redo up to here'),
  shortcut: 'Ctrl+Shift+Z',
  group: 'Coding',
})

/** Takes all back that one save took to the record, and goes back to its document: what is undone is seen. */
export const undoSave = command({
  type: 'undo.undoSave',
  capture: 'never',
  payload: z.strictObject({ documentId: id, saveId: z.string() }),
  decide: (state, { documentId, saveId }, ctx) => {
    const stream = `document:${documentId}`
    const steps = trailOf(state, stream).done.filter(({ savedBy }) => savedBy === saveId)
    const back = takeBack('undo', steps.reverse(), stream, state, ctx)
    if (isRejection(back)) return back
    const shown = state.review.byTab[acting(state, ctx.tabId)]?.current?.documentId
    if (shown === documentId) return back
    const there = open.decide(state, { documentId, position: null }, ctx)
    return isRejection(there) ? there : [...back, ...there]
  },
  label: () => 'Undo the save',
})

/** Typing in a field is over (blur): what follows is its own step. */
export const settleTyping = command({
  type: 'undo.settleTyping',
  capture: 'never',
  payload: z.strictObject({ stream: z.string() }),
  decide: (state, payload) =>
    trailOf(state, payload.stream).done.at(-1)?.merge ? [undoSettled(payload)] : [],
  label: () => 'End typing',
})

const noTrail: Trail = { done: [], undone: [] }

function trailOf(state: RootState, stream: string): Trail {
  const trails: Buckets<Trail> = state.undoTrail
  return getIn(trails, stream) ?? noTrail
}

/** The steps to take back, newest first. */
function chosen(stack: readonly Step[], through: string | undefined): readonly Step[] {
  const from = through === undefined ? stack.length - 1 : stack.findIndex(({ group }) => group === through)
  return from < 0 ? [] : stack.slice(from).reverse()
}

function takeBack(
  kind: UndoKind & ('undo' | 'redo'),
  steps: readonly Step[],
  stream: string,
  state: RootState,
  ctx: DecideContext,
): readonly Draft[] | Rejection {
  if (steps.length === 0)
    return reject(
      kind === 'undo'
        ? 'There is nothing to undo on this document.'
        : 'There is nothing to redo on this document.',
    )
  const drafts: Draft[] = []
  let current = state
  let turn = 0
  for (const step of steps) {
    const made = takeBackStep(kind, step, turn, current, ctx)
    if (isRejection(made)) return made
    drafts.push(...(made.drafts.length > 0 ? made.drafts : [passed(kind, step, stream)]))
    current = made.state
    turn = made.turn
  }
  return drafts
}

function takeBackStep(
  kind: 'undo' | 'redo',
  step: Step,
  firstTurn: number,
  before: RootState,
  ctx: DecideContext,
): { readonly drafts: Draft[]; readonly state: RootState; readonly turn: number } | Rejection {
  const { kernel } = ctx
  if (!kernel) return reject('Undo is not available here.')
  const drafts: Draft[] = []
  let state = before
  let part = 0
  let turn = firstTurn
  for (const { command: type, envelopes } of step.parts.toReversed()) {
    const input = ofSave(kernel.inverse(type, envelopes, state), step)
    if (!input) continue
    const decided = kernel.decide(input, state)
    if (isRejection(decided)) return decided
    if (decided.length === 0) continue
    const via = { command: input.type, part, ...(turn === 0 ? {} : { turn }) }
    const mark = { kind, group: step.group, targets: step.commandIds, via }
    drafts.push(...decided.map((draft): Draft => ({ ...draft, undo: mark })))
    state = kernel.preview(state, decided)
    part++
    turn++
  }
  return { drafts, state, turn }
}

/** The record knows a step of coding by the save that took it there, whatever was undone and redone since. */
const ofSave = (input: CommandInput | null, { savedBy }: Step): CommandInput | null =>
  input?.type === 'coding.restore' && savedBy !== undefined
    ? { ...input, payload: { ...Object(input.payload), savedBy } }
    : input

const passed = (kind: 'undo' | 'redo', step: Step, stream: string): Draft => ({
  ...undoPassed({ stream }),
  undo: { kind, group: step.group, targets: step.commandIds },
})
