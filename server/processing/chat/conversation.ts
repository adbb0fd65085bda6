/**
 * What was said in one channel, or among a few people, within 24 hours of the project's time zone: the unit of chat that
 * is reviewed. The same for every program that people chat with; all of it can stand in JSON.
 */
import type { Flaw } from '../member.ts'

export interface Conversation {
  /** Channel and day, and which part of the day where it was too long for one conversation. */
  readonly title: string
  readonly channel: Channel
  /** `YYYY-MM-DD` in the time zone; empty where the messages do not say on which day they were sent. */
  readonly day: string
  /** From 1; above that only where a day had more than one conversation holds. */
  readonly part: number
  /** IANA name of the zone whose days these are, and whose times the text shows. */
  readonly timeZone: string
  /** Who wrote, came, left, reacted or changed something, and in a closed conversation everybody in it. */
  readonly participants: readonly Person[]
  /** In the order in which they were sent. */
  readonly messages: readonly ChatMessage[]
  /** How exactly the times are known. */
  readonly precision: 'second' | 'minute'
  readonly flaws: readonly Flaw[]
}

export type ChannelKind = 'public' | 'private' | 'group' | 'direct' | 'unknown'

export interface Channel {
  /** As the program numbers it; empty where it does not. */
  readonly id: string
  readonly name: string
  readonly kind: ChannelKind
  /** Who could read it when it was exported, as far as that is told. */
  readonly members: readonly Person[]
  readonly topic: string
}

export interface Person {
  /** As the program numbers people; the name again where it only has names. */
  readonly id: string
  readonly name: string
  /** Empty where it is not known. */
  readonly email: string
}

export interface ChatMessage {
  /** Told apart by this within its channel. */
  readonly id: string
  /** `event` is what the program reports of the channel, such as a new topic. */
  readonly kind: 'message' | 'action' | 'join' | 'leave' | 'event'
  readonly sender: Person
  /** UTC (ISO 8601); null where the source does not tell. */
  readonly at: string | null
  /** The time as it stands in the source. */
  readonly written: string
  /** With names for mentions; addresses of links stand behind their words. */
  readonly text: string
  /** What a program set below the text: previews of links, and what bots say in boxes. */
  readonly quoted: readonly string[]
  readonly edited: Change | null
  /** Texts before they were changed, oldest first. */
  readonly earlier: readonly string[]
  readonly deleted: Change | null
  readonly reactions: readonly Reaction[]
  readonly replyTo: Reply | null
  readonly files: readonly SharedFile[]
}

export interface Change {
  /** Null where it is not told. */
  readonly by: Person | null
  readonly at: string | null
}

export interface Reaction {
  readonly name: string
  readonly by: readonly Person[]
  /** How many they are, of whom `by` may be the first. */
  readonly count: number
}

export interface Reply {
  /** Of the message; it may be of another day. */
  readonly id: string
  readonly sender: Person | null
  readonly at: string | null
  /** Whether the program says so, or it is concluded from whom the message names. */
  readonly basis: 'thread' | 'addressed'
}

export interface SharedFile {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  /** Bytes; null where it is not told. */
  readonly size: number | null
  /** Where it lies, without keys that open it; empty where it is not told or the file is gone. */
  readonly url: string
}

/** What one conversation holds at most. Of longer days more than one is made; of longer messages the beginning is kept. */
export const chatLimits = {
  messages: 10_000,
  /** Characters of all messages of a conversation together. */
  chars: 10_000_000,
  messageChars: 200_000,
  nameChars: 200,
  urlChars: 2_000,
  /** Of one message: files, kinds of reactions, lines below it, earlier texts. */
  perMessage: 200,
  /** Of one message, in all its reactions together. */
  reacting: 2_000,
  people: 5_000,
} as const

/** Somebody of whom nothing is told, or the program itself. */
export const nobody: Person = { id: '', name: '', email: '' }
