/**
 * Walks a source and all containers in it, and gives out its items in one order that never changes, so that a walk can
 * go on from any position. Names inside archives are shown and never used as paths. Whatever cannot be walked becomes a
 * failure with its reason.
 */

import { open, readFile, rm } from 'node:fs/promises'
import type { ExceptionCode } from '#contracts/collect.ts'
import { type ArchiveEntry, DamagedEntry, isSystemFault } from './archives/archive.ts'
import { BytesBehind } from './archives/behind.ts'
import { type Joined, joinParts } from './archives/join.ts'
import { foundBehind, unpack, unpackedName } from './archives/packed.ts'
import { type EntryReader, entryReader } from './archives/readers.ts'
import type { Split } from './archives/split.ts'
import type { Unpacking } from './archives/unpacker.ts'
import { Budget, LimitPassed } from './budget.ts'
import {
  type Content,
  contentOfBytes,
  contentOfFile,
  contentOfStream,
  newSpool,
  readAll,
  type Spool,
} from './content.ts'
import { counted } from './counted.ts'
import type { KnownFiles } from './hash-lists/known-files.ts'
import { identify, identifyWhole, type Kind, type Shape } from './identify/identify.ts'
import { unlessKnown } from './known-archives.ts'
import { inPlace, sizeOf, type Taken, take } from './large.ts'
import { unlessInItself } from './loops.ts'
import type { FileBeside } from './mail/join-beside.ts'
import { mailForm } from './mail/read-mail.ts'
import { containerEnd, isEndOf, nothingSpent, type Position, spentSince, standing } from './position.ts'
import type { SourceFile } from './protocol.ts'
import { type Closed, type Failure, failed, itemOf, known, type Step, spentWith } from './step.ts'
import { archiveSteps, type Surroundings, type Walking } from './walk-archive.ts'
import { besideSteps } from './walk-beside.ts'
import { explain } from './walk-faults.ts'
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

/**
 * Walks a file that is part of a split archive. The archive is walked where it stands, as if it had never been split; its
 * other parts are containers of nothing more.
 */
export async function* walkPart(
  { file, index, path, modifiedAt }: Omit<SourceFile, 'size'>,
  split: Split,
  options: WalkOptions,
): AsyncGenerator<Step> {
  const at: Position = [index]
  if (standing(at, options.doneUpTo) === 'done') return
  if (file !== split.lead.file)
    yield { kind: 'container', at: [...at, containerEnd], spent: [], path, ofParts: true }
  else yield* new Walker(options).split(split, at, path, { containers: [], budget: null, modifiedAt })
}

/** Walks a message of Apple Mail with the files beside it. */
export async function* walkBeside(
  { file, index, path, modifiedAt }: Omit<SourceFile, 'size'>,
  beside: readonly FileBeside[],
  options: WalkOptions,
): AsyncGenerator<Step> {
  const at: Position = [index]
  if (standing(at, options.doneUpTo) === 'done') return
  const content = await contentOfFile(file, options.onRead ?? (() => {}))
  const around = { containers: [], budget: null, modifiedAt }
  yield* besideSteps(content, beside, at, path, around, new Walker(options))
}

/**
 * Where the one file of a packed one stands in it. Walks once took both for one item and gave the place behind it to what
 * is inside: a job that was left so begins it again, and finds copies, where a low number would pass the rest by.
 */
const packedNumber = containerEnd - 1

const damagedPacking = 'The packed file is damaged'

/** What is done is passed by in silence; a sign now and then says that the walk goes on. */
const signEveryMs = 1000

class Walker implements Walking {
  readonly options: WalkOptions
  readonly spool: Spool
  #signedAt = 0
  constructor(options: WalkOptions) {
    this.options = options
    this.spool = newSpool(options.spoolFolder, options.limits.expandedBytes)
  }

