/**
 * The job that copies a folder of the server into a source, file by file, in one order. It goes on behind the last file
 * that is on the record; a file that vanishes, changes or cannot be read is an exception, and the others come all the same.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import type { collectFolder } from '#contracts/collect.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import { codeOf } from '../code-of.ts'
import type { ProjectContext, Services } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { idempotent } from '../http/idempotency.ts'
import type { JobKind, JobRun } from '../jobs/jobs.ts'
import { isStorageFull } from '../records/dialect.ts'
import type { NewException } from '../records/schema.ts'
import { type Entry, entriesBelow, folderAt } from './folder.ts'
import { addSourceFile } from './source-files.ts'
import { requireSource } from './sources.ts'
import { startImport } from './start-import.ts'

type Asked = BodyOf<typeof collectFolder>
type CollectServices = Pick<Services, 'config' | 'records' | 'blobs' | 'spool' | 'jobs' | 'now' | 'log'>

const input = z.object({ sourceId: z.int(), root: z.int(), path: z.array(z.string()) })
const cursor = z.nullable(z.object({ after: z.array(z.string()) }))

/** Queues the collection of a folder. */
export async function startCollection(
  ctx: ProjectContext,
  sourceId: number,
  asked: Asked,
): Promise<{ jobId: number }> {
  const { projectId } = ctx.project
  await folderAt(ctx.config, asked)
  const reply = await idempotent(ctx, async (trx) => {
    const source = await requireSource(trx, projectId, sourceId)
    const { userId } = ctx.caller
    const jobId = await ctx.jobs.enqueue(trx, {
      projectId,
      kind: 'collect',
      title: asked.path.at(-1) ?? source.name,
      input: { sourceId, ...asked },
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

/** A file whose bytes are kept, or why they are not. */
type Collected =
  | { readonly sha256: string; readonly size: number; readonly modifiedAt: string }
  | {
      readonly code: 'missing' | 'changed' | 'unsupportedType'
      readonly reason: string
      readonly size: number
    }

class Collection {
  readonly #s: CollectServices
  readonly #run: JobRun
  readonly #input: z.infer<typeof input>
  constructor(services: CollectServices, run: JobRun) {
    this.#s = services
    this.#run = run
    this.#input = input.parse(run.input)
  }

  async run(): Promise<void> {
    const folder = await folderAt(this.#s.config, this.#input)
    if (this.#run.retry) await this.#again(folder)
    else
      for await (const entry of entriesBelow(folder, cursor.parse(this.#run.cursor)?.after ?? null))
        await this.#take(folder, entry, null)
    await this.#process()
  }

  /** What failed, and only that. */
  async #again(folder: string): Promise<void> {
    const rows = await this.#s.records.read
      .selectFrom('exception')
      .select(['exception_id', 'path'])
      .where('job_id', '=', this.#run.jobId)
      .where('resolution', '=', 'open')
      .orderBy('exception_id')
      .execute()
    for (const row of rows) {
      const path: readonly string[] = JSON.parse(row.path)
      const isFile = await stat(join(folder, ...path)).then(
        (found) => found.isFile(),
        () => true,
      )
      await this.#take(folder, { path, isFile }, row.exception_id)
    }
  }

  async #take(folder: string, entry: Entry, again: number | null): Promise<void> {
    await this.#run.beat(entry.path.at(-1) ?? null)
    const collected = await this.#collect(join(folder, ...entry.path), entry)
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
        const file = { ...collected, projectId, sourceId, path: entry.path }
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
        if (again === null) await trx.insertInto('exception').values(row).execute()
        else await trx.updateTable('exception').set(row).where('exception_id', '=', again).execute()
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
          ...(again === null ? { cursor: JSON.stringify({ after: entry.path }) } : {}),
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
  }

  /** Copies a file and keeps it: what is kept is what was hashed, and only where the file was the same all the while. */
  async #collect(path: string, { isFile }: Entry): Promise<Collected> {
    if (!isFile)
      return {
        code: 'unsupportedType',
        reason: 'It is a link or no file: links are not followed.',
        size: 0,
      }
    const copy = join(this.#s.spool, `collect-${randomUUID()}`)
    try {
      const before = await stat(path)
      const { sha256, size } = await copyOf(path, copy)
      const after = await stat(path)
      if (size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
        return { code: 'changed', reason: 'It changed while it was being read.', size: before.size }
      await this.#s.blobs.adopt(copy, sha256)
      return { sha256, size, modifiedAt: new Date(before.mtimeMs).toISOString() }
    } catch (error) {
      if (isStorageFull(error)) throw error
      const code = codeOf(error)
      if (!/^(ENOENT|EACCES|EPERM|EIO|ENOTDIR|ELOOP|ESTALE|EISDIR)$/.test(code)) throw error
      const reason =
        code === 'ENOENT' ? 'It vanished before it was read.' : `The server cannot read it (${code}).`
      return { code: 'missing', reason, size: 0 }
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
      const source = await trx
        .selectFrom('source')
        .select('auto_process')
        .where('source_id', '=', sourceId)
        .executeTakeFirst()
      if (source === undefined)
        throw new ApiError('notFound', 'The source of this collection is not there any more.')
      if (source.auto_process === 0) return
      const user = await trx
        .selectFrom('job as j')
        .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
        .select(['u.user_id', 'u.name', 'u.role'])
        .where('j.job_id', '=', jobId)
        .executeTakeFirstOrThrow()
      await startImport(trx, this.#s, {
        projectId,
        sourceId,
        user: { userId: user.user_id, name: user.name, role: user.role },
      })
    })
    this.#s.jobs.wake()
  }
}

/** Copies all bytes to a new file, durably, and answers what they were. */
async function copyOf(path: string, target: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const bytes: Buffer = chunk
      hash.update(bytes)
      size += bytes.length
      for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}
