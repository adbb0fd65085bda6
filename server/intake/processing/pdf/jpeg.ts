/**
 * Images of pages as baseline JPEG (ITU-T T.81), for scans and photographs: colours at half the resolution, in grey where
 * there is no colour.
 */
import { isGrey, type PageImage } from './render-page.ts'

/** Table K.1 and K.2 of the standard, row by row: how coarse each frequency may be at quality 50. */
const luminanceSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
const colourSteps = Array.from({ length: 64 }, (_, at) => {
  const known = [
    [17, 18, 24, 47],
    [18, 21, 26, 66],
    [24, 26, 56],
    [47, 66],
  ]
  return known[at >> 3]?.[at & 7] ?? 99
})

/** Codes of each length from 1 to 16 bits, and what they stand for (tables K.3 and K.5); used for all components. */
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const dcValues = Array.from({ length: 12 }, (_, value) => value)
const acCounts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125]
const acFrequent = [
  0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71,
  0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72,
  0x82,
]
/** A run of zeros (0 to 15) and the bits of the number behind it (1 to 10); the rare ones are in their order. */
const acValues = [
  ...acFrequent,
  ...Array.from({ length: 160 }, (_, n) => (Math.floor(n / 10) << 4) | ((n % 10) + 1)).filter(
    (value) => !acFrequent.includes(value),
  ),
]

/** The order in which frequencies are written: along the diagonals, from low to high. */
const zigzag = Array.from({ length: 64 }, (_, at) => at).toSorted((a, b) => {
  const diagonal = (a >> 3) + (a & 7)
  const other = (b >> 3) + (b & 7)
  if (diagonal !== other) return diagonal - other
  return diagonal % 2 === 0 ? (a & 7) - (b & 7) : (a >> 3) - (b >> 3)
})

/** For each value its code and the code's length, as length << 16 | code. */
function codesOf(counts: readonly number[], values: readonly number[]): Int32Array {
  const codes = new Int32Array(256)
  let code = 0
  let next = 0
  for (const [index, count] of counts.entries()) {
    for (let nth = 0; nth < count; nth++) codes[values[next++] ?? 0] = ((index + 1) << 16) | code++
    code <<= 1
  }
  return codes
}
const dcCodes = codesOf(dcCounts, dcValues)
const acCodes = codesOf(acCounts, acValues)

/** The cosines of the transform: row u is the frequency u, with its factor. */
const cosines = Float32Array.from({ length: 64 }, (_, at) => {
  const [u, x] = [at >> 3, at & 7]
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16)
})

/** Transforms the rows of 8 × 8 numbers and leaves them as columns: done twice, the transform is whole. */
function transform(block: Float32Array, start: number, out: Float32Array): void {
  for (let row = 0; row < 8; row++) {
    const at = start + row * 8
    const [a, b, c, d] = [block[at] ?? 0, block[at + 1] ?? 0, block[at + 2] ?? 0, block[at + 3] ?? 0]
    const [e, f, g, h] = [block[at + 4] ?? 0, block[at + 5] ?? 0, block[at + 6] ?? 0, block[at + 7] ?? 0]
    // A cosine is even or odd about the middle of the row: half of the products will do.
    for (let u = 0; u < 8; u++) {
      const sign = (u & 1) === 0 ? 1 : -1
      const k = u * 8
      out[k + row] =
        (a + sign * h) * (cosines[k] ?? 0) +
        (b + sign * g) * (cosines[k + 1] ?? 0) +
        (c + sign * f) * (cosines[k + 2] ?? 0) +
        (d + sign * e) * (cosines[k + 3] ?? 0)
    }
  }
}