  passBy(at: Position, path: readonly string[]): void {
    if (Date.now() - this.#signedAt < signEveryMs) return
    this.#signedAt = Date.now()
    this.options.onAt?.(at, path)
  }

  /** What the parts that are there make; which are missing is an exception behind what could be read all the same. */
  async *split(
    split: Split,
    at: Position,
    path: readonly string[],
    around: Omit<Surroundings, 'budget'> & { readonly budget: Budget | null },
  ): AsyncGenerator<Step> {
    const { limits, doneUpTo, onAt, onRead, poison } = this.options
    // What ended a process is passed by as the file that it is.
    if (poison?.has(JSON.stringify(at)) === true) {
      const budget = new Budget(limits, split.lead.size, around.budget)
      const content = await contentOfFile(split.lead.file, () => {})
      yield* this.open(content, at, path, { ...around, budget })
      return
    }
    onAt?.(at, path)
    let begun = standing(at, doneUpTo) === 'inside'
    const end: Position = [...at, containerEnd]
    const ownBytes = async () =>
      begun ? null : await this.#taken(await contentOfFile(split.lead.file, () => {}), at, path)
    const unread = async (code: ExceptionCode, reason: string): Promise<Step> => ({
      ...failed(end, path, code, reason, split.lead.size, await ownBytes()),
      begun,
    })
    let joined: Joined | null = null
    try {
      joined = await joinParts(split.layout, this.spool, () => this.passBy(at, path))
      if (joined === null) {
        yield await unread('missing', advised(split.missing ?? split.wanted, end))
        return
      }
      const content = await contentOfFile(joined.file, (at.length === 1 ? onRead : undefined) ?? (() => {}))
      const budget = new Budget(limits, joined.size, around.budget)
      const there = split.standsFor === null ? path : [...path.slice(0, -1), split.standsFor]
      for await (const step of this.open(content, at, there, { ...around, budget, joined })) {
        if (!isEndOf(at, step.at)) begun = true
        if (!isEndOf(at, step.at)) yield step
        else if (step.kind === 'item' || step.kind === 'large' || step.kind === 'known')
          yield { ...step, path }
        else yield await this.#endOfSplit({ ...step, path }, split, begun, unread)
      }
    } catch (error) {
      if (!(error instanceof LimitPassed)) throw error
      yield await unread(error.code, error.message)
    } finally {
      if (joined !== null && this.spool.owns(joined.file)) await rm(joined.file, { force: true })
    }
  }

  /** What is missing is told at the end, whether reading came to that or not. */
  async #endOfSplit(
    step: Closed | Failure,
    { missing, wanted }: Split,
    begun: boolean,
    unread: (code: ExceptionCode, reason: string) => Promise<Step>,
  ): Promise<Step> {
    if (step.kind === 'container')
      return missing === null
        ? { ...step, ofParts: true }
        : await unread('missing', advised(missing, step.at))
    const isCut = step.code === 'corrupt' || step.code === 'containerPartial'
    const why = missing ?? (isCut && /Missing volume/.test(step.reason) ? wanted : null)
    return why === null || !isCut ? { ...step, begun } : await unread('missing', advised(why, step.at))
  }

  /** An item or a container of items. */
  async *open(
    given: Content,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    const { limits, onAt, poison } = this.options
    const { kind, content } = await this.#known(given, path.at(-1) ?? '')
    const shape = containerShape(kind, path.at(-1) ?? '')
    const poisoned = poison?.get(JSON.stringify(at))
    if (shape === null || poisoned !== undefined) {
      onAt?.(at, path)
      if (poisoned?.keepBytes === false) {
        const { size } = await readAll(content.stream(), 0)
        yield failed(at, path, poisoned.code, poisoned.reason, size, null)
        return
      }
      const bytes = await this.#taken(content, at, path, around)
      if (poisoned !== undefined) yield failed(at, path, poisoned.code, poisoned.reason, sizeOf(bytes), bytes)
      else yield itemOf(bytes, mailForm(kind), { at, path, modifiedAt: around.modifiedAt })
      return
    }
    // What ends a process before the first item is nobody's fault but the source's.
    if (around.containers.length === 0) onAt?.(at, path)
    const instead = (reason: string) => this.#unopened(content, at, path, reason, around)
    if (around.containers.length >= limits.depth) {
      yield* instead(`Containers are opened ${limits.depth} deep.`)
      return
    }
    const { containers } = around
    const opened = (given: Content): AsyncGenerator<Step> =>
      unlessInItself(given, containers, this.spool, (own, isInItself) => {
        if (isInItself)
          return this.#unopened(own, at, path, 'It is the same as an archive that it is in.', around)
        const inside = { ...around, containers: [...containers, own] }
        const { joined: _, ...within } = inside
        if (shape === 'packed') return this.#packed(own, kind, at, path, within)
        return this.#container(own, kind, shape === 'mbox', at, path, inside)
      })
    const { known: lists, doneUpTo } = this.options
    // Mail is not tested, nor is one volume for all; and what was begun to be taken out goes on.
    const isOneOfMany = (around.joined?.volumes ?? null) !== null
    if (lists === undefined || isMailbox(kind) || isOneOfMany || standing(at, doneUpTo) !== 'open')
      yield* opened(content)
    else yield* this.#unlessKnown(content, lists, at, path, around, opened)
  }

