/**
 * Walks a source and all containers in it, and gives out its items in one order that never changes, so that a walk can
 * go on from any position. Names inside archives are shown and never used as paths. Whatever cannot be walked becomes a
 * failure with its reason.
 */
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { type ArchiveEntry, EntryFault, isSystemFault, isUnpackFault, Locked } from './archives/archive.ts'
import { unpack, unpackedName } from './archives/packed.ts'
import { type EntryReader, entryReader } from './archives/readers.ts'
import { uniqueName } from './archives/unique-name.ts'
import type { Unpacking } from './archives/unpacker.ts'
import { Budget, LimitPassed } from './budget.ts'
import { conversationBytes } from './chat/conversation.ts'
import {
  type Content,
  contentOfBytes,
  contentOfFile,
  contentOfStream,
  newSpool,
  readAll,
  type Spool,
} from './content.ts'
import type { KnownFiles } from './hash-lists/known-files.ts'
import { identify, identifyWhole, type Kind, type Shape } from './identify/identify.ts'
import { unlessKnown } from './known-archives.ts'
import { unlessInItself } from './loops.ts'
import { type MailForm, mailForm } from './mail/read-mail.ts'
import { writeEml } from './mail/write-eml.ts'
import type { ExceptionCode } from './member.ts'
import { containerEnd, type Position, standing } from './position.ts'
import type { SourceFile } from './protocol.ts'
import { failed, type Item, known, type Step, tooLarge } from './step.ts'
import { storableUpTo } from './text.ts'
import { mailboxSteps } from './walk-mailbox.ts'
import type { WalkOptions } from './walk-options.ts'

/** Walks a file. */
export async function* walk(
  { file, index, path, modifiedAt }: Omit<SourceFile, 'size'>,
  options: WalkOptions,
): AsyncGenerator<Step> {
  if (standing([index], options.doneUpTo) === 'done') return
  const walker = new Walker(options)
  const content = await contentOfFile(file, options.onRead ?? (() => {}))
  const budget = new Budget(options.limits, content.size ?? 0, null)
  yield* walker.open(content, [index], path, { containers: [], budget, modifiedAt })
}

