/**
 * Which message answers which, where a program does not say so but people begin with the name of whom they answer: the
 * last message of that person, and rather the last that was addressed to the one who answers now. Of people's own links in
 * logs of a busy channel this finds a third, and two of three of its links are theirs.
 */
import type { ChatMessage, Person, Reply } from './conversation.ts'

/** A name at the beginning, and what ends it; without a mark it is one only where somebody is called so. */
const addressing = /^@?(\S{2,60}?)(?:[,:;](?:\s|$)|\s)/

/** Messages after which what was said to somebody is no longer what he answers. */
const recent = 60

/** People, and pairs of them, that are remembered: a log may be made of names. */
const maxRemembered = 20_000

interface Said {
  readonly reply: Reply
  readonly sender: Person
  readonly place: number
}

/** Goes along with a conversation, message by message. */
export class Addressed {
  readonly #last = new Map<string, Said>()
  /** By who spoke and to whom. */
  readonly #between = new Map<string, Said>()
  #place = 0

  /** What the message answers, by its sender and text; `add` it afterwards. */
  replyOf(sender: Person, text: string): Reply | null {
    const to = this.#addressee(sender, text)
    if (to === null) return null
    const own = this.#between.get(pairOf(to.sender, sender))
    return own !== undefined && this.#place - own.place < recent ? own.reply : to.reply
  }

  add({ id, sender, at, text }: Pick<ChatMessage, 'id' | 'sender' | 'at' | 'text'>): void {
    const said: Said = { reply: { id, sender, at, basis: 'addressed' }, sender, place: this.#place++ }
    const to = this.#addressee(sender, text)
    if (to !== null) remember(this.#between, pairOf(sender, to.sender), said)
    remember(this.#last, keyOf(sender), said)
  }

  #addressee(sender: Person, text: string): Said | null {
    const name = addressing.exec(text)?.[1]?.toLowerCase()
    return name === undefined || name === keyOf(sender) ? null : (this.#last.get(name) ?? null)
  }
}

/** As the newest; the oldest is forgotten where there are too many. */
function remember(map: Map<string, Said>, key: string, said: Said): void {
  map.delete(key)
  map.set(key, said)
  if (map.size <= maxRemembered) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

const keyOf = ({ name }: Person): string => name.toLowerCase()
/** Names have no spaces. */
const pairOf = (from: Person, to: Person): string => `${keyOf(from)} ${keyOf(to)}`
