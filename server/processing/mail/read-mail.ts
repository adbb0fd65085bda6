/** Mail in whatever form it is kept. */
import type { Kind } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import { messageOf } from '../mapi/message.ts'
import { readMsg } from '../mapi/msg.ts'
import { BrokenTnef, readTnef } from '../mapi/tnef.ts'
import { NotCompound } from '../ole/compound.ts'
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
    const { message, cut } = messageOfEmlx(bytes)
    return orCut(await readMessage(message, limits), cut)
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

/** Apple Mail writes the message's length in a line before it and a property list after it. */
function messageOfEmlx(bytes: Buffer): { readonly message: Buffer; readonly cut: boolean } {
  const start = bytes.indexOf(0x0a) + 1
  const length = Number.parseInt(bytes.toString('latin1', 0, start), 10)
  const message = bytes.subarray(start, start + length)
  return { message, cut: message.length < length }
}
