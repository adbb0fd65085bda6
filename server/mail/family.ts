/**
 * A family: a message and all that hangs on it (attachments, messages in messages), in reading order. This is what the
 * import writes; nothing here knows of the database.
 */
import { createHash } from 'node:crypto'
import type { exceptionCodes } from '#contracts/collect.ts'
import { type Address, showAddress } from './addresses.ts'
import { outOfRange } from './dates.ts'
import { emailHash } from './dedupe.ts'
import { BrokenMessage, type Message, type Part, readMessage } from './eml.ts'
import { htmlText, type InlineImages, sanitiseHtml } from './html.ts'
import { extensionOf, type FileCategory, identify, type Kind } from './identify.ts'
import type { Limits } from './limits.ts'
import { decodeText } from './text.ts'

export type ExceptionCode = (typeof exceptionCodes)[number]
export type RecordType = 'E-mail' | 'E-mail attachment' | 'Loose file'

/** Something about a document that could not be done; the document itself is there. */
export interface Flaw {
  readonly code: ExceptionCode
  readonly reason: string
  readonly stage: 'expand' | 'parse' | 'text'
}

export interface Mail {
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
}

export interface Member {
  /** Position in the family's reading order; the parent is 0. */
  readonly ordinal: number
  /** Ordinal of the direct parent. */
  readonly parent: number | null
  readonly depth: number
  readonly recordType: RecordType
  readonly category: FileCategory
  readonly title: string
  readonly fileName: string
  readonly extension: string
  readonly mimeType: string
  readonly bytes: Buffer
  readonly md5: string
  readonly sha1: string
  readonly sha256: string
  readonly mail: Mail | null
  readonly fromText: string
  readonly sentAt: string | null
  readonly sentOriginal: string
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly path: readonly string[]
  readonly attachmentCount: number
  readonly text: string | null
  readonly html: string | null
  readonly truncated: boolean
  readonly noText: string | null
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly flaws: readonly Flaw[]
}

export interface Family {
  readonly members: readonly Member[]
  readonly dedupeHash: string
  /** Best date of the top parent. */
  readonly date: string | null
  /** Inline images that were recorded with their message and not made documents. */
  readonly filtered: number
}

export interface FamilyOptions {
  readonly maxTextSize: number
  readonly limits: Limits
}

export interface Origin {
  /** Path inside its containers, outermost first; the last part names the item. */
  readonly path: readonly string[]
  /** Date of the mbox separator, where there is one. */
  readonly receivedAt?: string | null
  /** Last change, as the archive has it, for loose files. */
  readonly modifiedAt?: string | null
}

/** Reads one message with all its members. Rejects with BrokenMessage where it is none. */
export async function readFamily(bytes: Buffer, origin: Origin, options: FamilyOptions): Promise<Family> {
  const growing: Growing = { members: [], filtered: 0, options }
  const message = await readMessage(bytes, options.limits)
  const hash = await addMessage(growing, bytes, message, null, origin.path, 'E-mail', 'message.eml')
  return {
    members: growing.members,
    dedupeHash: hash,
    date: message.sentAt ?? message.receivedAt ?? origin.receivedAt ?? null,
    filtered: growing.filtered,
  }
}

/** A file that is not mail, as a family of one. Copies are recognised by its bytes. */
export function readLooseFile(bytes: Buffer, origin: Origin, options: FamilyOptions): Family {
  const growing: Growing = { members: [], filtered: 0, options }
  const name = origin.path.at(-1) ?? ''
  addFile(growing, bytes, name, identify(bytes, name), null, origin.path, 'Loose file', [])
  const [file] = growing.members
  return {
    members: growing.members,
    dedupeHash: file?.sha256 ?? '',
    date: origin.modifiedAt ?? null,
    filtered: 0,
  }
}

interface Growing {
  readonly members: Member[]
  filtered: number
  readonly options: FamilyOptions
}

const dataImages = /^image\/(png|jpeg|gif)$/
/** Inline images up to these sizes are shown inside the sanitised HTML. */
const shownImage = 128 * 1024
const shownImages = 1024 * 1024

