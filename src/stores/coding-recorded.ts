/** Steps of a document that only the record knows: coded on another day or another machine. */
import { shownValue } from '#contracts/coding-values.ts'
import { fieldNamed, isPassed, recordedSteps, standingChanges } from '../events/coding/recorded.ts'
import { standingOf } from '../events/coding/standing.ts'
import { type CodingState, documentIn, ruleIn } from './coding.ts'
import { type Known, knownHere, type RecordedView } from './recorded.ts'

/**
 * Newest first; without what this browser's own trail shows, and without what no form codes: that is set where it stands,
 * and the form's undo has no say in it.
 */
export function recordedView(
  { coding, ...known }: Known & { readonly coding: CodingState },
  documentId: number,
): RecordedView[] {
  const here = knownHere(known, documentId)
  const doc = documentIn(coding, documentId)
  const ruleOf = ruleIn(coding)
  return recordedSteps(here.rows, known.userId)
    .filter(
      ({ saveId, changes }) =>
        !here.isOwn(saveId) && changes.some(({ name }) => fieldNamed(coding.forms, name) !== undefined),
    )
    .map((step) => {
      const { saveId, at, jobId, changes } = step
      const standing = standingChanges(step, coding.forms)
      const moved = doc ? standingOf(doc, standing, ruleOf, !isPassed(step)).moved : []
      return {
        what: 'coding',
        saveId,
        at,
        jobId,
        moved,
        differences: changes.map(({ name, before, made, after, undoneAt }) => {
          const field = fieldNamed(coding.forms, name)
          const words = (value: typeof before) => (field ? shownValue(field, value) : String(value ?? ''))
          return { name, before: words(before), after: words(undoneAt === null ? after : made) }
        }),
        undoneAt:
          here.undoneAt(saveId) ??
          (changes.every(({ undoneAt }) => undoneAt !== null) ? (changes.at(-1)?.undoneAt ?? null) : null),
      }
    })
}
