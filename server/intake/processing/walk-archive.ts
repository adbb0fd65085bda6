/** The entries of an archive, each in its place; what an entry is, is the walker's to find out. */
import { type ArchiveEntry, DamagedEntry, isSystemFault, isUnpackFault } from './archives/archive.ts'
import type { Joined } from './archives/join.ts'
import type { EntryReader } from './archives/readers.ts'
import type { Split } from './archives/split.ts'
import { uniqueName } from './archives/unique-name.ts'
import { Budget, LimitPassed } from './budget.ts'
import { conversationBytes } from './chat/conversation.ts'
import { type Content, contentOfStream, type Spool } from './content.ts'
import { counted } from './counted.ts'
import { HeldParts } from './held-parts.ts'
import { type Large, LargeWriter } from './large.ts'
import type { Limits } from './limits.ts'
import type { MailForm } from './mail/read-mail.ts'
import { writeEml } from './mail/write-eml.ts'
import { isEndOf, nothingSpent, type Position, type Spent, spentTogether, standing } from './position.ts'
import { failed, type Item, itemOf, type Step, spentWith } from './step.ts'
import { explain } from './walk-faults.ts'
import type { WalkOptions } from './walk-options.ts'

/** What an item is in. */
export interface Surroundings {
  /** The containers around it, packed files among them. */
  readonly containers: readonly Content[]
  readonly budget: Budget
  readonly modifiedAt: string | null
  /** Where it was put together of parts itself. */
  readonly joined?: Joined
}

/** Who walks: opens what an entry holds, and hears of what is done. */
export interface Walking {
  readonly options: WalkOptions
  passBy(at: Position, path: readonly string[]): void
  readonly spool: Spool
  open(content: Content, at: Position, path: readonly string[], around: Surroundings): AsyncGenerator<Step>
  split(split: Split, at: Position, path: readonly string[], around: Surroundings): AsyncGenerator<Step>
}

/**
 * Each entry that is not done; parts of a split archive among them are walked behind all others. Behind a limit that is passed
 * none is opened any more: each is named where the archive is read from a `file`, and an archive that is read while it streams
 * by ends there.
 */
export async function* archiveSteps(
  entries: AsyncIterable<ArchiveEntry>,
  from: EntryReader['from'],
  at: Position,
  path: readonly string[],
  around: Surroundings,
  walking: Walking,
): AsyncGenerator<Step> {
  const held = new HeldParts(walking)
  try {
    const { spent, fault } = yield* entrySteps(entries, from, at, path, around, walking, held)
    const { budget, containers } = around
    yield* held.steps(at, { budget, containers, modifiedAt: null }, spent)
    // What is wrong with the archive is told when all that was taken out of it has been walked.
    if (fault !== null) throw fault.error
  } finally {
    await held.close()
  }
}

