/** The entries of an archive, each in its place; what an entry is, is the walker's to find out. */
import { type ArchiveEntry, EntryFault, isUnpackFault } from './archives/archive.ts'
import type { EntryReader } from './archives/readers.ts'
import { uniqueName } from './archives/unique-name.ts'
import { Budget, LimitPassed } from './budget.ts'
import { conversationBytes } from './chat/conversation.ts'
import { type Content, contentOfStream } from './content.ts'
import { counted } from './counted.ts'
import { type Large, LargeWriter } from './large.ts'
import type { MailForm } from './mail/read-mail.ts'
import { writeEml } from './mail/write-eml.ts'
import { isEndOf, type Position, standing } from './position.ts'
import { failed, type Item, itemOf, type Step, spentWith } from './step.ts'
import { explain } from './walk-faults.ts'
import type { WalkOptions } from './walk-options.ts'

/** What an item is in. */
export interface Surroundings {
  /** The containers around it, packed files among them. */
  readonly containers: readonly Content[]
  readonly budget: Budget
  readonly modifiedAt: string | null
}

/** Who walks: opens what an entry holds, and hears of what is done. */
export interface Walking {
  readonly options: WalkOptions
  passBy(at: Position, path: readonly string[]): void
  open(content: Content, at: Position, path: readonly string[], around: Surroundings): AsyncGenerator<Step>
}

/**
 * Each entry that is not done. Behind a limit that is passed none is opened any more: each is named where the archive is
 * read from a `file`, and an archive that is read while it streams by ends there.
 */
export async function* archiveSteps(
  entries: AsyncIterable<ArchiveEntry>,
  from: EntryReader['from'],
  at: Position,
  path: readonly string[],
  { budget, containers }: Surroundings,
  walking: Walking,
): AsyncGenerator<Step> {
  const { doneUpTo, limits, onAt, onRead } = walking.options
  const level = at.length - 1
  /** What entries that are done have expanded to: those of an earlier walk are not opened to be counted. */
  let spent = standing(at, doneUpTo) === 'inside' ? (doneUpTo?.spent[level] ?? 0) : 0
  budget.takeUp(spent)
  // What streams by is counted as it is read: a walk that goes on could not tell how many more were named.
  const endPastLimit = (): void => {
    if (from === 'stream' && budget.fault !== null) throw budget.fault
  }
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
      if (step !== null) yield spentWith(step, level, spent + own.expanded)
      else {
        const content = await contentOfStream(counted(await entry.open(), own), entry.size)
        const around = { containers, budget: own, modifiedAt: entry.modifiedAt }
        for await (const step of walking.open(content, here, there, around))
          yield spentWith(step, level, isEndOf(here, step.at) ? spent + own.expanded : spent)
      }
    } catch (error) {
      if (!(error instanceof EntryFault || error instanceof LimitPassed || isUnpackFault(error))) throw error
      const { code, reason } = explain(error, 'The entry is damaged')
      yield spentWith(failed(here, there, code, reason, entry.size, null), level, spent + own.expanded)
    }
    spent += own.expanded
    endPastLimit()
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
  if (poisoned !== undefined) return failed(at, path, poisoned.code, poisoned.reason, entry.size, null)
  const message = await entry.message?.()
  const conversation = await entry.conversation?.()
  const writtenAs = (
    bytes: Buffer,
    form: MailForm | null,
    read: Pick<Item, 'message' | 'conversation'>,
  ): Step => {
    budget.spend(bytes.length)
    const taken = bytes.length > limits.itemBytes ? onDisk(bytes, spoolFolder) : bytes
    return { ...itemOf(taken, form, { at, path, modifiedAt: null }), ...read }
  }
  if (message !== undefined) return writtenAs(writeEml(message), 'message', { message })
  if (conversation === undefined) return null
  return writtenAs(conversationBytes(conversation), null, { conversation })
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
