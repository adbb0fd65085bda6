/**
 * Archives, mailboxes and packed files that are attached to a message or embedded in a document. They are documents of the
 * family, and what stands in them are documents below them: nobody asks for an archive, but for what was sent in it.
 */
import { rm } from 'node:fs/promises'
import { DamagedEntry, isUnpackFault, Locked } from './archives/archive.ts'
import { unpack, unpackedName } from './archives/packed.ts'
import { entryReader } from './archives/readers.ts'
import type { Unpacking } from './archives/unpacker.ts'
import { Budget, LimitPassed } from './budget.ts'
import type { Conversation } from './chat/conversation.ts'
import type { Shared } from './chat/shared-files.ts'
import { type Content, contentOfBytes } from './content.ts'
import { counted } from './counted.ts'
import { identify, type Kind } from './identify/identify.ts'
import { discard, isLarge, sizeOf, type Taken, take } from './large.ts'
import type { Message } from './mail/eml.ts'
import { splitMbox } from './mail/mbox.ts'
import type { ProcessingException } from './member.ts'
import { storableUpTo } from './text.ts'

/** What stands in a container. Who is given what is large takes its file out of the spool. */
export interface Contained {
  readonly name: string
  readonly bytes: Taken
  /** Where it was read already. */
  readonly message?: Message
  readonly conversation?: Conversation
  readonly shared?: Shared
}

export const isContainer = ({ shape }: Kind): boolean =>
  shape === 'mbox' || shape === 'zip' || shape === 'tar' || shape === 'archive' || shape === 'packed'

/**
 * One after the other, up to `maxFamilyBytes` together of those that are read: a family is held in memory whole, but for what is
 * larger than an item that is read. Of what could not be taken out `onFlaw` hears; rejects only for faults of the system.
 */
export async function* containedIn(
  bytes: Buffer,
  name: string,
  unpacking: Unpacking,
  maxFamilyBytes: number,
  onFlaw: (flaw: ProcessingException) => void,
): AsyncGenerator<Contained> {
  const flaw = (error: unknown, what: string): void => {
    if (error instanceof LimitPassed) onFlaw({ code: error.code, reason: error.message, stage: 'expand' })
    else if (error instanceof Locked) onFlaw({ code: 'encrypted', reason: error.message, stage: 'expand' })
    else if (isDamage(error))
      onFlaw({
        code: 'containerPartial',
        reason: `${what}: ${storableUpTo(error.message, 500)}`,
        stage: 'expand',
      })
    else throw error
  }
  const { limits } = unpacking
  const budget = new Budget(limits, bytes.length, null)
  let left = maxFamilyBytes
  const roomFor = (own: Budget): Room => ({
    async taken(chunks) {
      const { spool, onBusy } = unpacking
      const taken = await take(counted(chunks, own), Math.min(left, limits.itemBytes), spool.folder, onBusy)
      if (sizeOf(taken) > limits.itemBytes) return taken
      if (isLarge(taken)) {
        await discard(taken, spool.folder)
        throw new FamilyFull('tooLarge', `It expands to more than ${maxFamilyBytes} bytes.`)
      }
      left -= taken.length
      return taken
    },
  })
  try {
    for await (const { entry, packed, take } of entriesOf(bytes, name, unpacking)) {
      const own = new Budget(limits, packed, budget)
      try {
        const taken = await take(roomFor(own))
        if (taken !== null) yield taken
      } catch (error) {
        if (error instanceof Refused)
          onFlaw({
            code: error.code,
            reason: `“${storableUpTo(entry, 200)}”: ${error.message}`,
            stage: 'expand',
          })
        else if (error instanceof LimitPassed) {
          // What is too much by itself is left out; what is too much together ends the container.
          if (error instanceof FamilyFull || budget.fault !== null) throw error
          onFlaw({
            code: error.code,
            reason: `“${storableUpTo(entry, 200)}”: ${error.message}`,
            stage: 'expand',
          })
        } else flaw(error, `“${storableUpTo(entry, 200)}” is damaged`)
      }
    }
  } catch (error) {
    flaw(error, 'It is damaged')
  }
}

