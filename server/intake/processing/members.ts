/** The members of a family while it grows: what each is by its bytes and by what was read of it, and how many there may be. */

import { hashes } from '../../platform/hashes.ts'
import { isContainer } from './attached-containers.ts'
import { dateFlaw } from './date-range.ts'
import { bodyText, cutText } from './documents/document-text.ts'
import { shownHtml } from './documents/html.ts'
import { told } from './documents/html-told.ts'
import type { Reading } from './documents/reading.ts'
import { extensionOf, type Kind } from './identify/identify.ts'
import { isLarge, type Large, type OnDisk, sizeOf, type Taken, tooLarge } from './large.ts'
import { lockedIn } from './mail/armour.ts'
import { doubtsOf } from './mail/dates.ts'
import type { Message } from './mail/eml.ts'
import { describeImages, imagesOf, type partsOf, recordedImage } from './mail/inline-images.ts'
import { mailFields } from './mail/mail-fields.ts'
import type { MailForm } from './mail/read-mail.ts'
import type {
  Family,
  FamilyOptions,
  KnownMember,
  Member,
  PartOfMember,
  ProcessingException,
  RecordType,
} from './member.ts'
import { fileName, messageName } from './names.ts'
import { doubtsOfCalendar } from './sort-date.ts'
import { unreadable } from './text.ts'

/** What is to become a member. */
export interface Found<Bytes extends Taken = Buffer> {
  readonly bytes: Bytes
  /** As whatever it stands in names it; empty where it does not. */
  readonly name: string
  readonly parent: Member | null
  readonly path: readonly string[]
  /** What is known to be wrong with it. */
  readonly flaws: readonly ProcessingException[]
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

/** What is not sure of when it was sent, beside how its header says it. */
function dateFlags({ sentOriginal, sentAt }: Message): Member['metadata'] {
  const doubts = doubtsOf(sentOriginal, sentAt, Date.now())
  if (doubts.length === 0) return {}
  return { Date_Flags: doubts, ...(sentOriginal === '' ? {} : { Date_Header: [sentOriginal] }) }
}

function calendarFlags({ Start_Date: start = [] }: Member['metadata']): Member['metadata'] {
  const doubts = doubtsOfCalendar(start)
  return doubts.length === 0 ? {} : { Date_Flags: doubts, Date_Header: start.slice(0, 1) }
}

/** What stands for characters that could not be read is never all that is said of them. */
function notReadable(text: string, title: string): readonly ProcessingException[] {
  const count = unreadable(text) + unreadable(title)
  if (count === 0) return []
  const reason = `Of its text ${count === 1 ? 'one character' : `${count} characters`} could not be read, and can be looked for in the file only.`
  return [{ code: 'textFailed', reason, stage: 'text' }]
}

export class Members {
  readonly all: Member[] = []
  /** Known files that were left out, by the ordinals of the members that they were in. */
  readonly #leftOut: KnownMember[] = []
  /** Images that are recorded with their messages, by the ordinals of these. */
  readonly #inlineImages: PartOfMember[] = []
  readonly #options: FamilyOptions
  readonly #of: 'E-mail' | 'Loose file'
  constructor(options: FamilyOptions, of: 'E-mail' | 'Loose file') {
    this.#options = options
    this.#of = of
  }

  /** What has grown; of known files that were left out their parents tell. `came`: dates of the first, from where it stood. */
  grown(came: Readonly<Record<string, string | null>>): Pick<Family, 'members' | 'inlineImages' | 'leftOut'> {
    const leftOut = Map.groupBy(this.#leftOut, ({ parent }) => parent)
    const members = this.all.map((grown) => {
      const wrong = dateFlaw(grown, grown.ordinal === 0 ? came : {})
      const member = wrong === null ? grown : { ...grown, flaws: [...grown.flaws, wrong] }
      const names = leftOut.get(member.ordinal)?.map(({ path }) => path.at(-1) ?? '')
      if (names === undefined) return member
      const told = { De_NISTed_Attachments: [String(names.length), ...names] }
      return { ...member, metadata: { ...member.metadata, ...told } }
    })
    return { members, inlineImages: this.#inlineImages, leftOut: this.#leftOut }
  }

  /** A message, and all words of its body, seen or not; `flaws` may grow until the family is done. */
  addMessage(
    found: Found,
    message: Message,
    form: MailForm,
    { shown, recorded, attached }: ReturnType<typeof partsOf>,
    flaws: ProcessingException[],
  ): { readonly member: Member; readonly body: string } {
    const { limits, maxTextSize } = this.#options
    const fields = mailFields(message, limits, flaws)
    const page = message.html === null ? null : shownHtml(message.html, imagesOf(shown))
    const html = page?.html ?? null
    const body = bodyText(message.text, html)
    const said = page === null ? null : told(page)
    flaws.push(...(said?.flaws ?? []))
    const locked = lockedIn(body)
    if (locked !== null) flaws.push(locked)
    const cut = cutText(body, maxTextSize, flaws)
    const extension = extensions[form]
    const images = recorded.map(recordedImage)
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
      hidden: cutText(page?.hidden ?? '', maxTextSize, flaws).text,
      truncated: cut.truncated,
      noText: null,
      metadata: {
        ...said?.metadata,
        ...message.metadata,
        ...dateFlags(message),
        ...(message.receivedAt === null ? {} : { Received_Date: [message.receivedAt] }),
        ...(images.length === 0 ? {} : { Inline_Images: describeImages(images) }),
      },
      flaws,
    }
    flaws.push(...notReadable(cut.text, fields.title))
    this.all.push(member)
    for (const { name, size, sha256 } of images)
      this.#inlineImages.push({
        parent: member.ordinal,
        path: [...member.path, fileName(name, limits, [])],
        size,
        sha256,
      })
    // What differs in words that nobody sees is no copy.
    return { member, body: page === null || page.unseen === '' ? body : `${body}\n\n${page.unseen}` }
  }

