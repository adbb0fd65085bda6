/** What the record has already of what a load brings. */
import { custodiansOf } from '../../organization/project/custodians.ts'
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

export async function unknownCustodians(
  read: Reader | Writer,
  projectId: number,
  names: readonly string[],
): Promise<string[]> {
  const known = await custodiansOf(read, projectId)
  return names.filter((name) => !known.has(name.toLowerCase()))
}
