/** A page in black and white as a TIFF (6.0) with one strip in Group 4. */
import { group4Of } from './group4.ts'

const short = 3
const long = 4
const rational = 5

/** `bits`: a byte a pixel, 0 white, anything else black. */
export function tiffOf(bits: Uint8Array, width: number, dpi: number): Buffer {
  const strip = group4Of(bits, width)
  const height = bits.length / width
  /** Rationals lie behind the directory. */
  const entries = 12
  const resolution = 8 + 2 + 12 * entries + 4
  const data = resolution + 8
  const rows: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, long, width],
    [257, long, height],
    [258, short, 1],
    [259, short, 4],
    // 0 is white.
    [262, short, 0],
    [273, long, data],
    [277, short, 1],
    [278, long, height],
    [279, long, strip.length],
    [282, rational, resolution],
    [283, rational, resolution],
    // Inches.
    [296, short, 2],
  ]
  const head = Buffer.alloc(data)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(rows.length, 8)
  for (const [nth, [tag, type, value]] of rows.entries()) {
    const at = 10 + 12 * nth
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(1, at + 4)
    // A short stands in the first bytes of its field, which are the lower ones here.
    head.writeUInt32LE(value, at + 8)
  }
  head.writeUInt32LE(Math.round(dpi * 100), resolution)
  head.writeUInt32LE(100, resolution + 4)
  return Buffer.concat([head, strip])
}
