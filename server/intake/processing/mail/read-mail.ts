/** Mail in whatever form it is kept. */
import type { Kind } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import { messageOf } from '../mapi/message.ts'
import { readMsg } from '../mapi/msg.ts'
import { BrokenTnef, readTnef } from '../mapi/tnef.ts'
import { NotCompound } from '../ole/compound.ts'
import { isBlank } from '../text.ts'
import { BrokenMessage, type Message, readMessage } from './eml.ts'

/** An e-mail file, Apple Mail's, Outlook's, or what Outlook wraps an e-mail's other half in (winmail.dat). */
export type MailForm = 'message' | 'emlx' | 'msg' | 'tnef'

/** Null for what is no mail. */
export function mailForm({ shape, mimeType }: Kind): MailForm | null {
  if (shape === 'message' || shape === 'emlx') return shape
  if (mimeType === 'application/vnd.ms-outlook') return 'msg'
  return mimeType === 'application/vnd.ms-tnef' ? 'tnef' : null
}

/** Rejects with BrokenMessage where it is none. */
export async function readMail(bytes: Buffer, form: MailForm, limits: Limits): Promise<Message> {
  if (form === 'message') return await readMessage(bytes, limits)
  if (form === 'emlx') {
    const { message, cut, isLonger } = messageOfEmlx(bytes)
    const read = orCut(await readMessage(message, limits), cut)
    return isLonger ? { ...read, faults: [...read.faults, longer] } : read
  }
  try {
    if (form === 'tnef') return await messageOf(readTnef(bytes, limits.depth), limits)
    const { message: object, cut } = readMsg(bytes, limits.depth)
    return orCut(await messageOf(object, limits), cut)
  } catch (error) {
    if (error instanceof NotCompound || error instanceof BrokenTnef) throw new BrokenMessage(error.message)
    throw error
  }
}

const orCut = (message: Message, cut: boolean): Message =>
  cut
    ? {
        ...message,
        faults: [...message.faults, 'The file ends before its content does; something is missing.'],
      }
    : message

const longer = 'It is longer than its file says: what stands behind that length was read as part of it.'

/**
 * Apple Mail writes the message's length in a line before it and a property list after it. Where another thing follows, the
 * length is too small, and the message goes on to the list, or to the end.
 */
function messageOfEmlx(bytes: Buffer): {
  readonly message: Buffer
  readonly cut: boolean
  readonly isLonger: boolean
} {
  const start = bytes.indexOf(0x0a) + 1
  const length = Number.parseInt(bytes.toString('latin1', 0, start), 10)
  const rest = bytes.subarray(start)
  const list = lastList(rest)
  const behind = rest.subarray(length, list)
  const isLonger = !isBlank(behind) && !isList(behind.toString('latin1', 0, maxOfList))
  // A length that is too large leads into the list: that is none of the message.
  const end = isLonger || (length > list && length < rest.length) ? list : length
  return { message: rest.subarray(0, end), cut: end < length || length > rest.length, isLonger }
}

/** Where the property list begins with which the bytes end; their end, where they end in none. */
function lastList(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - maxOfList))
  if (!/(<\/plist>|<plist[^>]*\/>)\s*$/.test(tail)) return bytes.length
  const at = bytes.lastIndexOf('<plist')
  if (at < 0) return bytes.length
  const before = bytes.toString('latin1', Math.max(0, at - maxOfList), at)
  const heading = /(<\?xml[^>]{0,200}>\s*)?(<!DOCTYPE[^>]{0,300}>\s*)?$/.exec(before)?.[0] ?? ''
  return at - heading.length
}

/** Characters in which a property list shows what it is. */
const maxOfList = 1000

const isList = (text: string): boolean =>
  /^\s*(bplist00|(<\?xml[^>]{0,200}>\s*)?(<!DOCTYPE[^>]{0,300}>\s*)?<plist)/.test(text)
