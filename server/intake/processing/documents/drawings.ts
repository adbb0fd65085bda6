/**
 * Drawings: SVG, and the two metafiles of Windows (MS-WMF, MS-EMF). Their text stands among what is drawn, in the order in
 * which it is; what is on one height is one line.
 */
import { decodeCodePage } from '../charsets/code-pages.ts'
import { Draft } from './draft.ts'
import type { Reader } from './reading.ts'
import { codePageOfCharset } from './rtf/fonts.ts'
import { decodeXml, walkXml } from './xml.ts'

export const readSvg: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const { text, fields } = draft
  await draft.attempt('The drawing', () => {
    const open: string[] = []
    const isInside = (name: string): boolean => open.includes(name)
    let title = ''
    walkXml(decodeXml(bytes), {
      open(name, attributes) {
        open.push(name)
        if (name === 'text' || name === 'desc' || (name === 'tspan' && attributes.get('y') !== undefined))
          text.line()
        const target = name === 'a' ? attributes.get('href') : undefined
        if (target !== undefined && /^[a-z]+:/i.test(target)) draft.link(target)
      },
      close(name) {
        const at = open.lastIndexOf(name)
        if (at >= 0) open.length = at
        if (name === 'text' || name === 'desc') text.line()
        if (name !== 'title') return
        // That of the whole drawing; others are of single shapes.
        if (open.join() === 'svg' && title.trim() !== '') fields.add('Doc_Title', title.trim())
        else text.wholeLine(title.replace(/\s+/g, ' ').trim())
        title = ''
      },
      text(found) {
        if (isInside('title')) title += found
        else if (isInside('text') || isInside('desc')) text.text(found.replace(/\s+/g, ' '))
      },
    })
    text.line()
  })
  return orWordless(draft)
}

/** What is drawn without text may still hold words: as lines, or in a picture. */
function orWordless(draft: Draft): ReturnType<Draft['reading']> {
  const reading = draft.reading()
  if (reading.text?.trim() !== '') return reading
  const flaw = {
    code: 'noTextYet',
    reason: 'It is a drawing without text of its own.',
    stage: 'text',
  } as const
  return { ...reading, text: null, flaws: [...reading.flaws, flaw] }
}

/** Writes texts that come with their height. */
class Lines {
  readonly #draft: Draft
  #height: number | null = null
  constructor(draft: Draft) {
    this.#draft = draft
  }
  write(words: string, height: number): void {
    if (words.trim() === '') return
    if (this.#height !== null && this.#height !== height) this.#draft.text.line()
    else if (this.#height !== null) this.#draft.text.text(' ')
    this.#height = height
    this.#draft.text.text(words)
  }
}

/** Of a text that is written by the numbers of its glyphs nobody knows the letters. */
const byGlyphs = 0x10

const emf = { textA: 83, textW: 84, smallText: 108, end: 14 } as const
const smallText = { isBytes: 0x200, isUnbounded: 0x100 } as const

export const readEmf: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const lines = new Lines(draft)
  await draft.attempt('The drawing', () => {
    for (let at = 0; at < bytes.length; ) {
      const [type, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
      if (type === emf.end) return
      const record = bytes.subarray(at, at + size)
      if (size < 8 || record.length < size) throw new RangeError('A record leads out of the file.')
      if (type === emf.textA || type === emf.textW) {
        const isWide = type === emf.textW
        const [y, count] = [record.readInt32LE(40), record.readUInt32LE(44)]
        const [start, how] = [record.readUInt32LE(48), record.readUInt32LE(52)]
        if ((how & byGlyphs) === 0) lines.write(textAt(record, start, count, isWide), y)
      } else if (type === emf.smallText) {
        const [y, count, how] = [record.readInt32LE(12), record.readUInt32LE(16), record.readUInt32LE(20)]
        const start = (how & smallText.isUnbounded) === 0 ? 52 : 36
        if ((how & byGlyphs) === 0)
          lines.write(textAt(record, start, count, (how & smallText.isBytes) === 0), y)
      }
      at += size
    }
    throw new RangeError('It ends before its last record.')
  })
  return orWordless(draft)
}

const textAt = (record: Buffer, start: number, count: number, isWide: boolean): string => {
  const bytes = record.subarray(start, start + count * (isWide ? 2 : 1))
  return isWide ? bytes.toString('utf16le') : decodeCodePage(bytes, 1252)
}

/** Functions of records (MS-WMF 2.1.1.1). */
const wmf = {
  end: 0,
  text: 0x0521,
  extendedText: 0x0a32,
  font: 0x02fb,
  select: 0x012d,
  delete: 0x01f0,
} as const
/** Others that make an object: each takes a number from the same list. */
const making: ReadonlySet<number> = new Set([wmf.font, 0x02fa, 0x02fc, 0x06ff, 0x00f7, 0x0142, 0x01f9])
const hasRectangle = 0x06
const placeable = 0x9ac6cdd7

export const readWmf: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const lines = new Lines(draft)
  await draft.attempt('The drawing', () => {
    /** Of each object that is a font the code page of its texts; null of others. */
    const objects: (number | null | undefined)[] = []
    let codePage = 1252
    const start = bytes.readUInt32LE(0) === placeable ? 22 : 0
    for (let at = start + bytes.readUInt16LE(start + 2) * 2; at < bytes.length; ) {
      const [size, type] = [bytes.readUInt32LE(at) * 2, bytes.readUInt16LE(at + 4)]
      if (type === wmf.end) return
      const record = bytes.subarray(at + 6, at + size)
      if (size < 6 || at + size > bytes.length) throw new RangeError('A record leads out of the file.')
      if (making.has(type)) {
        const free = objects.indexOf(undefined)
        objects[free < 0 ? objects.length : free] =
          type === wmf.font ? (codePageOfCharset(record.readUInt8(13)) ?? 1252) : null
      } else if (type === wmf.delete) objects[record.readUInt16LE(0)] = undefined
      else if (type === wmf.select) codePage = objects[record.readUInt16LE(0)] ?? codePage
      else if (type === wmf.text) {
        const count = record.readUInt16LE(0)
        const behind = 2 + count + (count % 2)
        lines.write(decodeCodePage(record.subarray(2, 2 + count), codePage), record.readInt16LE(behind))
      } else if (type === wmf.extendedText) {
        const [y, count, how] = [record.readInt16LE(0), record.readUInt16LE(4), record.readUInt16LE(6)]
        const from = (how & hasRectangle) === 0 ? 8 : 16
        if ((how & byGlyphs) === 0)
          lines.write(decodeCodePage(record.subarray(from, from + count), codePage), y)
      }
      at += size
    }
    throw new RangeError('It ends before its last record.')
  })
  return orWordless(draft)
}