/** There is no room for more in the family. */
class FamilyFull extends LimitPassed {}

/** One entry is not opened; the others are. */
class Refused extends Error {
  readonly code: ProcessingException['code']
  constructor(code: ProcessingException['code'], reason: string) {
    super(reason)
    this.code = code
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && (error instanceof DamagedEntry || isUnpackFault(error) || !('code' in error))

/** Where bytes are put that come out of a container. Throws LimitPassed where there is no room for them. */
interface Room {
  taken(chunks: AsyncIterable<Buffer>): Promise<Taken>
}

interface Entry {
  readonly entry: string
  /** Its packed size, where it has one of its own. */
  readonly packed: number | null
  readonly take: (room: Room) => Promise<Contained | null>
}

async function* entriesOf(bytes: Buffer, name: string, unpacking: Unpacking): AsyncGenerator<Entry> {
  const content = await contentOfBytes(bytes)
  const kind = identify(content.head, name)
  if (kind.shape === 'packed') yield* packedIn(content, kind, name, unpacking)
  else if (kind.shape === 'mbox') yield* mailboxIn(content)
  else yield* archivedIn(content, kind, unpacking)
}

async function* packedIn(
  content: Content,
  kind: Kind,
  name: string,
  unpacking: Unpacking,
): AsyncGenerator<Entry> {
  const packed = await unpack(content, kind, unpacking)
  if (packed.inside === null) {
    if (packed.fault !== null) throw packed.fault
    // A signature that stands alone: there is nothing below it.
    return
  }
  const { inside, behind } = packed
  yield {
    entry: unpackedName(name, kind, Buffer.alloc(0)),
    packed: null,
    take: async (room) => {
      const taken = await room.taken(inside)
      return { name: unpackedName(name, kind, isLarge(taken) ? taken.head : taken), bytes: taken }
    },
  }
  const followed = behind()
  if (followed !== null) throw followed
}

async function* mailboxIn(content: Content): AsyncGenerator<Entry> {
  for await (const { start, bytes } of splitMbox(content.stream(), { maxBytes: Number.POSITIVE_INFINITY })) {
    const name = `message@${start}.eml`
    if (bytes !== null)
      yield {
        entry: name,
        packed: null,
        take: async (room) => ({ name, bytes: await room.taken(once(bytes)) }),
      }
  }
}

async function* archivedIn(content: Content, kind: Kind, unpacking: Unpacking): AsyncGenerator<Entry> {
  const { limits, spool } = unpacking
  const reader = entryReader(kind, content.head)
  const file = reader.from === 'file' ? await content.file(spool) : null
  if (reader.from === 'file' && file === null)
    throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
  try {
    const entries =
      reader.from === 'stream' ? reader.entries(content.stream()) : reader.entries(file ?? '', unpacking)
    let count = 0
    for await (const { name: entry, packedSize, refused, message, conversation, shared, open } of entries) {
      if (++count > limits.entries)
        throw new LimitPassed(
          'tooMany',
          `It has more than ${limits.entries} entries; the others were not opened.`,
        )
      yield {
        entry,
        packed: packedSize,
        take: async (room) => {
          if (refused !== null) throw new Refused(refused.code, refused.reason)
          return {
            name: entry,
            bytes: await room.taken(await open()),
            ...(message === undefined ? {} : { message: await message() }),
            ...(conversation === undefined ? {} : { conversation: await conversation() }),
            ...(shared === undefined ? {} : { shared: await takenIn(room, await shared()) }),
          }
        },
      }
    }
  } finally {
    if (file !== null && spool.owns(file)) await rm(file, { force: true })
  }
}

/** What was shared takes room as what stands in the container by itself does. */
async function takenIn(room: Room, shared: Shared): Promise<Shared> {
  for (const { bytes } of shared.files) await room.taken(once(bytes))
  return shared
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
