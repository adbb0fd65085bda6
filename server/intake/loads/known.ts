/** What the record has already of what a load brings. */
import { slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Those of some custom ids that documents of the project have. */
export async function takenIds(
  read: Reader | Writer,
  projectId: number,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  const asked = [...new Set(ids.flatMap((id) => id ?? []))]
  for (const slice of slices(asked, 4)) {
    const rows = await read
      .selectFrom('document')
      .select('custom_id')
      .where('project_id', '=', projectId)
      .where('custom_id', 'in', slice)
      .execute()
    for (const { custom_id } of rows) if (custom_id !== null) taken.add(custom_id)
  }
  return taken
}

/** The ids of custodians by their names in lower case. */
export async function custodiansOf(
  read: Reader | Writer,
  projectId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('custodian')
    .select(['custodian_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ custodian_id, name }) => [name.toLowerCase(), custodian_id]))
}

export async function unknownCustodians(
  read: Reader | Writer,
  projectId: number,
  names: readonly string[],
): Promise<string[]> {
  const known = await custodiansOf(read, projectId)
  return names.filter((name) => !known.has(name.toLowerCase()))
}
