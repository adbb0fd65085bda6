/**
 * A family: a message and all that hangs on it (attachments, messages in messages), in reading order. This is what the
 * import writes; nothing here knows of the database.
 */
import { createHash } from 'node:crypto'
import { emailHash } from './dedupe.ts'
import { bodyText, cutText, fileText } from './documents/document-text.ts'
import { contentIds, type InlineImages, sanitiseHtml } from './documents/html.ts'
import { extensionOf, identify, identifyWhole, type Kind } from './identify/identify.ts'
import type { Limits } from './limits.ts'
import { type Address, showAddress } from './mail/addresses.ts'
import { outOfRange } from './mail/dates.ts'
import { BrokenMessage, type Message, readMessage } from './mail/eml.ts'
import type { Part } from './mail/mime.ts'
import type { Family, FamilyOptions, Flaw, Mail, Member, Origin, RecordType } from './member.ts'
import { fileName, messageName } from './names.ts'
import { storableUpTo } from './text.ts'

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
  addFile(growing, bytes, name, identifyWhole(bytes, name), null, origin.path, 'Loose file', [])
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
  const name = messageName(message.subject === '' ? fallbackName : message.subject, limits)
  const mail = mailOf(message, limits, flaws)
  const fields = {
    ...message.metadata,
    ...(message.receivedAt === null ? {} : { Received_Date: [message.receivedAt] }),
    ...(inline.length === 0 ? {} : { Inline_Images: describeImages(inline) }),
  }
  const member: Member = {
    ordinal,
    parent: parent?.ordinal ?? null,
    depth: parent === null ? 0 : parent.depth + 1,
    recordType,
    category: 'E-mail',
    title: titleOf(message, limits, flaws),
    fileName: name,
    extension: 'eml',
    mimeType: 'message/rfc822',
    bytes,
    ...hashes(bytes),
    mail,
    fromText: storableUpTo(mail.from.map(showAddress).join('; '), limits.titleChars),
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
  let left = 0
  for (const [index, part] of attached.entries()) {
    attachmentHashes.push(sha256(part.bytes))
    if (growing.members.length < limits.familyDocuments) await addPart(growing, part, member, path, index + 1)
    else left++
  }
  if (left > 0)
    flaws.push({
      code: 'tooMany',
      reason: `${left} of its ${attached.length} attachments are in the message only: a family has at most ${limits.familyDocuments} documents.`,
      stage: 'expand',
    })
  return emailHash({ ...message, text: body, attachments: attachmentHashes })
}

/** The addresses that are fields of the document. The message keeps all, and its hash is made of all. */
function mailOf(message: Message, limits: Limits, flaws: Flaw[]): Mail {
  const kept = (field: string, all: readonly Address[]): readonly Address[] => {
    if (all.length <= limits.addresses) return all
    flaws.push({
      code: 'tooMany',
      reason: `Its field ${field} has ${all.length} addresses: the first ${limits.addresses} are fields of the document, the others are in the message only.`,
      stage: 'parse',
    })
    return all.slice(0, limits.addresses)
  }
  return {
    from: kept('From', message.from),
    to: kept('To', message.to),
    cc: kept('Cc', message.cc),
    bcc: kept('Bcc', message.bcc),
  }
}

function titleOf({ subject }: Message, limits: Limits, flaws: Flaw[]): string {
  if (subject.length > limits.titleChars)
    flaws.push({
      code: 'textTruncated',
      reason: `Only the first ${limits.titleChars} of ${subject.length} characters of its subject are kept as its title.`,
      stage: 'parse',
    })
  return storableUpTo(subject, limits.titleChars)
}

/** Images that the message shows itself are recorded with it; everything else becomes a document of the family. */
function partsOf(message: Message): { inline: Part[]; attached: Part[] } {
  const named = contentIds(message.html ?? '')
  const shown = (part: Part): boolean => part.mimeType.startsWith('image/') && named.has(part.contentId)
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

/** Images that are described one by one; of more only their number is told. */
const describedImages = 1000

function describeImages(inline: readonly Part[]): string[] {
  const described = inline.slice(0, describedImages).map(describeInline)
  const left = inline.length - described.length
  return left === 0 ? described : [...described, `${left} more`]
}

const describeInline = (part: Part): string =>
  `${part.fileName === '' ? part.contentId : part.fileName} (${part.mimeType}, ${part.bytes.length} bytes, SHA-256 ${sha256(part.bytes)})`

async function addPart(
  growing: Growing,
  part: Part,
  parent: Member,
  path: readonly string[],
  nth: number,
): Promise<void> {
  const { limits } = growing.options
  const kind = identifyWhole(part.bytes, part.fileName)
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
function declared(found: Kind, { mimeType, charset }: Part): Kind {
  const kind = { ...found, charset: found.charset ?? charset }
  if (mimeType === 'application/octet-stream') return kind
  if (/pkcs7-mime/.test(mimeType) && kind.category === 'Unknown')
    return { ...kind, mimeType, category: 'Encrypted' }
  if (kind.mimeType === 'application/octet-stream') return { ...kind, mimeType }
  if (kind.mimeType === 'text/plain' && /^(text|message)\//.test(mimeType)) {
    if (mimeType === 'text/html') return { ...kind, mimeType, category: 'Web/markup' }
    return { ...kind, mimeType }
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
  const unnamed = kind.extension === '' ? fallback : `${fallback}.${kind.extension}`
  const name = fileName(givenName === '' ? unnamed : givenName, limits, flaws)
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

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const hashes = (bytes: Buffer): { md5: string; sha1: string; sha256: string } => ({
  md5: createHash('md5').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  sha256: sha256(bytes),
})