  /** What was read, as a member; `flaws` may grow until the family is done. */
  addRead(
    found: Found,
    kind: Kind,
    name: string,
    reading: Reading,
    flaws: ProcessingException[],
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
      hidden: cutText(reading.hidden ?? '', maxTextSize, flaws).text,
      truncated: cut.truncated,
      noText: reading.text === null ? noText : null,
      metadata: {
        ...reading.metadata,
        ...(kind.category === 'Calendar' ? calendarFlags(reading.metadata) : {}),
        ...(differs ? { Detected_Type: [kind.extension] } : {}),
      },
      flaws,
    }
    flaws.push(...notReadable(cut.text ?? '', title))
    this.all.push(member)
    return member
  }

  /**
   * What is larger than what is read, told by its beginning, and by its headers where it is a message. What it holds is in it
   * only.
   */
  addLarge(
    found: Found<Large>,
    kind: Kind,
    name: string,
    form: MailForm | null,
    headers: Message | null,
    flaws: ProcessingException[],
  ): Member {
    const { limits, known } = this.#options
    const list = form === null ? (known?.listOf(found.bytes) ?? null) : null
    const { head: _, ...bytes } = found.bytes
    const unread = tooLarge(bytes.size, limits)
    flaws.push(unread)
    const named = extensionOf(name)
    const member: Member = {
      ...this.#place({ ...found, bytes }),
      category: kind.category,
      title: name,
      mail: null,
      fromText: '',
      sentAt: null,
      sentOriginal: '',
      messageId: '',
      inReplyTo: '',
      references: [],
      ...(headers === null ? {} : mailFields(headers, limits, flaws)),
      fileName: name,
      extension: named === '' ? kind.extension : named,
      mimeType: kind.mimeType,
      attachmentCount: 0,
      text: null,
      html: null,
      hidden: '',
      truncated: false,
      noText: unread.reason,
      metadata: {
        ...headers?.metadata,
        ...(headers === null ? {} : dateFlags(headers)),
        ...(list === null ? {} : { Known_File: [list.name] }),
      },
      flaws,
    }
    this.all.push(member)
    return member
  }

  /** Where it stands, and what it is by its bytes. */
  #place({ bytes, parent, path }: Pick<Found, 'parent' | 'path'> & { readonly bytes: Buffer | OnDisk }) {
    const recordType: RecordType =
      parent === null ? this.#of : this.#of === 'E-mail' ? 'E-mail attachment' : 'Loose file'
    return {
      ordinal: this.all.length,
      parent: parent?.ordinal ?? null,
      depth: parent === null ? 0 : parent.depth + 1,
      recordType,
      path,
      bytes,
      ...(isLarge(bytes) ? { md5: bytes.md5, sha1: bytes.sha1, sha256: bytes.sha256 } : hashes(bytes)),
    }
  }

  /** Whether it is a known file, and such files are left out. */
  leavesOut({ bytes, name, parent, path }: Found<Taken>): boolean {
    const { known, limits } = this.#options
    if (known?.action !== 'exclude' || parent === null) return false
    const own = isLarge(bytes) ? bytes : hashes(bytes)
    const list = known.listOf(own)
    if (list === null) return false
    this.#leftOut.push({
      parent: parent.ordinal,
      path: [...path, fileName(name, limits, [])],
      size: sizeOf(bytes),
      sha256: own.sha256,
      hashListId: list.hashListId,
    })
    return true
  }

  /** Why what stands in this member is not taken apart; null where it is. */
  refusal(parent: Member | null): ProcessingException | null {
    const { limits } = this.#options
    if ((parent?.depth ?? 0) + 1 >= limits.depth)
      return {
        code: 'tooDeep',
        reason: `Documents inside documents are taken apart ${limits.depth} deep.`,
        stage: 'expand',
      }
    if (this.all.length >= limits.members)
      return {
        code: 'tooMany',
        reason: `A family has at most ${limits.members} members that are taken apart.`,
        stage: 'expand',
      }
    return null
  }
}
