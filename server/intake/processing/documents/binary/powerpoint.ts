/** Binary presentations, PowerPoint 97 to 2003 ([MS-PPT]): slides in their order, each with its comments and notes. */
import { inflateSync } from 'node:zlib'
import { unwrap } from '../../ole/package.ts'
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { openOleFile } from './ole-file.ts'
import { openPowerPoint, type PowerPointFile } from './powerpoint-file.ts'
import { type PptRecord, recordsIn, recordsWithin } from './records.ts'

const types = {
  slideShow: 0x03f9,
  notesAtom: 0x03f1,
  slideList: 0x0ff0,
  slidePersist: 0x03f3,
  objectList: 0x0409,
  textWide: 0x0fa0,
  textNarrow: 0x0fa8,
  outline: 0x0f9e,
  string: 0x0fba,
  headersFooters: 0x0fd9,
  comment: 0x2ee0,
  hyperlink: 0x0fd7,
  embedded: 0x0fcc,
  object: 0x0fc3,
  storage: 0x1011,
  shapeProperties: 0xf00b,
  placeholder: 0x0bc3,
  shape: 0xf004,
  textbox: 0xf00d,
}
/** Which list of slides: those of the show, their masters, their notes. */
const lists = { slides: 0, masters: 1, notes: 2 }

export const readBinaryPresentation: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const compound = openOleFile(bytes, draft)
  const file = openPowerPoint(compound, options.passwords)
  const went = await draft.attempt('Its slides', () => new Slides(file, draft).read())
  if (went) await embedObjects(file, draft)
  const images = compound.stream('Pictures')
  if (images !== null) draft.fields.add('Embedded_Images', [...recordsIn(images)].length || undefined)
  return draft.reading()
}

interface Listed {
  readonly id: number
  /** Which slide, for notes that belong to it. */
  readonly slideId: number
  /** Texts of its placeholders, which stand in the list and not on the slide. */
  readonly texts: readonly string[]
}

class Slides {
  readonly #file: PowerPointFile
  readonly #draft: Draft
  constructor(file: PowerPointFile, draft: Draft) {
    this.#file = file
    this.#draft = draft
  }

  read(): void {
    const { text, fields } = this.#draft
    const document = this.#file.object(this.#file.documentId)
    if (document === null) {
      this.#draft.flaw('textFailed', 'It has no slides that could be found.', 'text')
      return
    }
    const children = [...recordsIn(document.body)]
    const list = (instance: number): Listed[] =>
      children.filter((r) => r.type === types.slideList && r.instance === instance).flatMap(listedIn)
    const notes = this.#notesOf(list(lists.notes))
    for (const [index, slide] of list(lists.slides).entries()) {
      text.wholeLine(`[Slide ${index + 1}]`)
      for (const words of this.#shapes(slide)) text.wholeLine(words)
      const own = notes.get(slide.slideId) ?? []
      if (own.length === 0) continue
      fields.hides('Speaker notes')
      text.wholeLine('[Speaker notes]')
      for (const words of own) text.wholeLine(words)
    }
    const told = new Set<string>()
    for (const master of list(lists.masters))
      for (const words of this.#shapes(master, true)) {
        if (!told.has(words)) text.wholeLine(words)
        told.add(words)
      }
    for (const record of children) {
      if (record.type === types.headersFooters) for (const words of strings(record)) text.wholeLine(words)
      if (record.type === types.objectList)
        for (const link of recordsWithin(record.body)) if (link.type === types.hyperlink) this.#link(link)
    }
  }

  /** Notes by the slide that they belong to. */
  #notesOf(listed: readonly Listed[]): Map<number, string[]> {
    const notes = new Map<number, string[]>()
    for (const page of listed) {
      const record = this.#file.object(page.id)
      const atom =
        record === null ? undefined : [...recordsIn(record.body)].find(({ type }) => type === types.notesAtom)
      const words = this.#shapes(page)
      if (atom !== undefined && atom.body.length >= 4 && words.length > 0)
        notes.set(atom.body.readUInt32LE(0), words)
    }
    return notes
  }

