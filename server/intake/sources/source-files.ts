/** Files that came into a source, and the job that takes them. */
import type { QueryOf } from '#contracts/call.ts'
import type { listSourceFiles, SourceFile } from '#contracts/collect.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { instantOf, slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { standsIn } from './archive-entries.ts'
import { requireSource } from './sources.ts'
import { isNamedPart, partsNamed } from './split-files.ts'

const defaultLimit = 100

/** 404 where no such file has come into the source. */
export async function requireSourceFile(
  read: Reader | Writer,
  sourceId: number,
  sourceFileId: number,
): Promise<void> {
  const row = await read
    .selectFrom('source_file')
    .select('source_file_id')
    .where('source_id', '=', sourceId)
    .where('source_file_id', '=', sourceFileId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('sourceFile')
}

/** What came into a source, in order. */
export async function filesOf(
  ctx: ProjectContext,
  sourceId: number,
  { after, limit }: QueryOf<typeof listSourceFiles>,
): Promise<{ data: SourceFile[]; totalCount: number }> {
  const { read } = ctx.records
  await requireSource(read, ctx.project.projectId, sourceId)
  const all = read.selectFrom('source_file').where('source_id', '=', sourceId)
  const rows = await all
    .selectAll()
    .where('source_file_id', '>', after ?? 0)
    .orderBy('source_file_id')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const mayBeParts = rows.some((row) => isNamedPart((JSON.parse(row.path) as string[]).at(-1) ?? ''))
  const parts = mayBeParts ? await partsNamed(read, sourceId) : new Map<number, never>()
  return {
    data: rows.map((row) => ({
      sourceFileId: row.source_file_id,
      path: JSON.parse(row.path) as string[],
      size: row.size,
      sha256: row.sha256,
      modifiedAt: row.modified_at,
      arrivedAt: row.at,
      jobId: row.job_id,
      ...(parts.has(row.source_file_id) ? { partOf: parts.get(row.source_file_id) } : {}),
    })),
    totalCount: total,
  }
}

export interface NewSourceFile {
  readonly projectId: number
  readonly sourceId: number
  readonly path: readonly string[]
  readonly sha256: string
  readonly size: number
  readonly modifiedAt: string | null
  /** The document whose file it becomes, or in which it stands. */
  readonly documentId?: number | null
  /** The collection that it comes by. */
  readonly collectedBy?: number
}

/** Puts a kept file on the record of its source; it waits for a job. */
export async function addSourceFile(trx: Writer, at: Date, file: NewSourceFile): Promise<number> {
  const { sha256, size } = file
  await trx
    .insertInto('blob')
    .values({ sha256, size, at: instantOf(at) })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  const { source_file_id } = await trx
    .insertInto('source_file')
    .values({
      project_id: file.projectId,
      source_id: file.sourceId,
      path: JSON.stringify(file.path),
      sha256,
      size,
      modified_at: file.modifiedAt,
      at: instantOf(at),
      job_id: null,
      collected_by: file.collectedBy ?? null,
      document_id: file.documentId ?? null,
    })
    .returning('source_file_id')
    .executeTakeFirstOrThrow()
  return source_file_id
}

interface Becomes {
  readonly documentId: number
  readonly path: readonly string[]
  /** It becomes a document of its own in this one, an archive; then the path is that document's. */
  readonly inArchive: boolean
}

/** A file of a job: where it stands among them, and the path by which people know it, which no other of the job has. */
export interface JobFile {
  readonly index: number
  readonly sourceFileId: number
  readonly path: readonly string[]
  readonly sha256: string
  readonly size: number
  readonly modifiedAt: string | null
  /** The document whose file it becomes, and where that stands; null where it is walked. */
  readonly becomes: Becomes | null
}

/** Files that wait become a job's; those that another one has taken meanwhile are left to it. Answers which. */
export async function takeWaiting(
  trx: Writer,
  jobId: number,
  sourceFileIds: readonly number[],
): Promise<number[]> {
  const taken: number[] = []
  for (const slice of slices(sourceFileIds, 1)) {
    const rows = await trx
      .updateTable('source_file')
      .set({ job_id: jobId })
      .where('source_file_id', 'in', slice)
      .where('job_id', 'is', null)
      .returning('source_file_id')
      .execute()
    taken.push(...rows.map(({ source_file_id }) => source_file_id))
  }
  return taken
}

/** The files of a job in their order. */
export async function filesOfJob(read: Reader | Writer, jobId: number): Promise<JobFile[]> {
  const rows = await read
    .selectFrom('source_file as f')
    .leftJoin('document as d', 'd.document_id', 'f.document_id')
    .select([
      'f.source_file_id',
      'f.path',
      'f.sha256',
      'f.size',
      'f.modified_at',
      'd.document_id',
      'd.source_path',
    ])
    .where('f.job_id', '=', jobId)
    .orderBy('f.source_file_id')
    .execute()
  const seen = new Set<string>()
  return rows.map((row, index) => ({
    index,
    sourceFileId: row.source_file_id,
    path: soleName(JSON.parse(row.path) as string[], seen),
    sha256: row.sha256,
    size: row.size,
    modifiedAt: row.modified_at,
    becomes:
      row.document_id === null || row.source_path === null
        ? null
        : becomesOf(row.document_id, row.source_path, row.path),
  }))
}

function becomesOf(documentId: number, documentPath: string, filePath: string): Becomes {
  const inArchive = standsIn(filePath, documentPath)
  return { documentId, path: JSON.parse(inArchive ? filePath : documentPath) as string[], inArchive }
}

/** The same file may come twice: what it became is told apart by its path. */
function soleName(path: readonly string[], seen: Set<string>): readonly string[] {
  let own = path
  for (let n = 2; seen.has(JSON.stringify(own)); n++) own = [...path.slice(0, -1), `${path.at(-1)} (${n})`]
  seen.add(JSON.stringify(own))
  return own
}