  /** All bytes, in memory or on the disk; those of the source itself lie there already, what its parts make does not. */
  async #taken(
    content: Content,
    at: Position,
    path: readonly string[],
    { joined }: Pick<Surroundings, 'joined'> = {},
  ): Promise<Taken> {
    const { limits, spoolFolder } = this.options
    const isSource = at.length === 1 && joined === undefined
    if (isSource && (content.size ?? 0) > limits.itemBytes) return await inPlace(content.stream())
    return await take(content.stream(), limits.itemBytes, spoolFolder, () => this.passBy(at, path))
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
    const onBusy = (): void => this.passBy(at, path)
    yield* unlessKnown(content, lists, this.spool, onBusy, async function* (own, found) {
      if (found === null) yield* opened(own)
      else if (lists.action === 'exclude') yield known(at, path, found)
      else {
        const bytes = await walker.#taken(own, at, path, around)
        yield itemOf(bytes, null, { at, path, modifiedAt: around.modifiedAt })
      }
    })
  }

  /**
   * What it is. A zip in whose beginning nothing shows what it is may be a document all the same: its directory stands at
   * its end.
   */
  async #known(content: Content, name: string): Promise<{ readonly kind: Kind; readonly content: Content }> {
    const kind = identify(content.head, name)
    const most = this.options.limits.itemBytes
    if (kind.shape !== 'zip' || (content.size ?? most + 1) > most) return { kind, content }
    if (content.ownFile) {
      const file = await content.file(this.spool)
      return { kind: file === null ? kind : identifyWhole(await readFile(file), name), content }
    }
    const { bytes } = await readAll(content.stream(), most)
    if (bytes === null) throw new DamagedEntry('it has more bytes than its archive says.')
    return { kind: identifyWhole(bytes, name), content: await contentOfBytes(bytes) }
  }

  async *#unopened(
    content: Content,
    at: Position,
    path: readonly string[],
    reason: string,
    around: Surroundings,
  ): AsyncGenerator<Step> {
    this.options.onAt?.(at, path)
    const bytes = await this.#taken(content, at, path, around)
    yield failed(at, path, 'tooDeep', reason, sizeOf(bytes), bytes)
  }

  /** What unpacking all at once needs. */
  #unpacking(at: Position, path: readonly string[], joined?: Joined): Unpacking {
    const { limits, passwords, timeZone } = this.options
    const onBusy = () => this.passBy(at, path)
    const isJoined = joined !== undefined
    const volumes = joined?.volumes ?? null
    return { limits, passwords, timeZone, spool: this.spool, onBusy, volumes, isJoined }
  }

  /** A packed file out of a container is put into the spool first: where it gives nothing, it is kept as it came. */
  async *#packed(
    content: Content,
    kind: Kind,
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    if (content.ownFile) {
      yield* this.#unpacked(content, kind, at, path, around, null)
      return
    }
    const file = this.spool.next()
    try {
      const broken = await writtenUpTo(content.stream(), file, this.spool.maxBytes)
      yield* this.#unpacked(await contentOfFile(file, () => {}), kind, at, path, around, broken)
    } finally {
      await rm(file, { force: true })
    }
  }

  /**
   * A container of one file, which goes by the name of the packed one without its packing. `broken`: why not all of it is
   * there; what is there is unpacked as far as it goes.
   */
  async *#unpacked(
    content: Content,
    kind: Kind,
    at: Position,
    path: readonly string[],
    around: Surroundings,
    broken: { readonly error: unknown } | null,
  ): AsyncGenerator<Step> {
    const { doneUpTo } = this.options
    const { budget } = around
    const level = at.length - 1
    const before = budget.spentHere
    const here: Position = [...at, packedNumber]
    const name = path.at(-1) ?? ''
    const end: Position = [...at, containerEnd]
    let fault: { code: ExceptionCode; reason: string } | null = null
    let behind: BytesBehind | null = null
    let begun = standing(at, doneUpTo) === 'inside'
    try {
      if (standing(here, doneUpTo) !== 'done') {
        const packed = await unpack(content, kind, this.#unpacking(at, path))
        if (packed.inside === null) {
          const { own, fault: wrong } = packed
          this.options.onAt?.(at, path)
          if (broken !== null) throw broken.error
          if (wrong === null) yield itemOf(own, null, { at, path, modifiedAt: around.modifiedAt })
          else {
            const { code, reason } = explain(wrong, damagedPacking)
            yield failed(end, path, code, reason, sizeOf(own), own)
          }
          return
        }
        const inside = await contentOfStream(counted(packed.inside, budget.inside), null)
        // Where it stands among folders is said with the packed file already.
        const there = [...path, unpackedName(name.slice(name.lastIndexOf('/') + 1), kind, inside.head)]
        for await (const step of this.open(inside, here, there, around)) {
          begun = true
          yield spentWith(
            step,
            level,
            isEndOf(here, step.at) ? spentSince(budget.spentHere, before) : nothingSpent,
          )
        }
        behind = packed.behind()
      } else {
        budget.takeUp(doneUpTo?.spent[level] ?? nothingSpent)
        if (standing(end, doneUpTo) === 'open')
          behind = await foundBehind(content, kind, this.#unpacking(at, path))
      }
      if (broken !== null) throw broken.error
      if (behind !== null) throw behind
    } catch (error) {
      if (isSystemFault(error)) throw error
      fault = explain(broken === null ? error : broken.error, damagedPacking)
      if (error instanceof BytesBehind) fault = { ...fault, code: 'containerPartial' }
    }
    if (standing(end, doneUpTo) !== 'open') return
    if (fault === null) {
      yield { kind: 'container', at: end, spent: [], path }
      return
    }
    // Of one that gave nothing, and of what stands behind what was given, the exception is all that there is.
    const isKept = (!begun || behind !== null) && broken === null && around.joined === undefined
    const bytes = isKept ? await this.#taken(content, at, path, around) : null
    yield { ...failed(end, path, fault.code, fault.reason, content.size ?? 0, bytes), begun }
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
    let isEmpty = standing(at, this.options.doneUpTo) !== 'inside'
    let bytes: Taken | null = null
    try {
      const reader = isMbox ? null : entryReader(kind, content.head)
      if (reader?.from === 'file') {
        file = await content.file(this.spool)
        if (file === null) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
      }
      const steps =
        reader === null
          ? mailboxSteps(content, at, path, this.options, (here, there) => this.passBy(here, there))
          : archiveSteps(
              present(
                entriesBy(reader, content, file ?? '', this.#unpacking(at, path, around.joined)),
                around.joined,
              ),
              reader.from,
              at,
              path,
              around,
              this,
            )
      for await (const step of steps) {
        isEmpty = false
        yield step
      }
    } catch (error) {
      if (isSystemFault(error)) throw error
      fault = explain(error, 'The container is damaged')
      // Of one that gave nothing, and of what it gave nothing of, the exception is all that there is.
      const isBehind = error instanceof BytesBehind && around.joined === undefined
      if ((isEmpty || isBehind) && file !== null)
        bytes = await this.#taken(await contentOfFile(file, () => {}), at, path, around)
    } finally {
      if (file !== null && this.spool.owns(file)) await rm(file, { force: true })
    }
    const end: Position = [...at, containerEnd]
    if (standing(end, this.options.doneUpTo) !== 'open') return
    if (fault === null) yield { kind: 'container', at: end, spent: [], path }
    else {
      const code = fault.code === 'corrupt' && !isEmpty ? 'containerPartial' : fault.code
      yield { ...failed(end, path, code, fault.reason, content.size ?? 0, bytes), begun: !isEmpty }
    }
  }
}

/** Writes to a file what comes, to its end or to where it breaks off; answers why it does. Throws only for faults of the system. */
async function writtenUpTo(
  chunks: AsyncIterable<Buffer>,
  file: string,
  most: number,
): Promise<{ readonly error: unknown } | null> {
  const out = await open(file, 'w')
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) throw new LimitPassed('tooLarge', 'The packed file is too large to be opened.')
      await out.appendFile(chunk)
    }
    return null
  } catch (error) {
    if (isSystemFault(error)) throw error
    return { error }
  } finally {
    await out.close()
  }
}

