/** How a step stands now: what of it is unsaved, what is on the record, and what somebody has changed since. */
import type { CodedValue } from '#contracts/coding.ts'
import { type FieldRule, kindOf, payloadOf, sameValue, shownValue } from '#contracts/coding-values.ts'
import type { HeldChange } from '../catalog/coding.ts'
import {
  type DocumentCoding,
  epochOf,
  expected,
  fieldIn,
  heldIn,
  inConflict,
  onItsWay,
  type RuleOf,
} from './document.ts'

export interface Moved {
  readonly fieldId: number
  readonly name: string
  /** What undo would put back. */
  readonly yours: CodedValue
  readonly theirs: CodedValue
  readonly version: number
  readonly by: string | null
  readonly at: string | null
  /** Both values, who and when, in words. */
  readonly message: string
}

export interface UndoCheck {
  /** Fields that undo can take back, saved or not. */
  readonly clean: readonly HeldChange[]
  /** Of these, the ones that are on the record or on their way to it. */
  readonly saved: readonly number[]
  readonly moved: readonly Moved[]
}

/** `fromRecord`: the step is only known from the record, so it was saved, whatever was seen of it here. */
export function standingOf(
  doc: DocumentCoding,
  changes: readonly HeldChange[],
  ruleOf: RuleOf,
  fromRecord = false,
): UndoCheck {
  const clean: HeldChange[] = []
  const saved: number[] = []
  const moved: Moved[] = []
  for (const change of changes) {
    const rule = ruleOf(change.fieldId)
    if (!rule) continue
    if (hasMoved(doc, change, rule, fromRecord)) moved.push(movedOf(doc, change, rule))
    else {
      clean.push(change)
      if (fromRecord || isSaved(doc, change)) saved.push(change.fieldId)
    }
  }
  return { clean, saved, moved }
}

const isSaved = (doc: DocumentCoding, { fieldId, epoch }: HeldChange): boolean =>
  epochOf(doc, fieldId) > epoch

function hasMoved(doc: DocumentCoding, change: HeldChange, rule: FieldRule, fromRecord: boolean): boolean {
  const { fieldId, before, after } = change
  const { mine, version } = fieldIn(doc, fieldId)
  const held = payloadOf(rule, heldIn(doc, rule, fieldId))
  const nothingLeft = sameValue(held, payloadOf(rule, before)) && sameValue(expected(doc, fieldId), held)
  if (nothingLeft && !sameValue(held, payloadOf(rule, after))) return false
  if (inConflict(doc, fieldId) || !sameValue(held, payloadOf(rule, after))) return true
  // The same value once more, but by somebody else's decision.
  const arrived = isSaved(doc, change) && onItsWay(doc, fieldId) === undefined
  return arrived && !fromRecord && mine?.version !== version
}

function movedOf(doc: DocumentCoding, { fieldId, name, before }: HeldChange, rule: FieldRule): Moved {
  const { value: theirs, version, by, at } = fieldIn(doc, fieldId)
  const yours = payloadOf(rule, before)
  const who = by ?? 'somebody'
  const when = at === null ? '' : ` on ${usTime(at)}`
  const message =
    `${name} was set to ${brief(rule, theirs)} by ${who}${when}; ` +
    `undo would put back ${brief(rule, yours)}.`
  return { fieldId, name, yours, theirs, version, by, at, message }
}

/** Typed text is named, not repeated: reasons stand in menus and in the timeline. */
const brief = (rule: FieldRule, value: CodedValue): string =>
  kindOf(rule) === 'text' && value !== null ? 'another text' : shownValue(rule, value)

/** An instant in words: `03/02/2026 at 10:00 UTC`. */
export const usTime = (at: string): string =>
  at.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*$/, '$2/$3/$1 at $4 UTC')
