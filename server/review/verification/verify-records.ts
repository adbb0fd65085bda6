/** Verifies one chain against its signed checkpoints, and what people see of coding, tags and batches against the chain. */
import { missingGuards } from '../../platform/audit/guards.ts'
import { type KnownHeads, knownHeads } from '../../platform/audit/heads.ts'
import { type VerifiedRecords, verifyChain } from '../../platform/audit/verify.ts'
import type { Config } from '../../platform/config.ts'
import type { DialectName } from '../../platform/records/dialect.ts'
import { openReader, openSnapshotReader } from '../../platform/records/open.ts'
import type { DatabaseLocation, Reader } from '../../platform/records/records.ts'
import { Comparison, noDifferences } from './compare.ts'
import { warningsOf } from './warnings.ts'

export interface VerifyTask {
  readonly place: DatabaseLocation
  readonly config: Pick<Config, 'headsDir'>
  readonly chain: string
  /** The time by which an uncovered row is old, in ms since 1970. */
  readonly now: number
}

/** Rows that are read at once: more than on the server's own thread, where nobody must wait for a page. */
const pageSize = 4000

/** `onProgress` hears how many rows hold so far, and how many there are. The records are read as they are at one moment. */
export async function verifyRecords(
  { place, config, chain, now }: VerifyTask,
  onProgress: (rows: number, total: number) => void,
): Promise<VerifiedRecords> {
  // Before the snapshot: no checkpoint may know a row that the snapshot has not.
  const known = await reading(openReader(place), ({ read }) => knownHeads(read, config, chain))
  const dialect = 'file' in place ? 'sqlite' : 'postgres'
  return reading(openSnapshotReader(place), ({ read }) =>
    verifyIn(read, { dialect, known, chain, now }, onProgress),
  )
}

/** The same in a reader that sees one moment, with the checkpoints that are known. */
export async function verifyIn(
  read: Reader,
  {
    dialect,
    known,
    chain,
    now,
  }: { readonly dialect: DialectName; readonly known: KnownHeads } & Pick<VerifyTask, 'chain' | 'now'>,
  onProgress: (rows: number, total: number) => void,
): Promise<VerifiedRecords> {
  const projectId = /^project:(\d+)$/.exec(chain)?.[1]
  // Of a project that was deleted the chain stays, and nothing that it could be compared with.
  const compared = projectId !== undefined && !(await isDeleted(read, Number(projectId)))
  const comparison = compared ? await Comparison.begin(read, Number(projectId)) : null
  const verified = await verifyChain(read, chain, {
    known,
    pageSize,
    onProgress,
    ...(comparison === null ? {} : { onRows: (rows) => comparison.compare(rows) }),
  })
  // What follows from a chain that does not hold says nothing.
  const differences =
    comparison === null || verified.firstBroken !== null ? noDifferences : await comparison.finish()
  const unguarded = await missingGuards(read, dialect)
  return {
    ...verified,
    differences,
    warnings: warningsOf({ verified, known, unguarded, isCompared: comparison?.isPossible !== false, now }),
  }
}

async function reading<T extends { close(): Promise<void> }, R>(
  opening: Promise<T>,
  work: (opened: T) => Promise<R>,
): Promise<R> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function isDeleted(read: Reader, projectId: number): Promise<boolean> {
  const row = await read
    .selectFrom('project')
    .select('deleted_at')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.deleted_at != null
}