const entriesBy = (
  reader: EntryReader,
  content: Content,
  file: string,
  unpacking: Unpacking,
): AsyncIterable<ArchiveEntry> =>
  reader.from === 'stream' ? reader.entries(content.stream()) : reader.entries(file, unpacking)

/** What is missing of a split archive, and what to do. */
const advised = (missing: string, at: Position): string =>
  at.length > 2
    ? `${missing} Nor is it in the archive around it.`
    : `${missing} Bring what is missing into the same folder of this source and retry.`

/** Entries of an archive of which parts may be missing. */
async function* present(
  entries: AsyncIterable<ArchiveEntry>,
  joined: Joined | undefined,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    const reason = joined?.absent.get(entry.number)
    yield reason === undefined ? entry : { ...entry, refused: { code: 'missing', reason } }
  }
}

/** Mailboxes are mail, whatever they are written in. */
const isMailbox = ({ shape, mimeType }: Kind): boolean => shape === 'mbox' || /vnd\.ms-outlook/.test(mimeType)

/** Null for what is no container. The last part of a split zip begins with anything: then its name is taken at its word. */
function containerShape({ shape, mimeType }: Kind, name: string): Shape | null {
  if (shape === 'message' || shape === 'emlx') return null
  if (shape !== 'file') return shape
  return mimeType === 'application/octet-stream' && /\.zip$/i.test(name) ? 'zip' : null
}
