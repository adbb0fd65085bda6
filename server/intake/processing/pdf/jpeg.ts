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
const zigzag = Uint8Array.from({ length: 64 }, (_, at) => at).sort((a, b) => {
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

/** Cosines of the transform: of an eighth of a half turn, of a quarter, and sums of them. */
const eighth = Math.cos(Math.PI / 8)
const last = Math.sin(Math.PI / 8)
const quarter = Math.SQRT1_2
const apart = eighth - last
const together = eighth + last
/** How much larger each frequency comes out of the transform than it is; the steps that it is divided by take that back. */
const enlarged = Float64Array.from(
  { length: 8 },
  (_, u) => Math.SQRT2 * (u === 0 ? 2 : 2 * Math.SQRT2 * Math.cos((u * Math.PI) / 16)),
)

/**
 * Transforms 8 × 8 numbers in their place: rows, then columns, eight numbers with five products (Arai, Agui and Nakajima, 1988),
 * where the sums as they are written down take sixty-four.
 */
function transform(block: Float64Array, start: number): void {
  for (let at = start; at < start + 64; at += 8) transformEight(block, at, 1)
  for (let at = start; at < start + 8; at++) transformEight(block, at, 8)
}

function transformEight(block: Float64Array, at: number, apartBy: number): void {
  const b = at + apartBy
  const c = b + apartBy
  const d = c + apartBy
  const e = d + apartBy
  const f = e + apartBy
  const g = f + apartBy
  const h = g + apartBy
  const s0 = (block[at] as number) + (block[h] as number)
  const d0 = (block[at] as number) - (block[h] as number)
  const s1 = (block[b] as number) + (block[g] as number)
  const d1 = (block[b] as number) - (block[g] as number)
  const s2 = (block[c] as number) + (block[f] as number)
  const d2 = (block[c] as number) - (block[f] as number)
  const s3 = (block[d] as number) + (block[e] as number)
  const d3 = (block[d] as number) - (block[e] as number)

  const outer = s0 - s3
  const even = (s1 - s2 + outer) * quarter
  block[at] = s0 + s3 + s1 + s2
  block[e] = s0 + s3 - s1 - s2
  block[c] = outer + even
  block[g] = outer - even

  const low = d3 + d2
  const middle = (d2 + d1) * quarter
  const high = d1 + d0
  const turned = (low - high) * last
  const lower = apart * low + turned
  const upper = together * high + turned
  const plus = d0 + middle
  const minus = d0 - middle
  block[f] = minus + lower
  block[d] = minus - lower
  block[b] = plus + upper
  block[h] = plus - upper
}

/** Bits, most significant first, put out by four bytes; after a byte of ones stands one of zeros (F.1.2.3). */
class BitWriter {
  #out: Buffer
  #length = 0
  #held = 0
  #free = 32
  constructor(capacity: number) {
    this.#out = Buffer.allocUnsafe(capacity)
  }
  /** At most 31 bits. */
  write(value: number, bits: number): void {
    const free = this.#free - bits
    if (free >= 0) {
      this.#held |= value << free
      this.#free = free
      return
    }
    this.#put(this.#held | (value >>> -free), 4)
    this.#held = value << (32 + free)
    this.#free = 32 + free
  }
  #put(word: number, count: number): void {
    if (this.#length + 8 > this.#out.length)
      this.#out = Buffer.concat([this.#out, Buffer.allocUnsafe(this.#length + 8)])
    const out = this.#out
    let length = this.#length
    for (let nth = 0, shift = 24; nth < count; nth++, shift -= 8) {
      const byte = (word >>> shift) & 0xff
      out[length++] = byte
      if (byte === 0xff) out[length++] = 0
    }
    this.#length = length
  }
  end(): Buffer {
    const over = this.#free & 7
    if (over > 0) this.write((1 << over) - 1, over)
    this.#put(this.#held, (32 - this.#free) >> 3)
    return this.#out.subarray(0, this.#length)
  }
}

/** One component: its steps, its samples of the unit that is being written, and the number that its last block began with. */
interface Component {
  readonly steps: Uint8Array
  /** What a frequency of the transform is multiplied by, in the order in which they are written. */
  readonly factors: Float64Array
  /** Of 16 × 16 pixels four blocks of brightness and one of each color; where all is gray, one block of 8 × 8 (A.2.2). */
  readonly samples: Float64Array
  last: number
}

function componentOf(table: readonly number[], factor: number, blocks: number): Component {
  const steps = Uint8Array.from(table, (step) => Math.min(255, Math.max(1, Math.round(step * factor))))
  const factors = Float64Array.from(
    zigzag,
    (at) => 1 / ((steps[at] ?? 1) * (enlarged[at >> 3] ?? 1) * (enlarged[at & 7] ?? 1)),
  )
  return { steps, factors, samples: new Float64Array(blocks * 64), last: 0 }
}

/** `quality` from 1 to 100. */
export function encodeJpeg(image: PageImage, quality = 80): Buffer {
  const { width, height } = image
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50
  const grey = isGrey(image)
  const brightness = componentOf(luminanceSteps, factor, grey ? 1 : 4)
  const bits = new BitWriter(Math.max(4096, (width * height) >> 2))
  const components = [brightness]
  if (grey)
    for (let top = 0; top < height; top += 8)
      for (let left = 0; left < width; left += 8) {
        takeGrey(image, left, top, brightness.samples)
        writeBlocks(brightness, bits)
      }
  else {
    const blue = componentOf(colourSteps, factor, 1)
    const red = componentOf(colourSteps, factor, 1)
    components.push(blue, red)
    for (let top = 0; top < height; top += 16)
      for (let left = 0; left < width; left += 16) {
        takeColours(image, left, top, brightness.samples, blue.samples, red.samples)
        writeBlocks(brightness, bits)
        writeBlocks(blue, bits)
        writeBlocks(red, bits)
      }
  }
  return Buffer.concat([headOf(image, components), bits.end(), Buffer.from([0xff, 0xd9])])
}

/** Where the pixels of a unit's columns lie in their row; beyond the edge the last pixel goes on. */
const columns = new Int32Array(16)

function takeGrey({ width, height, pixels }: PageImage, left: number, top: number, out: Float64Array): void {
  for (let x = 0; x < 8; x++) columns[x] = Math.min(width - 1, left + x) * 3
  for (let y = 0, to = 0; y < 8; y++) {
    const row = Math.min(height - 1, top + y) * width * 3
    for (let x = 0; x < 8; x++) out[to++] = (pixels[row + (columns[x] as number)] as number) - 128
  }
}

/** Brightness and colours of the pixels of a unit (ITU-T T.871), two by two. */
function takeColours(
  { width, height, pixels }: PageImage,
  left: number,
  top: number,
  brightness: Float64Array,
  blue: Float64Array,
  red: Float64Array,
): void {
  for (let x = 0; x < 16; x++) columns[x] = Math.min(width - 1, left + x) * 3
  for (let y = 0; y < 16; y += 2) {
    const first = Math.min(height - 1, top + y) * width * 3
    const second = Math.min(height - 1, top + y + 1) * width * 3
    for (let x = 0; x < 16; x += 2) {
      const before = columns[x] as number
      const after = columns[x + 1] as number
      const to = ((y >> 3) * 2 + (x >> 3)) * 64 + (y & 7) * 8 + (x & 7)
      brightness[to] = brightnessAt(pixels, first + before)
      brightness[to + 1] = brightnessAt(pixels, first + after)
      brightness[to + 8] = brightnessAt(pixels, second + before)
      brightness[to + 9] = brightnessAt(pixels, second + after)
      const r = fourAt(pixels, first + before, first + after, second + before, second + after)
      const g = fourAt(pixels, first + before + 1, first + after + 1, second + before + 1, second + after + 1)
      const b = fourAt(pixels, first + before + 2, first + after + 2, second + before + 2, second + after + 2)
      const at = (y >> 1) * 8 + (x >> 1)
      blue[at] = (0.5 * b - 0.168736 * r - 0.331264 * g) / 4
      red[at] = (0.5 * r - 0.418688 * g - 0.081312 * b) / 4
    }
  }
}

const brightnessAt = (pixels: Uint8Array, at: number): number =>
  0.299 * (pixels[at] as number) +
  0.587 * (pixels[at + 1] as number) +
  0.114 * (pixels[at + 2] as number) -
  128

const fourAt = (pixels: Uint8Array, a: number, b: number, c: number, d: number): number =>
  (pixels[a] as number) + (pixels[b] as number) + (pixels[c] as number) + (pixels[d] as number)

/** The numbers of a block, in the order in which they are written. */
const numbers = new Int32Array(64)

function writeBlocks(component: Component, bits: BitWriter): void {
  const { samples, factors } = component
  for (let at = 0; at < samples.length; at += 64) {
    // Most of a page is of one color: then there is nothing to transform.
    const only = samples[at] as number
    let same = 1
    while (same < 64 && samples[at + same] === only) same += 1
    let count = 1
    if (same === 64) numbers[0] = Math.round(only * 64 * (factors[0] as number))
    else {
      transform(samples, at)
      for (let nth = 0; nth < 64; nth++) {
        const exact = (samples[at + (zigzag[nth] as number)] as number) * (factors[nth] as number)
        // Rounded as Math.round does, which takes longer: no number is below this one.
        const value = ((exact + 32_768.5) | 0) - 32_768
        numbers[nth] = value
        if (value !== 0) count = nth + 1
      }
    }
    writeBlock(component, count, bits)
  }
}

/**
 * Steps and runs (F.1.2): the first number as its difference to that of the block before, then runs of zeros. Behind `count`
 * there are only zeros.
 */
function writeBlock(component: Component, count: number, bits: BitWriter): void {
  const first = numbers[0] as number
  writeNumber(first - component.last, dcCodes, 0, bits)
  component.last = first
  let run = 0
  for (let nth = 1; nth < count; nth++) {
    const value = numbers[nth] as number
    if (value === 0) {
      run += 1
      continue
    }
    for (; run > 15; run -= 16) writeCode(bits, acCodes[0xf0] as number)
    writeNumber(value, acCodes, run << 4, bits)
    run = 0
  }
  if (count < 64) writeCode(bits, acCodes[0] as number)
}

/** The code and its number in one: 16 bits and 11. */
function writeNumber(value: number, codes: Int32Array, run: number, bits: BitWriter): void {
  const size = 32 - Math.clz32(value < 0 ? -value : value)
  const code = codes[run | size] as number
  // A negative number is written one lower, so that its first bit is 0.
  const number = value < 0 ? value + (1 << size) - 1 : value
  bits.write(((code & 0xffff) << size) | number, (code >> 16) + size)
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