async function addMessage(
  growing: Growing,
  bytes: Buffer,
  message: Message,
  parent: Member | null,
  path: readonly string[],
  recordType: RecordType,
  fallbackName: string,
): Promise<string> {
  const { limits, maxTextSize } = growing.options
  const ordinal = growing.members.length
  const { inline, attached } = partsOf(message)
  const flaws: Flaw[] = message.faults.map((reason) => ({ code: 'corrupt', reason, stage: 'parse' }))
  if (message.sentAt !== null && outOfRange(message.sentAt))
    flaws.push({ code: 'dateOutOfRange', reason: 'It is dated before 1970 or after 2050.', stage: 'parse' })
  const html = message.html === null ? null : sanitiseHtml(message.html, imagesOf(inline))
  const body = bodyText(message.text, html)
  const cut = cutText(body, maxTextSize, flaws)
  const name = fileNameOf(message.subject === '' ? fallbackName : message.subject, 'eml', limits, flaws)
  const fields = {
    ...message.metadata,
    ...(message.receivedAt === null ? {} : { Received_Date: [message.receivedAt] }),
    ...(inline.length === 0 ? {} : { Inline_Images: inline.map(describeInline) }),
  }
  const member: Member = {
    ordinal,
    parent: parent?.ordinal ?? null,
    depth: parent === null ? 0 : parent.depth + 1,
    recordType,
    category: 'E-mail',
    title: message.subject,
    fileName: name,
    extension: 'eml',
    mimeType: 'message/rfc822',
    bytes,
    ...hashes(bytes),
    mail: { from: message.from, to: message.to, cc: message.cc, bcc: message.bcc },
    fromText: message.from.map(showAddress).join('; '),
    sentAt: message.sentAt,
    sentOriginal: message.sentOriginal,
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    references: message.references,
    path,
    attachmentCount: attached.length,
    text: cut.text,
    html: html === null || html.length > limits.htmlChars ? null : html,
    truncated: cut.truncated,
    noText: null,
    metadata: fields,
    flaws,
  }
  growing.members.push(member)
  growing.filtered += inline.length
  const attachmentHashes = inline.map((part) => sha256(part.bytes))
  for (const [index, part] of attached.entries()) {
    attachmentHashes.push(sha256(part.bytes))
    await addPart(growing, part, member, path, index + 1)
  }
  return emailHash({ ...message, text: body, attachments: attachmentHashes })
}

/** Images that the message shows itself are recorded with it; everything else becomes a document of the family. */
function partsOf(message: Message): { inline: Part[]; attached: Part[] } {
  const html = message.html ?? ''
  const shown = (part: Part): boolean =>
    part.mimeType.startsWith('image/') &&
    part.contentId !== '' &&
    (html.includes(`cid:${part.contentId}`) || html.includes(`cid:${encodeURIComponent(part.contentId)}`))
  return { inline: message.parts.filter(shown), attached: message.parts.filter((part) => !shown(part)) }
}

function imagesOf(inline: readonly Part[]): InlineImages {
  const images = new Map<string, string>()
  let total = 0
  for (const part of inline) {
    // The type is taken from the bytes: what is declared may be anything.
    const type = identify(part.bytes, '').mimeType
    total += part.bytes.length
    if (!dataImages.test(type) || part.bytes.length > shownImage || total > shownImages) continue
    images.set(part.contentId, `data:${type};base64,${part.bytes.toString('base64')}`)
  }
  return images
}

const describeInline = (part: Part): string =>
  `${part.fileName === '' ? part.contentId : part.fileName} (${part.mimeType}, ${part.bytes.length} bytes, SHA-256 ${sha256(part.bytes)})`

/** The text part; the HTML's own text where there is none or where it says a good deal more. */
function bodyText(text: string, html: string | null): string {
  if (html === null) return text
  if (text.trim() === '') return htmlText(html)
  if (html.length < text.length) return text
  const fromHtml = htmlText(html)
  return fromHtml.length > text.length * 2 + 400 ? fromHtml : text
}

async function addPart(
  growing: Growing,
  part: Part,
  parent: Member,
  path: readonly string[],
  nth: number,
): Promise<void> {
  const { limits } = growing.options
  const kind = identify(part.bytes, part.fileName)
  const isMessage = part.mimeType === 'message/rfc822' || kind.shape === 'message'
  const full = growing.members.length >= limits.members
  const deep = parent.depth + 1 >= limits.depth
  const fallback = `attachment-${nth}`
  if (isMessage && part.bytes.length > 0 && !full && !deep) {
    try {
      const message = await readMessage(part.bytes, limits)
      const name = part.fileName === '' ? fallback : part.fileName
      await addMessage(growing, part.bytes, message, parent, [...path, name], 'E-mail attachment', name)
      return
    } catch (error) {
      if (!(error instanceof BrokenMessage)) throw error
      const flaw: Flaw = {
        code: 'corrupt',
        reason: `A message inside this one: ${error.message}`,
        stage: 'parse',
      }
      addFile(growing, part.bytes, part.fileName, kind, parent, path, 'E-mail attachment', [flaw], fallback)
      return
    }
  }
  const flaws: Flaw[] = []
  if (isMessage && deep)
    flaws.push({
      code: 'tooDeep',
      reason: `Messages inside messages are taken apart ${limits.depth} deep.`,
      stage: 'expand',
    })
  if (isMessage && full)
    flaws.push({
      code: 'tooMany',
      reason: `A family has at most ${limits.members} members that are taken apart.`,
      stage: 'expand',
    })
  addFile(
    growing,
    part.bytes,
    part.fileName,
    declared(kind, part),
    parent,
    path,
    'E-mail attachment',
    flaws,
    fallback,
  )
}