/** What an item is in. */
interface Surroundings {
  /** The containers around it, packed files among them. */
  readonly containers: readonly Content[]
  readonly budget: Budget
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
    given: Content,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    const { limits, onAt, poison } = this.#o
    const { kind, content } = await this.#known(given, path.at(-1) ?? '')
    const shape = containerShape(kind, path.at(-1) ?? '')
    const poisoned = poison?.get(JSON.stringify(at))
    if (shape === null || poisoned !== undefined) {
      onAt?.(at, path)
      const most = poisoned?.keepBytes === false ? 0 : limits.itemBytes
      const { bytes, size } = await readAll(content.stream(), most)
      if (poisoned !== undefined) yield failed(at, path, poisoned.code, poisoned.reason, size, bytes)
      else yield this.#item(bytes, size, mailForm(kind), at, path, around)
      return
    }
    // What ends a process before the first item is nobody's fault but the source's.
    if (around.containers.length === 0) onAt?.(at, path)
    const instead = (reason: string) => this.#unopened(content, at, path, reason)
    if (around.containers.length >= limits.depth) {
      yield* instead(`Containers are opened ${limits.depth} deep.`)
      return
    }
    const { containers } = around
    const opened = (given: Content): AsyncGenerator<Step> =>
      unlessInItself(given, containers, this.#spool, (own, isInItself) => {
        if (isInItself) return this.#unopened(own, at, path, 'It is the same as an archive that it is in.')
        const inside = { ...around, containers: [...containers, own] }
        if (shape === 'packed') return this.#packed(own, kind, at, path, inside)
        return this.#container(own, kind, shape === 'mbox', at, path, inside)
      })
    const { known: lists, doneUpTo } = this.#o
    // Mail is not tested; and what was begun to be taken out goes on.
    if (lists === undefined || isMailbox(kind) || standing(at, doneUpTo) !== 'open') yield* opened(content)
    else yield* this.#unlessKnown(content, lists, at, path, around, opened)
  }

  async *#unlessKnown(
    content: Content,
    lists: KnownFiles,
    at: Position,
    path: readonly string[],
    around: Surroundings,
    opened: (content: Content) => AsyncGenerator<Step>,
  ): AsyncGenerator<Step> {
    const walker = this
    const onBusy = (): void => this.#passBy(at, path)
    yield* unlessKnown(content, lists, this.#spool, onBusy, async function* (own, found) {
      if (found === null) yield* opened(own)
      else if (lists.action === 'exclude') yield known(at, path, found)
      else {
        const { bytes, size } = await readAll(own.stream(), walker.#o.limits.itemBytes)
        yield walker.#item(bytes, size, null, at, path, around)
      }
    })
  }

  /**
   * What it is. A zip in whose beginning nothing shows what it is may be a document all the same: its directory stands at
   * its end.
   */
  async #known(content: Content, name: string): Promise<{ readonly kind: Kind; readonly content: Content }> {
    const kind = identify(content.head, name)
    const most = this.#o.limits.itemBytes
    if (kind.shape !== 'zip' || (content.size ?? most + 1) > most) return { kind, content }
    if (content.ownFile) {
      const file = await content.file(this.#spool)
      return { kind: file === null ? kind : identifyWhole(await readFile(file), name), content }
    }
    const { bytes } = await readAll(content.stream(), most)
    if (bytes === null) throw new EntryFault('it has more bytes than its archive says.')
    return { kind: identifyWhole(bytes, name), content: await contentOfBytes(bytes) }
  }

  #item(
    bytes: Buffer | null,
    size: number,
    form: MailForm | null,
    at: Position,
    path: readonly string[],
    { modifiedAt }: Pick<Surroundings, 'modifiedAt'>,
  ): Step {
    if (bytes === null) return tooLarge(at, path, size, this.#o.limits)
    const calledMessage = /\.(eml|emlx|msg)$/i.test(path.at(-1) ?? '')
    return { kind: 'item', at, path, form, calledMessage, bytes, receivedAt: null, modifiedAt }
  }

  /** What has no file of its own; null for what has one. */
  async #written(
    entry: ArchiveEntry,
    at: Position,
    path: readonly string[],
    budget: Budget,
  ): Promise<Step | null> {
    if (entry.message === undefined && entry.conversation === undefined) return null
    const poisoned = this.#o.poison?.get(JSON.stringify(at))
    if (poisoned !== undefined) return failed(at, path, poisoned.code, poisoned.reason, entry.size, null)
    const message = await entry.message?.()
    const conversation = await entry.conversation?.()
    if (message !== undefined)
      return this.#writtenAs(writeEml(message), 'message', at, path, budget, { message, calledMessage: true })
    if (conversation === undefined) return null
    return this.#writtenAs(conversationBytes(conversation), null, at, path, budget, { conversation })
  }

  #writtenAs(
    bytes: Buffer,
    form: MailForm | null,
    at: Position,
    path: readonly string[],
    budget: Budget,
    read: Partial<Item>,
  ): Step {
    budget.spend(bytes.length)
    const kept = bytes.length > this.#o.limits.itemBytes ? null : bytes
    const step = this.#item(kept, bytes.length, form, at, path, { modifiedAt: null })
    return step.kind === 'item' ? { ...step, ...read } : step
  }

  async *#unopened(
    content: Content,
    at: Position,
    path: readonly string[],
    reason: string,
  ): AsyncGenerator<Step> {
    this.#o.onAt?.(at, path)
    const { bytes, size } = await readAll(content.stream(), this.#o.limits.itemBytes)
    yield failed(at, path, 'tooDeep', reason, size, bytes)
  }

  /** What unpacking all at once needs. */
  #unpacking(at: Position, path: readonly string[]): Unpacking {
    const { limits, passwords, timeZone } = this.#o
    const onBusy = () => this.#passBy(at, path)
    return { limits, passwords, timeZone, spool: this.#spool, onBusy }
  }

  /** Not an item of its own: one file, packed. */
  async *#packed(
    content: Content,
    kind: Kind,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    const { budget } = around
    const inner = [...path.slice(0, -1), unpackedName(path.at(-1) ?? '')]
    try {
      const packed = await unpack(content, kind.mimeType, this.#unpacking(at, path))
      if (packed.inside === null) {
        this.#o.onAt?.(at, path)
        yield this.#item(packed.bytes, packed.size, null, at, path, around)
        return
      }
      const { inside } = packed
      const counted = async function* (): AsyncGenerator<Buffer> {
        for await (const bytes of inside) {
          budget.spend(bytes.length)
          yield bytes
        }
      }
      yield* this.open(await contentOfStream(counted(), null), at, inner, around)
    } catch (error) {
      if (isSystemFault(error)) throw error
      const { code, reason } = explain(error, 'The packed file is damaged')
      yield failed(at, path, code, reason, content.size ?? 0, null)
    }
  }

  async *#container(
    content: Content,
    kind: Kind,
    isMbox: boolean,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    let fault: { code: ExceptionCode; reason: string } | null = null
    let file: string | null = null
    let isEmpty = standing(at, this.#o.doneUpTo) !== 'inside'
    let bytes: Buffer | null = null
    try {
      const reader = isMbox ? null : entryReader(kind, content.head)
      if (reader?.from === 'file') {
        file = await content.file(this.#spool)
        if (file === null) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
      }
      const steps =
        reader === null
          ? mailboxSteps(content, at, path, this.#o, (here, there) => this.#passBy(here, there))
          : this.#archive(entriesBy(reader, content, file ?? '', this.#unpacking(at, path)), at, path, around)
      for await (const step of steps) {
        isEmpty = false
        yield step
      }
    } catch (error) {
      if (isSystemFault(error)) throw error
      fault = explain(error, 'The container is damaged')
      // Of one that gave nothing, the exception is all that there is.
      if (isEmpty && file !== null)
        ({ bytes } = await readAll(createReadStream(file), this.#o.limits.itemBytes))
    } finally {
      if (file !== null && this.#spool.owns(file)) await rm(file, { force: true })
    }
    const end: Position = [...at, containerEnd]
    if (standing(end, this.#o.doneUpTo) !== 'open') return
    if (fault === null) yield { kind: 'container', at: end, path }
    else {
      const code = fault.code === 'corrupt' ? 'containerPartial' : fault.code
      yield failed(end, path, code, fault.reason, content.size ?? 0, bytes)
    }
  }

  async *#archive(
    entries: AsyncIterable<ArchiveEntry>,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    const { doneUpTo, limits, onAt, onRead } = this.#o
    const { budget, containers } = around
    let count = 0
    let packed = 0
    const seen = new Set<string>()
    for await (const entry of entries) {
      if (containers.length === 1) onRead?.(packed)
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
        const written = await this.#written(entry, here, there, own)
        if (written !== null) {
          yield written
          continue
        }
        const content = await contentOfStream(counted(), entry.size)
        yield* this.open(content, here, there, { containers, budget: own, modifiedAt: entry.modifiedAt })
      } catch (error) {
        if (!(error instanceof EntryFault || error instanceof LimitPassed || isUnpackFault(error)))
          throw error
        const { code, reason } = explain(error, 'The entry is damaged')
        yield failed(here, there, code, reason, entry.size, null)
      }
    }
  }
}

const entriesBy = (
  reader: EntryReader,
  content: Content,
  file: string,
  unpacking: Unpacking,
): AsyncIterable<ArchiveEntry> =>
  reader.from === 'stream' ? reader.entries(content.stream()) : reader.entries(file, unpacking)

/** Mailboxes are mail, whatever they are written in. */
const isMailbox = ({ shape, mimeType }: Kind): boolean => shape === 'mbox' || /vnd\.ms-outlook/.test(mimeType)

/** Null for what is no container. The last part of a split zip begins with anything: then its name is taken at its word. */
function containerShape({ shape, mimeType }: Kind, name: string): Shape | null {
  if (shape === 'message' || shape === 'emlx') return null
  if (shape !== 'file') return shape
  return mimeType === 'application/octet-stream' && /\.zip$/i.test(name) ? 'zip' : null
}

function explain(error: unknown, what: string): { code: ExceptionCode; reason: string } {
  if (error instanceof LimitPassed) return { code: error.code, reason: error.message }
  if (error instanceof Locked) return { code: 'encrypted', reason: error.message }
  const message = storableUpTo(error instanceof Error ? error.message : String(error), 1000)
  return { code: 'corrupt', reason: `${what}: ${message}` }
}
