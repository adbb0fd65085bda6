/**
 * Parts of a message that are MIME themselves: Outlook keeps the whole of a message that was signed (MS-OXOSMIME 2.1.3.1),
 * with its text and its attachments, as the one attachment of a message that has perhaps no text.
 */
import { identify } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import { BrokenMessage, type Message, readMessage } from '../mail/eml.ts'
import type { Part } from '../mail/mime.ts'
import type { Body } from './body.ts'

/** Where all of a message stands in its one part, that part is opened; other such parts are messages inside it. */
export async function withMimeParts(body: Body, parts: readonly Part[], limits: Limits): Promise<Body> {
  const read: Part[] = []
  for (const part of parts) {
    const message = isMime(part) ? await messageIn(part, limits) : null
    if (message === null) read.push(part)
    else if (parts.length === 1 && saysAll(message, body)) return opened(body, message)
    else read.push(asMessage(part, message))
  }
  return { ...body, parts: [...body.parts, ...read] }
}

const opened = (body: Body, { text, html, parts, faults }: Message): Body => ({
  text,
  html,
  parts: [...body.parts, ...parts],
  faults: [...body.faults, ...faults],
})

/** A web page that was saved whole has the same form and is a document. */
const isMime = ({ mimeType, fileName, bytes }: Part): boolean =>
  (mimeType.startsWith('multipart/') ||
    /^content-type:\s*multipart\/signed\b/i.test(bytes.toString('latin1', 0, 100))) &&
  identify(bytes, fileName).mimeType !== 'multipart/related'

async function messageIn({ bytes }: Part, limits: Limits): Promise<Message | null> {
  try {
    return await readMessage(bytes, limits)
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return null
  }
}

/** The message's own body is a copy of what was signed, or is not there. */
const saysAll = (inner: Message, { text, html }: Body): boolean =>
  isCopy(text, inner.text) && isCopy(html ?? '', inner.html ?? '')

const isCopy = (own: string, signed: string): boolean => bare(own) === '' || bare(own) === bare(signed)

const bare = (text: string): string => text.replace(/\s+/g, '')

const asMessage = (part: Part, message: Message): Part => ({
  ...part,
  fileName: /\.eml$/i.test(part.fileName) ? part.fileName : `${part.fileName || 'message'}.eml`,
  mimeType: 'message/rfc822',
  message,
})
