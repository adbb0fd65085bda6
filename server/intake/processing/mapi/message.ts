/** A message as Outlook keeps it, as a message like all others. */
import { bodyText } from '../documents/document-text.ts'
import { sanitiseHtml } from '../documents/html.ts'
import type { Limits } from '../limits.ts'
import { BrokenMessage, type Message, readMessage } from '../mail/eml.ts'
import type { Part } from '../mail/mime.ts'
import { writeEml } from '../mail/write-eml.ts'
import { givenName } from '../names.ts'
import { unwrap } from '../ole/package.ts'
import { storable, storableUpTo } from '../text.ts'
import { bodyOf } from './body.ts'
import { identityOf } from './identity.ts'
import { itemFields } from './item-fields.ts'
import { withMimeParts } from './mime-parts.ts'
import { peopleOf, sentBy } from './people.ts'
import { ids, type MapiAttachment, type MapiObject, type Properties } from './properties.ts'
import { reportOf } from './report.ts'

/**
 * Takes what the sender's and the last server's headers say where the message still has them, so that its copy in another
 * mailbox or another form is known as its copy; all else from its properties.
 */
export async function messageOf(object: MapiObject, limits: Limits): Promise<Message> {
  const { properties: p } = object
  const headers = await headersOf(p, limits)
  const item = itemFields(p)
  const attached = await partsOf(object.attachments, limits)
  const body = await withMimeParts(await bodyOf(p, limits), attached.parts, limits)
  const links = linksOf(object.attachments)
  const linked = links.length === 0 ? '' : `[Links]\n${links.join('\n')}`
  const { faults, ...people } = peopleOf(object, headers)
  const sender = sentBy(p)
  const report = reportOf(object, people.from)
  const sentAt = headers?.sentAt ?? p.time(ids.submittedAt) ?? report?.sentAt ?? null
  return {
    ...people,
    subject: subjectOf(p),
    sentAt,
    sentOriginal: headers?.sentOriginal ?? '',
    receivedAt: p.time(ids.deliveredAt) ?? headers?.receivedAt ?? null,
    messageId: headers?.messageId || idsIn(p.text(ids.messageId))[0] || '',
    inReplyTo: headers?.inReplyTo || idsIn(p.text(ids.inReplyTo))[0] || '',
    references: fallingBack(headers?.references, idsIn(p.text(ids.references))),
    // A report's own words stay whole, whatever its HTML says more.
    text: [item.text, report?.text ?? '', report === null ? body.text : wholeText(body), linked]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: body.html,
    parts: body.parts,
    metadata: {
      ...(sender === '' ? {} : { Sender: [sender] }),
      ...headers?.metadata,
      ...body.metadata,
      ...item.metadata,
      ...report?.metadata,
      ...threadOf(p, headers),
      ...(links.length === 0
        ? {}
        : { Linked_Files: links.slice(0, linksKept).map((link) => storableUpTo(link, 1000)) }),
    },
    faults: [...object.faults, ...attached.faults, ...body.faults, ...faults],
    flaws: body.flaws,
    ...(wasSent(p, sentAt) ? {} : { identity: identityOf(object) }),
  }
}

const wholeText = ({ text, html }: Pick<Message, 'text' | 'html'>): string =>
  bodyText(text, html === null ? null : sanitiseHtml(html, new Map()))

/** Links that become values of a field; the text has all. */
const linksKept = 100

/** Of mail that was sent, its people, its time and its words are enough to know it again; of other items they are not. */
const wasSent = (p: Properties, sentAt: string | null): boolean =>
  sentAt !== null && /^ipm\.(note|schedule)(\.|$)/i.test(p.text(ids.messageClass))

/** A mailbox writes before it, in two characters, how long "RE: " is in it (MS-PST 2.5.3.1.1.1). */
function subjectOf(p: Properties): string {
  const subject = p.text(ids.subject)
  const bare = subject.startsWith('\u0001') ? subject.slice(2) : subject
  return storable(bare).replace(/\s+/g, ' ').trim()
}

