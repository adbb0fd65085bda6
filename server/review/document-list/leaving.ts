/** Which columns of a list may leave the product. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { exclusionOf } from '../fields/excluded-fields.ts'
import { listFields } from '../fields/project-fields.ts'
import type { columnsNamed } from '../search/columns.ts'

export type Columns = Awaited<ReturnType<typeof columnsNamed>>

/** It tells the rows apart, so it is always there. */
export const number = 'Control_Number'

/** What the project leaves out of exports stays, and is named. */
export async function leaving(
  ctx: ProjectContext,
  columns: Columns,
): Promise<{ readonly columns: Columns; readonly leftOut: readonly string[] }> {
  const { projectId } = ctx.project
  const [isExcluded, fields] = await Promise.all([
    exclusionOf(ctx.records.read, projectId, 'export'),
    listFields(ctx.records.read, projectId, true),
  ])
  const out = new Set(fields.filter(({ fieldId }) => isExcluded(fieldId)).map(({ name }) => name))
  return {
    columns: columns.filter(({ field }) => !out.has(field.name)),
    leftOut: columns.flatMap(({ field }) => (out.has(field.name) ? field.displayName : [])),
  }
}
