/** A document's tags as its events tell them: what the record has, and changes on their way. Pure. */
import type { TagCategory } from '#contracts/tags.ts'

interface TagChange {
  readonly changeId: string
  readonly on: readonly number[]
  readonly off: readonly number[]
}

export interface DocumentTags {
  readonly documentId: number
  /** As the record was last heard to have them. */
  readonly recorded: readonly number[]
  /** In the order in which they were asked for. */
  readonly changes: readonly TagChange[]
  /** Which answer `recorded` came from, and whether a change of ours has been confirmed since. */
  readonly etag: string
  readonly newer: boolean
  /** The last change, where the record refused it: taken back here, until the reviewer tries again or leaves it at that. */
  readonly refused: (TagChange & { readonly message: string }) | null
}

/** The tags that the document has once all that is on its way has arrived. */
export const tagsNow = ({ recorded, changes }: DocumentTags): readonly number[] => {
  const tags = new Set(recorded)
  for (const { on, off } of changes) {
    for (const tagId of off) tags.delete(tagId)
    for (const tagId of on) tags.add(tagId)
  }
  return [...tags].sort((a, b) => a - b)
}

/** What putting tags on and taking tags off really changes: an exclusive category has one tag at most. */
export function changeOf(
  categories: readonly TagCategory[],
  before: readonly number[],
  add: readonly number[],
  remove: readonly number[],
): { readonly on: readonly number[]; readonly off: readonly number[] } {
  const after = new Set(before)
  for (const tagId of remove) after.delete(tagId)
  for (const tagId of add) {
    const category = categories.find((one) => one.tags.some((tag) => tag.tagId === tagId))
    if (category?.exclusive) for (const other of category.tags) after.delete(other.tagId)
    after.add(tagId)
  }
  return {
    on: [...after].filter((tagId) => !before.includes(tagId)),
    off: before.filter((tagId) => !after.has(tagId)),
  }
}

/**
 * The exclusive categories that a step has touched and that do not stand any more as it left them: somebody has decided
 * there since. `on`: the tags that the step put on.
 */
export function movedSince(
  categories: readonly TagCategory[],
  now: readonly number[],
  { on, off }: Pick<TagChange, 'on' | 'off'>,
): readonly TagCategory[] {
  return categories.filter(({ exclusive, tags }) => {
    const touched = tags.some(({ tagId }) => on.includes(tagId) || off.includes(tagId))
    return exclusive && touched && tags.some(({ tagId }) => now.includes(tagId) !== on.includes(tagId))
  })
}