const fallingBack = <T>(first: readonly T[] | undefined, second: readonly T[]): readonly T[] =>
  first === undefined || first.length === 0 ? second : first

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<([^<>\s]{1,500})>/g)].map((m) => storable(m[1] ?? '')).slice(0, 1000)

/** What came over the Internet, as a message without a body. */
async function headersOf(p: Properties, limits: Limits): Promise<Message | null> {
  const text = p.text(ids.headers).replace(/^Microsoft Mail Internet Headers[^\n]*\n/, '')
  if (text.trim() === '' || text.length > limits.headerBytes) return null
  // Parts that are announced are not here: the body is in the properties.
  const alone = text.replace(/^content-type:[^\n]*(\r?\n[ \t][^\n]*)*/gim, 'Content-Parts: elsewhere')
  try {
    return await readMessage(Buffer.from(`${alone.trimEnd()}\r\n\r\n`), limits)
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return null
  }
}

function threadOf(p: Properties, headers: Message | null): Record<string, readonly string[]> {
  const index = p.bytes(ids.conversationIndex)
  const topic = storableUpTo(p.text(ids.conversationTopic), 1000)
  return {
    ...(index === null || headers?.metadata.Conversation_Index !== undefined
      ? {}
      : { Conversation_Index: [index.toString('base64').slice(0, 1000)] }),
    ...(topic === '' ? {} : { Conversation_Topic: [topic] }),
  }
}

/** How a file is attached (MS-OXCMSG 2.2.2.9). */
const methods = { none: 0, byValue: 1, message: 5, object: 6 } as const

async function partsOf(
  attachments: readonly MapiAttachment[],
  limits: Limits,
): Promise<{ readonly parts: readonly Part[]; readonly faults: readonly string[] }> {
  const parts: Part[] = []
  const faults: string[] = []
  for (const { properties: p, data, message } of attachments) {
    const name = givenName(p.textOf(ids.attachedName, ids.attachedShortName, ids.displayName))
    const part = (bytes: Buffer, fileName: string, mimeType: string): Part => ({
      fileName,
      mimeType,
      charset: '',
      contentId: givenName(p.text(ids.attachedContentId).replace(/^<|>$/g, '')),
      bytes,
    })
    if (message !== null) {
      const inner = await messageOf(message, limits)
      const fileName = /\.eml$/i.test(name) ? name : `${name || 'message'}.eml`
      parts.push({ ...part(writeEml(inner), fileName, 'message/rfc822'), message: inner })
    } else if (data !== null && p.whole(ids.attachMethod) === methods.object) {
      // Data of a program that is not read are kept as they are: nowhere else does the written message have them.
      const object = unwrap(data, name || 'object') ?? { name, bytes: data }
      parts.push(part(object.bytes, givenName(object.name), mimeTypeOf('')))
    } else if (data !== null) parts.push(part(data, name, mimeTypeOf(p.text(ids.attachedType))))
    else faults.push(withoutBytes(p, name))
  }
  return { parts, faults }
}

const mimeTypeOf = (declared: string): string =>
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(declared.trim())
    ? declared.trim().toLowerCase()
    : 'application/octet-stream'

function withoutBytes(p: Properties, name: string): string {
  const method = p.whole(ids.attachMethod) ?? methods.none
  if (method === methods.message) return 'A message attached to it cannot be read.'
  if (method === methods.object) return 'An object in its text is kept in the message only.'
  if (method > methods.byValue)
    return `An attachment ${name.trim() === '' ? 'without a name' : `(“${name}”)`} is a link: the file itself is not in the message.`
  return 'An attachment has no content.'
}

/** Where attachments lead that are links: part of what the message says. */
const linksOf = (attachments: readonly MapiAttachment[]): readonly string[] =>
  attachments.flatMap(({ properties: p, data, message }) => {
    const path = p.textOf(ids.attachedLongPath, ids.attachedPath)
    const name = p.textOf(ids.attachedName, ids.attachedShortName, ids.displayName)
    return data !== null || message !== null || path === ''
      ? []
      : [storable(name.trim() === '' ? path : `${name}: ${path}`).trim()]
  })
