/**
 * The job that copies a folder of the server into a source, file by file, in one order. It goes on behind the last file
 * that is on the record; a file that vanishes, changes or cannot be read is an exception, and the others come all the same.
 */

import { createHash, randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import type { collectFolder } from '#contracts/collect.ts'
import { instantAt } from '#contracts/ids.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { CollectRoot } from '../../platform/collect-from.ts'
import { codeOf } from '../../platform/error-code.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import type { NewException } from '../../platform/jobs/tables.ts'
import { isStorageFull, slices } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { type Collector, collectorOf, collectorOfJob, mayCollectFrom } from './collectors.ts'
import { copyOf } from './copy-file.ts'
import {
  type Entry,
  entriesBelow,
  entriesIn,
  folderAt,
  isThere,
  kindAt,
  type Placed,
  pathOfOld,
  placeOf,
  rawBelow,
} from './folder.ts'
import { addSourceFile } from './source-files.ts'
import { requireSource } from './sources.ts'
import { startImport } from './start-import.ts'

type Asked = BodyOf<typeof collectFolder>
type CollectServices = Pick<Services, 'config' | 'records' | 'blobs' | 'spool' | 'jobs' | 'now' | 'log'>

const input = z.object({
  sourceId: z.int(),
  root: z.int(),
  /** Which folder of the configuration that was; jobs of earlier versions do not say it. */
  rootMark: z.optional(z.string()),
  path: z.array(z.string()),
  /** The same by its bytes, as it really lies; jobs of earlier versions do not say it. */
  rawPath: z.optional(z.string()),
  /** What was said of this job alone; else it is as its source says when the folder is in. */
  autoProcess: z.optional(z.boolean()),
})
const cursor = z.nullable(
  z.object({
    /** The place of the last entry that is on the record; all before it in the order of the folder are too. */
    after: z.array(z.string()),
    /** The folder was read to its end; cursors of earlier versions do not say it. */
    ended: z._default(z.boolean(), false),
  }),
)

/** Where a configured folder lies, so that it is known again and not told. */
const markOf = (folder: CollectRoot | undefined): string =>
  createHash('sha256')
    .update(folder?.path ?? '')
    .digest('hex')

/**
 * The position now of the folder that a job was started with: the configuration may name others since, in another order, and
 * what lies in these is another's. It may also be bound to others since.
 */
function rootNow(
  { collectFrom }: CollectServices['config'],
  { root, rootMark }: z.infer<typeof input>,
  who: Collector,
): number {
  const now = rootMark === undefined ? root : collectFrom.findIndex((folder) => markOf(folder) === rootMark)
  const found = collectFrom[now]
  if (found === undefined)
    throw new ApiError(
      'notFound',
      'The server may not read any more from the folder that this collection is of: its configuration has changed since.',
    )
  if (!mayCollectFrom(found, who))
    throw new ApiError(
      'permission.denied',
      'The folder that this collection is of is not for this project. The operator of the server can bind it to the project or its client in AFFIANT_COLLECT_FROM.',
    )
  return now
}

/** Whether what a collection has brought is processed by itself, as things stand; by what the job was started with. */
export async function processesAfter(read: Reader | Writer, saved: unknown): Promise<boolean> {
  const { sourceId, autoProcess } = input.parse(saved)
  const source = await read
    .selectFrom('source')
    .select('auto_process')
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (source === undefined)
    throw new ApiError('notFound', 'The source of this collection is not there any more.')
  return autoProcess ?? source.auto_process === 1
}

/** Queues the collection of a folder. */
export async function startCollection(
  ctx: ProjectContext,
  sourceId: number,
  asked: Asked,
): Promise<{ jobId: number }> {
  const { projectId } = ctx.project
  const { rawPath } = await folderAt(ctx.config, collectorOf(ctx), asked)
  const reply = await idempotent(ctx, async (trx) => {
    const source = await requireSource(trx, projectId, sourceId)
    const { userId } = ctx.caller
    const jobId = await ctx.jobs.enqueue(trx, {
      projectId,
      kind: 'collect',
      title: asked.path.at(-1) ?? source.name,
      input: { sourceId, ...asked, rawPath, rootMark: markOf(ctx.config.collectFrom[asked.root]) },
      bytesTotal: 0,
      createdBy: userId,
      sourceId,
    })
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'collection.queued',
        jobId,
        how: 'manual',
        facts: { sourceId, root: asked.root },
        erasable: { path: asked.path },
      },
    ])
    return { jobId }
  })
  ctx.jobs.wake()
  return reply
}

