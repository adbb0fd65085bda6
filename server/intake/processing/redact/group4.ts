/**
 * Black and white images in Group 4 (ITU-T T.6): each row is told by how it differs from the one above. PDFs and TIFFs hold
 * the same bytes.
 */
import { longestRun, runCodes } from './group4-codes.ts'
import { wordsOf } from './words-of.ts'

export interface Group4Encoder {
  /** The next row: a byte a pixel, 0 white, anything else black. */
  row(pixels: Uint8Array): void
  /** All rows, with the mark of the end. */
  end(): Buffer
}

/** Codes of the vertical mode (T.6, table 1), from three to the left to three to the right. */
const vertical = [
  [0b0000010, 7],
  [0b000010, 6],
  [0b010, 3],
  [0b1, 1],
  [0b011, 3],
  [0b000011, 6],
  [0b0000011, 7],
] as const

const runValues = runCodes.map((codes) => Int32Array.from(codes, ({ code }) => code))
const runLengths = runCodes.map((codes) => Int32Array.from(codes, ({ bits }) => bits))
const verticalCodes = Int32Array.from(vertical, ([code]) => code)
const verticalLengths = Int32Array.from(vertical, ([, bits]) => bits)

/** Begins an image of so many pixels across. */
export function encodeGroup4(width: number): Group4Encoder {
  const { row, end } = encoderOf(width, 0)
  return { row: (pixels) => row(pixels, wordsOf(pixels), 0, Math.min(pixels.length, width)), end }
}

/** A whole image, a byte a pixel: so much where it is white, anything else where it is black. */
export function group4Of(bits: Uint8Array, width: number, white: 0 | 255 = 0): Buffer {
  const { row, end } = encoderOf(width, white)
  const words = wordsOf(bits)
  for (let at = 0; at < bits.length; at += width) row(bits, words, at, Math.min(bits.length, at + width))
  return end()
}

interface RowEncoder {
  /** A row from one place of the pixels to another. */
  row(pixels: Uint8Array, words: Int32Array | null, from: number, to: number): void
  end(): Buffer
}

function encoderOf(width: number, white: 0 | 255): RowEncoder {
  let out = Buffer.allocUnsafe(16_384)
  let length = 0
  let held = 0
  let free = 32
  const put = (code: number, bits: number): void => {
    if (free < bits) flush()
    free -= bits
    held |= code << free
  }
  const flush = (): void => {
    if (out.length - length < 4) out = Buffer.concat([out, Buffer.allocUnsafe(out.length)])
    for (; free <= 24; free += 8) {
      out[length++] = held >>> 24
      held <<= 8
    }
  }
  const putOne = (color: 0 | 1, at: number): void =>
    put(runValues[color]?.[at] as number, runLengths[color]?.[at] as number)
  const putRun = (color: 0 | 1, run: number): void => {
    let left = run
    for (; left > longestRun + 63; left -= longestRun) putOne(color, 63 + longestRun / 64)
    if (left > 63) putOne(color, 63 + (left >> 6))
    putOne(color, left & 63)
  }

  /** Where the color changes, in a row that begins white; behind the last stands the end of the row, three times. */
  let above = new Int32Array(width + 4).fill(width)
  let here = new Int32Array(width + 4)

  return {
    row(pixels, words, from, to) {
      const count = changesIn(pixels, words, from, to, white, here)
      here[count] = width
      here[count + 1] = width
      here[count + 2] = width
      let a0 = -1
      let color: 0 | 1 = 0
      let at = 0
      let over = 0
      while (a0 < width) {
        // The first change above that lies behind, and is to the color that follows.
        while (over > 1 && (above[over - 2] as number) > a0) over -= 2
        if ((over & 1) !== color) over = over === 0 ? 1 : over - 1
        while ((above[over] as number) <= a0 && (above[over] as number) < width) over += 2
        const a1 = here[at] as number
        const b1 = above[over] as number
        const b2 = b1 === width ? width : (above[over + 1] as number)
        if (b2 < a1) {
          put(0b0001, 4)
          a0 = b2
          continue
        }
        const off = a1 - b1 + 3
        if (off >= 0 && off < 7) {
          put(verticalCodes[off] as number, verticalLengths[off] as number)
          a0 = a1
          color = color === 0 ? 1 : 0
          at += 1
          continue
        }
        put(0b001, 3)
        const a2 = here[at + 1] as number
        putRun(color, a1 - Math.max(0, a0))
        putRun(color === 0 ? 1 : 0, a2 - a1)
        a0 = a2
        at += 2
      }
      ;[above, here] = [here, above]
    },
    end() {
      put(0b0000_0000_0001, 12)
      put(0b0000_0000_0001, 12)
      flush()
      if (free < 32) {
        out[length++] = held >>> 24
        held = 0
        free = 32
      }
      return out.subarray(0, length)
    },
  }
}

/** Writes where the color changes from one place to another, counted from there, and gives how often it does. */
function changesIn(
  pixels: Uint8Array,
  words: Int32Array | null,
  from: number,
  to: number,
  white: 0 | 255,
  changes: Int32Array,
): number {
  let count = 0
  const lastWord = to >> 2
  const whites = white === 0 ? 0 : -1
  for (let x = from; x < to; ) {
    // Most of a page is white: four pixels at once.
    while (x < to && pixels[x] === white) {
      if (words !== null && (x & 3) === 0) {
        let word = x >> 2
        while (word < lastWord && words[word] === whites) word += 1
        x = Math.max(x + 1, word << 2)
      } else x += 1
    }
    if (x >= to) break
    changes[count++] = x - from
    while (x < to && pixels[x] !== white) x += 1
    if (x < to) changes[count++] = x - from
  }
  return count
}