/** Where the bytes do not say what they are, what the message declares stands. */
function declared(kind: Kind, part: Part): Kind {
  if (part.mimeType === '' || part.mimeType === 'application/octet-stream') return kind
  if (/pkcs7-mime/.test(part.mimeType)) return { ...kind, mimeType: part.mimeType, category: 'Encrypted' }
  if (kind.mimeType === 'application/octet-stream') return { ...kind, mimeType: part.mimeType }
  if (kind.mimeType === 'text/plain' && /^(text|message)\//.test(part.mimeType)) {
    if (part.mimeType === 'text/html') return { ...kind, mimeType: 'text/html', category: 'Web/markup' }
    return { ...kind, mimeType: part.mimeType }
  }
  return kind
}

function addFile(
  growing: Growing,
  bytes: Buffer,
  givenName: string,
  kind: Kind,
  parent: Member | null,
  path: readonly string[],
  recordType: RecordType,
  known: readonly Flaw[],
  fallback = 'file',
): void {
  const { limits, maxTextSize } = growing.options
  const flaws: Flaw[] = [...known]
  const name = fileNameOf(givenName === '' ? fallback : givenName, kind.extension, limits, flaws)
  const read = fileText(bytes, kind, limits, flaws)
  const cut = read.text === null ? { text: null, truncated: false } : cutText(read.text, maxTextSize, flaws)
  const named = extensionOf(name)
  growing.members.push({
    ordinal: growing.members.length,
    parent: parent?.ordinal ?? null,
    depth: parent === null ? 0 : parent.depth + 1,
    recordType,
    category: kind.category,
    title: name,
    fileName: name,
    extension: named === '' ? kind.extension : named,
    mimeType: kind.mimeType,
    bytes,
    ...hashes(bytes),
    mail: null,
    fromText: '',
    sentAt: null,
    sentOriginal: '',
    messageId: '',
    inReplyTo: '',
    references: [],
    path: parent === null ? path : [...path, name],
    attachmentCount: 0,
    text: cut.text,
    html: read.html,
    truncated: cut.truncated,
    noText: read.noText,
    metadata:
      named !== '' && kind.extension !== '' && named !== kind.extension
        ? { Detected_Type: [kind.extension] }
        : {},
    flaws,
  })
}

interface FileText {
  readonly text: string | null
  readonly html: string | null
  readonly noText: string | null
}

const textTypes = /^(text\/|message\/|application\/(xml|json|sql|ics|javascript|x-sh)$)/

/** The text of a file whose bytes are text; for all others the reason why there is none yet. */
function fileText(bytes: Buffer, kind: Kind, limits: Limits, flaws: Flaw[]): FileText {
  const none = (code: ExceptionCode, reason: string): FileText => {
    flaws.push({ code, reason, stage: 'text' })
    return { text: null, html: null, noText: reason }
  }
  if (bytes.length === 0) return none('zeroByte', 'The file is empty.')
  if (kind.category === 'Encrypted') return none('encrypted', 'The content is encrypted.')
  if (kind.mimeType === 'text/html') {
    const html = sanitiseHtml(decodeText(bytes))
    return { text: htmlText(html), html: html.length > limits.htmlChars ? null : html, noText: null }
  }
  if (textTypes.test(kind.mimeType)) return { text: decodeText(bytes), html: null, noText: null }
  const what =
    kind.category === 'Unknown'
      ? 'files of an unknown type'
      : `files of type ${kind.extension || kind.mimeType}`
  return none('noTextYet', `Text is not taken from ${what} yet.`)
}

function cutText(text: string, max: number, flaws: Flaw[]): { text: string; truncated: boolean } {
  if (text.length <= max) return { text, truncated: false }
  const reason = `Only the first ${max} of ${text.length} characters can be searched.`
  flaws.push({ code: 'textTruncated', reason, stage: 'text' })
  // Never between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max
  return { text: text.slice(0, end), truncated: true }
}

/** A name to show and to save under: the last part of a path, without what file systems refuse. */
function fileNameOf(given: string, extension: string, limits: Limits, flaws: Flaw[]): string {
  const whole = given.slice(0, 10_000).toWellFormed()
  const last = whole.split(/[\\/]/).at(-1) ?? ''
  const clean = (extension === 'eml' ? whole : last)
    .replace(/[\p{Cc}<>:"|?*\\/]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const named = clean === '' ? 'unnamed' : clean
  // A subject may end in what looks like an extension ("v1.2").
  const bare = extension === 'eml' ? !/\.(eml|msg|mht)$/i.test(named) : extensionOf(named) === ''
  const full = extension !== '' && bare ? `${named}.${extension}` : named
  const chars = [...full]
  if (chars.length <= limits.nameChars) return full
  const reason = `Its name has ${chars.length} characters and was cut to ${limits.nameChars}.`
  if (extension !== 'eml') flaws.push({ code: 'pathTooLong', reason, stage: 'parse' })
  const end = `.${extension}`
  return chars.slice(0, limits.nameChars - end.length).join('') + end
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const hashes = (bytes: Buffer): { md5: string; sha1: string; sha256: string } => ({
  md5: createHash('md5').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  sha256: sha256(bytes),
})
