/**
 * The import job: a parsing process reads the source, this writes what it finds, chunk by chunk. The job goes on from its
 * cursor after a pause, a crash or a lost process; an item that kills the process becomes an exception.
 */
import type { Services } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import type { JobKind, JobRun } from '../jobs/jobs.ts'
import { defaultLimits, type Limits } from '../processing/limits.ts'
import type { ParseRequest } from '../processing/protocol.ts'
import type { Poison } from '../processing/walk.ts'
import { isStorageFull } from '../records/dialect.ts'
import { type ImportCursor, type ImportInput, readCursor, readInput } from './cursor.ts'
import { codeOf, isRefused, refused } from './failures.ts'
import type { ImportState, KeptOutcome, Repeated, WriteOptions } from './import-state.ts'
import { keepFiles } from './keep-files.ts'
import { ParserLost, parseSource, SourceFault } from './parser.ts'
import { clear, layOut, type Staging } from './staging.ts'
import { unopened } from './unopened.ts'
import { writeOutcomes } from './write.ts'

export type ImportServices = Pick<
  Services,
  'records' | 'blobs' | 'children' | 'spool' | 'search' | 'log' | 'now'
>

/** The job kind `import`. Limits are given only in tests. */
export function importKind(services: ImportServices, limits: Limits = defaultLimits): JobKind {
  return { kind: 'import', run: (run) => new Import(services, limits, run).run() }
}

/** A transaction of bulk work takes about so long, so that nobody's save waits for it. */
const chunkMs = 10
/** An item is to blame when it is lost twice: the first process may have been worn out by what came before it. */
const lossesToBlame = 2
/**
 * As often again where it is only passed by, its bytes kept unread; after that not even these. Lost once more, the source
 * itself is at fault.
 */
const lossesInPlace = 2 * lossesToBlame
/** So many losses in a row, wherever, without anything written between them: it would go on for ever. */
const lossesWithoutProgress = 12
/** Where a process is (JSON) that has not come to an item yet, or has said nothing. */
const beginning = '[]'
/** A parsing process works so long before it is replaced. */
const shiftMs = 200_000

class Import {
  readonly #s: ImportServices
  readonly #limits: Limits
  readonly #run: JobRun
  readonly #input: ImportInput
  /** Items that are not opened any more, by their place (JSON). */
  readonly #poison = new Map<string, Poison>()
  #chunk = 8
  #now: string | null = null

  constructor(services: ImportServices, limits: Limits, run: JobRun) {
    this.#s = services
    this.#limits = limits
    this.#run = run
    this.#input = readInput(run.input)
  }

  async run(): Promise<void> {
    const staging = await layOut(this.#s, this.#run, this.#input.sha256)
    try {
      const state = await this.#load()
      if (!state.cursor.finished) await this.#pass(state, staging, null)
      else if (this.#run.retry) await this.#repeat(state, staging)
    } finally {
      await clear(staging)
    }
  }

  /** What failed, and only that, once more. */
  async #repeat(state: ImportState, staging: Staging): Promise<void> {
    const { read } = this.#s.records
    const rows = await read
      .selectFrom('exception')
      .select(['exception_id', 'path', 'stage'])
      .where('job_id', '=', state.jobId)
      .where('document_id', 'is', null)
      .execute()
    if (rows.length === 0) return
    // A run that goes on has opened them in its beginning: they are no more unread than it left them.
    if (state.cursor.repeatedAt === null)
      state.cursor = { ...state.cursor, opened: await unopened(read, state, rows) }
    await this.#pass(state, staging, new Map(rows.map((row) => [row.path, row.exception_id])))
  }

  /** Walks the source to its end, with as many parsing processes as it takes. */
  async #pass(state: ImportState, staging: Staging, repeated: Repeated | null): Promise<void> {
    const { signal } = this.#run
    const losses = new Map<string, number>()
    const reached = (): string => JSON.stringify([state.cursor.at, state.cursor.repeatedAt])
    let stood = reached()
    let idle = 0
    for (;;) {
      try {
        await this.#walk(state, staging, repeated, losses.size > 0)
        return
      } catch (error) {
        if (signal.aborted || !(error instanceof ParserLost)) throw error
        const moved = reached() !== stood
        stood = reached()
        idle = moved ? 0 : idle + 1
        // Every process comes by its beginning: what was lost there before something was written says nothing any more.
        if (moved) losses.delete(beginning)
        const at = error.place === null ? beginning : JSON.stringify(error.place.at)
        const lost = (losses.get(at) ?? 0) + 1
        losses.set(at, lost)
        this.#s.log.warn({ jobId: state.jobId, why: error.why, at, lost }, 'a parsing process was lost')
        if (lost > lossesInPlace || idle >= lossesWithoutProgress)
          throw new ApiError(
            'unavailable',
            'The file could not be read: the process that reads it ends each time.',
          )
        if (lost >= lossesToBlame) {
          this.#poison.set(at, { ...blame(error.why, this.#limits), keepBytes: lost < lossesInPlace })
          // This one was at fault, and not those beside it that a process happened to be on.
          losses.clear()
          losses.set(at, lost)
        }
      }
    }
  }

