/** Values of the fields that are stamped, by document. */
import type { Reader } from '../../platform/records/records.ts'
import { columnValues, listColumns } from '../../review/search/columns.ts'
import type { RunSettings } from '../settings/run-settings.ts'

/** Longer ones are cut: a stamp is a line. */
const longest = 100

export async function stampValues(
  read: Reader,
  {
    project_id: projectId,
    settings,
  }: { readonly project_id: number; readonly settings: Pick<RunSettings, 'stamps'> },
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>> {
  const names = new Set(
    Object.values(settings.stamps).flatMap((stamp) => (stamp?.kind === 'field' ? stamp.field : [])),
  )
  if (names.size === 0) return new Map()
  const project = await read
    .selectFrom('project')
    .select(['prefix', 'time_zone'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const scope = { projectId, prefix: project.prefix, timeZone: project.time_zone, view: null }
  const columns = (await listColumns(read, scope)).filter(({ field }) => names.has(field.name))
  const values = await columnValues(read, scope, columns, documentIds)
  return new Map(
    [...values].map(([id, row]) => [
      id,
      Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text.slice(0, longest)])),
    ]),
  )
}
