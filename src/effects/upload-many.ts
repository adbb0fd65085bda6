/**
 * Sends what was handed over at once, a file or a folder of thousands, a few files at a time. What the source has
 * already, the same bytes under the same path, is not sent again, so that a cut upload goes on wherever it was; other bytes
 * under that path are another file, and come beside it. One file that cannot be sent keeps no other from arriving; and once
 * all of them have been tried, the source is told to process what came. Each file that was handed over has then arrived, was
 * there before, or did not arrive.
 */
import { listSourceFiles, pathParts, processSource } from '#contracts/collect.ts'
import { instantAt } from '#contracts/ids.ts'
import type { PickedFile, UploadProgress } from '../stores/collect.ts'
import type { Call } from './call.ts'
import type { RequestContext } from './define.ts'
import { failureOf } from './failure.ts'
import { hashOf } from './file-hash.ts'
import { isTransient } from './retry.ts'
import { uploadFile } from './upload.ts'

export interface UploadManyOptions {
  readonly call: Call
  readonly picked: readonly PickedFile[]
  readonly projectId: number
  readonly sourceId: number
  readonly replaces: number | null
  /** How much more was handed over that the browser could not read. */
  readonly unread: number
  /** Of an entry alone that it is about. */
  readonly entry: boolean
  /** Begins the keys of its writes. */
  readonly commandId: string
  readonly tell: (progress: UploadProgress) => void
  readonly wait: (ms: number) => Promise<void>
  readonly alone: RequestContext['alone']
  /** Hears which uploads are begun and not ended. */
  readonly open: (uploadIds: readonly string[]) => void
  /** Whether the person has asked to stop. */
  readonly stopped: () => boolean
}

/** What became of the files. */
export interface Arrived {
  readonly sent: number
  readonly known: number
  readonly failed: number
  readonly jobId: number | null
}

/** Files that are on their way side by side: more would not fill the line, and each costs memory. */
const lanes = 3
const pageLimit = 500
/** Milliseconds between two tellings of how far it is: to show it takes longer than to send a small file. */
const toldEvery = 100
/** Tries of one call before the whole upload rests and begins anew. */
const tries = 4
const firstWait = 500
const rounds = 3

/** What is wrong with the file itself: another may still arrive. */
const ofTheFile = new Set([400, 409, 413, 422])

/**
 * Tabs of one browser send to a source one after the other: what one has sent is there for the next, and not begun by both.
 * Somebody at another machine may still send, or throw away, the same upload: then what is there is looked at once more.
 */
export async function uploadMany(options: UploadManyOptions): Promise<Arrived | 'stopped'> {
  const { alone, sourceId, stopped } = options
  return await alone(`affiant.upload ${sourceId}`, async () => {
    for (let round = 1; ; round++) {
      if (stopped()) return 'stopped'
      try {
        return await uploadAll(options)
      } catch (thrown) {
        if (round >= rounds || failureOf(thrown).status !== 404) throw thrown
      }
    }
  })
}

async function uploadAll(options: UploadManyOptions): Promise<Arrived | 'stopped'> {
  const { picked, projectId, sourceId, replaces, entry, unread, commandId, stopped } = options
  const call = insisting(options)
  // A replacement comes although the like of it is there.
  const there: Contents = replaces === null ? await contentsOf(call, projectId, sourceId) : new Map()
  const course = createCourse(options)
  const queue = queuesOf(picked)
  const broken: unknown[] = []
  const replacements: { readonly sourceFileId: number }[] = []
  const halted = () => stopped() || broken.length > 0
  const begun = new Map<PickedFile, string>()
  const tellOpen = () => options.open([...begun.values()])
  const deliver = async ({ one, at }: Queued): Promise<void> => {
    if (await isThere(there, one, halted)) return course.end(one, 'known')
    const { lastModified } = one.file
    const modifiedAt = lastModified > 0 ? instantAt(lastModified) : null
    const ended = await uploadFile({
      call,
      file: one.file,
      fileName: one.path,
      projectId,
      sourceId,
      finishKey: `${commandId}-${at}`,
      ...(modifiedAt === null ? {} : { modifiedAt }),
      ...(replaces === null ? {} : { replaces, entry }),
      progress: (done) => course.part(one, done),
      begun: (uploadId) => {
        begun.set(one, uploadId)
        tellOpen()
      },
      stopped: halted,
    })
    if (ended === 'stopped') return course.end(one, 'stopped')
    course.end(one, 'sent')
    add(there, nameOf(one), ended.sha256)
    if (begun.delete(one)) tellOpen()
    if (replaces !== null) replacements.push({ sourceFileId: ended.sourceFileId })
  }
  const send = async (queued: Queued): Promise<void> => {
    course.begin(queued.one)
    await deliver(queued).catch((thrown: unknown) => {
      const reason = faultOf(thrown)
      if (reason === null) throw thrown
      course.fail(queued.one, reason)
    })
  }
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !halted(); next = queue.shift()) {
      for (const one of next) if (!halted()) await send(one)
    }
  }
  // All of them come to rest before the upload ends: one that begins anew must not meet them.
  await Promise.all(Array.from({ length: lanes }, () => lane().catch((thrown) => broken.push(thrown))))
  course.finish()
  if (broken.length > 0) throw broken[0]
  if (stopped()) return 'stopped'
  const { known, failed, files } = course.now()
  const sent = files - known
  // One that was to take an exception's place is no material that was chosen: who sends it is told why it was not taken.
  const lost = replaces === null ? failed.length : 0
  // What could not be read or sent goes on the record also where nothing else came.
  if (files + unread + lost === 0) return { sent, known, failed: failed.length, jobId: null }
  const { jobId } = await call(processSource, {
    projectId,
    params: { sourceId },
    // A file that takes the place of another is wanted now, it alone and whatever else happens by itself.
    body: {
      ifAutomatic: replaces === null,
      ...(unread > 0 ? { unread } : {}),
      ...(lost > 0 ? { failed: lost } : {}),
      ...replacements[0],
    },
    // A run that begins anew may lose fewer: what says something else is another write, and no repetition of the first.
    idempotencyKey: `${commandId}-process-${unread}-${lost}`,
  })
  return { sent, known, failed: failed.length, jobId }
}

