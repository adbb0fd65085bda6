/** Many redacted files, each held against the boxes that were drawn: of real documents, and of pages turned, cut and scaled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pageParts } from '#contracts/redactions.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { inDeepRun } from '#tests/runs.ts'
import type { Burnable } from '../../../review/redactions/burn/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { type PageWord, pageWords } from '../pdf/page-words.ts'
import { pageSizeOf, withPdf } from '../pdf/pdf-file.ts'
import { burnPage, pageOfFile } from './burn-page.ts'
import { openPages } from './page-source.ts'
import { writeRedactedPdf } from './redacted-pdf.ts'

const shared = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const court = join(shared, 'answers/redaction-check')
const courtFiles = existsSync(court) ? readdirSync(court).filter((name) => name.endsWith('.pdf')) : []
if (courtFiles.length === 0)
  console.warn('The files of courts are not here: no redactions are burned into them.')

type Boxes = readonly (readonly [left: number, top: number, right: number, bottom: number])[]

/** The words of a page before and after, in parts of the page, and how many of those before nobody sees. */
async function burned(
  bytes: Buffer,
  page: number,
  dpi: number,
  boxesOf: (words: readonly PageWord[]) => Boxes,
) {
  const { size, before } = await withPdf(bytes, [], (file) => ({
    size: pageSizeOf(file, page) ?? { width: 1, height: 1 },
    before: inParts(pageWords(file, page) ?? [], pageSizeOf(file, page)),
  }))
  const boxes = boxesOf(before)
  const redaction: Burnable = { page, kind: 'box', boxes: boxes.flat(), label: 'Privileged' }
  const pages = await openPages({ bytes, maker: 'pdf', mimeType: '', passwords: [], dpi })
  try {
    const source = await pages.page(page)
    const out = writeRedactedPdf()
    const made = out.page(pageOfFile(await burnPage(source, [redaction], 'black')))
    const file = Buffer.concat([made, out.end()])
    const after = await withPdf(file, [], (read) => inParts(pageWords(read, 0) ?? [], size))
    return { before, boxes, after, hasHidden: source.characters.some(({ hidden }) => hidden) }
  } finally {
    pages.close()
  }
}

function inParts(words: readonly PageWord[], size: { width: number; height: number } | null): PageWord[] {
  const [across, down] = [pageParts / (size?.width ?? 1), pageParts / (size?.height ?? 1)]
  return words.map(({ text, left, top, right, bottom }) => ({
    ...{ text, left: left * across, top: top * down, right: right * across, bottom: bottom * down },
  }))
}

const isUnder =
  (boxes: Boxes, margin: number) =>
  ({ left, top, right, bottom }: PageWord): boolean => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return boxes.some(([l, t, r, b]) => x > l - margin && x < r + margin && y > t - margin && y < b + margin)
  }

/** How many of these words are among others, each one counted once. */
function foundIn(words: readonly PageWord[], others: readonly PageWord[]): number {
  const left = others.map(({ text }) => text)
  return words.filter(({ text }) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }).length
}

describe('files of courts', inDeepRun, () => {
  it.skipIf(courtFiles.length === 0).each(courtFiles)(
    '%s: none of the covered words is left',
    async (name) => {
      const bytes = readFileSync(join(court, name))
      const every = (words: readonly PageWord[]): Boxes =>
        words.flatMap(({ left, top, right, bottom }, nth) =>
          nth % 9 === 0
            ? [[Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)] as const]
            : [],
        )
      const { before, boxes, after } = await burned(bytes, 0, 150, every)
      expect(boxes.length).toBe(Math.ceil(before.length / 9))
      expect(after.filter(isUnder(boxes, 0))).toEqual([])
      // Each as often as it stands in the open, at most.
      const open = before.filter((word) => !isUnder(boxes, 0)(word))
      const count = (words: readonly PageWord[], text: string) =>
        words.filter((one) => one.text === text).length
      for (const { text } of before.filter(isUnder(boxes, 0)))
        if (text.length > 3) expect(count(after, text)).toBeLessThanOrEqual(count(open, text))
    },
  )
})

/** More of them where somebody asks for it. */
const outputs = Number(process.env.AFFIANT_REDACTED_OUTPUTS ?? '60')

describe('random boxes', inDeepRun, () => {
  it(`over ${outputs} pages, turned, cut and scaled: no word is left under a box, nearly all others are`, async () => {
    const real: Buffer[] = []
    for (const folder of [join(shared, 'pdf'), court].filter((one) => existsSync(one)))
      for (const name of readdirSync(folder).filter((one) => one.endsWith('.pdf'))) {
        const bytes = readFileSync(join(folder, name))
        if (await isReadable(bytes)) real.push(bytes)
      }
    const random = seeded(7)
    let [outside, kept, boxCount] = [0, 0, 0]
    for (let nth = 0; nth < outputs; nth++) {
      const bytes = (nth % 4 === 0 ? real[(nth / 4) % real.length] : undefined) ?? generated(random)
      const drawn = Array.from({ length: 1 + random(6) }, () => {
        const [left, top] = [random(pageParts - 1500), random(pageParts - 1500)]
        return [left, top, left + 50 + random(1450), top + 50 + random(1450)] as const
      })
      const { before, boxes, after, hasHidden } = await burned(
        bytes,
        0,
        [150, 200, 300][nth % 3] ?? 150,
        () => drawn,
      )
      expect(after.filter(isUnder(boxes, 0))).toEqual([])
      boxCount += boxes.length
      if (hasHidden) continue
      const well = before.filter((word) => !isUnder(boxes, 600)(word))
      outside += well.length
      kept += foundIn(well, after)
    }
    console.warn(`${outputs} outputs, ${boxCount} boxes, ${kept} of ${outside} words outside kept`)
    expect(kept / outside).toBeGreaterThanOrEqual(0.98)
  }, 3_600_000)
})

/** What is locked or damaged has no pages to redact. */
const isReadable = (bytes: Buffer): Promise<boolean> =>
  withPdf(bytes, [], (file) => pageSizeOf(file, 0) !== null).catch((error: unknown) => {
    if (error instanceof Unreadable) return false
    throw error
  })

/** Numbers below a bound, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function generated(random: (below: number) => number): Buffer {
  const lines = Array.from({ length: 28 }, (_, line) =>
    show(
      `Harmon agreed ${random(9999)} wells at Larkspur ${line} before ${random(999)}`,
      80,
      740 - 24 * line,
    ),
  )
  const [x, y] = [random(60), random(60)]
  const unit = random(4) === 0 ? ' /UserUnit 1.5' : ''
  return pdf({
    pages: [
      {
        content: lines.join('\n'),
        entries: `/MediaBox [0 0 612 792] /CropBox [${x} ${y} ${612 - random(40)} ${792 - random(40)}] /Rotate ${90 * random(4)}${unit}`,
      },
    ],
  })
}
