/** Text of Word 6 and 95 by its fonts: a font with a character set of its own is read by that, whatever the language is. */
import { describe, expect, it } from 'vitest'
import { readWordFile, readWordHeader } from './word-file.ts'

/** Runs of a document: the bytes, and what is said of their characters. */
interface Written {
  readonly bytes: readonly number[]
  readonly said?: readonly number[]
}

const u16 = (value: number): number[] => [value & 255, value >> 8]
const font = (charset: number, name: string): number[] => {
  const own = [0x26, ...u16(400), charset, 0, ...Buffer.from(name, 'latin1'), 0]
  return [own.length, ...own]
}
const inFont = (number: number): number[] => [93, ...u16(number)]

/** A style that is based on another, with what it says of characters. */
function style(base: number, said: readonly number[]): number[] {
  const even = (bytes: number[]): number[] => (bytes.length % 2 === 0 ? bytes : [...bytes, 0])
  const head = [...u16(0), ...u16((base << 4) | 1), ...u16(2), ...u16(0), 1, 0x41, 0]
  const paragraphs = even([...u16(2), ...u16(0)])
  const own = [...even(head), ...paragraphs, ...u16(said.length), ...said]
  return even([...u16(own.length), ...own])
}

/** As Word 6 writes it: text, a page of runs of characters, one of paragraphs, and the tables that name them. */
function word6(
  language: number,
  fonts: readonly (readonly number[])[],
  runs: readonly Written[],
  {
    styles = [],
    paragraphStyle = 0,
  }: { styles?: readonly (readonly number[])[]; paragraphStyle?: number } = {},
): Buffer {
  const file = Buffer.alloc(512 * 7)
  const textAt = 1024
  const text = runs.flatMap(({ bytes }) => bytes)
  file.writeUInt16LE(0xa5dc, 0)
  file.writeUInt16LE(0x65, 2)
  file.writeUInt16LE(language, 6)
  file.writeUInt32LE(textAt, 0x18)
  file.writeUInt32LE(text.length, 0x34)
  Buffer.from(text).copy(file, textAt)
  const page = (
    number: number,
    of: readonly Written[],
    itemBytes: 1 | 7,
    said: (one: Written) => number[],
  ) => {
    const start = number * 512
    let [at, low] = [textAt, 510]
    for (const [i, one] of of.entries()) {
      file.writeUInt32LE(at, start + i * 4)
      at += one.bytes.length
      const own = said(one)
      if (own.length === 0) continue
      low = (low - own.length) & ~1
      Buffer.from(own).copy(file, start + low)
      file[start + (of.length + 1) * 4 + i * itemBytes] = low / 2
    }
    file.writeUInt32LE(at, start + of.length * 4)
    file[start + 511] = of.length
  }
  page(3, runs, 1, ({ said = [] }) => (said.length === 0 ? [] : [said.length, ...said]))
  page(4, [{ bytes: text }], 7, () => [1, ...u16(paragraphStyle)])
  let free = 512 * 5
  const table = (number: number, bytes: readonly number[]): void => {
    Buffer.from(bytes).copy(file, free)
    file.writeUInt32LE(free, 0x58 + number * 8)
    file.writeUInt32LE(bytes.length, 0x5c + number * 8)
    free += bytes.length
  }
  const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]
  const ends = [...u32(textAt), ...u32(textAt + text.length)]
  table(12, [...ends, ...u16(3)])
  table(13, [...ends, ...u16(4)])
  const all = fonts.flat()
  table(15, [...u16(all.length + 2), ...all])
  const head = [...u16(styles.length), ...u16(8), ...u16(1), ...u16(91), ...u16(15), ...u16(0), ...u16(0)]
  table(1, [...u16(head.length), ...head, ...styles.flat()])
  return file
}
const textOf = (file: Buffer): string => readWordFile(file, file, readWordHeader(file), 100_000).text

const english = 0x409
const russian = 0x419
const roman = font(0, 'Times New Roman')
const cyrillic = font(204, 'Arial CYR')
const symbol = font(2, 'Symbol')
/** 'Да' in Windows-1251, which is 'Äà' in that of the West. */
const da = [0xc4, 0xe0]

describe('text of Word 6 and 95', () => {
  it('is read by the font of its run, and by the language where that has no character set of its own', () => {
    const runs = [
      { bytes: da },
      { bytes: [...da, 0x20], said: [85, 1, ...inFont(1), 99, ...u16(24)] },
      { bytes: [0x61, 0x62, 0xa3], said: inFont(2) },
      { bytes: [0xe9], said: inFont(0) },
    ]
    expect(textOf(word6(english, [roman, cyrillic, symbol], runs))).toBe('ÄàДа αβ≤é')
    expect(textOf(word6(russian, [roman, cyrillic, symbol], runs))).toBe('ДаДа αβ≤й')
  })

  it('is read by the font of its style, or of the style that this is based on, unless the run has its own', () => {
    const styles = [style(0xfff, []), style(0xfff, inFont(1)), style(1, [])]
    const runs = [{ bytes: da }, { bytes: da, said: inFont(0) }, { bytes: da, said: [85, 1] }]
    const written = (paragraphStyle: number) =>
      textOf(word6(english, [roman, cyrillic], runs, { styles, paragraphStyle }))
    expect(written(1)).toBe('ДаÄàДа')
    expect(written(2)).toBe('ДаÄàДа')
    expect(written(0)).toBe('ÄàÄàÄà')
  })

  it('of two bytes a character is read whole where runs of one font follow each other, and keeps its places', () => {
    const japanese = font(128, 'MS Mincho')
    const runs = [
      { bytes: [0x83], said: inFont(1) },
      { bytes: [0x65, 0x83, 0x58], said: inFont(1) },
      { bytes: [0x21] },
    ]
    expect(textOf(word6(english, [roman, japanese], runs))).toBe('テス  !')
  })

  it('is as it was where its runs or styles cannot be read', () => {
    const whole = word6(english, [roman, cyrillic], [{ bytes: da, said: inFont(1) }])
    for (let at = 0x58; at < 0xe0; at++) {
      const broken = Buffer.from(whole)
      broken[at] = 0xff
      expect(['Äà', 'Да']).toContain(textOf(broken))
    }
  })
})
