/**
 * Conversations: messages of one channel, or among a few people, within 24 hours of the project's time zone, as the viewer
 * shows them.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { idParam, instant } from './ids.ts'

/** Content as it was sent. */
type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

const person = z.object({
  /** The program's id of a person; the name again if there is no id. */
  id: z.string(),
  name: z.string(),
  /** Empty if unknown. */
  email: z.string(),
})
export type Person = Frozen<z.infer<typeof person>>

/** Who changed or deleted something, and when, as far as known. */
const change = z.object({ by: z.nullable(person), at: z.nullable(instant) })
export type Change = Frozen<z.infer<typeof change>>

/** `by` may be the first of `count`. */
const reaction = z.object({ name: z.string(), by: z.array(person), count: z.number() })
export type Reaction = Frozen<z.infer<typeof reaction>>

/** The message that is answered, possibly of another day. */
const reply = z.object({
  id: z.string(),
  sender: z.nullable(person),
  at: z.nullable(instant),
  /** Whether the program states it, or it is inferred from the names in the message. */
  basis: z.enum(['thread', 'addressed']),
})
export type Reply = Frozen<z.infer<typeof reply>>

const sharedFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  /** Bytes; null if unknown. */
  size: z.nullable(z.number()),
  /** Its address, without access keys; empty if unknown or if the file is gone. */
  url: z.string(),
  /** Only if it was removed: then only its id is known. */
  removed: z.optional(z.boolean()),
})
export type SharedFile = Frozen<z.infer<typeof sharedFile>>

const chatMessage = z.object({
  /** Unique within its channel. */
  id: z.string(),
  /** `event` is a report of the program about the channel, such as a new topic. */
  kind: z.enum(['message', 'action', 'join', 'leave', 'event']),
  sender: person,
  /** Null if the source does not state it. */
  at: z.nullable(instant),
  /** The time as written in the source. */
  written: z.string(),
  text: z.string(),
  /** Content that a program added below the text: link previews, and boxes of bots. */
  quoted: z.array(z.string()),
  edited: z.nullable(change),
  /** Texts before changes, oldest first. */
  earlier: z.array(z.string()),
  deleted: z.nullable(change),
  reactions: z.array(reaction),
  replyTo: z.nullable(reply),
  files: z.array(sharedFile),
})
export type ChatMessage = Frozen<z.infer<typeof chatMessage>>

const channel = z.object({
  /** The program's id; empty if it has none. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['public', 'private', 'group', 'direct', 'unknown']),
  /** Who could read it at the time of the export, as far as known. */
  members: z.array(person),
  topic: z.string(),
})
export type Channel = Frozen<z.infer<typeof channel>>

export const conversation = z.object({
  /** Channel and day, and the part of the day if it was too long for one conversation. */
  title: z.string(),
  channel,
  /** `YYYY-MM-DD` in `timeZone`; empty if unknown. */
  day: z.string(),
  /** From 1; higher if a day was too long for one conversation. */
  part: z.int(),
  /** The time zone of the conversation's days: that of the project when it was processed. */
  timeZone: z.string(),
  /** Who wrote, joined, left, reacted or changed something, and in a private conversation everybody in it. */
  participants: z.array(person),
  /** In the order of sending. */
  messages: z.array(chatMessage),
  /** Precision of the times. */
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
  summary: 'The messages of a document that is a conversation; 404 for other documents.',
})
