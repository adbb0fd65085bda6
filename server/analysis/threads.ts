/**
 * Conversations: which message answers which. What their headers say comes first (References and In-Reply-To, in the manner
 * of J. Zawinski's algorithm), then what Outlook counts (Conversation-Index, MS-OXOMSG 2.2.1.3), and only for messages whose
 * headers say nothing their subject, people and time. A message is linked once and never to itself through others, so the
 * result has no loops, and it is the same in whatever order messages are given.
 */
import { baseSubject } from './base-subject.ts'

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
  /** The message that it answers, where it was collected. */
  readonly parent: number | null
  /** What it rests on; a copy has the same Message-ID as an earlier one and stands beside it. */
  readonly by: 'headers' | 'index' | 'subject' | 'copy' | null
  /** It answers a message that was not collected. */
  readonly missingParent: boolean
}

/** An answer that comes later than this is a new conversation of the old name. */
const longestPauseMs = 90 * 24 * 3_600_000

/** Messages of one subject that are looked at for the one that is answered: alarms have one subject for years. */
const mostLookedAt = 500

/** Every message once, in the order of their ids. */
export function threadsOf(messages: readonly Threadable[]): readonly Threaded[] {
  const forest = new Forest(messages.toSorted((a, b) => a.id - b.id))
  forest.linkByHeaders()
  forest.linkByIndex()
  forest.linkBySubject()
  return forest.result()
}

/** A message, or what is known of one that was not collected. */
interface Spot {
  readonly message: Threadable | null
  /** Other messages of the same Message-ID. */
  readonly copies: Threadable[]
  parent: Spot | null
  by: Threaded['by']
  /** Of the set of all that are linked with it. */
  root: Spot | null
  lowest: number
}

const spotOf = (message: Threadable | null): Spot => ({
  message,
  copies: [],
  parent: null,
  by: null,
  root: null,
  lowest: message?.id ?? Number.POSITIVE_INFINITY,
})

class Forest {
  readonly #messages: readonly Threadable[]
  readonly #byMessageId = new Map<string, Spot>()
  readonly #spots = new Map<number, Spot>()

  constructor(messages: readonly Threadable[]) {
    this.#messages = messages
    for (const message of messages) {
      const known = message.messageId === '' ? undefined : this.#byMessageId.get(message.messageId)
      if (known !== undefined) {
        known.copies.push(message)
        this.#spots.set(message.id, known)
        continue
      }
      const spot = spotOf(message)
      this.#spots.set(message.id, spot)
      if (message.messageId !== '') this.#byMessageId.set(message.messageId, spot)
    }
  }

