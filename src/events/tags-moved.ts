/** What stands in the way of taking a change of tags back: exclusive categories in which somebody has decided since. */

import type { AuditRow } from '#contracts/audit.ts'
import type { TagCategory } from '#contracts/tags.ts'
import { usTime } from './coding/standing.ts'
import { type DocumentTags, movedSince, tagsNow } from './tagging.ts'

export interface MovedTags {
  readonly tagCategoryId: number
  /** Both, who and when, in words: as far as the record was looked up here. */
  readonly message: string
}

export interface Turned {
  readonly on: readonly number[]
  readonly off: readonly number[]
}

/** `rows`: of the document, newest first, as far as they are known. */
export function tagsMoved(
  categories: readonly TagCategory[],
  doc: DocumentTags,
  turned: Turned,
  rows: readonly AuditRow[],
): readonly MovedTags[] {
  const now = tagsNow(doc)
  return movedSince(categories, now, turned).map((category) => {
    const row = rows.find(
      ({ action, field, tags }) =>
        action === 'tags.changed' &&
        (tags === undefined ? field === category.name : tags.tagCategoryId === category.tagCategoryId),
    )
    const theirs = named(category, now)
    // The newest row that is known here may be older than what the record has.
    const known = row !== undefined && JSON.stringify(row.newValue) === JSON.stringify(theirs)
    const who = known ? ` by ${row.userName} on ${usTime(row.at)}` : ' since'
    return {
      tagCategoryId: category.tagCategoryId,
      message:
        `${category.name} was changed to ${words(theirs)}${who}; ` +
        `undo would put back ${words(named(category, turned.off))}.`,
    }
  })
}

const named = ({ tags }: TagCategory, ids: readonly number[]): string[] =>
  tags.filter(({ tagId }) => ids.includes(tagId)).map(({ name }) => name)
const words = (names: readonly string[]): string => (names.length === 0 ? 'no tag' : names.join(', '))
