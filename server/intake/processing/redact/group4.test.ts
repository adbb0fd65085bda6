import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickReadSettings,
} from '@imagemagick/magick-wasm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { property, runs } from '#tests/runs.ts'
import { encodeGroup4, group4Of } from './group4.ts'
import { runCodes } from './group4-codes.ts'
import { tiffOf } from './tiff.ts'

/** A reader of the same format, written apart from the encoder: by tries of codes, bit by bit. */
function decoded(bytes: Buffer, width: number, height: number): Uint8Array {
  let at = 0
  const bit = (): number => {
    if (at >= bytes.length * 8) throw new Error('The image ends too early.')
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  const modes = new Map(
    Object.entries({
      '0001': 'pass',
      '001': 'horizontal',
      '1': 0,
      '011': 1,
      '000011': 2,
      '0000011': 3,
      '010': -1,
      '000010': -2,
      '0000010': -3,
    }),
  )
  const tables = runCodes.map(
    (codes) =>
      new Map(
        codes.map(({ code, bits }, nth) => [
          code.toString(2).padStart(bits, '0'),
          nth < 64 ? nth : (nth - 63) * 64,
        ]),
      ),
  )
  const next = <T>(table: ReadonlyMap<string, T> | undefined): T => {
    let read = ''
    for (;;) {
      read += bit()
      const found = table?.get(read)
      if (found !== undefined) return found
      if (read.length > 13) throw new Error('This is no code.')
    }
  }
  const run = (color: number): number => {
    let whole = 0
    for (;;) {
      const part = next(tables[color])
      whole += part
      if (part < 64) return whole
    }
  }
  const out = new Uint8Array(width * height)
  let above = new Uint8Array(width)
  for (let y = 0; y < height; y++) {
    const row = out.subarray(y * width, (y + 1) * width)
    let a0 = -1
    let color = 0
    const change = (from: number): number => {
      let x = Math.max(0, from + 1)
      while (x < width && !(above[x] !== color && (above[x - 1] ?? 0) === color)) x++
      return x
    }
    while (a0 < width) {
      const b1 = change(a0)
      let b2 = b1
      while (b2 < width && above[b2] !== color) b2++
      const mode = next<string | number>(modes)
      if (mode === 'pass') {
        row.fill(color, Math.max(0, a0), b2)
        a0 = b2
      } else if (mode === 'horizontal') {
        const from = Math.max(0, a0)
        const first = run(color)
        const second = run(1 - color)
        row.fill(color, from, from + first)
        row.fill(1 - color, from + first, from + first + second)
        a0 = from + first + second
      } else {
        const a1 = b1 + Number(mode)
        row.fill(color, Math.max(0, a0), a1)
        color = 1 - color
        a0 = a1
      }
    }
    above = row
  }
  let mark = ''
  for (let n = 0; n < 24; n++) mark += bit()
  expect(mark).toBe('000000000001000000000001')
  return out
}

/** As libtiff reads it. */
const byMagick = (tiff: Buffer): number[] =>
  ImageMagick.read(tiff, new MagickReadSettings({ format: MagickFormat.Tiff }), (image) =>
    image.getPixels((pixels) =>
      [...(pixels.toByteArray(0, 0, image.width, image.height, 'R') ?? [])].map((value) =>
        value === 0 ? 1 : 0,
      ),
    ),
  )

/** Rows of runs, as pages have them, and of noise. */
const bitmap = fc.integer({ min: 1, max: 120 }).chain((width) =>
  fc
    .array(
      fc.oneof(
        fc.array(fc.nat({ max: width }), { maxLength: 6 }),
        fc.array(fc.nat({ max: width }), { maxLength: width }),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((rows) => ({
      width,
      bits: Uint8Array.from(
        rows.flatMap((changes) => {
          const row = new Uint8Array(width)
          for (const from of changes) for (let x = from; x < width; x++) row[x] = 1 - (row[x] ?? 0)
          return [...row]
        }),
      ),
    })),
)

const wide = Uint8Array.from({ length: 20_000 * 3 }, (_, at) => (at % 20_000 < 9000 || at > 41_000 ? 1 : 0))

beforeAll(async () => {
  await initializeImageMagick(
    readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
  )
})

describe('Group 4', () => {
  it('says runs of all lengths', () => {
    const width = 3000
    const bits = new Uint8Array(width * 300)
    for (let y = 0; y < 300; y++) bits.fill(1, (y * width + y * 9) | 0, y * width + y * 10)
    expect(Buffer.compare(decoded(group4Of(bits, width), width, 300), bits)).toBe(0)
    const byRows = encodeGroup4(width)
    for (let y = 0; y < 300; y++) byRows.row(bits.subarray(y * width, (y + 1) * width))
    expect(byRows.end().equals(group4Of(bits, width))).toBe(true)
    expect(Buffer.compare(decoded(group4Of(wide, 20_000), 20_000, 3), wide)).toBe(0)
  })

  it('is read by libtiff, with its resolution and colors', () => {
    const width = 37
    const bits = Uint8Array.from({ length: width * 20 }, (_, at) => ((at * 7919) % 13 < 4 ? 1 : 0))
    const tiff = tiffOf(bits, width, 200)
    expect(byMagick(tiff)).toEqual([...bits])
    const { x, y } = ImageMagick.read(tiff, (image) => image.density)
    expect([x, y]).toEqual([200, 200])
    expect(byMagick(tiffOf(wide, 20_000, 300))).toEqual([...wide])
  })

  property('any image is read as it was', () => {
    fc.assert(
      fc.property(bitmap, ({ width, bits }) => {
        const height = bits.length / width
        expect([...decoded(group4Of(bits, width), width, height)]).toEqual([...bits])
        expect(byMagick(tiffOf(bits, width, 300))).toEqual([...bits])
      }),
      { numRuns: runs(200) },
    )
  })
})
