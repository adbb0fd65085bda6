/** Which of the failed items nothing was read of yet: where one of them is a container, all that it holds is new. */
import type { Reader } from '../../platform/records/records.ts'
import type { Flag } from '../../platform/records/schema.ts'
import type { ImportState } from '../writing/import-state.ts'

export interface FailedItem {
  /** JSON. */
  readonly path: string
  readonly stage: string
  readonly begun: Flag
  readonly sha256: string | null
}

/**
 * Whether it is a file that was left in its middle because each process ended there. Of other containers of which something
 * was taken no bytes are kept, and nothing more can be had.
 */
export const wasLeftInside = ({ stage, begun, sha256 }: FailedItem): boolean =>
  stage === 'expand' && begun === 1 && sha256 !== null

/**
 * Paths (JSON) of items that failed before anything in them was taken. What was taken may have left nothing but a number in
 * the reconciliation, where all of it was known files and other containers; of what failed before that was noted, documents tell.
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
  await addItems(read, state, (path) => addContainers(opened, JSON.parse(path)))
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
  const taken = within(containers)
  await addItems(read, state, (path) => {
    taken.add(path)
    addContainers(taken, JSON.parse(path))
  })
  await addExceptions(read, state, taken.add)
  return taken.all()
}

/**
 * What of some files (paths as JSON) is in the reconciliation already. A container that was open when a file was left is not: it was not
 * counted, whatever was taken from it.
 */
export async function countedIn(
  read: Reader,
  state: ImportState,
  files: readonly string[],
): Promise<(readonly [file: string, counted: readonly string[]])[]> {
  const counted = within(files)
  await addItems(read, state, counted.add)
  await addExceptions(read, state, counted.add)
  await addPaths(counted.add, (after) =>
    read
      .selectFrom('left_out')
      .select(['left_out_id as id', 'path as source_path'])
      .where('job_id', '=', state.jobId)
      .where('left_out_id', '>', after)
      .orderBy('left_out_id')
      .limit(page)
      .execute(),
  )
  return counted.all()
}

/** Takes paths (JSON), and holds what is in each of these containers; what is elsewhere is not held: a job has millions of paths. */
function within(containers: readonly string[]) {
  const held = containers.map((container) => [container, new Set<string>()] as const)
  return {
    add: (path: string): void => {
      for (const [container, inside] of held) if (isWithin(path, container)) inside.add(path)
    },
    all: () => held.map(([container, inside]) => [container, [...inside]] as const),
  }
}

const isWithin = (path: string, container: string): boolean => path.startsWith(`${container.slice(0, -1)},`)

/** Rows read in one go: few enough that it holds nobody up. */
const page = 500

/** Tells the paths (JSON) of documents, and copies of documents, of this import. Another one's paths may read the same. */
async function addItems(
  read: Reader,
  { jobId, custodianId }: ImportState,
  add: (path: string) => void,
): Promise<void> {
  await addPaths(add, (after) =>
    read
      .selectFrom('document')
      .select(['document_id as id', 'source_path'])
      .where('job_id', '=', jobId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(page)
      .execute(),
  )
  await addPaths(add, (after) =>
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

/** Tells the paths of what is an exception of this import, or was one that somebody settled. */
const addExceptions = (
  read: Reader,
  { jobId }: Pick<ImportState, 'jobId'>,
  add: (path: string) => void,
): Promise<void> =>
  addPaths(add, (after) =>
    read
      .selectFrom('exception')
      .select(['exception_id as id', 'path as source_path'])
      .where('job_id', '=', jobId)
      .where('exception_id', '>', after)
      .orderBy('exception_id')
      .limit(page)
      .execute(),
  )

async function addPaths(
  add: (path: string) => void,
  rowsAfter: (id: number) => Promise<readonly { readonly id: number; readonly source_path: string }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after)
    for (const row of rows) add(row.source_path)
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** All containers around the item of a path. */
function addContainers(opened: { add(path: string): void }, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) opened.add(JSON.stringify(path.slice(0, depth)))
}
