/** Puts the messages of one channel into conversations of a day each, in the order of the days. */
import type { ProcessingException } from '../member.ts'
import { type Channel, type ChatMessage, type Conversation, chatLimits, type Person } from './conversation.ts'
import { titleOf } from './titles.ts'
import type { ZoneClock } from './zone.ts'

export interface DaysForm {
  readonly precision: Conversation['precision']
  /** Whether messages come in their order, or their times tell it. */
  readonly order: 'given' | 'times'
}

/**
 * Holds messages until their days are over, so that a channel of many years need not be in memory. A message that comes
 * when its day was given out already, or a day with too many of them, makes another part of the day.
 */
export class Days {
  readonly #channel: Channel
  readonly #clock: ZoneClock
  readonly #form: DaysForm
  readonly #pending = new Map<string, ChatMessage[]>()
  /** Where the last message of an id is. */
  readonly #places = new Map<string, { readonly day: string; readonly at: number }>()
  readonly #parts = new Map<string, number>()
  #chars = 0
  constructor(channel: Channel, clock: ZoneClock, form: DaysForm) {
    this.#channel = channel
    this.#clock = clock
    this.#form = form
  }

  /** `day` is for a message that does not say when it was sent. */
  add(message: ChatMessage, day: string): void {
    const own = message.at === null ? day : this.#clock.local(message.at).slice(0, 10)
    const messages = this.#pending.get(own) ?? []
    if (messages.length === 0) this.#pending.set(own, messages)
    this.#places.set(message.id, { day: own, at: messages.length })
    messages.push(message)
    this.#chars += charsOf(message)
  }

  /** Changes the message with that id; false where its day was given out already. */
  change(id: string, change: (message: ChatMessage) => ChatMessage): boolean {
    const place = this.#places.get(id)
    const messages = place === undefined ? undefined : this.#pending.get(place.day)
    const found = messages?.[place?.at ?? -1]
    if (place === undefined || messages === undefined || found === undefined) return false
    const changed = change(found)
    messages[place.at] = changed
    this.#chars += charsOf(changed) - charsOf(found)
    return true
  }

  /** Whether so much is held that the days have to be given out, whole or not. */
  get full(): boolean {
    return this.#chars > 3 * chatLimits.chars
  }

  /** The conversations of all days; of none, where only flaws are left to be told. */
  *rest(flaws: ProcessingException[]): Generator<Conversation> {
    yield* this.before('\uffff', flaws)
    if (flaws.length > 0) yield this.#conversation('', [], flaws.splice(0))
  }

  /** The conversations of all days before `day`. `flaws` go with the first of them, and are gone then. */
  *before(day: string, flaws: ProcessingException[]): Generator<Conversation> {
    const over = [...this.#pending.keys()].filter((each) => each < day).toSorted()
    for (const each of over) {
      const messages = this.#pending.get(each) ?? []
      this.#pending.delete(each)
      for (const message of messages) {
        this.#chars -= charsOf(message)
        if (this.#places.get(message.id)?.day === each) this.#places.delete(message.id)
      }
      for (const part of partsOf(this.#form.order === 'given' ? messages : inOrder(messages)))
        yield this.#conversation(each, part, flaws.splice(0))
    }
  }

  #conversation(
    day: string,
    messages: readonly ChatMessage[],
    flaws: readonly ProcessingException[],
  ): Conversation {
    const part = (this.#parts.get(day) ?? 0) + 1
    this.#parts.set(day, part)
    const channel = this.#channel
    return {
      title: titleOf(channel, day, part),
      channel,
      day,
      part,
      timeZone: this.#clock.timeZone,
      participants: participantsOf(channel, messages),
      messages: withAnswered(messages),
      precision: this.#form.precision,
      flaws,
    }
  }
}

/** Roughly what a message takes. */
const charsOf = ({ text, quoted, earlier, files, reactions }: ChatMessage): number =>
  300 +
  text.length +
  [...quoted, ...earlier].reduce((sum, line) => sum + line.length, 0) +
  files.length * 200 +
  reactions.reduce((sum, { by }) => sum + 50 + by.length * 200, 0)

/** By their times; those of one time as they came, and those without behind the one before them. */
function inOrder(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  let last = ''
  const timed = messages.map((message) => {
    last = message.at ?? last
    return { message, at: last }
  })
  return timed
    .toSorted((a, b) => compare(a.at, b.at) || compareIds(a.message.id, b.message.id))
    .map(({ message }) => message)
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Within one millisecond Slack's ids go on. */
const compareIds = (a: string, b: string): number =>
  a.length === b.length && a.includes('.') && b.includes('.') ? compare(a, b) : 0

function* partsOf(messages: readonly ChatMessage[]): Generator<readonly ChatMessage[]> {
  let part: ChatMessage[] = []
  let chars = 0
  for (const message of messages) {
    const own = charsOf(message)
    if (part.length > 0 && (part.length >= chatLimits.messages || chars + own > chatLimits.chars)) {
      yield part
      part = []
      chars = 0
    }
    part.push(message)
    chars += own
  }
  if (part.length > 0) yield part
}

/** Whoever answers someone of the same day whose name the program left out. */
function withAnswered(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const senders = new Map(messages.map(({ id, sender }) => [id, sender]))
  return messages.map((message) => {
    const { replyTo } = message
    if (replyTo === null || replyTo.sender !== null) return message
    return { ...message, replyTo: { ...replyTo, sender: senders.get(replyTo.id) ?? null } }
  })
}

/** Those of a closed conversation read it even where they are silent. */
function participantsOf({ kind, members }: Channel, messages: readonly ChatMessage[]): readonly Person[] {
  const found = new Map<string, Person>()
  const add = (person: Person | null | undefined): void => {
    if (person === null || person === undefined || (person.id === '' && person.name === '')) return
    const key = person.id === '' ? `name ${person.name}` : person.id
    if (!found.has(key) && found.size < chatLimits.people) found.set(key, person)
  }
  if (kind === 'direct' || kind === 'group') for (const member of members) add(member)
  for (const { sender, edited, deleted, reactions } of messages) {
    for (const person of [sender, edited?.by, deleted?.by]) add(person)
    for (const { by } of reactions) for (const person of by) add(person)
  }
  return [...found.values()]
}
