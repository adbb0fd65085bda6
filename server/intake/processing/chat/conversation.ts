/**
 * What was said in one channel, or among a few people, within 24 hours of the project's time zone: the unit of chat that
 * is reviewed. The same for every program that people chat with; all of it can stand in JSON.
 */
import type * as contract from '#contracts/conversation.ts'
import type { ProcessingException } from '../member.ts'

export type {
  Change,
  Channel,
  ChatMessage,
  Person,
  Reaction,
  Reply,
  SharedFile,
} from '#contracts/conversation.ts'
export type ChannelKind = contract.Channel['kind']

export interface Conversation extends contract.Conversation {
  readonly flaws: readonly ProcessingException[]
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
export const nobody: contract.Person = { id: '', name: '', email: '' }

/** A conversation has no file of its own: this is how it is written down, the same each time. */
export const conversationBytes = (conversation: Conversation): Buffer =>
  Buffer.from(JSON.stringify(conversation))