/** The job kind `collect`. */
export const collectKind = (services: CollectServices): JobKind => ({
  kind: 'collect',
  run: (run) => new Collection(services, run).run(),
})

const cursorOf = (after: readonly string[], ended: boolean): string => JSON.stringify({ after, ended })

/** What a system says where one file cannot be read, and others can. */
const ofTheFile =
  /^(ENOENT|EACCES|EPERM|EIO|ENOTDIR|ELOOP|ESTALE|EISDIR|EBUSY|EINVAL|ENODATA|EUCLEAN|EBADMSG|EILSEQ|EOVERFLOW)$/

/** A file whose bytes are kept, or why they are not. */
type Collected =
  | { readonly sha256: string; readonly size: number; readonly modifiedAt: string | null }
  | {
      readonly code: 'missing' | 'changed' | 'pathTooLong' | 'unsupportedType'
      readonly reason: string
      readonly size: number
    }

const noFile: Collected = {
  code: 'unsupportedType',
  reason: 'It is a link or no file: links are not followed.',
  size: 0,
}

const closedFolder: Collected = {
  code: 'missing',
  reason: 'It is a folder that the server cannot read.',
  size: 0,
}

const vanished: Collected = { code: 'missing', reason: 'It vanished before it was read.', size: 0 }

/** An entry that comes in its turn: where it stands in the order of the folder, and where it lies in it by its bytes. */
interface InPlace extends Pick<Placed, 'place'> {
  readonly rawPath: string
}

/** An exception that is tried again. */
interface Failed {
  readonly exception_id: number
  readonly path: string
  readonly raw_path: string | null
}

/** Exceptions that are looked through at once for those that somebody has chosen. */
const againPage = 1_000

class Collection {
  readonly #s: CollectServices
  readonly #run: JobRun
  readonly #input: z.infer<typeof input>
  #after: readonly string[] = []
  /** The exceptions that a retry is about; null: all of the job. */
  #only: Set<number> | null
  constructor(services: CollectServices, run: JobRun) {
    this.#s = services
    this.#run = run
    this.#input = input.parse(run.input)
    this.#only = run.retryOnly === null ? null : new Set(run.retryOnly)
  }