/** A file, and where it stands among all: its keys are the same whenever it is tried again. */
interface Queued {
  readonly one: PickedFile
  readonly at: number
}

/**
 * Files of one name and size go one after the other: the server tells unfinished uploads apart by these, and whether the
 * second is the first once more is known when that is there.
 */
function queuesOf(picked: readonly PickedFile[]): Queued[][] {
  const byName = new Map<string, Queued[]>()
  for (const [at, one] of picked.entries()) {
    const key = nameOf(one)
    const same = byName.get(key)
    if (same) same.push({ one, at })
    else byName.set(key, [{ one, at }])
  }
  return [...byName.values()]
}

const keyOf = (path: readonly string[], size: number): string => `${size} ${path.join('/')}`
const nameOf = ({ path, file }: PickedFile): string => keyOf(pathParts(path), file.size)

/** What a source holds: the hashes of its files, by path and size. */
type Contents = Map<string, Set<string>>

function add(contents: Contents, name: string, sha256: string): void {
  const hashes = contents.get(name) ?? new Set()
  contents.set(name, hashes.add(sha256))
}

async function contentsOf(call: Call, projectId: number, sourceId: number): Promise<Contents> {
  const contents: Contents = new Map()
  for (let after: number | undefined, left = 1; left > 0; ) {
    const { data } = await call(listSourceFiles, {
      projectId,
      params: { sourceId },
      query: { limit: pageLimit, ...(after === undefined ? {} : { after }) },
    })
    for (const { path, size, sha256 } of data) add(contents, keyOf(path, size), sha256)
    after = data.at(-1)?.sourceFileId
    left = data.length < pageLimit ? 0 : 1
  }
  return contents
}

/** Whether the source has this very file: neither a name nor a time says so, only its bytes. */
async function isThere(there: Contents, one: PickedFile, stopped: () => boolean): Promise<boolean> {
  const hashes = there.get(nameOf(one))
  if (hashes === undefined) return false
  const sha256 = await hashOf(one.file, stopped)
  return sha256 !== null && hashes.has(sha256)
}

/** How far it is, told as it moves on, and at its end. */
function createCourse({ tell, wait }: Pick<UploadManyOptions, 'tell' | 'wait'>) {
  const parts = new Map<PickedFile, number>()
  const failed: { path: string; message: string }[] = []
  let [files, known, bytes] = [0, 0, 0]
  const now = (): UploadProgress => ({
    files,
    known,
    failed: [...failed],
    bytes: [...parts.values()].reduce((sum, part) => sum + part, bytes),
    now: [...parts.keys()].map(({ path }) => path),
  })
  /** Between two tellings it rests; what moves meanwhile is told after it. */
  let [rests, hasMoved, isOver] = [false, false, false]
  const telling = async (): Promise<void> => {
    rests = true
    while (hasMoved && !isOver) {
      hasMoved = false
      tell(now())
      // Cut where the upload is over.
      await wait(toldEvery).catch(() => undefined)
    }
    rests = false
  }
  const told = (change: () => void) => {
    change()
    hasMoved = true
    if (!rests) void telling()
  }
  told(() => undefined)
  return {
    now,
    finish: () => {
      isOver = true
      tell(now())
    },
    begin: (one: PickedFile) => told(() => parts.set(one, 0)),
    part: (one: PickedFile, done: number) => told(() => parts.set(one, done)),
    end: (one: PickedFile, how: 'sent' | 'known' | 'stopped') =>
      told(() => {
        parts.delete(one)
        if (how === 'stopped') return
        files += 1
        if (how === 'known') known += 1
        bytes += one.file.size
      }),
    fail: (one: PickedFile, message: string) =>
      told(() => {
        parts.delete(one)
        failed.push({ path: one.path, message })
      }),
  }
}

/** Why this file cannot be sent; null where it is no fault of the file. */
function faultOf(thrown: unknown): string | null {
  // The browser cannot read it any more: moved, changed or forbidden since it was chosen.
  if (thrown instanceof DOMException && thrown.name !== 'AbortError')
    return 'It could not be read: it was moved or changed since it was chosen.'
  const { kind, status, message } = failureOf(thrown)
  return kind === 'status' && ofTheFile.has(status) ? message : null
}

/** A cut line or a busy server is waited out: of thousands of files some meet one. */
function insisting({ call, wait }: Pick<UploadManyOptions, 'call' | 'wait'>): Call {
  const again = async (attempt: number, ...said: Parameters<Call>): Promise<unknown> => {
    try {
      return await call(...said)
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (attempt >= tries || !isTransient(failure)) throw thrown
      await wait(Math.max(firstWait * 2 ** (attempt - 1), failure.retryAfter ?? 0))
      return await again(attempt + 1, ...said)
    }
  }
  return ((...said: Parameters<Call>) => again(1, ...said)) as Call
}
