/**
 * Parts of a message that are MIME themselves: Outlook keeps the whole of a message that was signed (MS-OXOSMIME 2.1.3.1),
 * with its text and its attachments, as the one attachment of a message that has perhaps no text.
 */
import { identify } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import { BrokenMessage, type Message, readMessage } from '../mail/eml.ts'
import { filesTakenOut } from '../mail/files-in-text.ts'
import type { Part } from '../mail/mime.ts'
import { unwrapped, wrappedIn, wrappingField } from '../mail/smime.ts'
import type { Body } from './body.ts'

/**
 * Where all of a message stands in its one part, that part is opened, also where only a program for S/MIME shows what is in
 * it (MS-OXOSMIME 2.1.3.2); other such parts are messages inside it.
 */
export async function withMimeParts(body: Body, parts: readonly Part[], limits: Limits): Promise<Body> {
  const read: Part[] = []
  for (const part of parts) {
    const wrapped = parts.length === 1 ? await wrappedIn(part, limits) : null
    const message = wrapped !== null || isMime(part) ? await messageIn(wrapped ?? part, limits) : null
    if (message === null) read.push(part)
    else if (parts.length === 1 && saysAll(message, body))
      return opened(body, wrapped === null ? message : unwrapped(wrapped, message))
    // What is wrapped is taken out of it as out of any container.
    else read.push(wrapped === null ? asMessage(part, message) : part)
  }
  const own = withFilesOfText(body, limits)
  return { ...own, parts: [...own.parts, ...read] }
}

/** What stands in a text as files is taken out of it as out of any message; of a page nothing is. */
function withFilesOfText(body: Body, { familyDocuments }: Limits): Body {
  if (body.html !== null) return body
  const given = Buffer.from(body.text)
  const { text, parts, faults, flaws } = filesTakenOut(given, familyDocuments)
  return {
    ...body,
    text: text === given ? body.text : text.toString(),
    parts: [...body.parts, ...parts],
    faults: [...body.faults, ...faults],
    flaws: [...body.flaws, ...flaws],
  }
}

const opened = (body: Body, { text, html, parts, metadata, faults, flaws }: Message): Body => ({
  text,
  html,
  parts: [...body.parts, ...parts],
  metadata: metadata[wrappingField] === undefined ? {} : { [wrappingField]: metadata[wrappingField] },
  faults: [...body.faults, ...faults],
  flaws,
})

/** A web page that was saved whole has the same form and is a document. */
const isMime = ({ mimeType, fileName, bytes }: Part): boolean =>
  (mimeType.startsWith('multipart/') ||
    /^content-type:\s*multipart\/signed\b/i.test(bytes.toString('latin1', 0, 100))) &&
  identify(bytes, fileName).mimeType !== 'multipart/related'

async function messageIn({ bytes }: Pick<Part, 'bytes'>, limits: Limits): Promise<Message | null> {
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