  async run(): Promise<void> {
    const { config, records } = this.#s
    const who = await collectorOfJob(records.read, this.#run.jobId)
    const root = rootNow(config, this.#input, who)
    const { folder } = await folderAt(config, who, { ...this.#input, root })
    const reached = cursor.parse(this.#run.cursor)
    this.#after = reached?.after ?? []
    // What ended in its middle goes on there: only where all has been looked at is there nothing but what failed.
    if (reached?.ended !== true)
      for await (const entry of entriesBelow(folder, reached?.after ?? null))
        await this.#take(entry, { place: entry.place, rawPath: rawBelow(folder, entry.at) })
    else if (this.#run.retry) await this.#again(folder)
    await this.#process()
  }

  /** What failed, and only that: by the bytes of its path, for what is shown under its names may be another file by now. */
  async #again(folder: Buffer): Promise<void> {
    for await (const row of this.#asked()) {
      const path: readonly string[] = JSON.parse(row.path)
      // What is a link now and was none when it was looked at is followed as little, nor one on the way to it.
      const at = row.raw_path === null ? await pathOfOld(folder, path) : placeOf(folder, row.raw_path)
      const kind = await kindAt(at).catch(() => 'file' as const)
      const within = kind === 'folder' ? await entriesIn({ at, path }).catch(() => null) : null
      if (within === null) await this.#take({ path, at, kind }, { again: row.exception_id })
      else await this.#open(row.exception_id, folder, within)
    }
  }

  /**
   * What is still to be tried, in order. Not asked of the database by its ids: what is in one folder may be more than a
   * question can name. What nobody asked for goes by in pages, and lets a pause through.
   */
  async *#asked(): AsyncGenerator<Failed> {
    for (let after = 0; ; ) {
      const page = await this.#s.records.read
        .selectFrom('exception')
        .select('exception_id')
        .where('job_id', '=', this.#run.jobId)
        .where('resolution', '=', 'open')
        .where('exception_id', '>', after)
        .orderBy('exception_id')
        .limit(againPage)
        .execute()
      const last = page.at(-1)
      if (last === undefined) return
      after = last.exception_id
      await this.#run.beat(null)
      this.#run.signal.throwIfAborted()
      for (const { exception_id } of page) {
        if (this.#only?.has(exception_id) === false) continue
        const row = await this.#s.records.read
          .selectFrom('exception')
          .select(['exception_id', 'path', 'raw_path'])
          .where('exception_id', '=', exception_id)
          .where('resolution', '=', 'open')
          .executeTakeFirst()
        if (row !== undefined) yield row
      }
    }
  }

  /**
   * A folder that can be read now: what is in it takes its place among the exceptions, to be tried again one after the other,
   * so that a run that ends in the middle of it takes nothing twice.
   */
  async #open(exceptionId: number, folder: Buffer, within: readonly Entry[]): Promise<void> {
    const { jobId, projectId } = this.#run
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const at = this.#s.now().toISOString()
      const [code, reason] = ['missing', 'It is in a folder that could not be read.']
      const rows: NewException[] = within.map(({ path, at: place }) => ({
        ...{
          project_id: projectId,
          job_id: jobId,
          document_id: null,
          path: JSON.stringify(path),
          code,
          reason,
        },
        ...{ size: 0, stage: 'collect', sha256: null, at, raw_path: rawBelow(folder, place) },
      }))
      await this.#askFor(trx, rows)
      await trx.deleteFrom('exception').where('exception_id', '=', exceptionId).execute()
      const more = rows.length - 1
      await trx
        .updateTable('job')
        .set((eb) => ({
          items_done: eb('items_done', '+', more),
          items_total: eb('items_total', '+', more),
          items_in: eb('items_in', '+', more),
          exceptions: eb('exceptions', '+', more),
        }))
        .where('job_id', '=', jobId)
        .execute()
    })
  }

  /** Adds exceptions that this run tries too, also where it is about some only and ends before it comes to them. */
  async #askFor(trx: Writer, rows: readonly NewException[]): Promise<void> {
    const ids: number[] = []
    for (const slice of slices(rows, Object.keys(rows[0] ?? {}).length)) {
      const added = await trx.insertInto('exception').values(slice).returning('exception_id').execute()
      ids.push(...added.map(({ exception_id }) => exception_id))
    }
    if (this.#only === null) return
    for (const id of ids) this.#only.add(id)
    await trx
      .updateTable('job')
      .set({ retry_only: JSON.stringify([...this.#only]) })
      .where('job_id', '=', this.#run.jobId)
      .execute()
  }

  /** Takes an entry in its place in the order of the folder, or one that is an exception once more. */
  async #take(entry: Entry, how: InPlace | { readonly again: number }): Promise<void> {
    const again = 'again' in how ? how.again : null
    await this.#run.beat(entry.path.at(-1) ?? null)
    const collected = await this.#collect(entry)
    this.#run.signal.throwIfAborted()
    const { jobId, projectId } = this.#run
    const { sourceId } = this.#input
    const path = JSON.stringify(entry.path)
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const now = this.#s.now()
      const isKept = 'sha256' in collected
      const told = { at: now, user: null, projectId, jobId, erasable: { path: entry.path } }
      if (isKept) {
        const { sha256, size } = collected
        const file = { ...collected, projectId, sourceId, path: entry.path, collectedBy: jobId }
        const sourceFileId = await addSourceFile(trx, now, file)
        if (again !== null) await trx.deleteFrom('exception').where('exception_id', '=', again).execute()
        await appendAudit(trx, `project:${projectId}`, [
          { ...told, action: 'file.collected', facts: { sourceId, sourceFileId, sha256, size } },
        ])
      } else {
        const { code, reason, size } = collected
        const row: NewException = {
          ...{ project_id: projectId, job_id: jobId, document_id: null, path, code, reason, size },
          ...{ stage: 'collect', sha256: null, at: now.toISOString() },
        }
        if ('rawPath' in how)
          await trx
            .insertInto('exception')
            .values({ ...row, raw_path: how.rawPath })
            .execute()
        else await trx.updateTable('exception').set(row).where('exception_id', '=', how.again).execute()
        if (again === null)
          await appendAudit(trx, `project:${projectId}`, [
            { ...told, action: 'item.failed', facts: { code, stage: 'collect', size } },
          ])
      }
      const came = again === null ? 1 : 0
      const failed = (isKept ? 0 : 1) - (again === null ? 0 : 1)
      await trx
        .updateTable('job')
        .set((eb) => ({
          ...('place' in how ? { cursor: cursorOf(how.place, false) } : {}),
          items_done: eb('items_done', '+', came),
          items_total: eb('items_total', '+', came),
          items_in: eb('items_in', '+', came),
          exceptions: eb('exceptions', '+', failed),
          bytes_done: eb('bytes_done', '+', collected.size),
          bytes_total: eb('bytes_total', '+', collected.size),
        }))
        .where('job_id', '=', jobId)
        .execute()
    })
    if ('place' in how) this.#after = how.place
  }

  /** Copies a file and keeps it: what is kept is what was hashed, and only where the file was the same all the while. */
  async #collect({ at: path, kind }: Entry): Promise<Collected> {
    if (kind === 'other') return noFile
    if (kind === 'folder') return (await isThere(path)) ? closedFolder : vanished
    const copy = join(this.#s.spool, `collect-${randomUUID()}`)
    try {
      if ((await kindAt(path)) !== 'file') return noFile
      const before = await stat(path)
      const { sha256, size } = await copyOf(path, copy)
      // A folder on the way may have become a link meanwhile.
      if ((await kindAt(path)) !== 'file') return noFile
      const after = await stat(path)
      if (size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
        return { code: 'changed', reason: 'It changed while it was being read.', size: before.size }
      await this.#s.blobs.adopt(copy, sha256)
      return { sha256, size, modifiedAt: instantAt(before.mtimeMs) }
    } catch (error) {
      if (isStorageFull(error)) throw error
      const code = codeOf(error)
      if (code === 'ENAMETOOLONG')
        return { code: 'pathTooLong', reason: 'Its path is longer than the server can read.', size: 0 }
      if (!ofTheFile.test(code)) throw error
      if (code === 'ENOENT') return vanished
      return { code: 'missing', reason: `The server cannot read it (${code}).`, size: 0 }
    } finally {
      await rm(copy, { force: true })
    }
  }

  /** The folder is in: a source that processes by itself goes on with it. */
  async #process(): Promise<void> {
    const { jobId, projectId } = this.#run
    const { sourceId } = this.#input
    await this.#s.records.write('interactive', async (trx) => {
      await this.#run.hold(trx)
      await trx
        .updateTable('job')
        .set({ cursor: cursorOf(this.#after, true) })
        .where('job_id', '=', jobId)
        .execute()
      const { input: now, ...user } = await trx
        .selectFrom('job as j')
        .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
        .select(['u.user_id', 'u.name', 'u.role', 'j.input'])
        .where('j.job_id', '=', jobId)
        .executeTakeFirstOrThrow()
      // Not as it was when the job began: it may have been said since.
      if (!(await processesAfter(trx, JSON.parse(now)))) return
      await startImport(trx, this.#s, {
        projectId,
        sourceId,
        user: { userId: user.user_id, name: user.name, role: user.role },
      })
    })
    this.#s.jobs.wake()
  }
}