/** All but what is held. Returns what they have expanded to, and what ended the archive before its end. */
async function* entrySteps(
  entries: AsyncIterable<ArchiveEntry>,
  from: EntryReader['from'],
  at: Position,
  path: readonly string[],
  { budget, containers }: Surroundings,
  walking: Walking,
  held: HeldParts,
): AsyncGenerator<Step, { readonly spent: Spent; readonly fault: { readonly error: unknown } | null }> {
  const { doneUpTo, limits, onAt, onRead } = walking.options
  const level = at.length - 1
  /** What entries that are done have expanded to: those of an earlier walk are not opened to be counted. */
  let spent = standing(at, doneUpTo) === 'inside' ? (doneUpTo?.spent[level] ?? nothingSpent) : nothingSpent
  budget.takeUp(spent)
  // What streams by is counted as it is read: a walk that goes on could not tell how many more were named.
  const endPastLimit = (): void => {
    if (from === 'stream' && budget.fault !== null) throw budget.fault
  }
  let count = 0
  let packed = 0
  const seen = new Set<string>()
  try {
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
        // Its bytes were counted by the walk before.
        if (held.mayHold(entry, here)) await heldAgain(held, entry, here, there, limits)
        walking.passBy(here, there)
        endPastLimit()
        continue
      }
      if (entry.refused !== null) {
        onAt?.(here, there)
        const { code, reason } = entry.refused
        yield spentWith(failed(here, there, code, reason, entry.size, null), level, spent)
        continue
      }
      // Before a byte of it is unpacked: that alone may end the process.
      onAt?.(here, there)
      if (budget.fault !== null) {
        const reason = 'It was not opened: what it is in has passed a limit.'
        yield spentWith(failed(here, there, budget.fault.code, reason, entry.size, null), level, spent)
        continue
      }
      const own = new Budget(limits, entry.packedSize, budget)
      try {
        const step = await written(entry, here, there, own, walking.options)
        if (step !== null) yield spentWith(step, level, spentTogether(spent, own.spent))
        else {
          const content = await contentOfStream(counted(await entry.open(), own), entry.size)
          if (!(await held.take(entry, content, here, there))) {
            const around = { containers, budget: own, modifiedAt: entry.modifiedAt }
            for await (const step of walking.open(content, here, there, around))
              yield spentWith(step, level, isEndOf(here, step.at) ? spentTogether(spent, own.spent) : spent)
          }
        }
      } catch (error) {
        if (!(error instanceof DamagedEntry || error instanceof LimitPassed || isUnpackFault(error)))
          throw error
        const { code, reason } = explain(error, 'The entry is damaged')
        const step = failed(here, there, code, reason, entry.size, null)
        yield spentWith(step, level, spentTogether(spent, own.spent))
      }
      spent = spentTogether(spent, own.spent)
      endPastLimit()
    }
  } catch (error) {
    if (isSystemFault(error)) throw error
    return { spent, fault: { error } }
  }
  return { spent, fault: null }
}

/** Holds once more what a walk held that goes on; what failed then was told then. */
async function heldAgain(
  held: HeldParts,
  entry: ArchiveEntry,
  at: Position,
  path: readonly string[],
  limits: Limits,
): Promise<void> {
  try {
    const own = new Budget(limits, entry.packedSize, null)
    const content = await contentOfStream(counted(await entry.open(), own), entry.size)
    if (await held.take(entry, content, at, path)) return
    for await (const _ of content.stream()) break
  } catch (error) {
    if (!(error instanceof DamagedEntry || error instanceof LimitPassed || isUnpackFault(error))) throw error
  }
}

/** What has no file of its own; null for what has one. */
async function written(
  entry: ArchiveEntry,
  at: Position,
  path: readonly string[],
  budget: Budget,
  { poison, limits, spoolFolder }: WalkOptions,
): Promise<Step | null> {
  if (entry.message === undefined && entry.conversation === undefined) return null
  const poisoned = poison?.get(JSON.stringify(at))
  if (poisoned !== undefined) {
    const lost = entry.shared === undefined ? '' : ' What was shared in it was not taken out.'
    return failed(at, path, poisoned.code, `${poisoned.reason}${lost}`, entry.size, null)
  }
  const message = await entry.message?.()
  const conversation = await entry.conversation?.()
  const writtenAs = (
    bytes: Buffer,
    form: MailForm | null,
    read: Pick<Item, 'message' | 'conversation' | 'shared'>,
  ): Step => {
    budget.spend(bytes.length)
    const taken = bytes.length > limits.itemBytes ? onDisk(bytes, spoolFolder) : bytes
    return { ...itemOf(taken, form, { at, path, modifiedAt: null }), ...read }
  }
  if (message !== undefined) return writtenAs(writeEml(message), 'message', { message })
  if (conversation === undefined) return null
  const shared = await entry.shared?.()
  for (const { bytes } of shared?.files ?? []) budget.spend(bytes.length)
  return writtenAs(conversationBytes(conversation), null, {
    conversation,
    ...(shared === undefined ? {} : { shared }),
  })
}

/** What was written down in memory, where it is too much to be handed over so. */
function onDisk(bytes: Buffer, spoolFolder: string): Large {
  const writer = new LargeWriter(spoolFolder)
  try {
    writer.write(bytes)
  } catch (error) {
    writer.discard()
    throw error
  }
  return writer.done()
}
