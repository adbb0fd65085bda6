/**
 * Conversations: what was said in one channel, or among a few people, within 24 hours of the project's time zone, as the
 * viewer shows it.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { idParam, instant } from './ids.ts'

/** What was said stays as it was said. */
type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

const person = z.object({
  /** As the program numbers people; the name again where it only has names. */
  id: z.string(),
  name: z.string(),
  /** Empty where it is not known. */
  email: z.string(),
})
export type Person = Frozen<z.infer<typeof person>>

/** Who changed or deleted something, and when, as far as that is told. */
const change = z.object({ by: z.nullable(person), at: z.nullable(instant) })
export type Change = Frozen<z.infer<typeof change>>

/** `by` may be the first of `count`. */
const reaction = z.object({ name: z.string(), by: z.array(person), count: z.number() })
export type Reaction = Frozen<z.infer<typeof reaction>>

/** The message that is answered, which may be of another day. */
const reply = z.object({
  id: z.string(),
  sender: z.nullable(person),
  at: z.nullable(instant),
  /** Whether the program says so, or it is concluded from whom the message names. */
  basis: z.enum(['thread', 'addressed']),
})
export type Reply = Frozen<z.infer<typeof reply>>

const sharedFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  /** Bytes; null where it is not told. */
  size: z.nullable(z.number()),
  /** Where it lies, without keys that open it; empty where it is not told or the file is gone. */
  url: z.string(),
  /** Only where it was removed: then nothing is told of it but its id. */
  removed: z.optional(z.boolean()),
})
export type SharedFile = Frozen<z.infer<typeof sharedFile>>

const chatMessage = z.object({
  /** Told apart by this within its channel. */
  id: z.string(),
  /** `event` is what the program reports of the channel, such as a new topic. */
  kind: z.enum(['message', 'action', 'join', 'leave', 'event']),
  sender: person,
  /** Null where the source does not tell. */
  at: z.nullable(instant),
  /** The time as it stands in the source. */
  written: z.string(),
  text: z.string(),
  /** What a program set below the text: previews of links, and what bots say in boxes. */
  quoted: z.array(z.string()),
  edited: z.nullable(change),
  /** Texts before they were changed, oldest first. */
  earlier: z.array(z.string()),
  deleted: z.nullable(change),
  reactions: z.array(reaction),
  replyTo: z.nullable(reply),
  files: z.array(sharedFile),
})
export type ChatMessage = Frozen<z.infer<typeof chatMessage>>

const channel = z.object({
  /** As the program numbers it; empty where it does not. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['public', 'private', 'group', 'direct', 'unknown']),
  /** Who could read it when it was exported, as far as that is told. */
  members: z.array(person),
  topic: z.string(),
})
export type Channel = Frozen<z.infer<typeof channel>>

export const conversation = z.object({
  /** Channel and day, and which part of the day where it was too long for one conversation. */
  title: z.string(),
  channel,
  /** `YYYY-MM-DD` in `timeZone`; empty where it is not known. */
  day: z.string(),
  /** From 1; above that where a day had more than one conversation holds. */
  part: z.int(),
  /** The zone whose days conversations were made of: that of the project when it was processed. */
  timeZone: z.string(),
  /** Who wrote, came, left, reacted or changed something, and in a closed conversation everybody in it. */
  participants: z.array(person),
  /** In the order in which they were sent. */
  messages: z.array(chatMessage),
  /** How exactly the times are known. */
  precision: z.enum(['second', 'minute']),
})
export type Conversation = Frozen<z.infer<typeof conversation>>

export const getConversation = call({
  name: 'conversation.get',
  method: 'GET',
  path: '/viewer/conversation',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: conversation,
  summary: 'The messages of a document that is a conversation; 404 for what is none.',
})
