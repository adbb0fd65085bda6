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

/**
 * What was taken from each of some containers (paths as JSON), with the containers in it that something was taken from, and
 * what in it is an exception or was one that somebody settled.
 */
export async function takenFrom(
  read: Reader,
  state: ImportState,
  containers: readonly string[],
): Promise<(readonly [container: string, taken: readonly string[]])[]> {
  const taken = new Set<string>()
  await addTaken(taken, read, state, true)
  const rows = await read.selectFrom('exception').select('path').where('job_id', '=', state.jobId).execute()
  for (const { path } of rows) taken.add(path)
  return containers.map((container) => {
    const within = `${container.slice(0, -1)},`
    return [container, [...taken].filter((path) => path.startsWith(within))] as const
  })
}

/** Rows read in one go: few enough that it holds nobody up. */
const page = 500

/**
 * Containers that documents, and copies of documents, of this import came from, and where it is asked for the paths of those
 * themselves. Another one's paths may read the same.
 */
async function addTaken(
  opened: Set<string>,
  read: Reader,
  { jobId, custodianId }: ImportState,
  itself = false,
): Promise<void> {
  await addPaths(opened, itself, (after) =>
    read
      .selectFrom('document')
      .select(['document_id as id', 'source_path'])
      .where('job_id', '=', jobId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(page)
      .execute(),
  )
  await addPaths(opened, itself, (after) =>
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
  itself: boolean,
  rowsAfter: (id: number) => Promise<readonly { readonly id: number; readonly source_path: string }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after)
    for (const row of rows) {
      if (itself) opened.add(row.source_path)
      addContainers(opened, JSON.parse(row.source_path))
    }
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
