/** The order that a list has after the name of a column was pressed. */
import { type FieldSort, type Sort, sortLevels } from '#contracts/documents.ts'

/**
 * By this field, or the other way round where it is sorted by it already. `more`: the fields before stay, and this one
 * decides where they are equal.
 */
export function sortedBy(sort: Sort, field: string, more: boolean): FieldSort {
  const by = typeof sort === 'string' ? [] : sort.by
  const turned = { field, descending: by.find((level) => level.field === field)?.descending === false }
  if (!more) return { by: [turned] }
  if (by.some((level) => level.field === field))
    return { by: by.map((level) => (level.field === field ? turned : level)) }
  return { by: [...by.slice(0, sortLevels - 1), turned] }
}
