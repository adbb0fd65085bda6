/**
 * The import job: a parsing process reads the files that the job took, this writes what it finds, chunk by chunk. The job
 * goes on from its cursor after a pause, a crash or a lost process; an item that kills the process becomes an exception.
 */

import { passwordsOf } from '../../organization/settings/processing.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { isStorageFull } from '../../platform/records/dialect.ts'
import { together } from '../../platform/records/together.ts'
import type { Services } from '../../platform/services.ts'
import { queueAnalysisAfter } from '../../review/analysis/queue.ts'
import { candidatesAfter, queueOcrAfter } from '../ocr/after-import.ts'
import type { Candidates } from '../ocr/candidates.ts'
import { ParserLost, parseSource, SourceFault } from '../parsing/parser.ts'
import { clear, layOut, putLists, putSources, type Staging } from '../parsing/staging.ts'
import { type Limits, widest } from '../processing/limits.ts'
import { containerEnd, type Position, type Reached, standing } from '../processing/position.ts'
import type { ParseRequest } from '../processing/protocol.ts'
import type { Poison } from '../processing/walk-options.ts'
import { expectedRevision } from '../reprocess/replacement-guard.ts'
import { countedIn, type FailedItem, takenFrom, unopened, wasLeftInside } from '../reprocess/unopened.ts'
import { unreadItems } from '../reprocess/unread-items.ts'
import { besideFilesOf, mayHaveBeside, takenApart, withoutBeside } from '../sources/beside-files.ts'
import {
  type JobSettings,
  limitsNow,
  limitsOf,
  messagesOf,
  settingsOfJob,
} from '../sources/import-settings.ts'
import { filesOfJob, type JobFile, takeWaiting } from '../sources/source-files.ts'
import { newestFile, splitFilesOf } from '../sources/split-files.ts'
import { type ImportCursor, readCursor } from '../writing/cursor.ts'
import { faultOf, isRefused, refused } from '../writing/failures.ts'
import {
  CursorMoved,
  entry,
  type ImportState,
  type KeptOutcome,
  type Repeated,
  type RepeatedItem,
  type WriteOptions,
} from '../writing/import-state.ts'
import { keepFiles } from '../writing/keep-files.ts'
import { writeOutcomes } from './write.ts'

export type ImportServices = Pick<
  Services,
  'records' | 'blobs' | 'children' | 'spool' | 'search' | 'jobs' | 'log' | 'now'
>

/** The job kind `import`. Limits are given only in tests. */
export function importKind(services: ImportServices, limits: Limits | null = null): JobKind {
  return { kind: 'import', run: (run) => new Import(services, limits, run).run() }
}

/** A transaction of bulk work takes about so long, so that nobody's save waits for it. */
const chunkMs = 10
/** An item is to blame when it is lost twice: the first process may have been worn out by what came before it. */
const lossesToBlame = 2
/**
 * As often again where it is only passed by, its bytes kept unread; after that not even these. Lost once more, the file
 * itself is at fault.
 */
const lossesInPlace = 2 * lossesToBlame
/** So many losses in a row, wherever, without anything written between them: it would go on for ever. */
const lossesWithoutProgress = 12
/** Files that a parsing process is given together. */
const filesAtOnce = 500
/** A parsing process works so long before it is replaced. */
const shiftMs = 200_000

class Import {
  readonly #s: ImportServices
  #limits: Limits
  readonly #given: Limits | null
  readonly #settings: JobSettings
  readonly #run: JobRun
  /** Items that are not opened any more, by their place (JSON). */
  readonly #poison = new Map<string, Poison>()
  #chunk = 8
  #now: string | null = null

  constructor(services: ImportServices, limits: Limits | null, run: JobRun) {
    this.#s = services
    this.#settings = settingsOfJob(run.input)
    this.#given = limits
    this.#limits = limits ?? limitsOf(this.#settings)
    this.#run = run
  }

