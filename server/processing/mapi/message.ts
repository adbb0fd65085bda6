/** A message as Outlook keeps it, as a message like all others. */
import type { Limits } from '../limits.ts'
import type { Address } from '../mail/addresses.ts'
import { BrokenMessage, type Message, readMessage } from '../mail/eml.ts'
import type { Part } from '../mail/mime.ts'
import { writeEml } from '../mail/write-eml.ts'
import { givenName } from '../names.ts'
import { decodeText, storable, storableUpTo } from '../text.ts'
import { labelOf } from './code-pages.ts'
import { readCompressedRtf } from './compressed-rtf.ts'
import { unwrapRtf } from './html-in-rtf.ts'
import { itemFields } from './item-fields.ts'
import { ids, type MapiAttachment, type MapiObject, type Properties } from './properties.ts'

/**
 * Takes what the sender's and the last server's headers say where the message still has them, so that its copy in another
 * mailbox or another form is known as its copy; all else from its properties.
 */
export async function messageOf(object: MapiObject, limits: Limits): Promise<Message> {
  const { properties: p } = object
  const headers = await headersOf(p, limits)
  const body = bodyOf(p, limits)
  const item = itemFields(p)
  const { parts, faults } = await partsOf(object.attachments, limits)
  const links = linksOf(object.attachments)
  const linked = links.length === 0 ? '' : `[Links]\n${links.join('\n')}`
  const text = [item.text, body.text, linked].filter((part) => part !== '').join('\n\n')
  return {
    from: fallingBack(headers?.from, senderOf(p)),
    to: fallingBack(headers?.to, recipientsOf(object, 1, ids.shownTo)),
    cc: fallingBack(headers?.cc, recipientsOf(object, 2, ids.shownCc)),
    // Headers never name them.
    bcc: recipientsOf(object, 3, ids.shownBcc),
    subject: subjectOf(p),
    sentAt: headers?.sentAt ?? p.time(ids.submittedAt),
    sentOriginal: headers?.sentOriginal ?? '',
    receivedAt: p.time(ids.deliveredAt) ?? headers?.receivedAt ?? null,
    messageId: headers?.messageId || idsIn(p.text(ids.messageId))[0] || '',
    inReplyTo: headers?.inReplyTo || idsIn(p.text(ids.inReplyTo))[0] || '',
    references: fallingBack(headers?.references, idsIn(p.text(ids.references))),
    text,
    html: body.html,
    parts,
    metadata: { ...headers?.metadata, ...item.metadata, ...threadOf(p, headers) },
    faults: [...object.faults, ...faults, ...body.faults],
  }
}

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
  const alone = text.replace(/^content-type:[^\n]*(\r?\n[ \t][^\n]*)*/gim, 'X-Parts: elsewhere')
  try {
    return await readMessage(Buffer.from(`${alone.trimEnd()}\r\n\r\n`), limits)
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return null
  }
}

/** Somebody may send for another: the one it is from is the other. */
function senderOf(p: Properties): readonly Address[] {
  const name = p.textOf(ids.representingName, ids.senderName)
  const address = p.textOf(
    ids.representingSmtpAddress,
    ids.senderSmtpAddress,
    ids.representingAddress,
    ids.senderAddress,
  )
  return name === '' && address === '' ? [] : [addressOf(name, address)]
}

const addressOf = (name: string, address: string): Address => ({
  name: storableUpTo(name.replace(/\s+/g, ' ').trim(), 500),
  address: storableUpTo(address.trim(), 500),
})

/** Of one kind (1 To, 2 Cc, 3 Bcc). A draft that was never resolved has names only, in one line. */
function recipientsOf(object: MapiObject, kind: 1 | 2 | 3, shown: number): readonly Address[] {
  if (object.recipients.length === 0)
    return object.properties
      .text(shown)
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .slice(0, 10_000)
      .map((name) => addressOf(name.includes('@') ? '' : name, name.includes('@') ? name : ''))
  // Upper bits say how it was delivered.
  return object.recipients
    .filter((one) => ((one.whole(ids.recipientType) ?? 1) & 0x0f) === kind)
    .map((one) => addressOf(one.text(ids.displayName), one.textOf(ids.smtpAddress, ids.address)))
}

interface Body {
  readonly text: string
  readonly html: string | null
  readonly faults: readonly string[]
}

function bodyOf(p: Properties, limits: Limits): Body {
  // A report on what became of a message has its text elsewhere.
  const plain = storable(p.textOf(ids.body, ids.reportText))
  const own = htmlOf(p)
  if (own !== null) return { text: plain, html: storable(own), faults: [] }
  const packed = p.bytes(ids.rtf)
  const rtf = packed === null ? null : readCompressedRtf(packed, limits.itemBytes)
  if (packed !== null && packed.length > 0 && rtf === null)
    return { text: plain, html: null, faults: ['Its formatted body is damaged.'] }
  const unwrapped = rtf === null ? null : unwrapRtf(rtf)
  if (unwrapped?.kind === 'html') return { text: plain, html: storable(unwrapped.content), faults: [] }
  return { text: plain === '' ? storable(unwrapped?.content ?? '') : plain, html: null, faults: [] }
}

function htmlOf(p: Properties): string | null {
  const bytes = p.bytes(ids.html)
  if (bytes === null) return p.text(ids.html) === '' ? null : p.text(ids.html)
  const label = labelOf(p.whole(ids.internetCodePage) ?? 0)
  return decodeText(bytes, label ?? 'windows-1252')
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
    return `An attachment (“${name}”) is a link: the file itself is not in the message.`
  return 'An attachment has no content.'
}

/** Where attachments lead that are links: part of what the message says. */
const linksOf = (attachments: readonly MapiAttachment[]): readonly string[] =>
  attachments.flatMap(({ properties: p, data, message }) => {
    const path = p.textOf(ids.attachedLongPath, ids.attachedPath)
    const name = p.textOf(ids.attachedName, ids.attachedShortName, ids.displayName)
    return data !== null || message !== null || path === '' ? [] : [storable(`${name}: ${path}`.trim())]
  })
