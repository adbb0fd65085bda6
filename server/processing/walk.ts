/**
 * Walks a source and all containers in it, and gives out its items in one order that never changes, so that a walk can
 * go on from any position. Names inside archives are shown and never used as paths. Whatever cannot be walked becomes a
 * failure with its reason.
 */
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ArchiveEntry, EntryFault, isSystemFault } from './archives/archive.ts'
import { tarEntries } from './archives/tar.ts'
import { zipEntries } from './archives/zip.ts'
import { Budget, LimitPassed } from './budget.ts'
import { type Content, contentOfFile, contentOfStream, newSpool, readAll, type Spool } from './content.ts'
import { identify } from './identify/identify.ts'
import type { Limits } from './limits.ts'
import { readDate } from './mail/dates.ts'
import { splitMbox } from './mail/mbox.ts'
import { mailForm } from './mail/read-mail.ts'
import type { ExceptionCode } from './member.ts'
import { givenName } from './names.ts'
import { containerEnd, type Position, standing } from './position.ts'
import type { Failure, Step } from './step.ts'
import { storableUpTo } from './text.ts'

/** Why an item is not opened any more. */
export interface Poison {
  readonly code: ExceptionCode
  readonly reason: string
  /** Whether its bytes are kept; not where a process was lost over that too. */
  readonly keepBytes: boolean
}

export interface WalkOptions {
  /** Everything up to here is done. */
  readonly doneUpTo: Position | null
  readonly limits: Limits
  /** Folder for containers inside containers; emptied of what was put there. */
  readonly spoolFolder: string
  /** Items that are not to be opened, by their position as JSON, with the reason. */
  readonly poison?: ReadonlyMap<string, Poison>
  /** Called before an item is worked on, so that it is known where a walk died. */
  readonly onAt?: (at: Position, path: readonly string[]) => void
  /** Bytes of the source that are read. */
  readonly onRead?: (bytes: number) => void
}

/** Walks the file `path`, which people know as `name`. */
export async function* walk(path: string, name: string, options: WalkOptions): AsyncGenerator<Step> {
  if (standing([0], options.doneUpTo) === 'done') return
  const walker = new Walker(options)
  const content = await contentOfFile(path, options.onRead ?? (() => {}))
  const packed = content.size ?? 0
  yield* walker.open(content, [0], [name], 0, new Budget(options.limits, packed, null), null)
}

interface Surroundings {
  readonly modifiedAt: string | null
}

/** What is done is passed by in silence; a sign now and then says that the walk goes on. */
const signEveryMs = 1000

class Walker {
  readonly #o: WalkOptions
  readonly #spool: Spool
  #signedAt = 0
  constructor(options: WalkOptions) {
    this.#o = options
    this.#spool = newSpool(options.spoolFolder, options.limits.expandedBytes)
  }

  #passBy(at: Position, path: readonly string[]): void {
    if (Date.now() - this.#signedAt < signEveryMs) return
    this.#signedAt = Date.now()
    this.#o.onAt?.(at, path)
  }

  /** An item or a container of items. */
  async *open(
    content: Content,
    at: Position,
    path: readonly string[],
    depth: number,
    budget: Budget,
    around: Surroundings | null,
  ): AsyncGenerator<Step> {
    const { limits, onAt, poison } = this.#o
    const kind = identify(content.head, path.at(-1) ?? '')
    const { shape } = kind
    const known = poison?.get(JSON.stringify(at))
    const isContainer = shape === 'mbox' || shape === 'zip' || shape === 'tar' || shape === 'gzip'
    if (!isContainer || known !== undefined) {
      onAt?.(at, path)
      const most = known?.keepBytes === false ? 0 : limits.itemBytes
      const { bytes, size } = await readAll(content.stream(), most)
      if (known !== undefined) yield failed(at, path, known.code, known.reason, size, bytes)
      else if (bytes === null)
        yield failed(
          at,
          path,
          'tooLarge',
          `It has ${size} bytes; at most ${limits.itemBytes} are read.`,
          size,
          null,
        )
      else
        yield {
          kind: 'item',
          at,
          path,
          form: mailForm(kind),
          calledMessage: /\.(eml|emlx|msg)$/i.test(path.at(-1) ?? ''),
          bytes,
          receivedAt: null,
          modifiedAt: around?.modifiedAt ?? null,
        }
      return
    }
    // Without a position: what ends a process before the first item is nobody's fault but the source's.
    if (depth === 0) onAt?.([], path)
    if (depth >= limits.depth) {
      onAt?.(at, path)
      const { bytes, size } = await readAll(content.stream(), limits.itemBytes)
      yield failed(at, path, 'tooDeep', `Containers are opened ${limits.depth} deep.`, size, bytes)
      return
    }
    if (shape === 'gzip') {
      yield* this.#gzip(content, at, path, depth, budget, around)
      return
    }
    yield* this.#container(content, shape, at, path, depth, budget)
  }

