/**
 * Feeds the index from the record's queue. The record and the index are two files that do not commit together: a change
 * leaves the queue only when the index has committed it, and feeding it twice changes nothing.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError } from '../../../platform/http/error.ts'
import { slices } from '../../../platform/records/dialect.ts'
import type { Records } from '../../../platform/records/records.ts'
import { Child, ChildError, isTrouble, isUnusable } from './child.ts'
import { documentsAfter, nextQueued, type Queued, queuedNow } from './feed.ts'
import type { IndexerRequest } from './indexer.ts'
import type { Batch, IndexRow } from './row.ts'
import { removeUnfinished, snapshotFile } from './snapshot-file.ts'
import { noteUnsearchable } from './unsearchable.ts'

export interface IndexingOptions {
  readonly records: Records
  readonly log: Logger
  readonly now: () => Date
  readonly fileOf: (projectId: number) => string
  /** Makes the readers of a project's index let go of its file while `change` runs. */
  readonly exclusively: (projectId: number, change: () => Promise<void>) => Promise<void>
  /** How long to wait after the disk or the file made trouble. */
  readonly pauseMs?: number
}

/** One batch; generous, since nobody waits for it. */
const batchDeadline = 120_000
const defaultPause = 5_000
/** Between two rounds that nobody waits for: saves that come meanwhile are taken together, not each with a sync of its own. */
const breathMs = 50
/** So many times in a row without success, and whoever waits is told so. */
const maxTries = 3

