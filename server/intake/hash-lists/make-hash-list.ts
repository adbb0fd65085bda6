/**
 * The job that makes a searchable file of a list: piece by piece in a child process, each piece once, then all pieces
 * together. It goes on behind the last piece that is on the record.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { hashKinds } from '#contracts/hash-kinds.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { hashFile, sizeOf } from '../../platform/blobs/upload-file.ts'
import { ApiError } from '../../platform/http/error.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import type { MergeRequest, PieceRequest } from '../processing/hash-lists/build.ts'
import { hashListFolder, listFile } from './hash-lists.ts'

type HashListServices = Pick<Services, 'config' | 'records' | 'blobs' | 'children' | 'now'>

/** The job kind `hash-list`. `pieceBytes` is given only in tests. */
export const hashListKind = (services: HashListServices, pieceBytes = 32 * 1024 * 1024): JobKind => ({
  kind: 'hash-list',
  run: (run) => new Making(services, run, pieceBytes).run(),
})

const whole = z.int().check(z.nonnegative())
const input = z.object({ hashListId: z.int() })
const kind = z.enum(hashKinds)
const columns = z.nullable(z.partialRecord(kind, whole))
const cursor = z.object({
  offset: whole,
  ended: z.boolean(),
  columns,
  runs: z.array(z.object({ kind, number: whole })),
  pieces: whole,
  rejected: whole,
})
type Cursor = z.infer<typeof cursor>
const start: Cursor = { offset: 0, ended: false, columns: null, runs: [], pieces: 0, rejected: 0 }

/** What a child may say. */
const pieceDone = z.object({
  offset: whole,
  ended: z.boolean(),
  columns,
  kinds: z.array(kind),
  rejected: whole,
})
const merged = z.object({ entries: whole })

const module = new URL('../processing/hash-lists/build.ts', import.meta.url)
/** A child that is lost over the same step so often is not asked again. */
const maxLosses = 3

class Making {
  readonly #s: HashListServices
  readonly #run: JobRun
  readonly #pieceBytes: number
  readonly #hashListId: number
  constructor(services: HashListServices, run: JobRun, pieceBytes: number) {
    this.#s = services
    this.#run = run
    this.#pieceBytes = pieceBytes
    this.#hashListId = input.parse(run.input).hashListId
  }

  async run(): Promise<void> {
    const folder = await hashListFolder(this.#s, this.#hashListId)
    const file = listFile(folder)
    let at = this.#run.cursor === null ? start : cursor.parse(this.#run.cursor)
    while (!at.ended) {
      const { offset, pieces: number } = at
      const request = { what: 'piece', file, folder, offset, columns: at.columns, number } as const
      const done = await this.#ask({ ...request, bytes: this.#pieceBytes }, folder, pieceDone)
      at = {
        ...done,
        runs: [...at.runs, ...done.kinds.map((each) => ({ kind: each, number }))],
        pieces: number + 1,
        rejected: at.rejected + done.rejected,
      }
      await this.#save(at)
    }
    if (at.runs.length === 0)
      throw new ApiError('request.invalid', 'No MD5, SHA-1 or SHA-256 was found in this list.')
    const target = join(folder, 'index')
    const { entries } = await this.#ask({ what: 'merge', folder, runs: at.runs, target }, folder, merged)
    this.#run.signal.throwIfAborted()
    const size = await sizeOf(target)
    const sha256 = await hashFile(target, size)
    await this.#s.blobs.adopt(target, sha256)
    await this.#finish({ entries, rejected: at.rejected, sha256, size })
    await rm(folder, { recursive: true, force: true })
  }

  /** Has a child do something; where it is lost, it is asked again: it begins the same step anew. */
  async #ask<T>(request: PieceRequest | MergeRequest, folder: string, heard: z.ZodMiniType<T>): Promise<T> {
    const { signal } = this.#run
    for (let losses = 0; ; ) {
      signal.throwIfAborted()
      await this.#run.beat(request.what === 'merge' ? 'sorting' : null)
      const beating = setInterval(() => void this.#run.beat(null).catch(() => {}), 5_000)
      try {
        const access = { read: [], write: [folder] }
        return heard.parse(
          await this.#s.children.run(module, request, { access, signal, timeoutMs: 300_000 }),
        )
      } catch (error) {
        if (signal.aborted || !(error instanceof ChildFault) || ++losses >= maxLosses) throw error
      } finally {
        clearInterval(beating)
      }
    }
  }

  async #save(at: Cursor): Promise<void> {
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      await trx
        .updateTable('job')
        .set({ cursor: JSON.stringify(at), bytes_done: at.offset })
        .where('job_id', '=', this.#run.jobId)
        .execute()
    })
  }

  async #finish(made: {
    readonly entries: number
    readonly rejected: number
    readonly sha256: string
    readonly size: number
  }): Promise<void> {
    const { entries, rejected, sha256, size } = made
    const { jobId, projectId } = this.#run
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const now = this.#s.now()
      await trx
        .insertInto('blob')
        .values({ sha256, size, at: instantOf(now) })
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute()
      await trx
        .updateTable('hash_list')
        .set({ entries, rejected, sha256 })
        .where('hash_list_id', '=', this.#hashListId)
        .execute()
      await trx
        .updateTable('job')
        .set({ items_total: entries, items_done: entries })
        .where('job_id', '=', jobId)
        .execute()
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...{ at: now, user: null, action: 'hashList.ready', projectId, jobId },
          facts: { hashListId: this.#hashListId, entries, rejected, sha256 },
        },
      ])
    })
  }
}