  /** Each message below the last that it names; then what others say of messages that were not collected. */
  linkByHeaders(): void {
    const chains = this.#messages.map((message) => [
      ...referencesOf(message).map((id) => this.#named(id)),
      this.#of(message),
    ])
    for (const chain of chains) this.#link(chain.at(-2), chain.at(-1), 'headers')
    for (const chain of chains)
      for (const [at, spot] of chain.entries()) if (at > 0) this.#link(chain[at - 1], spot, 'headers')
  }

  /** An answer has its parent's index and five bytes more. */
  linkByIndex(): void {
    const byIndex = new Map<string, Spot>()
    const indexed = this.#messages.flatMap((message) => {
      const index = indexOf(message.conversationIndex)
      return index === null || this.#of(message).message !== message
        ? []
        : [{ index, spot: this.#of(message) }]
    })
    for (const { index, spot } of indexed) if (!byIndex.has(index)) byIndex.set(index, spot)
    for (const { index, spot } of indexed) {
      if (spot.parent !== null || hasReferences(spot.message)) continue
      // The nearest that was collected; the beginning alone says that it is one conversation.
      for (let length = index.length - answerDigits; length >= beginningDigits; length -= answerDigits) {
        const above = byIndex.get(index.slice(0, length))
        if (above !== undefined && above !== spot) {
          this.#link(above, spot, 'index')
          break
        }
      }
    }
  }

  /** An answer without headers, below the latest earlier message of its subject between the same people. */
  linkBySubject(): void {
    const bySubject = new Map<
      string,
      { readonly spot: Spot; readonly message: Threadable; readonly at: number }[]
    >()
    const dated = [...new Set(this.#spots.values())].flatMap((spot) => {
      const { message } = spot
      const at = message?.sentAt == null ? Number.NaN : Date.parse(message.sentAt)
      return message === null || Number.isNaN(at) ? [] : [{ spot, message, at }]
    })
    dated.sort((a, b) => a.at - b.at || a.message.id - b.message.id)
    for (const one of dated) {
      const { base, isReply } = baseSubject(one.message.subject)
      if (base === '') continue
      const earlier = bySubject.get(base) ?? []
      if (isReply && one.spot.parent === null && !hasReferences(one.message)) {
        const answered = earlier
          .slice(-mostLookedAt)
          .findLast(({ message, at }) => one.at - at <= longestPauseMs && isBetween(message, one.message))
        if (answered !== undefined) this.#link(answered.spot, one.spot, 'subject')
      }
      earlier.push(one)
      bySubject.set(base, earlier)
    }
  }

  result(): readonly Threaded[] {
    for (const spot of this.#spots.values()) {
      const root = rootOf(spot)
      for (const one of [spot.message, ...spot.copies])
        if (one !== null && one.id < root.lowest) root.lowest = one.id
    }
    return this.#messages.map((message) => {
      const spot = this.#of(message)
      const isCopy = spot.message !== message
      const answered = isCopy ? spot : spot.parent
      return {
        id: message.id,
        thread: rootOf(spot).lowest,
        parent: (isCopy ? spot.parent?.message?.id : answered?.message?.id) ?? null,
        by: isCopy ? 'copy' : spot.by,
        missingParent: spot.parent !== null && spot.parent.message === null,
      }
    })
  }

  #of(message: Threadable): Spot {
    const spot = this.#spots.get(message.id)
    if (spot === undefined) throw new Error('A message without a place')
    return spot
  }

  #named(messageId: string): Spot {
    const known = this.#byMessageId.get(messageId)
    if (known !== undefined) return known
    const spot = spotOf(null)
    this.#byMessageId.set(messageId, spot)
    return spot
  }

  /** Never a second parent, and none that is below it already: the sets of both tell. */
  #link(above: Spot | undefined, spot: Spot | undefined, by: Threaded['by']): void {
    if (above === undefined || spot === undefined || spot.parent !== null) return
    const [one, other] = [rootOf(above), rootOf(spot)]
    if (one === other) return
    spot.parent = above
    spot.by = by
    other.root = one
  }
}

/** The set's own spot; on its way all that it comes by is put nearer to it. */
function rootOf(spot: Spot): Spot {
  let at = spot
  while (at.root !== null) {
    if (at.root.root !== null) at.root = at.root.root
    at = at.root
  }
  return at
}

/** What it answers, oldest first; In-Reply-To says the nearest where References does not. */
function referencesOf({ messageId, references, inReplyTo }: Threadable): readonly string[] {
  const all = inReplyTo === '' || references.includes(inReplyTo) ? references : [...references, inReplyTo]
  return [...new Set(all)].filter((id) => id !== messageId && id !== '')
}

const hasReferences = (message: Threadable | null): boolean =>
  message !== null && referencesOf(message).length > 0

/** Hexadecimal digits of the beginning (time and the conversation's own id) and of what each answer adds. */
const beginningDigits = 44
const answerDigits = 10

/** As hexadecimal digits; null where it is none. */
function indexOf(base64: string): string | null {
  if (base64 === '') return null
  const hex = Buffer.from(base64, 'base64').toString('hex')
  return hex.startsWith('01') &&
    hex.length >= beginningDigits &&
    (hex.length - beginningDigits) % answerDigits === 0
    ? hex
    : null
}

/** Whether one of those who had the earlier message wrote the later one, to one of them or to who wrote it. */
function isBetween(earlier: Threadable, later: Threadable): boolean {
  const had = new Set([earlier.from, ...earlier.to].filter((one) => one !== ''))
  return had.has(later.from) && (later.to.some((one) => had.has(one)) || later.to.length === 0)
}
