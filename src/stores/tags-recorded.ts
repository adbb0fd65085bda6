/** Steps of a document that only the record knows: tagged on another day or another machine. */
import { type NamedTag, recordedTagSteps } from '../events/tagging-recorded.ts'
import { type Known, knownHere, type RecordedView } from './recorded.ts'
import type { TagsState } from './tags.ts'
import { tagsMovedIn } from './tags-moved.ts'

/** Newest first; without what this browser's own trail shows. */
export function recordedTagsView(
  { tags, ...known }: Known & { readonly tags: TagsState },
  documentId: number,
): RecordedView[] {
  const idOf = ({ category, tag, tagId }: NamedTag) =>
    tagId ??
    tags.categories?.find(({ name }) => name === category)?.tags.find(({ name }) => name === tag)?.tagId ??
    []
  const here = knownHere(known, documentId)
  return recordedTagSteps(here.rows, known.userId)
    .filter(({ changeId }) => !here.isOwn(changeId))
    .map(({ changeId, at, jobId, changes, turned, undoneAt }) => ({
      what: 'tags',
      saveId: changeId,
      at,
      jobId,
      moved:
        undoneAt === null
          ? tagsMovedIn({ tags, audit: known.audit }, documentId, {
              on: turned.flatMap((one) => (one.on ? idOf(one) : [])),
              off: turned.flatMap((one) => (one.on ? [] : idOf(one))),
            }).map((one) => ({ fieldId: one.tagCategoryId, message: one.message }))
          : [],
      differences: changes.map(({ category, before, after }) => ({
        name: category,
        before: words(before),
        after: words(after),
      })),
      undoneAt: here.undoneAt(changeId) ?? undoneAt,
    }))
}

const words = (tags: readonly string[]): string => (tags.length === 0 ? 'no tag' : tags.join(', '))
