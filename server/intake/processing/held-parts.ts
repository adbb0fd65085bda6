/**
 * Entries of an archive that by their names belong to others in it: parts of a split archive, and messages of Apple Mail with
 * the files beside them. They stream by one after the other, so they are held in the spool until all are there, and walked
 * behind the other entries.
 */
import { rm } from 'node:fs/promises'
import type { ArchiveEntry } from './archives/archive.ts'
import { rarVolume } from './archives/rar-volume.ts'
import { type Split, splitOf } from './archives/split.ts'
import { isNamedArchive, lastOfZip, partName, together } from './archives/split-names.ts'
import { Budget, LimitPassed } from './budget.ts'
import { type Content, contentOfFile } from './content.ts'
import { identify } from './identify/identify.ts'
import { attachmentPlace, type Beside, filesBeside, messagePlace } from './mail/apple-folders.ts'
import {
  containerEnd,
  isEndOf,
  type Position,
  type Spent,
  spentSince,
  spentTogether,
  standing,
} from './position.ts'
import { type Step, spentWith } from './step.ts'
import type { Surroundings, Walking } from './walk-archive.ts'
import { besideSteps } from './walk-beside.ts'

/** Where held entries stand in their archive: behind all numbers that entries have, in their order. */
const behindAll = 2 ** 52

interface Held {
  readonly number: number
  readonly folder: string
  readonly name: string
  readonly path: readonly string[]
  readonly modifiedAt: string | null
  readonly file: string
  readonly size: number
}

/** To be closed, which removes what is held. */
export class HeldParts {
  readonly #walking: Walking
  readonly #held: Held[] = []
  #bytes = 0
  /** Messages of Apple Mail of which a file beside them is held. */
  readonly #awaited = new Set<string>()
  constructor(walking: Walking) {
    this.#walking = walking
  }

  async close(): Promise<void> {
    for (const { file } of this.#held) await rm(file, { force: true })
  }

  /** Whether an entry may belong to others, as far as its name tells. */
  mayHold(entry: ArchiveEntry, at: Position): boolean {
    const { poison, limits } = this.#walking.options
    if (entry.refused !== null || entry.message !== undefined || entry.conversation !== undefined)
      return false
    if (poison?.has(JSON.stringify(at)) === true) return false
    if (this.#bytes + entry.size > limits.archiveBytes) return false
    if (messagePlace([entry.name]) !== null || attachmentPlace([entry.name]) !== null) return true
    const part = partName(placeOf(entry).name)
    return part !== null && isNamedArchive(part.whole)
  }

  /** A message that has all that was in it waits for no file, unless one of its number came before it. */
  #isOfMessage({ name }: ArchiveEntry, head: Buffer): boolean {
    const message = messagePlace([name])
    if (message === null) return attachmentPlace([name]) !== null
    return (
      message.isPartial ||
      this.#awaited.has(message.key) ||
      /^x-apple-content-length:/im.test(head.toString('latin1'))
    )
  }

  /** Holds an entry that belongs to others; false, with nothing read of it, for all others. */
  async take(entry: ArchiveEntry, content: Content, at: Position, path: readonly string[]): Promise<boolean> {
    if (!this.mayHold(entry, at)) return false
    if (!this.#isOfMessage(entry, content.head) && !this.#isPart(entry, content.head)) return false
    const { spool } = this.#walking
    const file = await content.file(spool)
    if (file === null) throw new LimitPassed('tooLarge', 'It is too large to be opened.')
    const { size } = await contentOfFile(file, () => {})
    const { number, modifiedAt } = entry
    this.#held.push({ ...placeOf(entry), number, path, modifiedAt, file, size: size ?? 0 })
    this.#bytes += size ?? 0
    const beside = attachmentPlace([entry.name])
    if (beside !== null) this.#awaited.add(beside.key)
    return true
  }

  /** What is named like a whole zip or rar is mostly one: it is a part where its bytes say so, or others came before it. */
  #isPart(entry: ArchiveEntry, head: Buffer): boolean {
    const { folder, name } = placeOf(entry)
    const part = partName(name)
    if (part?.kind === 'oldRar' && part.number === 1) return rarVolume(head) !== null
    if (part?.kind !== 'zip' || part.number !== lastOfZip) return true
    const isBeside = this.#held.some(
      (one) => one.folder === folder && partName(one.name)?.whole.toLowerCase() === part.whole.toLowerCase(),
    )
    return isBeside || identify(head, name).shape !== 'zip'
  }

  /**
   * What is held, in its order: archives where they stand, their other parts as containers, messages with the files beside
   * them, and all else as it is.
   */
  async *steps(at: Position, around: Surroundings, before: Spent): AsyncGenerator<Step> {
    const { options } = this.#walking
    const level = at.length - 1
    let spent = before
    const splits = await this.#splits()
    const messages = filesBeside(this.#held)
    const beside = new Set([...messages.values()].flatMap((files) => files.map(({ file }) => file)))
    for (const one of this.#held) {
      // It comes with its message, or before it.
      if (beside.has(one)) continue
      const here: Position = [...at, behindAll + one.number]
      if (standing(here, options.doneUpTo) === 'done') continue
      const files = messages.get(one)
      const split = splits.get(one)
      if (split !== undefined && split.lead.file !== one.file) {
        const end = [...here, containerEnd]
        yield spentWith(
          { kind: 'container', at: end, spent: [], path: one.path, ofParts: true },
          level,
          spent,
        )
        continue
      }
      const budget = new Budget(options.limits, one.size, around.budget)
      const inside = { ...around, budget, modifiedAt: one.modifiedAt }
      const content = await contentOfFile(one.file, () => {})
      const steps =
        files !== undefined
          ? this.#withBeside(content, files, here, one.path, { ...inside, budget: around.budget })
          : split === undefined
            ? this.#walking.open(content, here, one.path, inside)
            : this.#walking.split(split, here, one.path, { ...inside, budget: around.budget })
      const spentBefore = around.budget.spentHere
      for await (const step of steps)
        yield spentWith(
          step,
          level,
          isEndOf(here, step.at)
            ? spentTogether(spent, spentSince(around.budget.spentHere, spentBefore))
            : spent,
        )
      spent = spentTogether(spent, spentSince(around.budget.spentHere, spentBefore))
    }
  }

  #withBeside(
    content: Content,
    beside: readonly Beside<Held>[],
    at: Position,
    path: readonly string[],
    around: Surroundings,
  ): AsyncGenerator<Step> {
    const files = beside.map(({ file, part, name }) => ({ ...file, part, name }))
    return besideSteps(content, files, at, path, around, this.#walking)
  }

  async #splits(): Promise<ReadonlyMap<Held, Split>> {
    const found = new Map<Held, Split>()
    for (const { kind, whole, parts, others } of together(this.#held)) {
      const set = {
        kind,
        whole,
        parts: parts.map(({ number, file: { name, file, size } }) => ({ number, name, file, size })),
      }
      const split = await splitOf(set, this.#walking.options.limits.archiveBytes)
      if (split === null) continue
      for (const { number, file } of parts) if (split.numbers.has(number)) found.set(file, split)
      // A name twice in one archive is told apart by its bytes alone: the second stands for itself.
      for (const { file } of others) found.delete(file)
    }
    return found
  }
}

/** The folder and the name of an entry. */
function placeOf({ name }: ArchiveEntry): { readonly folder: string; readonly name: string } {
  const at = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'))
  return { folder: name.slice(0, at + 1), name: name.slice(at + 1) }
}
