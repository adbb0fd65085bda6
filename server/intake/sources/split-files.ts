/**
 * Files of a source that by their names are parts of split archives. Parts may have come with different jobs: each job
 * accounts for its own files, and the one that has the place where the archive stands takes out what is in it.
 */

import type { Reader, Writer } from '../../platform/records/records.ts'
import { isNamedArchive, partName, type SplitKind, together } from '../processing/archives/split-names.ts'

/** A part, wherever in the source it came. */
export interface PartFile {
  readonly number: number
  readonly name: string
  readonly sourceFileId: number
  /** That took it; null where none has. */
  readonly jobId: number | null
  readonly sha256: string
  readonly size: number
}
export interface FileSet {
  readonly kind: SplitKind
  readonly whole: string
  readonly parts: readonly PartFile[]
}

export interface SplitFiles {
  readonly sets: readonly FileSet[]
  /** By the rank of a file in its job. */
  readonly partOf: ReadonlyMap<number, { readonly set: number; readonly number: number }>
}

/** Of files that stand alone. */
export const noSplitFiles: SplitFiles = { sets: [], partOf: new Map() }

interface Row {
  readonly source_file_id: number
  readonly job_id: number | null
  readonly document_id: number | null
  readonly path: string
  readonly sha256: string
  readonly size: number
}

/** Rows read in one go: few enough that it holds nobody up. */
const page = 5_000

/** The newest file of a source; 0 where it has none. */
export async function newestFile(read: Reader | Writer, sourceId: number): Promise<number> {
  const { newest } = await read
    .selectFrom('source_file')
    .select((eb) => eb.fn.max<number | null>('source_file_id').as('newest'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/**
 * The sets that files of a job belong to, out of the files that had come into its source when `upTo`, the last of them, came:
 * a job that goes on finds the same ones. Of several files with one name those of the job come first, then those that came
 * last before it, then those behind it.
 */
export async function splitFilesOf(
  read: Reader,
  {
    jobId,
    sourceId,
    upTo,
  }: { readonly jobId: number; readonly sourceId: number; readonly upTo: number | null },
): Promise<SplitFiles> {
  const own = await candidates(read, (query) => query.where('job_id', '=', jobId))
  if (own.length === 0) return noSplitFiles
  const last = upTo ?? own.at(-1)?.row.source_file_id ?? 0
  const others = await candidates(read, (query) =>
    query.where('source_id', '=', sourceId).where('source_file_id', '<=', last),
  )
  const first = own[0]?.row.source_file_id ?? 0
  const before = others.filter(({ row }) => row.source_file_id < first && row.job_id !== jobId)
  const behind = others.filter(({ row }) => row.source_file_id > first && row.job_id !== jobId)
  const all = together([...own, ...before.toReversed(), ...behind])
  const ranks = new Map(own.map(({ row, rank }) => [row.source_file_id, rank]))
  const sets: FileSet[] = []
  const partOf = new Map<number, { set: number; number: number }>()
  for (const { kind, whole, parts, others: further } of all) {
    const used = new Map(parts.map(({ number, file }) => [number, file.row.sha256]))
    // The same part once more is that; another file of its name stands for itself.
    const same = further.filter(({ number, file }) => used.get(number) === file.row.sha256)
    const ofJob = [...parts, ...same].flatMap(({ number, file }) => {
      const rank = ranks.get(file.row.source_file_id)
      return rank === undefined ? [] : [{ number, rank }]
    })
    if (ofJob.length === 0) continue
    for (const { number, rank } of ofJob) partOf.set(rank, { set: sets.length, number })
    sets.push({
      kind,
      whole,
      parts: parts.map(({ number, file: { name, row } }) => ({
        number,
        name,
        sourceFileId: row.source_file_id,
        jobId: row.job_id,
        sha256: row.sha256,
        size: row.size,
      })),
    })
  }
  return { sets, partOf }
}

/** Whether a name is one of a part of an archive. */
export const isNamedPart = (name: string): boolean => isNamedArchive(partName(name)?.whole ?? '')

/** Of which archive, of how many parts that have come, each file of a source is a part as its name tells; by its id. */
export async function partsNamed(
  read: Reader,
  sourceId: number,
): Promise<ReadonlyMap<number, { readonly archive: string; readonly parts: number }>> {
  const all = await candidates(read, (query) => query.where('source_id', '=', sourceId))
  const found = together(all.filter(({ name }) => isNamedPart(name)))
  return new Map(
    found.flatMap(({ whole, parts, others }) =>
      parts.length < 2
        ? []
        : [...parts, ...others].map(
            ({ file }) => [file.row.source_file_id, { archive: whole, parts: parts.length }] as const,
          ),
    ),
  )
}

interface Candidate {
  readonly row: Row
  readonly folder: string
  readonly name: string
  /** Among all that were asked for. */
  readonly rank: number
}

type Files = ReturnType<typeof files>
const files = (read: Reader) => read.selectFrom('source_file')

/** Those that may be parts by their names, in the order in which they came. */
async function candidates(read: Reader, these: (query: Files) => Files): Promise<Candidate[]> {
  const found: Candidate[] = []
  let rank = 0
  for (let after = 0; ; ) {
    const rows: readonly Row[] = await these(files(read))
      .select(['source_file_id', 'job_id', 'document_id', 'path', 'sha256', 'size'])
      .where('source_file_id', '>', after)
      .orderBy('source_file_id')
      .limit(page)
      .execute()
    for (const row of rows) {
      const path: readonly string[] = JSON.parse(row.path)
      const name = path.at(-1) ?? ''
      // What becomes a document's own file is that, whatever it is called.
      if (row.document_id === null && partName(name) !== null)
        found.push({ row, name, rank, folder: JSON.stringify(path.slice(0, -1)) })
      rank++
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return found
    after = last.source_file_id
    await new Promise((resolve) => setImmediate(resolve))
  }
}
