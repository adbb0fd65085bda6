/**
 * Conversations: which message answers which. What their headers say comes first (References and In-Reply-To, in the manner
 * of J. Zawinski's algorithm), then what Outlook counts (Conversation-Index), and only for messages whose headers say nothing
 * their subject, people and time. A message is linked once and never to itself through others, so the result has no loops.
 */
import { baseSubject } from './base-subject.ts'
import { indexOf, joinerByConversation, linkerByIndex } from './conversation-index.ts'
import { eachInTurn, type Progress } from './in-turns.ts'
import { linkBelow, nearestMessage, rootOf, type Spot, spotOf } from './spots.ts'
import { linkerBySubject, type Sent } from './subject-links.ts'

export interface Threadable {
  readonly id: number
  /** Empty where it has none. */
  readonly messageId: string
  readonly inReplyTo: string
  /** Oldest first. */
  readonly references: readonly string[]
  /** Base64; empty where it has none. */
  readonly conversationIndex: string
  readonly subject: string
  /** Addresses in lower case. */
  readonly from: string
  readonly to: readonly string[]
  /** ISO 8601; null where it has none. */
  readonly sentAt: string | null
}

export interface Threaded {
  readonly id: number
  /** The lowest id of the conversation. */
  readonly thread: number
  /** The message that it answers; where that was not collected, the nearest above it that was. */
  readonly parent: number | null
  /** What it rests on; a copy has the same Message-ID as an earlier one and stands beside it. */
  readonly by: 'headers' | 'index' | 'subject' | 'copy' | null
  /** The message that it answers was not collected. */
  readonly missingParent: boolean
}

/** Of its references the first, which begins the conversation, and the last of all that it names. */
const maxReferences = 100
/** Places for messages that were not collected, of the whole matter; what is named beyond has none. */
const maxNamed = 1_000_000
/** Recipients of one message, and people of the matter, whose answers are told by subject. */
const maxRecipients = 200
const maxPeople = 1_000_000
const subjectChars = 1000

/** What is kept of a message. */
interface Message extends Sent {
  readonly id: number
  /** Other messages of the same Message-ID. */
  readonly copies: number[]
  /** Its headers say what it answers. */
  readonly refers: boolean
  readonly index: string | null
  readonly base: string
  readonly isReply: boolean
  readonly spot: Spot<Message>
}

/** Takes messages one by one in the order of their ids, then tells the conversations. Keeps about a kilobyte for each. */
export class Conversations {
  readonly #spots = new Map<number, Spot<Message>>()
  readonly #byMessageId = new Map<string, Spot<Message>>()
  readonly #messages: Message[] = []
  readonly #chains: (readonly Spot<Message>[])[] = []
  readonly #people = new Map<string, number>()
  #named = 0
  #last = Number.NEGATIVE_INFINITY

  /** Throws where ids do not ascend: which of two copies is the first must not depend on chance. */
  add(message: Threadable): void {
    if (message.id <= this.#last) throw new Error('Messages are to be given in the order of their ids')
    this.#last = message.id
    const references = referencesOf(message)
    const spot = this.#placed(message, references.length > 0)
    const chain = references.flatMap((id) => this.#spotNamed(id) ?? [])
    const above = chain.at(-1)
    if (above !== undefined) linkBelow(above, spot, 'headers')
    if (chain.length > 1) this.#chains.push(chain)
  }

  /** Every message once, in the order of their ids; once all were added. */
  async linked(progress: Progress = async () => {}): Promise<readonly Threaded[]> {
    const dated = this.#messages
      .filter(({ at }) => !Number.isNaN(at))
      .sort((a, b) => a.at - b.at || a.id - b.id)
    const steps = this.#chains.length + 2 * this.#messages.length + dated.length
    let before = 0
    const stage = async <Item>(items: readonly Item[], work: (item: Item) => undefined): Promise<void> => {
      await eachInTurn(items, (done) => progress(before + done, steps), work)
      before += items.length
    }
    // Each message has told what it answers; now what they tell of messages that were not collected.
    await stage(this.#chains, (chain) => {
      for (const [at, spot] of chain.entries()) {
        const above = chain[at - 1]
        if (above !== undefined) linkBelow(above, spot, 'headers')
      }
    })
    await stage(this.#messages, linkerByIndex(this.#messages))
    await stage(dated, linkerBySubject())
    await stage(this.#messages, joinerByConversation())
    return this.#result()
  }

  #placed(message: Threadable, refers: boolean): Spot<Message> {
    const known = message.messageId === '' ? undefined : this.#byMessageId.get(message.messageId)
    const spot = known ?? spotOf()
    this.#spots.set(message.id, spot)
    if (known?.message) {
      known.message.copies.push(message.id)
      return known
    }
    if (message.messageId !== '') this.#byMessageId.set(message.messageId, spot)
    const kept: Message = {
      id: message.id,
      copies: [],
      refers,
      index: indexOf(message.conversationIndex),
      ...baseSubject(message.subject.slice(0, subjectChars)),
      at: message.sentAt === null ? Number.NaN : Date.parse(message.sentAt),
      people: this.#numbersOf(message),
      spot,
    }
    spot.message = kept
    this.#messages.push(kept)
    return spot
  }

  #numbersOf({ from, to }: Threadable): Int32Array {
    const known = to.slice(0, maxRecipients).filter((one) => one !== '')
    return Int32Array.from([from, ...known], (one) => this.#numberOf(one))
  }

  #numberOf(person: string): number {
    const known = person === '' ? 0 : this.#people.get(person)
    if (known !== undefined) return known
    if (this.#people.size >= maxPeople) return 0
    this.#people.set(person, this.#people.size + 1)
    return this.#people.size
  }

  #spotNamed(messageId: string): Spot<Message> | undefined {
    const known = this.#byMessageId.get(messageId)
    if (known !== undefined || this.#named >= maxNamed) return known
    this.#named++
    const spot = spotOf<Message>()
    this.#byMessageId.set(messageId, spot)
    return spot
  }

  #result(): readonly Threaded[] {
    for (const [id, spot] of this.#spots) {
      const root = rootOf(spot)
      root.lowest = Math.min(root.lowest, id)
    }
    return Array.from(this.#spots, ([id, spot]) => ({
      id,
      thread: rootOf(spot).lowest,
      parent: nearestMessage(spot)?.id ?? null,
      by: spot.message?.id === id ? spot.by : 'copy',
      missingParent: spot.parent !== null && spot.parent.message === null,
    }))
  }
}

/**
 * What it answers, the nearest last: In-Reply-To, where it has one, is what its writer had before him. Programs that write
 * References in another order name some of them again where they belong.
 */
function referencesOf({ messageId, references, inReplyTo }: Threadable): readonly string[] {
  const cut =
    references.length < maxReferences
      ? references
      : [...references.slice(0, 1), ...references.slice(2 - maxReferences)]
  const nearestFirst = new Set([...cut, inReplyTo].reverse())
  return [...nearestFirst].filter((id) => id !== messageId && id !== '').reverse()
}
