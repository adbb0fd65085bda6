/**
 * From one item to its family: the item itself, what is attached to it or embedded in it, and what stands in those, each a
 * document of its own that knows its parent. Nothing is left out in silence: what cannot be taken apart is kept as it is,
 * with the reason.
 */

import { hashes, sha256 } from '../../platform/hashes.ts'
import type { Unpacking } from './archives/unpacker.ts'
import { containedIn, isContainer } from './attached-containers.ts'
import { type Conversation, conversationBytes } from './chat/conversation.ts'
import { conversationsOfLog } from './chat/log-conversations.ts'
import { nothingShared, type Shared } from './chat/shared-files.ts'
import { conversationReading } from './chat/transcript.ts'
import { newSpool } from './content.ts'
import { emailHash } from './dedupe.ts'
import { readDocument } from './documents/read-document.ts'
import type { Reading } from './documents/reading.ts'
import { conversationKind, identify, identifyWhole, type Kind } from './identify/identify.ts'
import { discard, isLarge, type Large } from './large.ts'
import { withLineFeeds } from './line-ends.ts'
import { declared } from './mail/declared-kind.ts'
import { BrokenMessage, type Message } from './mail/eml.ts'
import { partsOf } from './mail/inline-images.ts'
import type { Part } from './mail/mime.ts'
import { type MailForm, mailForm, readMail } from './mail/read-mail.ts'
import type { Family, FamilyOptions, Member, Origin, ProcessingException } from './member.ts'
import { type Found, Members } from './members.ts'
import { fileName } from './names.ts'
import { dateOfFile, dateOfMessage } from './sort-date.ts'
import type { LargeItem } from './step.ts'

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
    ...growing.grown(origin),
    dedupeHash,
    date: dateOfMessage(message, origin.receivedAt ?? null),
  }
}

/** A file that is not mail, with what is embedded in it. Copies are recognised by its bytes. */
export async function readLooseFile(bytes: Buffer, origin: Origin, options: FamilyOptions): Promise<Family> {
  const growing = new Growing(options, 'Loose file')
  const name = origin.name ?? origin.path.at(-1) ?? ''
  const file = await growing.addFile(
    { bytes, name, parent: null, path: origin.path, flaws: [] },
    identifyWhole(bytes, name),
  )
  return {
    ...growing.grown(origin),
    dedupeHash: file.sha256,
    date: growing.firstSaid ?? dateOfFile(file, origin.modifiedAt ?? null, options.timeZone),
  }
}

/**
 * What is larger than what is read, as one document. Copies are recognised by its bytes, of a message too: what it says is
 * not known.
 */
export async function largeFamily(
  {
    bytes,
    form,
    message,
    conversation,
    shared,
  }: Pick<LargeItem, 'bytes' | 'form' | 'message' | 'conversation' | 'shared'>,
  origin: Origin,
  options: FamilyOptions,
): Promise<Family> {
  const { path, modifiedAt = null, receivedAt = null } = origin
  const growing = new Growing(options, form === null ? 'Loose file' : 'E-mail')
  const name = origin.name ?? path.at(-1) ?? ''
  const kind = conversation === undefined ? identify(bytes.head, name) : conversationKind
  const file = await growing.addLarge(
    { bytes, name, parent: null, path, flaws: [] },
    kind,
    form,
    message,
    shared,
  )
  const date = file.mail === null ? dateOfFile(file, modifiedAt, options.timeZone) : file.sentAt
  return { ...growing.grown(origin), dedupeHash: hashWith(file.sha256, shared), date: date ?? receivedAt }
}

/** A conversation with what was shared in it. Copies are recognised by how it is written down, and by these files. */
export async function readConversation(
  bytes: Buffer,
  origin: Origin,
  options: FamilyOptions,
  conversation: Conversation,
  shared: Shared = nothingShared,
): Promise<Family> {
  const growing = new Growing(options, 'Loose file')
  const name = origin.path.at(-1) ?? ''
  const member = await growing.addConversation(
    { bytes, name, parent: null, path: origin.path, flaws: [] },
    conversation,
    shared,
  )
  return { ...growing.grown(origin), dedupeHash: hashWith(member.sha256, shared), date: growing.firstSaid }
}

/** The same conversation without the files, or with others, is another family: nothing of it may be lost as a copy. */
const hashWith = (own: string, { files }: Shared = nothingShared): string =>
  files.length === 0
    ? own
    : sha256(Buffer.from([own, ...files.map(({ bytes }) => sha256(bytes)).toSorted()].join('\n')))

/** A family while it grows. */
class Growing {
  readonly #members: Members
  /** When the first message of its conversations was sent. */
  firstSaid: string | null = null
  /** Bytes that came out of containers. */
  #contained = 0
  readonly #options: FamilyOptions
  readonly #unpacking: Unpacking
  constructor(options: FamilyOptions, of: 'E-mail' | 'Loose file') {
    const { limits, passwords, timeZone, spoolFolder } = options
    this.#options = options
    this.#members = new Members(options, of)
    // One for all of them: an archive is open while those in it are read.
    const spool = newSpool(spoolFolder, limits.expandedBytes, 'member')
    this.#unpacking = { limits, passwords, timeZone, spool, onBusy: () => {} }
  }

