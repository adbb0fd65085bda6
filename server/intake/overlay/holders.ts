/** Which document has a custom id: of those that a file gives, and of those that a load brings. */
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Ids of one question. A transaction asks no more of them: nothing else is waited for in it. */
const slice = 500

/** The documents of the project that have some of these custom ids, by id. */
export async function holdersOf(
  read: Reader | Writer,
  projectId: number,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const holders = new Map<string, number>()
  const asked = [...new Set(ids.flatMap((id) => (id === null || id === '' ? [] : id)))]
  for (let from = 0; from < asked.length; from += slice) {
    if (from > 0) await breathe()
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'custom_id'])
      .where('project_id', '=', projectId)
      .where('custom_id', 'in', asked.slice(from, from + slice))
      .execute()
    for (const { document_id, custom_id } of rows) if (custom_id !== null) holders.set(custom_id, document_id)
  }
  return holders
}