  async #walk(
    state: ImportState,
    staging: Staging,
    repeated: Repeated | null,
    careful: boolean,
  ): Promise<void> {
    const { blobs } = this.#s
    const { jobId, signal } = this.#run
    const request: ParseRequest = {
      file: staging.source,
      name: this.#input.fileName,
      doneUpTo: repeated === null ? state.cursor.at : state.cursor.repeatedAt,
      maxTextSize: await this.#maxTextSize(),
      limits: this.#limits,
      spoolFolder: staging.work,
      passwords: [],
      poison: [...this.#poison],
      only: repeated === null ? null : [...repeated.keys()],
      opened: state.cursor.opened,
      careful,
      shiftMs,
    }
    const batches = parseSource(this.#s.children, request, staging.access, signal, ({ path }) => {
      this.#now = path.at(-1) ?? null
    })
    try {
      for await (const batch of ahead(batches, async ({ outcomes, ...rest }) => ({
        outcomes: await keepFiles(blobs, outcomes),
        ...rest,
      }))) {
        await this.#run.beat(this.#now)
        if (repeated === null) state.itemsTotal = batch.items ?? state.itemsTotal
        const bytesDone = repeated === null ? Math.min(batch.bytesRead, this.#input.size) : null
        await this.#write(state, batch.outcomes, { bytesDone, repeated })
      }
    } catch (error) {
      if (error instanceof SourceFault) throw sourceFault(error)
      throw error
    }
    signal.throwIfAborted()
    const bytesDone = repeated === null ? this.#input.size : null
    await this.#commit(
      state,
      [],
      { ...state.cursor, finished: true, repeatedAt: null, opened: [] },
      { bytesDone, repeated },
    )
    this.#s.log.info({ jobId, books: state.books }, 'import walked its source')
  }

  /** Small transactions, as large as fits into the time that others may be kept waiting. */
  async #write(
    state: ImportState,
    outcomes: readonly KeptOutcome[],
    options: { readonly bytesDone: number | null; readonly repeated: Repeated | null },
  ): Promise<void> {
    let from = 0
    while (from < outcomes.length) {
      this.#run.signal.throwIfAborted()
      let to = from
      let documents = 0
      while (to < outcomes.length && (to === from || documents + sizeOf(outcomes[to]) <= this.#chunk))
        documents += sizeOf(outcomes[to++])
      const slice = outcomes.slice(from, to)
      const elapsed = await this.#take(state, slice, options)
      const fitting = (documents * chunkMs) / Math.max(elapsed, 1)
      this.#chunk = Math.max(4, Math.min(400, Math.round((this.#chunk + fitting) / 2)))
      from = to
    }
  }

  /** Writes some items; one whose rows the records refuse becomes an exception, and costs the others nothing. */
  async #take(
    state: ImportState,
    outcomes: readonly KeptOutcome[],
    options: { readonly bytesDone: number | null; readonly repeated: Repeated | null },
  ): Promise<number> {
    const at = outcomes.at(-1)?.at ?? null
    const cursor: ImportCursor =
      options.repeated === null ? { ...state.cursor, at } : { ...state.cursor, repeatedAt: at }
    try {
      return await this.#commit(state, outcomes, cursor, options)
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (!isRefused(error)) throw error
      const [only, ...others] = outcomes
      if (only === undefined) throw error
      if (others.length === 0) {
        this.#s.log.warn({ jobId: state.jobId, at, code: codeOf(error) }, 'the rows of an item were refused')
        return await this.#commit(state, [refused(only, error)], cursor, options)
      }
      let elapsed = 0
      for (const outcome of outcomes) elapsed += await this.#take(state, [outcome], options)
      return elapsed
    }
  }

  /** Returns how long the transaction took, without its waiting. */
  async #commit(
    state: ImportState,
    outcomes: readonly KeptOutcome[],
    cursor: ImportCursor,
    { bytesDone, repeated }: { readonly bytesDone: number | null; readonly repeated: Repeated | null },
  ): Promise<number> {
    const options: WriteOptions = {
      bytesDone,
      now: this.#s.now(),
      ...(repeated === null ? {} : { repeated }),
    }
    let started = 0
    const written = await this.#s.records.write('bulk', async (trx) => {
      started = performance.now()
      await this.#run.hold(trx)
      return await writeOutcomes(trx, state, outcomes, cursor, options)
    })
    const elapsed = performance.now() - started
    Object.assign(state, written)
    if (outcomes.length > 0) this.#s.search.wake()
    return elapsed
  }

  async #load(): Promise<ImportState> {
    const { records } = this.#s
    const { jobId, projectId } = this.#run
    const job = await records.read
      .selectFrom('job')
      .selectAll()
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const user = await records.read
      .selectFrom('app_user')
      .select(['user_id', 'name', 'role'])
      .where('user_id', '=', job.created_by)
      .executeTakeFirst()
    const custodian = await records.read
      .selectFrom('custodian')
      .select('name')
      .where('project_id', '=', projectId)
      .where('custodian_id', '=', this.#input.custodianId)
      .executeTakeFirst()
    if (custodian === undefined)
      throw new ApiError('notFound', 'The custodian of this import is not there any more.')
    return {
      jobId,
      projectId,
      custodianId: this.#input.custodianId,
      custodian: custodian.name,
      promote: this.#input.autoPromote ?? true,
      user: user === undefined ? null : { userId: user.user_id, name: user.name, role: user.role },
      cursor: readCursor(JSON.parse(job.cursor)),
      cursorText: job.cursor,
      itemsTotal: job.items_total,
      books: {
        itemsIn: job.items_in,
        promoted: job.promoted,
        waiting: job.waiting,
        duplicates: job.duplicates,
        containers: job.containers,
        exceptions: job.exceptions,
        filtered: job.filtered,
      },
    }
  }

  async #maxTextSize(): Promise<number> {
    const project = await this.#s.records.read
      .selectFrom('project')
      .select('max_text_size')
      .where('project_id', '=', this.#run.projectId)
      .executeTakeFirstOrThrow()
    return project.max_text_size
  }
}

