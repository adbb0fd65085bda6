/**
 * From one item to its family: the item itself, what is attached to it or embedded in it, and what stands in those, each a
 * document of its own that knows its parent. Nothing is left out in silence: what cannot be taken apart is kept as it is,
 * with the reason.
 */

import type { Unpacking } from './archives/unpacker.ts'
import { containedIn, isContainer } from './attached-containers.ts'
import { type Conversation, conversationBytes } from './chat/conversation.ts'
import { conversationsOfLog } from './chat/log-conversations.ts'
import { conversationReading } from './chat/transcript.ts'
import { newSpool } from './content.ts'
import { emailHash } from './dedupe.ts'
import { bodyText, cutText } from './documents/document-text.ts'
import { sanitiseHtml } from './documents/html.ts'
import { readDocument } from './documents/read-document.ts'
import type { Reading } from './documents/reading.ts'
import { hashes, sha256 } from './hashes.ts'
import { conversationKind, extensionOf, identifyWhole, type Kind } from './identify/identify.ts'
import { BrokenMessage, type Message } from './mail/eml.ts'
import { describeImages, imagesOf, partsOf } from './mail/inline-images.ts'
import { mailFields } from './mail/mail-fields.ts'
import type { Part } from './mail/mime.ts'
import { type MailForm, mailForm, readMail } from './mail/read-mail.ts'
import type { Family, FamilyOptions, Flaw, Member, Origin, RecordType } from './member.ts'
import { fileName, messageName } from './names.ts'

/** Reads one message (`known` where it was read already) with all its members. Rejects with BrokenMessage where it is none. */
export async function readFamily(
  bytes: Buffer,
  origin: Origin,
  options: FamilyOptions,
  form: MailForm = 'message',
  known?: Message,
): Promise<Family> {
  const message = known ?? (await readMail(bytes, form, options.limits))
  const growing = new Growing(options, 'E-mail')
  const { dedupeHash } = await growing.addMessage(
    { bytes, name: '', parent: null, path: origin.path, flaws: [] },
    message,
    form,
  )
  return {
    ...growing.grown(),
    dedupeHash,
    date: message.sentAt ?? message.receivedAt ?? origin.receivedAt ?? null,
  }
}

/** A file that is not mail, with what is embedded in it. Copies are recognised by its bytes. */
export async function readLooseFile(bytes: Buffer, origin: Origin, options: FamilyOptions): Promise<Family> {
  const growing = new Growing(options, 'Loose file')
  const name = origin.path.at(-1) ?? ''
  const file = await growing.addFile(
    { bytes, name, parent: null, path: origin.path, flaws: [] },
    identifyWhole(bytes, name),
  )
  return {
    ...growing.grown(),
    dedupeHash: file.sha256,
    date: growing.firstSaid ?? origin.modifiedAt ?? null,
  }
}

/** A conversation, of which the bytes are how it is written down. Copies are recognised by them. */
export function readConversation(
  bytes: Buffer,
  origin: Origin,
  options: FamilyOptions,
  conversation: Conversation,
): Family {
  const growing = new Growing(options, 'Loose file')
  const name = origin.path.at(-1) ?? ''
  const { sha256: dedupeHash } = growing.addConversation(
    { bytes, name, parent: null, path: origin.path, flaws: [] },
    conversation,
  )
  return { ...growing.grown(), dedupeHash, date: growing.firstSaid }
}

/** What is to become a member. */
interface Found {
  readonly bytes: Buffer
  /** As whatever it stands in names it; empty where it does not. */
  readonly name: string
  readonly parent: Member | null
  readonly path: readonly string[]
  /** What is known to be wrong with it. */
  readonly flaws: readonly Flaw[]
}

/** What an extension is for a message of each form. */
const extensions: Readonly<Record<MailForm, string>> = {
  message: 'eml',
  emlx: 'emlx',
  msg: 'msg',
  tnef: 'dat',
}
const mimeTypes: Readonly<Record<MailForm, string>> = {
  message: 'message/rfc822',
  emlx: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  tnef: 'application/vnd.ms-tnef',
}

