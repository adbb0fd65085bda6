/** Loads: any delivery is accounted for, and no image header leads astray. */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { LoadSettings } from '#contracts/loads.ts'
import { jpegPage } from '#server/intake/loads/images/jpeg.ts'
import { ImageFault } from '#server/intake/loads/images/page-image.ts'
import { tiffPages } from '#server/intake/loads/images/tiff.ts'
import { mappingOf } from '#server/intake/loads/mapping.ts'
import { Planning } from '#server/intake/loads/plan/planning.ts'
import { presets } from '#server/platform/load-files/dialect.ts'
import { ImageDocuments } from '#server/platform/load-files/image-documents.ts'
import { VolumeFiles } from '#server/platform/load-files/volume-paths.ts'
import { tiff } from '#tests/fixtures/tiff.ts'
import { promised } from '../runs.ts'

const names = ['BEGIN', 'PARENT', 'CHILDREN', 'GROUP', 'NATIVE', 'TEXT']
const { mark: _, ...dialect } = presets.comma
const settings: LoadSettings = {
  rows: { sourceFileId: 1, kind: 'delimited', dialect: { ...dialect, dates: [] } },
  images: { sourceFileId: 2, kind: 'opt' },
  columns: (['begin', 'parent', 'children', 'family', 'native', 'textPath'] as const).map((role, column) => ({
    ...{ column, target: { is: 'role', role } },
  })),
  ...{ mode: { is: 'new' }, custodians: { is: 'source' }, timeZone: 'UTC' },
}
const mapping = mappingOf(settings, names)

/** Few keys and paths, so that rows name each other, themselves, nobody, and in circles. */
const key = fc.constantFrom('', 'A1', 'a1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Z9', '__proto__')
const path = fc.constantFrom(
  '',
  'n1.csv',
  'N1.CSV',
  'n2.csv',
  't1.txt',
  '..\\x',
  'C:\\x',
  'missing',
  'i1.tif',
)
const rows = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.tuple(key, key, fc.array(key, { maxLength: 3 }), key, path, path) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { maxLength: 30 },
)
const pages = fc.array(
  fc.tuple(key, fc.constantFrom('i1.tif', 'i2.jpg', 'p.pdf', 'none.tif', 't1.txt'), fc.boolean()),
  {
    maxLength: 12,
  },
)
const files = ['n1.csv', 'n2.csv', 't1.txt', 'i1.tif', 'i2.jpg', 'p.pdf', 'spare.txt']

describe('any delivery', () => {
  promised(
    'has each row loaded in one family or refused with a reason, and each file used or not',
    [500, 20_000],
    (cases) => {
      fc.assert(
        fc.property(rows, pages, (given, listed) => {
          const planning = new Planning(mapping, presets.comma, new VolumeFiles(files))
          const documents = new ImageDocuments()
          for (const [line, [begin, file, begins]] of listed.entries()) {
            const ended = documents.push({
              ...{ kind: 'page', line: line + 1, from: 0, to: 0, key: begin, volume: '', path: file },
              ...{ begins: begins ? 'document' : null, pages: null, pageOfFile: null, rotation: 0 },
            })
            if (ended !== null) planning.listed(ended)
          }
          const last = documents.end()
          if (last !== null) planning.listed(last)
          for (const [at, one] of given.entries()) {
            const place = { line: at + 2, from: at, to: at + 1 }
            if (one === null) planning.refuse(place, 'It cannot be read.')
            else {
              const [begin, parent, children, ...others] = one
              const values = [begin, parent, children.join(';'), ...others]
              planning.add({ kind: 'row', ...place, at: place, values, images: [] })
            }
          }
          const { counts, families, faults, rows: planned, used } = planning.end()
          expect(counts.rows).toBe(given.length)
          expect(counts.loaded + counts.refused).toBe(counts.rows)
          expect(faults.filter(({ refusesRow }) => refusesRow)).toHaveLength(counts.refused)
          const members = families.flat().map(({ row }) => row)
          expect(members.toSorted((a, b) => a - b)).toEqual(planned.map((_row, at) => at))
          for (const family of families)
            for (const [at, { parent, depth }] of family.entries()) {
              expect(parent === null).toBe(at === 0)
              if (parent === null) continue
              expect(parent).toBeLessThan(at)
              expect(depth).toBe((family[parent]?.depth ?? -1) + 1)
            }
          expect([...used].every((file) => files.includes(file))).toBe(true)
          expect(used.has('spare.txt')).toBe(false)
          for (const { native, text, images } of planned)
            for (const file of [native, text, ...(images?.files.map((image) => image.path) ?? [])])
              expect(file === null || used.has(file)).toBe(true)
        }),
        { numRuns: cases },
      )
    },
  )
})

const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010101012c012c0000ffee000e41646f626500640000000001ffc0001108000800080301110002110103110100ffda000c03010002110311003f00d2ffd9',
  'hex',
)

describe('an image header', () => {
  promised(
    'of any bytes is refused, or gives pages whose bytes all stand in the file',
    [1_000, 100_000],
    (cases) => {
      const whole = [tiff(64, 48, 3), jpeg]
      const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 })
      expect(tiffPages(whole[0] ?? Buffer.alloc(0))).toHaveLength(3)
      expect(jpegPage(jpeg)).toMatchObject({
        width: 8,
        height: 8,
        colorSpace: '/DeviceRGB',
        dpi: { x: 300, y: 300 },
      })
      fc.assert(
        fc.property(fc.constantFrom(0, 1), changes, fc.nat(), (which, changed, cut) => {
          const bytes = Buffer.from(whole[which] ?? Buffer.alloc(0))
          for (const [at, value] of changed) bytes[at % Math.min(bytes.length, 200)] = value
          const given = bytes.subarray(0, cut % 4 === 0 ? cut % bytes.length : bytes.length)
          try {
            for (const page of which === 0 ? tiffPages(given) : [jpegPage(given)]) {
              expect(page.width * page.height).toBeGreaterThan(0)
              expect(page.strips.reduce((sum, { height }) => sum + height, 0)).toBe(page.height)
              for (const { data } of page.strips)
                expect(data.reduce((sum, piece) => sum + piece.length, 0)).toBeLessThanOrEqual(
                  given.length + 1,
                )
            }
          } catch (error) {
            expect(error).toBeInstanceOf(ImageFault)
          }
        }),
        { numRuns: cases },
      )
    },
  )
})