const sizeOf = (outcome: KeptOutcome | undefined): number =>
  outcome?.kind === 'family' ? outcome.family.members.length : 1

function blame(why: ParserLost['why'], limits: Limits): Pick<Poison, 'code' | 'reason'> {
  if (why === 'timedOut')
    return {
      code: 'timedOut',
      reason: `Reading it took more than ${Math.round(limits.itemMs / 1000)} seconds.`,
    }
  if (why === 'tooMuchMemory')
    return { code: 'tooLarge', reason: 'Reading it took more memory than one item may.' }
  return { code: 'corrupt', reason: 'Reading it ended the process that read it.' }
}

function sourceFault(fault: SourceFault): Error {
  if (isStorageFull(fault)) return fault
  return new ApiError(
    'unavailable',
    `The file could not be read (${fault.code === '' ? 'unknown fault' : fault.code}).`,
  )
}

/** Works on the next element while the caller is busy with this one; order stays. */
async function* ahead<T, R>(source: AsyncGenerator<T>, work: (element: T) => Promise<R>): AsyncGenerator<R> {
  const begin = async (): Promise<{ value: R } | null> => {
    const next = await source.next()
    return next.done === true ? null : { value: await work(next.value) }
  }
  let coming = begin()
  try {
    for (;;) {
      const current = await coming
      if (current === null) return
      coming = begin()
      // Told when it is awaited; until then a failure must not count as unheard.
      coming.catch(() => {})
      yield current.value
    }
  } finally {
    await Promise.allSettled([source.return(undefined), coming])
  }
}