  /** Not an item of its own: one file, packed. */
  async *#gzip(
    content: Content,
    at: Position,
    path: readonly string[],
    depth: number,
    budget: Budget,
    around: Surroundings | null,
  ): AsyncGenerator<Step> {
    const name = path.at(-1) ?? ''
    const inner = [...path.slice(0, -1), unpackedName(name)]
    const unpacked = createGunzip()
    const packed = Readable.from(content.stream())
    packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
    const unpack = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of unpacked) {
        const bytes: Buffer = chunk
        budget.spend(bytes.length)
        yield bytes
      }
    }
    try {
      const plain = await contentOfStream(unpack(), null)
      yield* this.open(plain, at, inner, depth + 1, budget, around)
    } catch (error) {
      if (isSystemFault(error)) throw error
      const { code, reason } = explain(error, 'The packed file is damaged')
      yield failed(at, path, code, reason, content.size ?? 0, null)
    } finally {
      unpacked.destroy()
      // Left in its middle it would keep its file open.
      packed.destroy()
    }
  }

  async *#container(
    content: Content,
    shape: 'mbox' | 'zip' | 'tar',
    at: Position,
    path: readonly string[],
    depth: number,
    budget: Budget,
  ): AsyncGenerator<Step> {
    const { doneUpTo } = this.#o
    let fault: { code: ExceptionCode; reason: string } | null = null
    const size = content.size ?? 0
    const spooled: string[] = []
    try {
      if (shape === 'mbox') yield* this.#mbox(content, at, path)
      else {
        let file: string | null = null
        if (shape === 'zip') {
          file = await content.file(this.#spool)
          if (file === null) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
          if (file.startsWith(this.#spool.folder)) spooled.push(file)
        }
        const source = file === null ? tarEntries(content.stream()) : zipEntries(file)
        yield* this.#archive(source, at, path, depth, budget)
      }
    } catch (error) {
      if (isSystemFault(error)) throw error
      fault = explain(error, 'The container is damaged')
    } finally {
      for (const file of spooled) await rm(file, { force: true })
    }
    const end: Position = [...at, containerEnd]
    if (standing(end, doneUpTo) !== 'open') return
    if (fault === null) yield { kind: 'container', at: end, path }
    else {
      const code = fault.code === 'corrupt' ? 'containerPartial' : fault.code
      yield failed(end, path, code, fault.reason, size, null)
    }
  }

  async *#mbox(content: Content, at: Position, path: readonly string[]): AsyncGenerator<Step> {
    const { doneUpTo, limits, onAt, onRead, poison } = this.#o
    // Only a file of its own can be entered in its middle.
    const inside = content.ownFile && standing(at, doneUpTo) === 'inside'
    const offset = inside ? (doneUpTo?.[at.length] ?? 0) : 0
    onRead?.(offset)
    const placeOf = (start: number): { here: Position; there: string[] } => ({
      here: [...at, start],
      there: [...path, `message@${start}`],
    })
    const onBegin = (start: number): boolean => {
      const { here, there } = placeOf(start)
      if (standing(here, doneUpTo) !== 'open') {
        this.#passBy(here, there)
        return false
      }
      onAt?.(here, there)
      return poison?.get(JSON.stringify(here))?.keepBytes !== false
    }
    const messages = splitMbox(content.stream(offset), { offset, maxBytes: limits.itemBytes, onBegin })
    for await (const m of messages) {
      const { here, there } = placeOf(m.start)
      if (standing(here, doneUpTo) !== 'open') continue
      const known = poison?.get(JSON.stringify(here))
      const size = m.end - m.start
      if (known !== undefined) yield failed(here, there, known.code, known.reason, size, m.bytes)
      else if (m.bytes === null)
        yield failed(
          here,
          there,
          'tooLarge',
          `It has ${size} bytes; at most ${limits.itemBytes} are read.`,
          size,
          null,
        )
      else {
        const receivedAt = readDate(m.envelope.slice(m.envelope.search(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/)))
        yield {
          kind: 'item',
          at: here,
          path: there,
          form: 'message',
          calledMessage: true,
          bytes: m.bytes,
          receivedAt,
          modifiedAt: null,
        }
      }
    }
  }

  async *#archive(
    entries: AsyncIterable<ArchiveEntry>,
    at: Position,
    path: readonly string[],
    depth: number,
    budget: Budget,
  ): AsyncGenerator<Step> {
    const { doneUpTo, limits, onAt, onRead } = this.#o
    let count = 0
    let packed = 0
    const seen = new Set<string>()
    for await (const entry of entries) {
      if (depth === 0) onRead?.(packed)
      packed = entry.packedSize ?? 0
      if (++count > limits.entries)
        throw new LimitPassed(
          'tooMany',
          `It has more than ${limits.entries} entries; the others were not opened.`,
        )
      const here: Position = [...at, entry.number]
      const there = [...path, uniqueName(entry, seen)]
      if (standing(here, doneUpTo) === 'done') {
        this.#passBy(here, there)
        continue
      }
      if (entry.refused !== null) {
        onAt?.(here, there)
        yield failed(here, there, entry.refused.code, entry.refused.reason, entry.size, null)
        continue
      }
      // Before a byte of it is unpacked: that alone may end the process.
      onAt?.(here, there)
      const own = entry.packedSize === null ? budget : new Budget(limits, entry.packedSize, budget)
      const counted = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of await entry.open()) {
          own.spend(chunk.length)
          yield chunk
        }
      }
      try {
        const content = await contentOfStream(counted(), entry.size)
        yield* this.open(content, here, there, depth + 1, own, { modifiedAt: entry.modifiedAt })
      } catch (error) {
        if (!(error instanceof EntryFault || error instanceof LimitPassed || isUnpackFault(error)))
          throw error
        const { code, reason } = explain(error, 'The entry is damaged')
        yield failed(here, there, code, reason, entry.size, null)
      }
    }
  }
}

function failed(
  at: Position,
  path: readonly string[],
  code: ExceptionCode,
  reason: string,
  size: number,
  bytes: Buffer | null,
): Failure {
  return { kind: 'failed', at, path, code, reason, stage: 'expand', size, bytes }
}

/**
 * An archive may hold one name twice, and what is packed once more goes by its name without the packing; a path names one
 * item.
 */
function uniqueName(entry: ArchiveEntry, seen: Set<string>): string {
  let name = givenName(entry.name)
  while (seen.has(bareName(name))) name += ` #${entry.number}`
  seen.add(bareName(name))
  return name
}

/** Without any packing. */
function bareName(name: string): string {
  const bare = unpackedName(name)
  return bare === name ? name : bareName(bare)
}

const unpackedName = (name: string): string => name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar')

const isUnpackFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

function explain(error: unknown, what: string): { code: ExceptionCode; reason: string } {
  if (error instanceof LimitPassed) return { code: error.code, reason: error.message }
  const message = storableUpTo(error instanceof Error ? error.message : String(error), 1000)
  return { code: 'corrupt', reason: `${what}: ${message}` }
}