  /** The texts of a slide, in the order of its shapes; of a master only what is no placeholder. */
  #shapes({ id, texts }: Listed, isMaster = false): string[] {
    const found: string[] = []
    const record = this.#file.object(id)
    const used = new Set<number>()
    let asks = false
    for (const each of record === null
      ? []
      : recordsWithin(record.body, ({ type }) => type !== types.comment)) {
      if (each.type === types.shape)
        asks = isMaster && [...recordsWithin(each.body)].some(({ type }) => type === types.placeholder)
      else if (each.type === types.textWide || each.type === types.textNarrow) {
        if (!asks) found.push(textOf(each))
      } else if (each.type === types.outline && each.body.length >= 4) {
        const index = each.body.readUInt32LE(0)
        used.add(index)
        found.push(texts[index] ?? '')
      } else if (each.type === types.shapeProperties) found.push(...describedIn(each))
      else if (each.type === types.slideShow && !isMaster) {
        // The third bit of the flags ([MS-PPT] 2.6.6).
        if (each.body.length >= 12 && (each.body.readUInt16LE(10) & 4) !== 0)
          this.#draft.fields.hides('Hidden slides')
      } else if (each.type === types.comment) found.push(this.#comment(each))
      else if (each.type === types.headersFooters) found.push(...strings(each))
    }
    const all = isMaster ? found : [...texts.filter((_, index) => !used.has(index)), ...found]
    // A star stands for a date or a number that is filled in.
    return all.filter((words) => words.trim() !== '*')
  }

  #comment(record: PptRecord): string {
    const part = (instance: number): string => strings(record, instance).at(0) ?? ''
    this.#draft.fields.hides('Comments')
    return `[Comment] ${part(0)}: ${part(1)}`
  }

  #link(record: PptRecord): void {
    for (const each of recordsIn(record.body))
      if (each.type === types.string && each.instance !== 0) this.#draft.link(textOf(each))
  }
}

function listedIn(list: PptRecord): Listed[] {
  const found: { id: number; slideId: number; texts: string[] }[] = []
  for (const record of recordsIn(list.body)) {
    if (record.type === types.slidePersist && record.body.length >= 16)
      found.push({ id: record.body.readUInt32LE(0), slideId: record.body.readUInt32LE(12), texts: [] })
    else if (record.type === types.textWide || record.type === types.textNarrow)
      found.at(-1)?.texts.push(textOf(record))
  }
  return found
}

function textOf({ type, body }: PptRecord): string {
  const text = type === types.textNarrow ? body.toString('latin1') : body.toString('utf16le')
  // A line in a paragraph ends with a vertical tab.
  return text.replaceAll('\r', '\n').replaceAll('\u000b', '\n').replaceAll('\0', '')
}

const strings = (record: PptRecord, instance?: number): string[] =>
  [...recordsIn(record.body)]
    .filter((each) => each.type === types.string && (instance === undefined || each.instance === instance))
    .map(textOf)

/** Words among the properties of a shape ([MS-ODRAW] 2.3): WordArt, and the description of a picture. */
const shapeWords = new Set([0x00c0, 0x0381])

function describedIn({ body, instance }: PptRecord): string[] {
  const found: string[] = []
  let at = instance * 6
  for (let i = 0; i < instance && i * 6 + 6 <= body.length; i++) {
    const id = body.readUInt16LE(i * 6)
    const size = body.readUInt32LE(i * 6 + 2)
    if ((id & 0x8000) === 0) continue
    if (shapeWords.has(id & 0x3fff)) {
      const words = body.toString('utf16le', at, Math.min(body.length, at + size)).replaceAll('\0', '')
      if (words !== '') found.push((id & 0x3fff) === 0x0381 ? `[Image: ${words}]` : words)
    }
    at += size
  }
  return found
}

/** Embedded objects, each compressed ([MS-PPT] 2.10.34). */
async function embedObjects(file: PowerPointFile, draft: Draft): Promise<void> {
  const { limits } = draft.options
  let nth = 0
  for (const id of file.objects())
    await draft.attempt('A file inside it', () => {
      const record = file.object(id)
      if (record?.type !== types.storage) return
      const bytes =
        record.instance === 1
          ? inflateSync(record.body.subarray(4), { maxOutputLength: limits.documentBytes })
          : record.body
      const inner = unwrap(bytes, `object-${++nth}`)
      if (inner !== null) draft.embed(inner.name === '' ? `object-${nth}` : inner.name, inner.bytes)
    })
}
