/** How a step of tags stands: what it has turned, and what somebody has decided since. */
import { type MovedTags, type Turned, tagsMoved } from '../events/tags-moved.ts'
import { type AuditState, auditIn } from './audit.ts'
import { type TagsState, tagsIn } from './tags.ts'
import type { Step } from './undo.ts'

export function tagsMovedIn(
  { tags, audit }: { readonly tags: TagsState; readonly audit: AuditState },
  documentId: number,
  turned: Turned,
): readonly MovedTags[] {
  const doc = tagsIn(tags, documentId)
  return doc === null ? [] : tagsMoved(tags.categories ?? [], doc, turned, auditIn(audit, documentId).rows)
}

/** The tags that a step of the trail has turned, all in all. */
export function turnedBy(step: Step): Turned {
  const on = new Set<number>()
  const off = new Set<number>()
  for (const { payload } of step.parts.flatMap((part) => part.envelopes)) {
    if (typeof payload !== 'object' || payload === null || !('on' in payload) || !('off' in payload)) continue
    const change = payload as Turned
    for (const tagId of change.on) if (!off.delete(tagId)) on.add(tagId)
    for (const tagId of change.off) if (!on.delete(tagId)) off.add(tagId)
  }
  return { on: [...on], off: [...off] }
}

/** Of these tags, those of other categories. */
export function withoutCategories(
  { categories }: TagsState,
  { on, off }: Turned,
  moved: readonly MovedTags[],
): Turned {
  const gone = new Set(
    (categories ?? [])
      .filter(({ tagCategoryId }) => moved.some((one) => one.tagCategoryId === tagCategoryId))
      .flatMap(({ tags }) => tags.map(({ tagId }) => tagId)),
  )
  const left = (ids: readonly number[]) => ids.filter((tagId) => !gone.has(tagId))
  return { on: left(on), off: left(off) }
}
