/**
 * Sections of OneNote: the words of their pages as they lie in the file, with those of earlier versions that it keeps, and the
 * files on the pages. How pages are laid out, and what is drawn or written by hand, is not read.
 */
import { Draft } from '../draft.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { readPropertySet } from './properties.ts'
import { isSection, storedNodes } from './store.ts'

/** Nodes that declare an object or say what it became ([MS-ONESTORE] 2.4.3). */
const objects: ReadonlySet<number> = new Set([0x2d, 0x2e, 0x41, 0x42, 0xa4, 0xa5, 0xc4, 0xc5])
const fileObjects: ReadonlySet<number> = new Set([0x72, 0x73])
const storedFile = 0x94
/** The content of the section is locked by a password. */
const encryptionKey = 0x7c

/** Properties of words ([MS-ONE] 2.1.12), and how they are written. */
const words: ReadonlyMap<number, BufferEncoding> = new Map([
  [0x1c22, 'utf16le'],
  [0x3498, 'latin1'],
  // Alternative texts, links, and the names of files on a page.
  [0x1e58, 'utf16le'],
  [0x1d9c, 'utf16le'],
])
const titles: ReadonlySet<number> = new Set([0x1cf3, 0x1d3c])
const author = 0x1d75
const link = 0x1e20

export const readOneNote: Reader = async (bytes, kind, options) => {
  if (!isSection(bytes)) {
    const what =
      kind.extension === 'onetoc2'
        ? 'It lists sections and has no pages.'
        : 'It is of a version of OneNote that is not read.'
    throw new Unreadable('unsupportedType', what)
  }
  const draft = new Draft(options)
  const section = new Section(draft, bytes.length)
  await draft.attempt('Its section', () => {
    for (const node of storedNodes(bytes, () => section.isBroken())) section.take(node)
  })
  await draft.attempt('Its text', () => section.write())
  return draft.reading()
}

class Section {
  readonly #draft: Draft
  /** In the order of the file; versions of a page repeat most of it. */
  readonly #lines = new Set<string>()
  readonly #seen = new Set<number>()
  /** Extensions of files by their references. */
  readonly #extensions = new Map<string, string>()
  #isLocked = false
  readonly #files: { readonly reference: string; readonly bytes: Buffer }[] = []
  /** Sets of properties lie one beside the other: those of a whole file have fewer bytes than it. */
  #unread: number
  constructor(draft: Draft, fileBytes: number) {
    this.#draft = draft
    this.#unread = fileBytes
  }

  isBroken(): void {
    this.#draft.flaw('corrupt', 'It is cut or damaged: what could be found of it was read.', 'parse')
  }

  take({ id, data, at, body }: { id: number; data: Buffer | null; at: number; body: Buffer }): void {
    if (id === encryptionKey) {
      this.#isLocked = true
      this.#draft.flaw('encrypted', 'It is protected by a password.', 'parse')
    } else if (fileObjects.has(id)) this.#nameFile(id, body)
    else if (data === null || this.#seen.has(at)) return
    else if (id === storedFile) this.#storeFile(at, data, body)
    else if (objects.has(id)) {
      this.#seen.add(at)
      this.#unread -= data.length
      const bears = this.#unread >= 0
      if (!bears || !readPropertySet(data, (property, value) => this.#property(property, value)))
        this.isBroken()
    }
  }

  write(): void {
    const { text, fields } = this.#draft
    for (const line of this.#lines) text.wholeLine(line)
    let images = 0
    for (const [n, { reference, bytes }] of this.#files.entries()) {
      const extension = this.#extensions.get(reference) ?? ''
      if (/^\.(png|jpe?g|gif|emf|wmf|bmp|tiff?)$/i.test(extension)) images++
      else if (extension !== '') this.#draft.embed(`${n + 1}${extension}`, bytes)
    }
    if (images > 0) fields.add('Embedded_Images', images)
    if (this.#isLocked) return
    const unread = 'what is drawn or written by hand is not read.'
    if (this.#lines.size === 0)
      this.#draft.flaw('textFailed', `It has no text that could be found; ${unread}`, 'text')
    else
      this.#draft.flaw(
        'textTruncated',
        `Its text was read in the order in which the file keeps it, with that of earlier versions; ${unread}`,
        'text',
      )
  }

  #property(property: number, value: Buffer): void {
    const { fields } = this.#draft
    const encoding = words.get(property)
    if (encoding !== undefined) this.#say(value.toString(encoding))
    else if (titles.has(property)) {
      // The title of a page, kept where pages are listed.
      fields.add('Doc_Title', clean(value.toString('utf16le')))
      this.#say(value.toString('utf16le'))
    } else if (property === author) fields.add('Author', clean(value.toString('utf16le')))
    else if (property === link) this.#draft.link(clean(value.toString('utf16le')))
  }

  #say(text: string): void {
    for (const line of text.split(/[\r\n\v]+/)) {
      const said = clean(line)
      if (said !== '') this.#lines.add(said)
    }
  }

  /** What it is called inside (`<ifndf>{…}`) and its extension, each with its length before it. */
  #nameFile(id: number, body: Buffer): void {
    let at = 8 + (id === 0x72 ? 1 : 4)
    const strings: string[] = []
    for (let n = 0; n < 2 && at + 4 <= body.length; n++) {
      const size = body.readUInt32LE(at) * 2
      strings.push(clean(body.toString('utf16le', at + 4, Math.min(body.length, at + 4 + size))))
      at += 4 + size
    }
    const [reference = '', extension = ''] = strings
    const guid = /^<ifndf>\{([0-9a-f-]{36})\}/i.exec(reference)?.[1]
    if (guid !== undefined && /^\.\w{1,12}$/.test(extension))
      this.#extensions.set(guid.toLowerCase(), extension)
  }

  #storeFile(at: number, data: Buffer, body: Buffer): void {
    if (data.length < 36 || body.length < 16) return
    this.#seen.add(at)
    const size = data.readUIntLE(16, 6)
    this.#unread -= data.length
    if (36 + size > data.length || this.#unread < 0) this.isBroken()
    if (this.#unread < 0) return
    this.#files.push({ reference: guidOf(body), bytes: data.subarray(36, 36 + size) })
  }
}

const clean = (text: string): string => text.replace(/[\p{Cc}\p{Co}\p{Cn}]+/gu, ' ').trim()

/** As it is written in text. */
function guidOf(bytes: Buffer): string {
  const low = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to)).reverse().toString('hex')
  return `${low(0, 4)}-${low(4, 6)}-${low(6, 8)}-${bytes.toString('hex', 8, 10)}-${bytes.toString('hex', 10, 16)}`
}