  /** What has grown. */
  grown({
    receivedAt = null,
    modifiedAt = null,
  }: Origin): Pick<Family, 'members' | 'inlineImages' | 'leftOut'> {
    return this.#members.grown({ received: receivedAt, 'last changed': modifiedAt })
  }

  async addMessage(found: Found, message: Message, form: MailForm): Promise<{ readonly dedupeHash: string }> {
    const { inlineImages, compareBcc } = this.#options.messages
    const parts = partsOf(message, inlineImages)
    const flaws: ProcessingException[] = [...found.flaws]
    const { member, body } = this.#members.addMessage(found, message, form, parts, flaws)
    await this.#addBelow(member, flaws, parts.attached, (part, nth) => this.#addPart(part, member, nth))
    const attachments = message.parts.map(({ bytes }) => sha256(bytes))
    const bcc = compareBcc ? message.bcc : []
    return { dedupeHash: emailHash({ ...message, bcc, text: body, attachments }) }
  }

  async addFile(found: Found, kind: Kind): Promise<Member> {
    const { limits, passwords } = this.#options
    const flaws: ProcessingException[] = [...found.flaws]
    const name = fileName(found.name, limits, flaws)
    const read = await readDocument(found.bytes, kind, { limits, passwords, name })
    const said =
      this.#members.refusal(found.parent) === null ? this.#saidIn(found.bytes, kind, name, read.flaws) : null
    const reading = said === null ? read : { ...read, text: null }
    const known = this.#options.known?.listOf(hashes(found.bytes)) ?? null
    const told = known === null ? {} : { Known_File: [known.name] }
    const member = this.#members.addRead(found, kind, name, addTo(reading, told), flaws, {
      title: name,
      attachmentCount: said?.length ?? reading.embedded.length,
      noText:
        said === null ? (reading.flaws.at(-1)?.reason ?? null) : 'Its text stands in its conversations.',
    })
    // What is known is known with all that stands in it.
    const isOpened = known === null || !isContainer(kind)
    const holds = isOpened && (reading.embedded.length > 0 || isContainer(kind))
    const refused = holds ? this.#members.refusal(member) : null
    if (refused !== null) flaws.push(refused)
    else if (!isOpened) return member
    else if (isContainer(kind)) await this.#addContained(member, found.bytes, flaws)
    else if (said !== null) for (const one of said) await this.#addSaid(one, member)
    else
      await this.#addBelow(member, flaws, reading.embedded, ({ name: given, bytes, flaws: own = [] }, nth) =>
        this.#addEmbedded(
          { bytes, name: given, parent: member, path: member.path, flaws: own },
          identifyWhole(bytes, given),
          nth,
        ),
      )
    return member
  }

  /** What is larger than what is read. The headers of a message stand in its beginning. */
  async addLarge(
    found: Found<Large>,
    kind: Kind,
    form: MailForm | null,
    known?: Message,
    shared: Shared = nothingShared,
  ): Promise<Member> {
    const flaws: ProcessingException[] = [...found.flaws, ...shared.flaws]
    const name = fileName(found.name, this.#options.limits, flaws)
    const headers = known ?? (form === null ? null : await headersOf(found.bytes.head, form, this.#options))
    // A message in something bears its name as it stands there, as one that is read does.
    const own = form === null ? name : found.name
    const path = found.parent === null ? found.path : [...found.path, own]
    const member = this.#members.addLarge({ ...found, path }, kind, name, form, headers, flaws)
    await this.#addShared(member, flaws, shared)
    return member
  }

  async addConversation(
    found: Found,
    conversation: Conversation,
    shared: Shared = nothingShared,
  ): Promise<Member> {
    const flaws: ProcessingException[] = [...found.flaws, ...shared.flaws]
    const name = fileName(found.name, this.#options.limits, flaws)
    this.firstSaid ??= conversation.messages.find(({ at }) => at !== null)?.at ?? null
    const member = this.#members.addRead(
      found,
      conversationKind,
      name,
      conversationReading(conversation),
      flaws,
      {
        title: conversation.title.slice(0, this.#options.limits.titleChars),
        attachmentCount: shared.files.length,
        noText: null,
      },
    )
    await this.#addShared(member, flaws, shared)
    return member
  }

  async #addShared(conversation: Member, flaws: ProcessingException[], { files }: Shared): Promise<void> {
    await this.#addBelow(conversation, flaws, files, ({ name, bytes }, nth) =>
      this.#addEmbedded(
        { bytes, name, parent: conversation, path: conversation.path, flaws: [] },
        identifyWhole(bytes, name),
        nth,
      ),
    )
  }

  /** The conversations of a log; null for what is none, or holds more of them than a family has documents. */
  #saidIn(
    bytes: Buffer,
    kind: Kind,
    name: string,
    read: readonly ProcessingException[],
  ): readonly Conversation[] | null {
    if (kind.category !== 'Chat' || isContainer(kind) || read.length > 0) return null
    const { limits, timeZone } = this.#options
    return conversationsOfLog(
      bytes,
      kind,
      name,
      timeZone,
      limits.familyDocuments - this.#members.all.length - 1,
    )
  }

  async #addSaid(conversation: Conversation, log: Member): Promise<void> {
    const bytes = conversationBytes(conversation)
    const name = `${conversation.title}.json`
    await this.addConversation({ bytes, name, parent: log, path: log.path, flaws: [] }, conversation)
  }

  async #addContained(container: Member, own: Buffer, flaws: ProcessingException[]): Promise<void> {
    const left = this.#options.limits.familyBytes - this.#contained
    const onFlaw = (flaw: ProcessingException) => void flaws.push(flaw)
    let nth = 0
    for await (const { name, bytes, message, conversation, shared } of containedIn(
      own,
      container.fileName,
      this.#unpacking,
      left,
      onFlaw,
    )) {
      if (this.#members.all.length >= this.#options.limits.familyDocuments) {
        onFlaw({
          code: 'tooMany',
          reason: `Not all that stands in it was taken out: a family has at most ${this.#options.limits.familyDocuments} documents.`,
          stage: 'expand',
        })
        return
      }
      nth++
      const place = { name, parent: container, path: container.path, flaws: [] }
      if (isLarge(bytes)) {
        await this.#addLargeEmbedded({ ...place, bytes }, nth, message, shared)
        continue
      }
      this.#contained += bytes.length
      const found = { ...place, bytes }
      const kind = identifyWhole(bytes, name)
      if (conversation !== undefined) await this.addConversation(found, conversation, shared)
      else
        await this.#addEmbedded(found, kind, nth, message === undefined ? mailForm(kind) : 'message', message)
    }
  }

  /** One after the other, up to what a family may have; of the rest its parent tells. */
  async #addBelow<T>(
    parent: Member,
    flaws: ProcessingException[],
    below: readonly T[],
    add: (one: T, nth: number) => Promise<void>,
  ): Promise<void> {
    const most = this.#options.limits.familyDocuments
    let left = 0
    for (const [index, one] of below.entries()) {
      if (this.#members.all.length < most) await add(one, index + 1)
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

  async #addLargeEmbedded(found: Found<Large>, nth: number, known?: Message, shared?: Shared): Promise<void> {
    const kind = identify(found.bytes.head, found.name)
    const form = known === undefined ? mailForm(kind) : 'message'
    const named = { ...found, name: found.name === '' ? unnamed(nth, kind) : found.name }
    if (form === null && shared === undefined && this.#members.leavesOut(named))
      await discard(found.bytes, this.#options.spoolFolder)
    else await this.addLarge(named, kind, form, known, shared)
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
    const asFile = async (flaws: readonly ProcessingException[]): Promise<void> => {
      const name = found.name === '' ? unnamed(nth, kind) : found.name
      const named = { ...found, name, flaws: [...found.flaws, ...flaws] }
      // What was sent as an e-mail is one, though it cannot be read as such.
      if (form !== null || !this.#members.leavesOut(named)) await this.addFile(named, kind)
    }
    if (form === null || found.bytes.length === 0) return await asFile([])
    const refused = this.#members.refusal(found.parent)
    if (refused !== null) return await asFile([refused])
    try {
      const message = known ?? (await readMail(found.bytes, form, limits))
      const name = found.name === '' ? `attachment-${nth}` : found.name
      await this.addMessage({ ...found, name, path: [...found.path, name] }, message, form)
    } catch (error) {
      if (!(error instanceof BrokenMessage)) throw error
      await asFile([
        { code: 'corrupt', reason: `A message inside this one: ${error.message}`, stage: 'parse' },
      ])
    }
  }
}

/** A name for what has none. */
const unnamed = (nth: number, { extension }: Kind): string =>
  extension === '' ? `attachment-${nth}` : `attachment-${nth}.${extension}`

/** What the headers say of a message that is not read; null where they do not stand in its beginning. */
async function headersOf(head: Buffer, form: MailForm, { limits }: FamilyOptions): Promise<Message | null> {
  const text = withLineFeeds(form === 'emlx' ? head.subarray(head.indexOf('\n') + 1) : head)
  const end = /\r?\n\r?\n/.exec(text.toString('latin1'))
  if (end === null || form === 'msg' || form === 'tnef') return null
  try {
    const said = await readMail(text.subarray(0, end.index + end[0].length), 'message', limits)
    // What is missing behind them is no fault of the message.
    return { ...said, faults: [] }
  } catch (error) {
    if (error instanceof BrokenMessage) return null
    throw error
  }
}

const addTo = (reading: Reading, told: Readonly<Record<string, readonly string[]>>): Reading => ({
  ...reading,
  metadata: { ...reading.metadata, ...told },
})
