/**
 * Black and white images in Group 4 (ITU-T T.6): each row is told by how it differs from the one above. PDFs and TIFFs hold
 * the same bytes.
 */
import { longestRun, runCodes } from './group4-codes.ts'

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

/** Begins an image of so many pixels across. */
export function encodeGroup4(width: number): Group4Encoder {
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
  const putRun = (color: 0 | 1, run: number): void => {
    const codes = runCodes[color]
    let left = run
    const one = (at: number): void => {
      const code = codes[at]
      if (code !== undefined) put(code.code, code.bits)
    }
    for (; left > longestRun + 63; left -= longestRun) one(63 + longestRun / 64)
    if (left > 63) one(63 + (left >> 6))
    one(left & 63)
  }

  /** Where the color changes, in a row that begins white; behind the last stands the end of the row, three times. */
  let above = new Int32Array(width + 4).fill(width)
  let here = new Int32Array(width + 4)

  return {
    row(pixels) {
      let count = 0
      const end = Math.min(pixels.length, width)
      const fours = new DataView(pixels.buffer, pixels.byteOffset, end)
      for (let x = 0; x < end; ) {
        // Most of a page is white: four pixels at once.
        while (x + 4 <= end && fours.getUint32(x) === 0) x += 4
        while (x < end && pixels[x] === 0) x++
        if (x >= end) break
        here[count++] = x
        while (x < end && pixels[x] !== 0) x++
        if (x < end) here[count++] = x
      }
      here[count] = width
      here[count + 1] = width
      here[count + 2] = width
      let a0 = -1
      let color: 0 | 1 = 0
      let at = 0
      let over = 0
      while (a0 < width) {
        // The first change above that lies behind, and is to the color that follows.
        while (over > 1 && (above[over - 2] ?? 0) > a0) over -= 2
        if ((over & 1) !== color) over = over === 0 ? 1 : over - 1
        while ((above[over] ?? width) <= a0 && (above[over] ?? width) < width) over += 2
        const a1 = here[at] ?? width
        const b1 = above[over] ?? width
        const b2 = b1 === width ? width : (above[over + 1] ?? width)
        if (b2 < a1) {
          put(0b0001, 4)
          a0 = b2
          continue
        }
        const [code, bits] = vertical[a1 - b1 + 3] ?? [0, 0]
        if (bits > 0) {
          put(code, bits)
          a0 = a1
          color = color === 0 ? 1 : 0
          at += 1
          continue
        }
        put(0b001, 3)
        const a2 = here[at + 1] ?? width
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

/** A whole image, a byte a pixel. */
export function group4Of(bits: Uint8Array, width: number): Buffer {
  const encoder = encodeGroup4(width)
  for (let at = 0; at < bits.length; at += width) encoder.row(bits.subarray(at, at + width))
  return encoder.end()
}