/** Bits, most significant first; after a byte of ones stands one of zeros (F.1.2.3). */
class BitWriter {
  #out: Buffer
  #length = 0
  #held = 0
  #bits = 0
  constructor(capacity: number) {
    this.#out = Buffer.allocUnsafe(capacity)
  }
  write(value: number, bits: number): void {
    this.#held = (this.#held << bits) | value
    this.#bits += bits
    while (this.#bits >= 8) {
      this.#bits -= 8
      const byte = (this.#held >>> this.#bits) & 0xff
      this.#push(byte)
      if (byte === 0xff) this.#push(0)
    }
    this.#held &= (1 << this.#bits) - 1
  }
  #push(byte: number): void {
    if (this.#length === this.#out.length)
      this.#out = Buffer.concat([this.#out, Buffer.allocUnsafe(this.#length)])
    this.#out[this.#length++] = byte
  }
  end(): Buffer {
    if (this.#bits > 0) this.write((1 << (8 - this.#bits)) - 1, 8 - this.#bits)
    return this.#out.subarray(0, this.#length)
  }
}

/** One component: its steps, its samples of the unit that is being written, and the number that its last block began with. */
interface Component {
  readonly steps: Uint8Array
  /** Of 16 × 16 pixels four blocks of brightness and one of each colour; where all is grey, one block of 8 × 8 (A.2.2). */
  readonly samples: Float32Array
  last: number
}

/** `quality` from 1 to 100. */
export function encodeJpeg(image: PageImage, quality = 80): Buffer {
  const { width, height } = image
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50
  const component = (steps: readonly number[], blocks: number): Component => ({
    steps: Uint8Array.from(steps, (step) => Math.min(255, Math.max(1, Math.round(step * factor)))),
    samples: new Float32Array(blocks * 64),
    last: 0,
  })
  const grey = isGrey(image)
  const side = grey ? 8 : 16
  const brightness = component(luminanceSteps, grey ? 1 : 4)
  const colours = grey ? [] : ([component(colourSteps, 1), component(colourSteps, 1)] as const)
  const components = [brightness, ...colours]
  const bits = new BitWriter(Math.max(4096, (width * height) >> 2))
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      takeUnit(image, left, top, side, brightness.samples, colours[0]?.samples, colours[1]?.samples)
      for (const one of components) writeBlocks(one, bits)
    }
  return Buffer.concat([headOf(image, components), bits.end(), Buffer.from([0xff, 0xd9])])
}

/** Brightness and colours of the pixels of a unit (ITU-T T.871); beyond the edge the last pixels go on. */
function takeUnit(
  { width, height, pixels }: PageImage,
  left: number,
  top: number,
  side: number,
  brightness: Float32Array,
  blue?: Float32Array,
  red?: Float32Array,
): void {
  blue?.fill(0)
  red?.fill(0)
  for (let y = 0; y < side; y++) {
    const row = Math.min(height - 1, top + y) * width
    for (let x = 0; x < side; x++) {
      const p = (row + Math.min(width - 1, left + x)) * 3
      const [r, g, b] = [pixels[p] ?? 0, pixels[p + 1] ?? 0, pixels[p + 2] ?? 0]
      const block = (y >> 3) * 2 + (x >> 3)
      brightness[block * 64 + (y & 7) * 8 + (x & 7)] = 0.299 * r + 0.587 * g + 0.114 * b - 128
      if (blue === undefined || red === undefined) continue
      const at = (y >> 1) * 8 + (x >> 1)
      blue[at] = (blue[at] ?? 0) + (0.5 * b - 0.168736 * r - 0.331264 * g) / 4
      red[at] = (red[at] ?? 0) + (0.5 * r - 0.418688 * g - 0.081312 * b) / 4
    }
  }
}

const turned = new Float32Array(64)
const frequencies = new Float32Array(64)

function writeBlocks(component: Component, bits: BitWriter): void {
  const { samples } = component
  for (let at = 0; at < samples.length; at += 64) {
    transform(samples, at, turned)
    transform(turned, 0, frequencies)
    writeBlock(component, bits)
  }
}

/** Steps and runs (F.1.2): the first number as its difference to that of the block before, then runs of zeros. */
function writeBlock(component: Component, bits: BitWriter): void {
  const { steps } = component
  let run = 0
  for (let nth = 0; nth < 64; nth++) {
    const at = zigzag[nth] ?? 0
    let value = Math.round((frequencies[at] ?? 0) / (steps[at] ?? 1))
    if (nth === 0) {
      const difference = value - component.last
      component.last = value
      value = difference
    } else if (value === 0) {
      run++
      continue
    }
    for (; run > 15; run -= 16) writeCode(bits, acCodes[0xf0] ?? 0)
    const size = 32 - Math.clz32(Math.abs(value))
    writeCode(bits, (nth === 0 ? dcCodes[size] : acCodes[(run << 4) | size]) ?? 0)
    // A negative number is written one lower, so that its first bit is 0.
    if (size > 0) bits.write(value > 0 ? value : value + (1 << size) - 1, size)
    run = 0
  }
  if (run > 0) writeCode(bits, acCodes[0] ?? 0)
}

const writeCode = (bits: BitWriter, code: number): void => bits.write(code & 0xffff, code >> 16)

function headOf({ width, height, dpi }: PageImage, components: readonly Component[]): Buffer {
  const segment = (marker: number, ...data: readonly number[]): number[] => [
    0xff,
    marker,
    ...pair(data.length + 2),
    ...data,
  ]
  const pair = (value: number): [number, number] => [value >> 8, value & 0xff]
  const density = pair(Math.min(65_535, Math.max(1, Math.round(dpi))))
  const tables = components.slice(0, 2)
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, ...Buffer.from('JFIF\0'), 1, 1, 1, ...density, ...density, 0, 0),
    ...tables.flatMap(({ steps }, index) => segment(0xdb, index, ...zigzag.map((at) => steps[at] ?? 1))),
    ...segment(
      0xc0,
      8,
      ...pair(height),
      ...pair(width),
      components.length,
      // Brightness has two samples to a side where colours have one.
      ...components.flatMap((_, index) => [
        index + 1,
        index === 0 && components.length > 1 ? 0x22 : 0x11,
        Math.min(index, 1),
      ]),
    ),
    ...segment(0xc4, 0x00, ...dcCounts, ...dcValues),
    ...segment(0xc4, 0x10, ...acCounts, ...acValues),
    ...segment(0xda, components.length, ...components.flatMap((_, index) => [index + 1, 0]), 0, 63, 0),
  ])
}