export class Indexing {
  readonly #options: IndexingOptions
  readonly #child = new Child({
    entry: new URL('./indexer.ts', import.meta.url),
    idleMs: 30_000,
    memoryMb: 1000,
  })
  /** The child answers one request at a time: they queue here. */
  #last: Promise<unknown> = Promise.resolve()
  #pumping: Promise<void> | null = null
  #again = false
  /** How many wait for the index, and what lets them not wait for the next round. */
  #awaited = 0
  #hurry: () => void = () => {}
  /** Runs while trouble is waited out. */
  #resting: Promise<void> | null = null
  /** Projects whose queue could not be taken, how often in a row, and why. */
  readonly #failures = new Map<number, { readonly times: number; readonly error: unknown }>()
  readonly #stop = new AbortController()
  readonly #rebuilding = new Map<number, Promise<void>>()
  /** How often the index of a project was built anew. */
  readonly #builds = new Map<number, number>()

  constructor(options: IndexingOptions) {
    this.#options = options
  }

  /** Starts taking the queue, or goes on after what is being taken now. */
  wake(): void {
    if (this.#stopped) return
    this.#again = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null
      if (this.#again) this.wake()
    })
  }

  /** Resolves once the queue of a project has been taken as it is now; rejects where it cannot be, again and again. */
  async settled(projectId: number): Promise<void> {
    this.#awaited += 1
    this.#hurry()
    try {
      await this.#settle(projectId)
    } finally {
      this.#awaited -= 1
    }
  }

  async #settle(projectId: number): Promise<void> {
    await this.#rebuilding.get(projectId)
    while (!this.#stopped && (await this.#waiting(projectId))) {
      this.wake()
      await this.#pumping
      const failure = this.#failures.get(projectId)
      if (failure === undefined) {
        // Where not even the queue could be read, the pause goes before the next look.
        await this.#resting
        continue
      }
      if (failure.times >= maxTries) throw unfed(projectId, failure.error)
      await this.#rest()
    }
  }

  /** Builds the index of a project anew beside the old one, then puts it in its place. */
  rebuild(projectId: number, progress?: (documents: number) => Promise<void>): Promise<void> {
    let running = this.#rebuilding.get(projectId)
    if (running === undefined) {
      running = this.#rebuild(projectId, progress).finally(() => this.#rebuilding.delete(projectId))
      this.#rebuilding.set(projectId, running)
      // What came meanwhile is taken now; after trouble, not at once.
      running.then(
        () => this.wake(),
        () => this.#rest(),
      )
    }
    return running
  }

  /** Makes the index where there is none: empty, or from the record where that has documents. */
  async ensure(projectId: number): Promise<void> {
    if (existsSync(this.#options.fileOf(projectId))) return
    await this.rebuild(projectId)
  }

  /** Deletes the index of a project that has nothing in the records any more. */
  async forget(projectId: number): Promise<void> {
    const { fileOf, exclusively } = this.#options
    const file = fileOf(projectId)
    await this.#rebuilding.get(projectId)?.catch(() => {})
    await exclusively(projectId, async () => {
      await this.#ask({ kind: 'close', file })
      for (const one of [file, `${file}.next`]) await removeFiles(one)
    })
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled([this.#pumping, ...this.#rebuilding.values()])
    await this.#last.catch(() => {})
    await this.#child.stop()
  }

  async #pump(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      for (const projectId of await this.#queued()) {
        if (this.#stopped) return
        if (this.#resting !== null && this.#failures.has(projectId)) continue
        try {
          await this.#takeQueue(projectId)
          this.#failures.delete(projectId)
        } catch (error) {
          this.#options.log.error({ err: error, projectId }, 'the search index could not be fed')
          const times = (this.#failures.get(projectId)?.times ?? 0) + 1
          this.#failures.set(projectId, { times, error })
          void this.#rest()
        }
      }
      if (this.#again) await this.#breathe()
    }
  }

  /** Ends early for whoever waits. */
  async #breathe(): Promise<void> {
    if (this.#awaited > 0) return
    const hurried = new Promise<void>((resolve) => {
      this.#hurry = resolve
    })
    await Promise.race([hurried, pause(breathMs, undefined, { signal: this.#stop.signal }).catch(() => {})])
  }

  /** Tries again after a pause; until then, those that made trouble are let be. */
  #rest(): Promise<void> {
    const { pauseMs = defaultPause } = this.#options
    this.#resting ??= pause(pauseMs, undefined, { ref: false, signal: this.#stop.signal })
      .catch(() => {})
      .then(() => {
        this.#resting = null
        this.wake()
      })
    return this.#resting
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** The projects with something in the queue; none where the record cannot say, which is tried again. */
  async #queued(): Promise<number[]> {
    try {
      return await this.#projects()
    } catch (error) {
      this.#options.log.error({ err: error }, 'the queue of the search index could not be read')
      void this.#rest()
      return []
    }
  }

  async #projects(): Promise<number[]> {
    const rows = await this.#options.records.read
      .selectFrom('index_queue')
      .select('project_id')
      .distinct()
      .orderBy('project_id')
      .execute()
    return rows.map((row) => row.project_id).filter((id) => !this.#rebuilding.has(id))
  }

  async #waiting(projectId: number): Promise<boolean> {
    const row = await this.#options.records.read
      .selectFrom('index_queue')
      .select('change_id')
      .where('project_id', '=', projectId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  async #takeQueue(projectId: number): Promise<void> {
    const { records, now, fileOf } = this.#options
    const file = fileOf(projectId)
    if (!existsSync(file)) await this.ensure(projectId)
    let taken = 0
    for (let isLast = false; !isLast; ) {
      const builds = this.#builds.get(projectId)
      let behind = 0
      // What comes next is read while the index takes what was read before.
      let reading = ahead(nextQueued(records.read, projectId, now))
      for (;;) {
        const queued = await reading
        // What was read before the index was built anew may be older than what that holds.
        if (this.#stopped || this.#rebuilding.has(projectId)) return
        if (this.#builds.get(projectId) !== builds) break
        if (queued === null) {
          isLast = behind === 0
          break
        }
        behind = queued.last
        reading = ahead(nextQueued(records.read, projectId, now, behind))
        await this.#take(projectId, queued)
        taken++
      }
    }
    if (taken > 20) await this.#ask({ kind: 'tidy', file })
  }

  async #take(projectId: number, queued: Queued): Promise<void> {
    try {
      await this.#apply(projectId, this.#options.fileOf(projectId), queued.batch)
    } catch (error) {
      // Trouble with the disk or the file is no document's fault: it is waited for.
      if (!isUnusable(error)) throw error
      await this.rebuild(projectId)
      return
    }
    await this.#done(queued.changeIds)
  }

  /** Puts a batch into an index: where it is not taken whole, each document alone, so that none stops the others. */
  async #apply(projectId: number, file: string, batch: Batch): Promise<void> {
    if (await this.#isTaken({ kind: 'apply', file, batch })) return
    const { at, rows, ...others } = batch
    const alone = (row: IndexRow): IndexerRequest => ({
      kind: 'apply',
      file,
      batch: { at, ...nothing, rows: [row] },
    })
    await this.#isTaken({ kind: 'apply', file, batch: { at, rows: [], ...others } })
    for (const row of rows) {
      if (await this.#isTaken(alone(row))) continue
      // What is in the record stays in the lists, whatever its text does to the index.
      const listed = await this.#isTaken(alone({ ...row, texts: [] }))
      const { documentId } = row
      this.#options.log.error(
        { projectId, documentId, listed },
        'the text of a document could not be indexed',
      )
      await noteUnsearchable(this.#options.records, documentId, this.#options.now())
    }
  }

  /** False where it was what was asked that failed, not the disk or the file. */
  async #isTaken(request: IndexerRequest): Promise<boolean> {
    try {
      await this.#ask(request)
      return true
    } catch (error) {
      if (isTrouble(error) || isUnusable(error)) throw error
      const { reason } = error instanceof ChildError ? error : { reason: 'unknown' }
      this.#options.log.warn({ reason }, 'a batch could not be indexed whole')
      return false
    }
  }

  async #done(changeIds: readonly number[]): Promise<void> {
    await this.#options.records.write('bulk', async (trx) => {
      for (const ids of slices(changeIds, 1)) {
        await trx.deleteFrom('index_queue').where('change_id', 'in', ids).execute()
      }
    })
  }

  async #rebuild(projectId: number, progress?: (documents: number) => Promise<void>): Promise<void> {
    const { records, now, fileOf, exclusively } = this.#options
    const file = fileOf(projectId)
    const next = `${file}.next`
    this.#builds.set(projectId, (this.#builds.get(projectId) ?? 0) + 1)
    // What has changed by now is read below as it stands: it need not be taken once more.
    const held: number[][] = []
    for await (const ids of queuedNow(records.read, projectId)) held.push(ids)
    await this.#ask({ kind: 'close', file: next })
    await removeFiles(next)
    await this.#ask({ kind: 'apply', file: next, batch: { at: now().toISOString(), ...nothing } })
    let documents = 0
    let reading = ahead(documentsAfter(records.read, projectId, 0, now))
    for (;;) {
      const found = await reading
      if (this.#stopped) return
      if (found === null) break
      reading = ahead(documentsAfter(records.read, projectId, found.last, now))
      await this.#apply(projectId, next, found.batch)
      documents += found.batch.rows.length
      await progress?.(documents)
    }
    await this.#ask({ kind: 'finish', file: next })
    await exclusively(projectId, async () => {
      await this.#ask({ kind: 'close', file })
      await removeFiles(file)
      await rename(next, file)
    })
    for (const ids of held) await this.#done(ids)
  }

  #ask(request: IndexerRequest): Promise<unknown> {
    const asked = this.#last.then(() => this.#child.ask(request, batchDeadline))
    this.#last = asked.catch(() => {})
    return asked
  }
}

/** A reading that goes on while something else is done: where it fails before it is waited for, that is told there. */
function ahead<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {})
  return reading
}

function unfed(projectId: number, error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiError(
    'unavailable',
    `The search index of project ${projectId} cannot be written: ${reason.replace(/\.$/, '')}. The records hold everything ` +
      'that it is made from: set right what is wrong with the disk or the folder "index" of the data folder, then run ' +
      `"affiant reindex --project ${projectId}".`,
  )
}

const nothing = { rows: [], facts: [], codings: [], removed: [] } as const

/** An index is three files while it is open, and beside it is what was read of it, or was to be. */
async function removeFiles(file: string): Promise<void> {
  removeUnfinished(dirname(file), `${basename(file)}.`)
  for (const name of [file, `${file}-wal`, `${file}-shm`, snapshotFile(file)]) await rm(name, { force: true })
}
