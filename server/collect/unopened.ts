/** Which of the failed items nothing was read of yet: where one of them is a container, all that it holds is new. */
import type { Reader } from '../records/records.ts'
import type { ImportState } from './import-state.ts'

interface FailedItem {
  /** JSON. */
  readonly path: string
  readonly stage: string
}

/** Paths (JSON) of items that failed before anything in them was taken. */
export async function unopened(
  read: Reader,
  state: ImportState,
  failed: readonly FailedItem[],
): Promise<string[]> {
  const unexpanded = failed.filter(({ stage }) => stage === 'expand')
  if (unexpanded.length === 0) return []
  const opened = new Set<string>()
  for (const { path } of failed) addContainers(opened, JSON.parse(path))
  await addTaken(opened, read, state)
  return unexpanded.map(({ path }) => path).filter((path) => !opened.has(path))
}

/** Rows read in one go: few enough that it holds nobody up. */
const page = 500

/** Containers that documents, and copies of documents, of the custodian came from. */
async function addTaken(opened: Set<string>, read: Reader, state: ImportState): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await read
      .selectFrom('document_custodian as c')
      .innerJoin('document as d', 'd.document_id', 'c.document_id')
      .select(['c.document_id', 'c.source_path'])
      .where('d.project_id', '=', state.projectId)
      .where('c.custodian_id', '=', state.custodianId)
      .where('c.document_id', '>', after)
      .orderBy('c.document_id')
      .limit(page)
      .execute()
    for (const row of rows) for (const path of JSON.parse(row.source_path)) addContainers(opened, path)
    if (rows.length < page) return
    after = rows.at(-1)?.document_id ?? after
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** All containers around the item of a path. */
function addContainers(opened: Set<string>, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) opened.add(JSON.stringify(path.slice(0, depth)))
}
