/** Steps of a document that only the record knows: tagged on another day or another machine. */
import { recordedTagSteps } from '../events/tagging-recorded.ts'
import { type Known, knownHere, type RecordedView } from './recorded.ts'

/** Newest first; without what this browser's own trail shows. What others have changed since is not in their way. */
export function recordedTagsView(known: Known, documentId: number): RecordedView[] {
  const here = knownHere(known, documentId)
  return recordedTagSteps(here.rows, known.userId)
    .filter(({ changeId }) => !here.isOwn(changeId))
    .map(({ changeId, at, jobId, changes, undoneAt }) => ({
      what: 'tags',
      saveId: changeId,
      at,
      jobId,
      moved: [],
      differences: changes.map(({ category, before, after }) => ({
        name: category,
        before: words(before),
        after: words(after),
      })),
      undoneAt: here.undoneAt(changeId) ?? undoneAt,
    }))
}

const words = (tags: readonly string[]): string => (tags.length === 0 ? 'no tag' : tags.join(', '))