/** A family while it grows. */
class Growing {
  readonly members: Member[] = []
  #filtered = 0
  /** Names of the known files that were left out of each member. */
  readonly #leftOut = new Map<Member, string[]>()
  /** When the first message of its conversations was sent. */
  firstSaid: string | null = null
  /** Bytes that came out of containers. */
  #contained = 0
  readonly #options: FamilyOptions
  readonly #of: 'E-mail' | 'Loose file'
  readonly #unpacking: Unpacking
  constructor(options: FamilyOptions, of: 'E-mail' | 'Loose file') {
    const { limits, passwords, timeZone, spoolFolder } = options
    this.#options = options
    // One for all of them: an archive is open while those in it are read.
    const spool = newSpool(spoolFolder, limits.expandedBytes, 'member')
    this.#unpacking = { limits, passwords, timeZone, spool, onBusy: () => {} }
    this.#of = of
  }

  /** What has grown; of known files that were left out their parents tell. */
  grown(): Pick<Family, 'members' | 'filtered' | 'deNisted'> {
    const members = this.members.map((member) => {
      const names = this.#leftOut.get(member)
      if (names === undefined) return member
      const told = { De_NISTed_Attachments: [String(names.length), ...names] }
      return { ...member, metadata: { ...member.metadata, ...told } }
    })
    const deNisted = [...this.#leftOut.values()].reduce((sum, names) => sum + names.length, 0)
    return { members, filtered: this.#filtered, deNisted }
  }

  async addMessage(found: Found, message: Message, form: MailForm): Promise<{ readonly dedupeHash: string }> {
    const { limits, maxTextSize } = this.#options
    const { inline, attached } = partsOf(message)
    const flaws: Flaw[] = [...found.flaws]
    const fields = mailFields(message, limits, flaws)
    const html = message.html === null ? null : sanitiseHtml(message.html, imagesOf(inline))
    const body = bodyText(message.text, html)
    const cut = cutText(body, maxTextSize, flaws)
    const extension = extensions[form]
    const member: Member = {
      ...this.#place(found),
      ...fields,
      fileName: messageName(
        message.subject === '' ? found.name || 'message' : message.subject,
        extension,
        limits,
      ),
      extension,
      mimeType: mimeTypes[form],
      attachmentCount: attached.length,
      text: cut.text,
      html: html === null || html.length > limits.htmlChars ? null : html,
      truncated: cut.truncated,
      noText: null,
      metadata: {
        ...message.metadata,
        ...(message.receivedAt === null ? {} : { Received_Date: [message.receivedAt] }),
        ...(inline.length === 0 ? {} : { Inline_Images: describeImages(inline) }),
      },
      flaws,
    }
    this.members.push(member)
    this.#filtered += inline.length
    await this.#addBelow(member, flaws, attached, (part, nth) => this.#addPart(part, member, nth))
    const attachments = [...inline, ...attached].map(({ bytes }) => sha256(bytes))
    return { dedupeHash: emailHash({ ...message, text: body, attachments }) }
  }

  async addFile(found: Found, kind: Kind): Promise<Member> {
    const { limits, passwords } = this.#options
    const flaws: Flaw[] = [...found.flaws]
    const name = fileName(found.name, limits, flaws)
    const read = await readDocument(found.bytes, kind, { limits, passwords, name })
    const said =
      this.#refusal(found.parent) === null ? this.#saidIn(found.bytes, kind, name, read.flaws) : null
    const reading = said === null ? read : { ...read, text: null }
    const known = this.#options.known?.listOf(hashes(found.bytes)) ?? null
    const told = known === null ? {} : { Known_File: [known.name] }
    const member = this.#addRead(found, kind, name, addTo(reading, told), flaws, {
      title: name,
      attachmentCount: said?.length ?? reading.embedded.length,
      noText:
        said === null ? (reading.flaws.at(-1)?.reason ?? null) : 'Its text stands in its conversations.',
    })
    // What is known is known with all that stands in it.
    const isOpened = known === null || !isContainer(kind)
    const holds = isOpened && (reading.embedded.length > 0 || isContainer(kind))
    const refused = holds ? this.#refusal(member) : null
    if (refused !== null) flaws.push(refused)
    else if (!isOpened) return member
    else if (isContainer(kind)) await this.#addContained(member, flaws)
    else if (said !== null) for (const one of said) this.#addSaid(one, member)
    else
      await this.#addBelow(member, flaws, reading.embedded, ({ name: given, bytes }, nth) =>
        this.#addEmbedded(
          { bytes, name: given, parent: member, path: member.path, flaws: [] },
          identifyWhole(bytes, given),
          nth,
        ),
      )
    return member
  }

  addConversation(found: Found, conversation: Conversation): Member {
    const flaws: Flaw[] = [...found.flaws]
    const name = fileName(found.name, this.#options.limits, flaws)
    this.firstSaid ??= conversation.messages.find(({ at }) => at !== null)?.at ?? null
    const member = this.#addRead(found, conversationKind, name, conversationReading(conversation), flaws, {
      title: conversation.title.slice(0, this.#options.limits.titleChars),
      attachmentCount: 0,
      noText: null,
    })
    return member
  }

  /** What was read, as a member; `flaws` may grow until the family is done. */
  #addRead(
    found: Found,
    kind: Kind,
    name: string,
    reading: Reading,
    flaws: Flaw[],
    { title, attachmentCount, noText }: Pick<Member, 'title' | 'attachmentCount' | 'noText'>,
  ): Member {
    const { limits, maxTextSize } = this.#options
    flaws.push(...reading.flaws)
    const cut =
      reading.text === null ? { text: null, truncated: false } : cutText(reading.text, maxTextSize, flaws)
    const named = extensionOf(name)
    const differs = named !== '' && kind.extension !== '' && named !== kind.extension
    const member: Member = {
      ...this.#place(found),
      ...(kind.category === 'Chat' && !isContainer(kind) ? { recordType: 'Chat' as const } : {}),
      path: found.parent === null ? found.path : [...found.path, name],
      category: kind.category,
      title,
      mail: null,
      fromText: '',
      sentAt: null,
      sentOriginal: '',
      messageId: '',
      inReplyTo: '',
      references: [],
      fileName: name,
      extension: named === '' ? kind.extension : named,
      mimeType: kind.mimeType,
      attachmentCount,
      text: cut.text,
      html: reading.html !== null && reading.html.length > limits.htmlChars ? null : reading.html,
      truncated: cut.truncated,
      noText: reading.text === null ? noText : null,
      metadata: { ...reading.metadata, ...(differs ? { Detected_Type: [kind.extension] } : {}) },
      flaws,
    }
    this.members.push(member)
    return member
  }

  /** The conversations of a log; null for what is none, or holds more of them than a family has documents. */
  #saidIn(bytes: Buffer, kind: Kind, name: string, read: readonly Flaw[]): readonly Conversation[] | null {
    if (kind.category !== 'Chat' || isContainer(kind) || read.length > 0) return null
    const { limits, timeZone } = this.#options
    return conversationsOfLog(bytes, kind, name, timeZone, limits.familyDocuments - this.members.length - 1)
  }

  #addSaid(conversation: Conversation, log: Member): void {
    const bytes = conversationBytes(conversation)
    const name = `${conversation.title}.json`
    this.addConversation({ bytes, name, parent: log, path: log.path, flaws: [] }, conversation)
  }

  async #addContained(container: Member, flaws: Flaw[]): Promise<void> {
    const left = this.#options.limits.familyBytes - this.#contained
    const onFlaw = (flaw: Flaw) => void flaws.push(flaw)
    let nth = 0
    for await (const { name, bytes, message, conversation } of containedIn(
      container.bytes,
      container.fileName,
      this.#unpacking,
      left,
      onFlaw,
    )) {
      if (this.members.length >= this.#options.limits.familyDocuments) {
        onFlaw({
          code: 'tooMany',
          reason: `Not all that stands in it was taken out: a family has at most ${this.#options.limits.familyDocuments} documents.`,
          stage: 'expand',
        })
        return
      }
      this.#contained += bytes.length
      const found = { bytes, name, parent: container, path: container.path, flaws: [] }
      const kind = identifyWhole(bytes, name)
      nth++
      if (conversation !== undefined) this.addConversation(found, conversation)
      else
        await this.#addEmbedded(found, kind, nth, message === undefined ? mailForm(kind) : 'message', message)
    }
  }

  /** Where it stands, and what it is by its bytes. */
  #place({ bytes, parent, path }: Found) {
    const recordType: RecordType =
      parent === null ? this.#of : this.#of === 'E-mail' ? 'E-mail attachment' : 'Loose file'
    return {
      ordinal: this.members.length,
      parent: parent?.ordinal ?? null,
      depth: parent === null ? 0 : parent.depth + 1,
      recordType,
      path,
      bytes,
      ...hashes(bytes),
    }
  }

  /** One after the other, up to what a family may have; of the rest its parent tells. */
  async #addBelow<T>(
    parent: Member,
    flaws: Flaw[],
    below: readonly T[],
    add: (one: T, nth: number) => Promise<void>,
  ): Promise<void> {
    const most = this.#options.limits.familyDocuments
    let left = 0
    for (const [index, one] of below.entries()) {
      if (this.members.length < most) await add(one, index + 1)
      else left++
    }
    if (left === 0) return
    const [what, where] = parent.mail === null ? ['embedded files', 'document'] : ['attachments', 'message']
    flaws.push({
      code: 'tooMany',
      reason: `${left} of its ${below.length} ${what} are in the ${where} only: a family has at most ${most} documents.`,
      stage: 'expand',
    })
  }

  async #addPart(part: Part, parent: Member, nth: number): Promise<void> {
    const { bytes, fileName: name, mimeType } = part
    const kind = declared(identifyWhole(bytes, name), part)
    // What is declared a message is one, whatever it looks like.
    const form = mailForm(kind) ?? (mimeType === 'message/rfc822' ? 'message' : null)
    await this.#addEmbedded(
      { bytes, name, parent, path: parent.path, flaws: [] },
      kind,
      nth,
      form,
      part.message,
    )
  }

  /** The `nth` of what its parent holds. */
  async #addEmbedded(
    found: Found,
    kind: Kind,
    nth: number,
    form: MailForm | null = mailForm(kind),
    known?: Message,
  ): Promise<void> {
    const { limits } = this.#options
    const fallback = `attachment-${nth}`
    const unnamed = kind.extension === '' ? fallback : `${fallback}.${kind.extension}`
    const asFile = async (flaws: readonly Flaw[]): Promise<void> => {
      const named = { ...found, name: found.name === '' ? unnamed : found.name, flaws }
      // What was sent as an e-mail is one, though it cannot be read as such.
      if (form !== null || !this.#leavesOut(named)) await this.addFile(named, kind)
    }
    if (form === null || found.bytes.length === 0) return await asFile([])
    const refused = this.#refusal(found.parent)
    if (refused !== null) return await asFile([refused])
    try {
      const message = known ?? (await readMail(found.bytes, form, limits))
      const name = found.name === '' ? fallback : found.name
      await this.addMessage({ ...found, name, path: [...found.path, name] }, message, form)
    } catch (error) {
      if (!(error instanceof BrokenMessage)) throw error
      await asFile([
        { code: 'corrupt', reason: `A message inside this one: ${error.message}`, stage: 'parse' },
      ])
    }
  }

  /** Whether it is a known file, and such files are left out. */
  #leavesOut({ bytes, name, parent }: Found): boolean {
    const { known, limits } = this.#options
    if (known?.action !== 'exclude' || parent === null) return false
    if (known.listOf(hashes(bytes)) === null) return false
    const names = this.#leftOut.get(parent) ?? []
    this.#leftOut.set(parent, [...names, fileName(name, limits, [])])
    return true
  }

  /** Why what stands in this member is not taken apart; null where it is. */
  #refusal(parent: Member | null): Flaw | null {
    const { limits } = this.#options
    if ((parent?.depth ?? 0) + 1 >= limits.depth)
      return {
        code: 'tooDeep',
        reason: `Documents inside documents are taken apart ${limits.depth} deep.`,
        stage: 'expand',
      }
    if (this.members.length >= limits.members)
      return {
        code: 'tooMany',
        reason: `A family has at most ${limits.members} members that are taken apart.`,
        stage: 'expand',
      }
    return null
  }
}

const addTo = (reading: Reading, told: Readonly<Record<string, readonly string[]>>): Reading => ({
  ...reading,
  metadata: { ...reading.metadata, ...told },
})

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
