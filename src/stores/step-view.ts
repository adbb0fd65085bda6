/** The steps of a document's undo trail, ready to be drawn. */
import type { CodedValue } from '#contracts/coding.ts'
import { shownValue } from '#contracts/coding-values.ts'
import type { HeldChange } from '../events/catalog/coding.ts'
import { type Moved, standingOf } from '../events/coding/standing.ts'
import { type CodingState, documentIn, ruleIn } from './coding.ts'
import type { Step } from './undo.ts'

/** How an undo step of a document stands: whether it can be taken back, and what somebody has changed since. */
export interface StepView {
  readonly group: string
  readonly label: string
  readonly at: string
  readonly saved: boolean
  readonly differences: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  /** Fields that somebody else has changed: undo is refused, the reviewer may undo the others or overwrite. */
  readonly moved: readonly Moved[]
  /** Payloads for `coding.restore`: the fields that did not move, and all of them. */
  readonly rest: readonly HeldChange[]
  readonly all: readonly HeldChange[]
}
export function stepView(state: CodingState, documentId: number, step: Step): StepView {
  const doc = documentIn(state, documentId)
  const ruleOf = ruleIn(state)
  const all = changesIn(step)
  const standing = doc ? standingOf(doc, all, ruleOf) : { clean: [], saved: [], moved: [] }
  return {
    group: step.group,
    label: step.label,
    at: step.at,
    saved: standing.saved.length > 0,
    differences: all.map(({ fieldId, name, before, after }) => {
      const rule = ruleOf(fieldId)
      const words = (value: CodedValue) => (rule ? shownValue(rule, value) : String(value ?? ''))
      return { name, before: words(before), after: words(after) }
    }),
    moved: standing.moved,
    rest: standing.clean,
    all,
  }
}

function changesIn(step: Step): HeldChange[] {
  const byField = new Map<number, HeldChange>()
  for (const { payload } of step.parts.flatMap((part) => part.envelopes)) {
    if (typeof payload !== 'object' || payload === null || !('changes' in payload)) continue
    for (const change of payload.changes as readonly HeldChange[])
      byField.set(change.fieldId, { ...change, before: byField.get(change.fieldId)?.before ?? change.before })
  }
  return [...byField.values()]
}
