import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property, runs } from '#tests/runs.ts'
import { encodeJpeg } from '../pdf/jpeg.ts'
import type { PageWord } from '../pdf/page-words.ts'
import { pageWords } from '../pdf/page-words.ts'
import { withPdf } from '../pdf/pdf-file.ts'
import { renderPage } from '../pdf/render-page.ts'
import { group4Of } from './group4.ts'
import { writeRedactedPdf } from './redacted-pdf.ts'
import { writtenImages } from './written-structure.ts'

const width = 850
const height = 1100

/** Pages of 8.5 × 11 inches with a black bar, and these words in lines of four. */
function written(pages: readonly (readonly string[])[]): Buffer {
  const bits = new Uint8Array(width * height)
  bits.fill(1, width * 10, width * 20)
  const pdf = writeRedactedPdf()
  const parts = pages.map((texts) =>
    pdf.page({
      ...{ width, height, dpi: 100, encoding: 'group4', bytes: group4Of(bits, width) },
      words: texts.map(placed),
    }),
  )
  return Buffer.concat([...parts, pdf.end()])
}

const placed = (text: string, at: number): PageWord => {
  const left = 50 + 130 * (at % 4)
  const top = 40 + 14 * Math.floor(at / 4)
  return { text, left, top, right: left + 100, bottom: top + 10 }
}

const readBack = (bytes: Buffer): Promise<PageWord[][]> =>
  withPdf(bytes, [], (pdf) => Array.from({ length: pdf.pageCount }, (_, page) => pageWords(pdf, page) ?? []))

const poppler = spawnSync('pdftotext', ['-v']).error === undefined
if (!poppler) console.warn('pdftotext is not installed: redacted files are not read by poppler.')

function byPoppler(bytes: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-redacted-'))
  try {
    const file = join(folder, 'redacted.pdf')
    writeFileSync(file, bytes)
    const { stdout, status } = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    expect(status).toBe(0)
    return stdout.split(/\s+/).filter((word) => word !== '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Words that every reader takes for one: letters and digits, also those beyond the first plane. */
const words = fc.array(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...'abcXYZ019éßжλ漢字語가'),
        fc.integer({ min: 0x41, max: 0x1_f9_ff }).map((code) => String.fromCodePoint(code)),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((chars) =>
      chars
        .filter((char) =>
          /^(?:\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}|\p{Script=Gothic}|\p{Nd})$/u.test(
            char,
          ),
        )
        .join(''),
    )
    .map((word) => word.normalize('NFKC'))
    // Made anew, a letter may have become a space with a mark.
    .filter((word) => /^\S+$/u.test(word)),
  { maxLength: 40 },
)

describe('a redacted PDF', () => {
  it('is read back as it was written: image, words and their places', async () => {
    const bytes = written([['Harmon', 'price,', 'größer', '漢字'], []])
    const [first = [], second] = await readBack(bytes)
    expect(first.map(({ text }) => text)).toEqual(['Harmon', 'price,', 'größer', '漢字'])
    expect(second).toEqual([])
    for (const [at, word] of first.entries()) {
      const there = placed('', at)
      for (const side of ['left', 'top', 'right', 'bottom'] as const)
        expect(Math.abs(word[side] - there[side])).toBeLessThan(1)
    }
    const image = await withPdf(bytes, [], (pdf) => renderPage(pdf, 0, 100))
    const black = [...(image?.pixels ?? [])].flatMap((value, at) =>
      at % 3 === 0 && value === 0 ? [at / 3] : [],
    )
    expect([image?.width, black.length, black[0], black.at(-1)]).toEqual([
      width,
      10 * width,
      10 * width,
      20 * width - 1,
    ])
  })

  it('consists of nothing else: any byte more is found', () => {
    const bytes = written([['Harmon'], ['price']])
    expect(writtenImages(bytes, 2)).toHaveLength(2)
    expect(writtenImages(bytes, 1)).toBeNull()
    for (const at of [9, 15, 16, 200, bytes.indexOf('endobj'), bytes.length - 30, bytes.length])
      expect(
        writtenImages(Buffer.concat([bytes.subarray(0, at), Buffer.from('ZQX'), bytes.subarray(at)]), 2),
      ).toBeNull()
    // One that takes the place of others.
    const info = Buffer.from(bytes.toString('latin1').replace('/Type /Catalog', '/Ttle (Catal)'), 'latin1')
    expect(writtenImages(info, 2)).toBeNull()
  })

  it('holds no comment of a JPEG', () => {
    const image = { width: 8, height: 8, dpi: 100, reduced: false, pixels: Buffer.alloc(192, 90) }
    const jpeg = encodeJpeg(image)
    const fileWith = (bytes: Buffer): Buffer => {
      const pdf = writeRedactedPdf()
      return Buffer.concat([pdf.page({ ...image, encoding: { colors: 1 }, bytes, words: [] }), pdf.end()])
    }
    expect(writtenImages(fileWith(jpeg), 1)).toMatchObject([{ isGroup4: false }])
    const comment = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from('\xff\xfe\0\x08secret', 'latin1'),
      jpeg.subarray(2),
    ])
    expect(writtenImages(fileWith(comment), 1)).toBeNull()
    expect(writtenImages(fileWith(Buffer.concat([jpeg, Buffer.from('secret')])), 1)).toBeNull()
  })

  it.skipIf(!poppler)('is read by poppler', () => {
    expect(byPoppler(written([['Harmon', 'größer', 'цена']]))).toEqual(['Harmon', 'größer', 'цена'])
  })

  property('any words are read back', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (texts) => {
        const bytes = written([texts])
        const [read = []] = await readBack(bytes)
        const sorted = (some: readonly string[]): string[] => some.toSorted()
        // Readers put lines in their own order.
        expect(sorted(read.map(({ text }) => text))).toEqual(sorted(texts))
        if (poppler) expect(sorted(byPoppler(bytes))).toEqual(sorted(texts))
        expect(writtenImages(bytes, 1)).toHaveLength(1)
      }),
      { numRuns: runs(20) },
    )
  })

  property('a byte more anywhere is found', () => {
    const bytes = written([['Harmon', 'price'], ['cavern']])
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length }),
        fc.uint8Array({ minLength: 1, maxLength: 9 }),
        (at, more) => {
          const changed = Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
          expect(writtenImages(changed, 2)).toBeNull()
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
