/** Which of the failed items nothing was read of yet: where one of them is a container, all that it holds is new. */
import type { Reader } from '../records/records.ts'
import type { Flag } from '../records/schema.ts'
import type { ImportState } from './import-state.ts'

interface FailedItem {
  /** JSON. */
  readonly path: string
  readonly stage: string
  readonly begun: Flag
}

/**
 * Paths (JSON) of items that failed before anything in them was taken. What was taken may have left nothing but a number in
 * the books, where all of it was known files and other containers; of what failed before that was noted, documents tell.
 */
export async function unopened(
  read: Reader,
  state: ImportState,
  failed: readonly FailedItem[],
): Promise<string[]> {
  const unexpanded = failed.filter(({ stage, begun }) => stage === 'expand' && begun === 0)
  if (unexpanded.length === 0) return []
  const opened = new Set<string>()
  for (const { path } of failed) addContainers(opened, JSON.parse(path))
  await addTaken(opened, read, state)
  return unexpanded.map(({ path }) => path).filter((path) => !opened.has(path))
}

/** Rows read in one go: few enough that it holds nobody up. */
const page = 500

/** Containers that documents, and copies of documents, of this import came from. Another one's paths may read the same. */
async function addTaken(
  opened: Set<string>,
  read: Reader,
  { jobId, custodianId }: ImportState,
): Promise<void> {
  await addPaths(opened, (after) =>
    read
      .selectFrom('document')
      .select(['document_id as id', 'source_path'])
      .where('job_id', '=', jobId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(page)
      .execute(),
  )
  await addPaths(opened, (after) =>
    read
      .selectFrom('document_copy')
      .select(['copy_id as id', 'source_path'])
      .where('custodian_id', '=', custodianId)
      .where('job_id', '=', jobId)
      .where('copy_id', '>', after)
      .orderBy('copy_id')
      .limit(page)
      .execute(),
  )
}

async function addPaths(
  opened: Set<string>,
  rowsAfter: (id: number) => Promise<readonly { readonly id: number; readonly source_path: string }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after)
    for (const row of rows) addContainers(opened, JSON.parse(row.source_path))
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** All containers around the item of a path. */
function addContainers(opened: Set<string>, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) opened.add(JSON.stringify(path.slice(0, depth)))
}
