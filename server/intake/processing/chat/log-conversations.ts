/** A log of chat as a file: it stays a document with its own bytes, and its conversations are documents below it. */
import type { Kind } from '../identify/identify.ts'
import { decodeText } from '../text.ts'
import type { Conversation } from './conversation.ts'
import { ircConversations } from './irc-log.ts'

/** What is taken apart in memory: a line takes ten times its text. */
const most = { bytes: 16 * 1024 * 1024, lines: 250_000 } as const

/** Null where it is too long, or has more conversations than `maxConversations`: then it is just a text. */
export function conversationsOfLog(
  bytes: Buffer,
  { charset }: Pick<Kind, 'charset'>,
  name: string,
  timeZone: string,
  maxConversations: number,
): readonly Conversation[] | null {
  if (bytes.length > most.bytes || linesIn(bytes) > most.lines) return null
  const found: Conversation[] = []
  for (const one of ircConversations(decodeText(bytes, charset), { name, timeZone, logZone: '' })) {
    if (found.length >= maxConversations) return null
    found.push(one)
  }
  return found.length === 0 ? null : found
}

function linesIn(bytes: Buffer): number {
  let lines = 1
  for (const byte of bytes) if (byte === 0x0a) lines++
  return lines
}
