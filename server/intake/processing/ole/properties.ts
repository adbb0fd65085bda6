/** Property sets ([MS-OLEPS]): the title, author and dates that old office documents carry beside their content. */

import { decodeCodePage } from '../charsets/code-pages.ts'
import type { Fields } from '../documents/fields.ts'
import { type Compound, guidAt } from './compound.ts'

type Value = string | number | Date

const summary: ReadonlyMap<number, string> = new Map([
  [2, 'Doc_Title'],
  [3, 'Doc_Subject'],
  [4, 'Author'],
  [5, 'Keywords'],
  [6, 'Comments'],
  [7, 'Template'],
  [8, 'Last_Author'],
  [9, 'Revision'],
  [11, 'Printed_Date'],
  [12, 'Created_Date'],
  [13, 'Modified_Date'],
  [14, 'Page_Count'],
  [15, 'Word_Count'],
  [18, 'Application'],
])
const documentSummary: ReadonlyMap<number, string> = new Map([
  [2, 'Category'],
  [7, 'Slide_Count'],
  [14, 'Manager'],
  [15, 'Company'],
])
const customSet = 'd5cdd505-2e9c-101b-9397-08002b2cf9ae'
const maxProperties = 1000

/** Puts the properties of a compound file into `fields`. What is damaged is passed over. */
export function readOleProperties(compound: Compound, fields: Fields): void {
  for (const [stream, names] of [
    ['\u0005SummaryInformation', summary],
    ['\u0005DocumentSummaryInformation', documentSummary],
  ] as const) {
    const bytes = compound.stream(stream)
    if (bytes === null || bytes.length < 48) continue
    const count = Math.min(4, bytes.readUInt32LE(24))
    for (let i = 0; i < count && 28 + i * 20 + 20 <= bytes.length; i++) {
      const at = bytes.readUInt32LE(28 + i * 20 + 16)
      if (at + 8 > bytes.length) continue
      const isCustom = guidAt(bytes, 28 + i * 20) === customSet
      readSet(bytes.subarray(at), isCustom ? null : names, fields)
    }
  }
}

/** One section; with `names` null its own dictionary names its properties. */
function readSet(bytes: Buffer, names: ReadonlyMap<number, string> | null, fields: Fields): void {
  const count = Math.min(maxProperties, bytes.readUInt32LE(4))
  const places: [id: number, at: number][] = []
  for (let i = 0; i < count && 8 + i * 8 + 8 <= bytes.length; i++) {
    const at = bytes.readUInt32LE(12 + i * 8)
    if (at + 8 <= bytes.length) places.push([bytes.readUInt32LE(8 + i * 8), at])
  }
  const codePageAt = places.find(([id]) => id === 1)?.[1]
  const codePage = codePageAt === undefined ? 1252 : bytes.readUInt16LE(codePageAt + 4)
  const dictionaryAt = places.find(([id]) => id === 0)?.[1]
  const own = names === null && dictionaryAt !== undefined ? dictionary(bytes, dictionaryAt, codePage) : null
  for (const [id, at] of places) {
    if (id < 2) continue
    const name = (names ?? own)?.get(id)
    if (name === undefined) continue
    const value = valueAt(bytes, at, codePage)
    if (value === null) continue
    if (names === null) fields.addCustom(name, value instanceof Date ? value.toISOString() : String(value))
    else if (value instanceof Date) fields.addDate(name, value)
    // Programs that did not count write 0.
    else if (value !== 0) fields.add(name, value)
  }
}

function dictionary(bytes: Buffer, from: number, codePage: number): Map<number, string> {
  const names = new Map<number, string>()
  const count = Math.min(maxProperties, bytes.readUInt32LE(from))
  let at = from + 4
  for (let i = 0; i < count && at + 8 <= bytes.length; i++) {
    const id = bytes.readUInt32LE(at)
    const chars = bytes.readUInt32LE(at + 4)
    const wide = codePage === 1200
    const size = wide ? chars * 2 : chars
    if (size > bytes.length) break
    names.set(id, bare(decodeCodePage(bytes.subarray(at + 8, at + 8 + size), codePage)))
    at += 8 + (wide ? Math.ceil(size / 4) * 4 : size)
  }
  return names
}

/** Values of the types that are used for what is shown: text, numbers, truth, times. */
function valueAt(bytes: Buffer, at: number, codePage: number): Value | null {
  const type = bytes.readUInt16LE(at)
  const from = at + 4
  const fits = (size: number): boolean => from + size <= bytes.length
  switch (type) {
    case 2:
      return fits(2) ? bytes.readInt16LE(from) : null
    case 3:
    case 22:
      return fits(4) ? bytes.readInt32LE(from) : null
    case 19:
    case 23:
      return fits(4) ? bytes.readUInt32LE(from) : null
    case 5:
      return fits(8) ? bytes.readDoubleLE(from) : null
    case 11:
      return fits(2) ? (bytes.readUInt16LE(from) === 0 ? 'No' : 'Yes') : null
    case 30: {
      const size = bytes.readUInt32LE(from)
      return fits(4) ? bare(decodeCodePage(bytes.subarray(from + 4, from + 4 + size), codePage)) : null
    }
    case 31: {
      const size = bytes.readUInt32LE(from) * 2
      return bare(bytes.toString('utf16le', from + 4, Math.min(bytes.length, from + 4 + size)))
    }
    case 64:
      return fits(8) ? fileTime(bytes.readBigUInt64LE(from)) : null
    default:
      return null
  }
}

/** Tenths of microseconds since 1601; none at 0, and a mere duration (time spent on editing) is no date. */
function fileTime(ticks: bigint): Date | null {
  const at = new Date(Number(ticks / 10_000n) - 11_644_473_600_000)
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1602 ? null : at
}

const bare = (text: string): string => text.split('\0', 1)[0] ?? ''
