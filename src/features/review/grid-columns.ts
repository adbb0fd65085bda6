/** The columns of a list as they are drawn: pinned ones first, each with its place. */
import type { ListColumn } from '#contracts/list-templates.ts'
import { type Field, fieldTypes } from '#contracts/project.ts'

export interface GridColumn extends ListColumn {
  readonly label: string
  /** Numbers stand at the right. */
  readonly isNumber: boolean
  /** From the left edge of the list, for those that stay there. */
  readonly left: number
}

/** What stands before the columns in every row: selection, mark and kind of document. */
export const leadWidth = 56

const numbers: readonly number[] = [fieldTypes.integer, fieldTypes.float]
/** Numbers that name something and measure nothing. */
const names = new Set(['Family_Id', 'Parent_Id', 'Thread_Id', 'Near_Dup_Group', 'Document_Id'])

export function gridColumns(
  columns: readonly ListColumn[],
  fields: readonly Field[] | null,
): readonly GridColumn[] {
  const byName = new Map(fields?.map((field) => [field.name, field]))
  const inPlace = [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)]
  let left = leadWidth
  return inPlace.map((column) => {
    const field = byName.get(column.field)
    const drawn = {
      ...column,
      label: field?.displayName ?? column.field.replaceAll('_', ' '),
      isNumber: field !== undefined && numbers.includes(field.typeId) && !names.has(field.name),
      left,
    }
    left += column.width
    return drawn
  })
}

export const totalWidth = (columns: readonly GridColumn[]): number =>
  leadWidth + columns.reduce((sum, { width }) => sum + width, 0)