  async run(): Promise<void> {
    const staging = await layOut(this.#s.spool, {
      projectId: this.#run.projectId,
      name: `import-${this.#run.jobId}`,
    })
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
    const { retryOnly: only } = this.#run
    const failed = await read
      .selectFrom('exception')
      .select(['exception_id', 'path', 'stage', 'begun', 'sha256'])
      .where('job_id', '=', state.jobId)
      .where('document_id', 'is', null)
      .where('resolution', '=', 'open')
      .execute()
    const asked = only === null ? null : new Set(only)
    const rows = failed.filter(({ exception_id }) => asked === null || asked.has(exception_id))
    // What a job began with holds to its end; what is tried again is tried with what lets more through.
    if (this.#given === null) this.#limits = widest(this.#limits, await limitsNow(read, state.projectId))
    const unread = await unreadItems(read, state, this.#limits.itemBytes, only)
    // What was taken up besides is not done yet where an earlier run was left behind the last of what failed.
    if (rows.length === 0 && unread.length === 0 && state.cursor.takenUp.length === 0) return
    // A run that goes on has opened them in its beginning: they are no more unread than it left them.
    if (state.cursor.repeatedAt === null) {
      const named = new Set(rows.map(({ path }) => path))
      const opened = (await unopened(read, state, failed)).filter((path) => named.has(path))
      state.cursor = { ...state.cursor, opened }
      await this.#takeUp(state, rows)
    }
    const repeated = new Map<string, RepeatedItem>([
      ...rows.map((row) => [row.path, { exceptionId: row.exception_id }] as const),
      ...unread.map(({ path, rootId }) => [path, { rootId }] as const),
    ])
    await this.#pass(state, staging, repeated, await this.#continued(state, rows))
  }

  /** Of split archives that are tried again, parts that have come since and wait are this job's from here on. */
  async #takeUp(state: ImportState, failed: readonly { readonly path: string }[]): Promise<void> {
    const { records } = this.#s
    const { jobId, sourceId } = state
    const knownUpTo = await newestFile(records.read, sourceId)
    const split = await splitFilesOf(records.read, { jobId, sourceId, upTo: knownUpTo })
    const paths = new Set(failed.map(({ path }) => path))
    const sets = new Set(
      state.files.flatMap(({ index, path }) =>
        paths.has(JSON.stringify(path)) ? (split.partOf.get(index)?.set ?? []) : [],
      ),
    )
    const last = state.files.at(-1)?.sourceFileId ?? 0
    // Files have their ranks in the job for good: only those that came behind all of its own become its last ones.
    const waiting = [...sets].flatMap((set) =>
      (split.sets[set]?.parts ?? []).filter((part) => part.jobId === null && part.sourceFileId > last),
    )
    await records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const taken = await takeWaiting(
        trx,
        jobId,
        waiting.map(({ sourceFileId }) => sourceFileId),
      )
      const files = taken.length === 0 ? state.files : await filesOfJob(trx, jobId)
      const ids = new Set(taken)
      const added = files.filter(({ sourceFileId }) => ids.has(sourceFileId))
      const takenUp = [...state.cursor.takenUp, ...added.map(({ path }) => JSON.stringify(path))]
      const cursor = { ...state.cursor, takenUp, knownUpTo }
      const cursorText = JSON.stringify(cursor)
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set((eb) => ({
          cursor: cursorText,
          bytes_total: eb('bytes_total', '+', bytesBefore(added)),
          bytes_done: eb('bytes_done', '+', bytesBefore(added)),
        }))
        .where('job_id', '=', jobId)
        .where('cursor', '=', state.cursorText)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new CursorMoved('The job was taken over by another run.')
      if (added.length > 0)
        await appendAudit(trx, `project:${state.projectId}`, [
          entry(state, this.#s.now(), 'import.partsTaken', null, {
            files: added.length,
            bytes: bytesBefore(added),
          }),
        ])
      Object.assign(state, { files, beside: besideFilesOf(files), cursor, cursorText })
    })
    const upTo = knownUpTo
    state.split = await splitFilesOf(records.read, { jobId, sourceId, upTo })
  }

  /**
   * Of split archives that were read in part, and of parts that have come since, what was taken of them; and of files in whose
   * middle no process lived.
   */
  async #continued(state: ImportState, failed: readonly FailedItem[]): Promise<ParseRequest['continued']> {
    const paths = new Set(failed.map(({ path }) => path))
    const left = new Set(failed.filter(wasLeftInside).map(({ path }) => path))
    const opened = new Set(state.cursor.opened)
    const read = state.files.flatMap(({ index, path }) => {
      const own = JSON.stringify(path)
      return paths.has(own) && !opened.has(own) && state.split.partOf.has(index) ? own : []
    })
    read.push(...state.cursor.takenUp)
    const inside = state.files.map(({ path }) => JSON.stringify(path)).filter((path) => left.has(path))
    return [
      ...(read.length === 0 ? [] : await takenFrom(this.#s.records.read, state, read)),
      ...(inside.length === 0 ? [] : await countedIn(this.#s.records.read, state, inside)),
    ]
  }

  /** Walks all files to their end, some at a time. */
  async #pass(
    state: ImportState,
    staging: Staging,
    repeated: Repeated | null,
    continued: ParseRequest['continued'] = [],
  ): Promise<void> {
    const asked = [...(repeated?.keys() ?? []), ...state.cursor.takenUp]
    const holders = repeated === null ? state.files : holding(state.files, asked)
    const wanted = withoutBeside(holders, state.beside)
    const apart = await this.#apart(state, repeated, asked)
    const passwords = await passwordsOf(this.#s.records.read, state.projectId)
    for (let from = 0; from < wanted.length; from += filesAtOnce) {
      const files = wanted.slice(from, from + filesAtOnce)
      const last = files.at(-1)?.index ?? 0
      if (standing([last], this.#reached(state, repeated)) === 'done') continue
      const pass: Pass = {
        files,
        repeated,
        continued,
        apart,
        passwords,
        bytesBefore: bytesBefore(state.files, files[0]),
      }
      await this.#passSome(state, staging, pass)
    }
    const bytesDone = repeated === null ? bytesBefore(state.files) : null
    const begin = { repeatedAt: null, repeatedSpent: [], opened: [], takenUp: [], knownUpTo: null }
    const cursor = { ...state.cursor, ...begin, finished: true }
    const unrecognised = this.#settings.autoOcr ? await candidatesAfter(this.#s.records.read, state) : null
    await this.#commit(state, [], cursor, { bytesDone, repeated, unrecognised })
    this.#s.log.info(
      { jobId: state.jobId, reconciliation: state.reconciliation },
      'import walked its sources',
    )
  }

  /** What an earlier run took for itself of what stands beside messages; a run that begins has taken nothing. */
  async #apart(
    state: ImportState,
    repeated: Repeated | null,
    asked: readonly string[],
  ): Promise<ParseRequest['apart']> {
    const mayBe =
      repeated === null
        ? state.cursor.at !== null && state.beside.of.size > 0
        : state.beside.of.size > 0 || mayHaveBeside(asked)
    return mayBe ? await takenApart(this.#s.records.read, state) : []
  }

  #reached({ cursor }: ImportState, repeated: Repeated | null): Reached | null {
    const { at, spent } = repeated === null ? cursor : { at: cursor.repeatedAt, spent: cursor.repeatedSpent }
    return at === null ? null : { at, spent }
  }

  /** Walks some files to their end, with as many parsing processes as it takes. */
  async #passSome(state: ImportState, staging: Staging, pass: Pass): Promise<void> {
    const { signal } = this.#run
    const losses = new Map<string, number>()
    const reached = (): string => JSON.stringify([state.cursor.at, state.cursor.repeatedAt])
    let stood = reached()
    let idle = 0
    for (;;) {
      try {
        await this.#walk(state, staging, pass, losses.size > 0)
        return
      } catch (error) {
        if (signal.aborted || !(error instanceof ParserLost)) throw error
        const moved = reached() !== stood
        stood = reached()
        idle = moved ? 0 : idle + 1
        const place = error.place?.at ?? []
        const at = JSON.stringify(place)
        // Every process comes by the beginning of its source: what was lost there before something was written says
        // nothing any more.
        if (moved) for (const lost of losses.keys()) if (isBeginning(JSON.parse(lost))) losses.delete(lost)
        const lost = (losses.get(at) ?? 0) + 1
        losses.set(at, lost)
        this.#s.log.warn({ jobId: state.jobId, why: error.why, at, lost }, 'a parsing process was lost')
        if (lost > lossesInPlace || idle >= lossesWithoutProgress) {
          if (await this.#leaveOut(state, pass, place, error.why)) {
            losses.clear()
            continue
          }
          throw new ApiError(
            'unavailable',
            'Nothing can be read on this server now: each process that reads files ends before it comes to one. Retry the job when that is mended.',
          )
        }
        if (lost >= lossesToBlame && standing(place, this.#reached(state, pass.repeated)) === 'open') {
          this.#poison.set(at, { ...blame(error.why, this.#limits), keepBytes: lost < lossesInPlace })
          // This one was at fault, and not those beside it that a process happened to be on.
          losses.clear()
          losses.set(at, lost)
        }
      }
    }
  }

  /**
   * A file that ends each process that comes to it is an exception, with its bytes as they came: what is behind it is read all
   * the same, and a retry reads it again. Where something in it was taken that stays, and a retry asks for the rest. False
   * where the processes ended before they came to a file: then none of them is to blame.
   */
  async #leaveOut(
    state: ImportState,
    { files, repeated }: Pass,
    place: Position,
    why: ParserLost['why'],
  ): Promise<boolean> {
    const file = files.find(({ index }) => index === place[0])
    if (file === undefined) return false
    const stands = standing([file.index], this.#reached(state, repeated))
    if (stands === 'done') return false
    const at: Position = [file.index, containerEnd]
    const { path, size, sha256 } = file
    const own = JSON.stringify(path)
    const isAsked = repeated === null || repeated.has(own) || state.cursor.takenUp.includes(own)
    // What failed in it before and was to be tried again stays as it was.
    if (!isAsked) {
      const cursor = { ...state.cursor, repeatedAt: at, repeatedSpent: [] }
      await this.#commit(state, [], cursor, { bytesDone: null, repeated })
      return true
    }
    const beside = repeated === null ? await this.#besideLeft(state, file) : []
    // A message is the last to be taken of what stands beside it.
    const begun = stands === 'inside' && !state.beside.of.has(file.index)
    const { code, reason } = blame(why, this.#limits)
    const left = { kind: 'failed', at, spent: [], reason, stage: 'expand', unjudged: true } as const
    await this.#take(
      state,
      [
        ...beside.map((one) => ({
          ...left,
          ...{ path: one.path, size: one.size, sha256: one.sha256, begun: false, code },
        })),
        {
          ...left,
          ...{ path, size, sha256, begun },
          code: begun && code === 'corrupt' ? 'containerPartial' : code,
        },
      ],
      {
        bytesDone: null,
        repeated,
      },
    )
    return true
  }

  /** What stands beside a message and was not taken before it. */
  async #besideLeft(state: ImportState, message: JobFile): Promise<readonly JobFile[]> {
    const beside = state.beside.of.get(message.index) ?? []
    if (beside.length === 0) return []
    const taken = new Set(await takenApart(this.#s.records.read, state))
    return beside.map(({ file }) => file).filter(({ path }) => !taken.has(JSON.stringify(path)))
  }

  async #walk(state: ImportState, staging: Staging, pass: Pass, careful: boolean): Promise<void> {
    const { blobs } = this.#s
    const { signal } = this.#run
    const { files, repeated, passwords } = pass
    const request: ParseRequest = {
      ...(await putSources(staging, blobs, files, state.split, state.beside)),
      doneUpTo: this.#reached(state, repeated),
      maxTextSize: this.#settings.maxTextSize,
      limits: this.#limits,
      spoolFolder: staging.work,
      passwords,
      timeZone: this.#settings.timeZone,
      messages: messagesOf(this.#settings),
      known: await this.#known(staging),
      poison: [...this.#poison],
      only: repeated === null ? null : [...repeated.keys(), ...state.cursor.takenUp],
      opened: state.cursor.opened,
      continued: pass.continued,
      apart: pass.apart,
      careful,
      shiftMs,
    }
    const most = files.reduce((sum, { size }) => sum + size, 0)
    const lists = new Set(this.#settings.hashLists.map(({ hashListId }) => hashListId))
    const keeping = { blobs, work: staging.work, spool: this.#s.spool, files, lists }
    const batches = parseSource(this.#s.children, request, staging.access, signal, ({ path }) => {
      this.#now = path.at(-1) ?? null
    })
    try {
      for await (const batch of ahead(batches, async ({ outcomes, ...rest }) => ({
        outcomes: (await keepFiles(keeping, outcomes)).map((outcome) => this.#blamed(outcome)),
        ...rest,
      }))) {
        await this.#run.beat(this.#now)
        state.itemsTotal += batch.items
        const bytesDone = repeated === null ? pass.bytesBefore + Math.min(batch.bytesRead, most) : null
        await this.#write(state, batch.outcomes, { bytesDone, repeated })
      }
    } catch (error) {
      if (error instanceof SourceFault) throw sourceFault(error)
      throw error
    }
    signal.throwIfAborted()
  }

  /** A failure that is only that the process was lost which read the item. */
  #blamed(outcome: KeptOutcome): KeptOutcome {
    if (outcome.kind !== 'failed' || !this.#poison.has(JSON.stringify(outcome.at))) return outcome
    return { ...outcome, unjudged: true }
  }

  /** The lists that files are tested against, where the parsing process can read them. */
  async #known(staging: Staging): Promise<ParseRequest['known']> {
    const { deNist, hashLists } = this.#settings
    if (deNist === 'off' || hashLists.length === 0) return null
    const lists = await putLists(staging, this.#s.blobs, hashLists)
    return { action: deNist, lists }
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
    const { at = null, spent = [] } = outcomes.at(-1) ?? {}
    const moved = options.repeated === null ? { at, spent } : { repeatedAt: at, repeatedSpent: spent }
    const cursor: ImportCursor = { ...state.cursor, ...moved }
    try {
      return await this.#commit(state, outcomes, cursor, options)
    } catch (error) {
      this.#run.signal.throwIfAborted()
      if (!isRefused(error)) throw error
      const [only, ...others] = outcomes
      if (only === undefined) throw error
      if (others.length === 0) {
        this.#s.log.warn({ jobId: state.jobId, at, code: faultOf(error) }, 'the rows of an item were refused')
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
    {
      bytesDone,
      repeated,
      unrecognised = null,
    }: {
      readonly bytesDone: number | null
      readonly repeated: Repeated | null
      /** Pictures whose text is to be recognised: asked for as the import ends, so that it is asked for once. */
      readonly unrecognised?: Candidates | null
    },
  ): Promise<number> {
    const options: WriteOptions = {
      bytesDone,
      now: this.#s.now(),
      blobs: this.#s.blobs,
      only: this.#run.retryOnly,
      ...(repeated === null ? {} : { repeated }),
    }
    let started = 0
    const written = await this.#s.records.write('bulk', async (trx) => {
      started = performance.now()
      const [, { left, changed }] = await together([
        this.#run.hold(trx),
        writeOutcomes(trx, state, outcomes, cursor, options),
      ])
      // What came in is held against all that is there.
      if (changed) await queueAnalysisAfter(trx, this.#s.jobs, state, { at: options.now, how: 'import' })
      if (unrecognised !== null) {
        const asked = { languages: this.#settings.ocrLanguages, at: options.now }
        await queueOcrAfter(trx, this.#s.jobs, state, unrecognised, asked)
      }
      return left
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
    const source = await records.read
      .selectFrom('source as s')
      .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
      .select(['s.source_id', 's.custodian_id', 'c.name'])
      .where('s.source_id', '=', job.source_id)
      .executeTakeFirst()
    if (source === undefined)
      throw new ApiError('notFound', 'The source of this import is not there any more.')
    const files = await filesOfJob(records.read, jobId)
    const beside = besideFilesOf(files)
    const cursor = readCursor(JSON.parse(job.cursor))
    const { source_id: sourceId } = source
    return {
      jobId,
      projectId,
      sourceId,
      custodianId: source.custodian_id,
      custodian: source.name,
      dedupe: this.#settings.dedupe,
      promote: this.#settings.promote,
      createdBy: job.created_by,
      user: user === undefined ? null : { userId: user.user_id, name: user.name, role: user.role },
      files,
      becomes: files[0]?.becomes?.documentId ?? null,
      inArchive: files[0]?.becomes?.inArchive ?? false,
      putAfter: await expectedRevision(records.read, this.#run),
      split: await splitFilesOf(records.read, { jobId, sourceId, upTo: cursor.knownUpTo }),
      beside,
      cursor,
      cursorText: job.cursor,
      itemsTotal: job.items_total,
      reconciliation: {
        itemsIn: job.items_in,
        promoted: job.promoted,
        waiting: job.waiting,
        duplicates: job.duplicates,
        deNisted: job.de_nisted,
        containers: job.containers,
        exceptions: job.exceptions,
        inlineImages: job.inline_images,
        filtered: job.filtered,
      },
    }
  }
}

/** Some files of a job, to be walked together. */
interface Pass {
  readonly files: readonly JobFile[]
  readonly repeated: Repeated | null
  readonly continued: ParseRequest['continued']
  readonly apart: ParseRequest['apart']
  readonly passwords: readonly string[]
  /** Bytes of the job's files before these. */
  readonly bytesBefore: number
}

const isBeginning = (at: Position): boolean => at.length < 2

/** Bytes of the files before one; of all where none is named. */
function bytesBefore(files: readonly JobFile[], one?: JobFile): number {
  let bytes = 0
  for (const { index, size } of files) if (one === undefined || index < one.index) bytes += size
  return bytes
}

/** Files in which something is that is tried again, or that are it. */
function holding(files: readonly JobFile[], paths: readonly string[]): readonly JobFile[] {
  const prefixes = new Set<string>()
  for (const path of paths) {
    const parts: readonly string[] = JSON.parse(path)
    for (let depth = 1; depth <= parts.length; depth++) prefixes.add(JSON.stringify(parts.slice(0, depth)))
  }
  return files.filter(({ path }) => prefixes.has(JSON.stringify(path)))
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
