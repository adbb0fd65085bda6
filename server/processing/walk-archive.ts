/** The entries of an archive, each in its place; what an entry is, is the walker's to find out. */
import { type ArchiveEntry, EntryFault, isUnpackFault } from './archives/archive.ts'
import { uniqueName } from './archives/unique-name.ts'
import { Budget, LimitPassed } from './budget.ts'
import { conversationBytes } from './chat/conversation.ts'
import { type Content, contentOfStream } from './content.ts'
import type { MailForm } from './mail/read-mail.ts'
import { writeEml } from './mail/write-eml.ts'
import { type Position, standing } from './position.ts'
import { failed, type Item, itemOf, type Step } from './step.ts'
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

/** Each entry that is not done. */
export async function* archiveSteps(
  entries: AsyncIterable<ArchiveEntry>,
  at: Position,
  path: readonly string[],
  { budget, containers }: Surroundings,
  walking: Walking,
): AsyncGenerator<Step> {
  const { doneUpTo, limits, onAt, onRead } = walking.options
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
      const step = await written(entry, here, there, own, walking.options)
      if (step !== null) {
        yield step
        continue
      }
      const content = await contentOfStream(counted(), entry.size)
      yield* walking.open(content, here, there, { containers, budget: own, modifiedAt: entry.modifiedAt })
    } catch (error) {
      if (!(error instanceof EntryFault || error instanceof LimitPassed || isUnpackFault(error))) throw error
      const { code, reason } = explain(error, 'The entry is damaged')
      yield failed(here, there, code, reason, entry.size, null)
    }
  }
}

/** What has no file of its own; null for what has one. */
async function written(
  entry: ArchiveEntry,
  at: Position,
  path: readonly string[],
  budget: Budget,
  { poison, limits }: WalkOptions,
): Promise<Step | null> {
  if (entry.message === undefined && entry.conversation === undefined) return null
  const poisoned = poison?.get(JSON.stringify(at))
  if (poisoned !== undefined) return failed(at, path, poisoned.code, poisoned.reason, entry.size, null)
  const message = await entry.message?.()
  const conversation = await entry.conversation?.()
  const writtenAs = (bytes: Buffer, form: MailForm | null, read: Partial<Item>): Step => {
    budget.spend(bytes.length)
    const kept = bytes.length > limits.itemBytes ? null : bytes
    const step = itemOf(kept, bytes.length, form, { at, path, modifiedAt: null }, limits)
    return step.kind === 'item' ? { ...step, ...read } : step
  }
  if (message !== undefined) return writtenAs(writeEml(message), 'message', { message, calledMessage: true })
  if (conversation === undefined) return null
  return writtenAs(conversationBytes(conversation), null, { conversation })
}
