/** Many redacted files, each held against the boxes that were drawn: of real documents, and of pages turned, cut and scaled. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pageParts } from '#contracts/redactions.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { inDeepRun } from '#tests/runs.ts'
import { drawnByOthers, type OtherReading, readByOthers, readsPdfs } from '#tests/support/other-readers.ts'
import type { Burnable } from '../../../review/redactions/burn/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { type PageWord, pageWords } from '../pdf/page-words.ts'
import { pageSizeOf, withPdf } from '../pdf/pdf-file.ts'
import { burnPage, pageOfFile } from './burn-page.ts'
import { group4Of } from './group4.ts'
import { openPages } from './page-source.ts'
import { type PageOfFile, writeRedactedPdf } from './redacted-pdf.ts'

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

/**
 * A thousand of them take more than one run should: each day another part is made, and the run says which. Somebody may ask for
 * another one, or for all.
 */
const thousand = 1_000
const outputs = Number(process.env.AFFIANT_REDACTED_OUTPUTS ?? '50')
const parts = Math.max(1, Math.ceil(thousand / outputs))
const part = Number(process.env.AFFIANT_REDACTED_PART ?? Math.floor(Date.now() / 86_400_000)) % parts
/** Outputs that are read at once, as the pages of one file. */
const together = 10

describe('random boxes', inDeepRun, () => {
  it(`over ${outputs} pages, turned, cut and scaled: no word is left under a box for any reader, nearly all others are`, async () => {
    const kinds = await sources()
    const told = { boxes: 0, outside: 0, kept: 0, keptByOthers: 0, pictures: 0 }
    const first = part * outputs
    for (let from = first; from < first + outputs; from += together) {
      const made: Output[] = []
      for (let nth = from; nth < Math.min(from + together, first + outputs); nth++)
        made.push(await outputOf(nth, kinds))
      const out = writeRedactedPdf()
      const file = Buffer.concat([...made.map(({ burnt }) => out.page(burnt)), out.end()])
      const byOthers = readsPdfs ? readByOthers(file) : null
      if (byOthers !== null) isNothingElse(byOthers, made)
      for (const [page, { nth, before, boxes, dpi, isPicture, hasHidden, size }] of made.entries()) {
        const after = await withPdf(file, [], (read) => inParts(pageWords(read, page) ?? [], size))
        const read = byOthers?.pages[page]
        const others = read === undefined ? [] : inParts(read.words, read)
        expect([nth, [...after, ...others].filter(isUnder(boxes, 0))]).toEqual([nth, []])
        told.boxes += boxes.length
        if (isPicture && readsPdfs) {
          told.pictures += 1
          expect([nth, lightest(drawnByOthers(file, page, dpi), boxes) < light]).toEqual([nth, true])
        }
        if (hasHidden) continue
        const well = before.filter((word) => !isUnder(boxes, 600)(word))
        told.outside += well.length
        told.kept += foundIn(well, after)
        told.keptByOthers += foundIn(well, others)
      }
    }
    console.warn(`Part ${part} of ${parts}, ${outputs} outputs:`, JSON.stringify(told))
    expect(told.kept / told.outside).toBeGreaterThanOrEqual(0.98)
    if (readsPdfs) expect(told.keptByOthers / told.outside).toBeGreaterThanOrEqual(0.98)
  }, 3_600_000)
})

interface Output {
  readonly nth: number
  readonly burnt: PageOfFile
  readonly size: { readonly width: number; readonly height: number }
  /** In parts of the page. */
  readonly before: readonly PageWord[]
  readonly boxes: Boxes
  readonly dpi: number
  readonly isPicture: boolean
  /** Something of it nobody sees, which goes, too. */
  readonly hasHidden: boolean
}

interface Source {
  readonly bytes: Buffer
  readonly mimeType: string
}

async function outputOf(nth: number, kinds: Sources): Promise<Output> {
  const random = seeded(Math.imul(nth + 1, 2_654_435_761))
  const { pdfs, pictures, office } = kinds
  const among = (some: readonly Source[]): Source | undefined => some[Math.floor(nth / 4) % some.length]
  const { bytes, mimeType } = [among(pdfs), among(pictures), among(office)][nth % 4] ?? {
    bytes: generated(random),
    mimeType: 'application/pdf',
  }
  const isPicture = mimeType.startsWith('image/')
  const dpi = isPicture ? 150 : ([150, 200, 300][nth % 3] ?? 150)
  const boxes = Array.from({ length: 1 + random(6) }, () => {
    const [left, top] = [random(pageParts - 1500), random(pageParts - 1500)]
    return [left, top, left + 50 + random(1450), top + 50 + random(1450)] as const
  })
  const pages = await openPages({ bytes, maker: isPicture ? 'picture' : 'pdf', mimeType, passwords: [], dpi })
  try {
    const page = random(Math.min(pages.count, 5))
    const source = await pages.page(page)
    const label = isPicture ? '' : 'Privileged'
    const redaction: Burnable = { page, kind: 'box', boxes: boxes.flat(), label }
    const burnt = pageOfFile(await burnPage(source, [redaction], 'black'))
    const { width, height } = burnt
    const { size, before } = isPicture
      ? { size: { width: (width * 72) / dpi, height: (height * 72) / dpi }, before: [] }
      : await withPdf(bytes, [], (file) => {
          const known = pageSizeOf(file, page)
          return {
            size: known ?? { width: 1, height: 1 },
            before: inParts(pageWords(file, page) ?? [], known),
          }
        })
    const hasHidden = source.characters.some(({ hidden }) => hidden)
    return { nth, burnt, size, before, boxes, dpi, isPicture, hasHidden }
  } finally {
    pages.close()
  }
}

/** A page is one image and its text, and nothing else is in the file for whoever reads it otherwise. */
function isNothingElse(
  { faults, images, info, unpacked, text }: OtherReading,
  made: readonly Output[],
): void {
  expect(faults).toBe('')
  expect(images).toEqual(made.map((_, page) => page + 1))
  for (const name of [
    'Title',
    'Subject',
    'Keywords',
    'Author',
    'Creator',
    'Producer',
    'CreationDate',
    'ModDate',
  ])
    expect(info.has(name)).toBe(false)
  expect([
    info.get('Custom Metadata'),
    info.get('Metadata Stream'),
    info.get('JavaScript'),
    info.get('Form'),
  ]).toEqual(['no', 'no', 'no', 'none'])
  const open = new Set(
    made.flatMap(({ before, boxes }) => before.filter((one) => !isUnder(boxes, 0)(one)).map(folded)),
  )
  const covered = new Set(made.flatMap(({ before, boxes }) => before.filter(isUnder(boxes, 0)).map(folded)))
  const bytes = unpacked.toString('latin1').toLowerCase()
  const read = folded({ text })
  // A short one, or a piece of an open one, stands everywhere.
  for (const word of covered)
    if (word.length > 5 && ![...open].some((other) => other.includes(word))) {
      expect(read).not.toContain(word)
      if (/^[\x21-\x7e]+$/.test(word) && !vocabulary().includes(word)) expect(bytes).not.toContain(word)
    }
}

/** What such a file says without a word on its pages: the format has words like "current" and "system" of its own. */
function vocabulary(): string {
  const out = writeRedactedPdf()
  const page: PageOfFile = {
    ...{ width: 8, height: 8, dpi: 150, encoding: 'group4', bytes: group4Of(new Uint8Array(64), 8) },
    // One letter, so that there is a table of letters.
    words: [{ text: '0', left: 0, top: 0, right: 1, bottom: 1 }],
  }
  known ??= readByOthers(Buffer.concat([out.page(page), out.end()]))
    .unpacked.toString('latin1')
    .toLowerCase()
  return known
}
let known: string | undefined

const folded = ({ text }: { readonly text: string }): string => text.normalize('NFKC').toLowerCase()

/** What a JPEG makes of black at most. */
const light = 32

/** The lightest pixel under the boxes, but for their edges, at which a JPEG mixes what is on either side. */
function lightest({ width, height, pixels }: ReturnType<typeof drawnByOthers>, boxes: Boxes): number {
  const edge = 8
  let most = 0
  for (const [left, top, right, bottom] of boxes) {
    const [x0, x1] = [
      Math.ceil((left * width) / pageParts) + edge,
      Math.floor((right * width) / pageParts) - edge,
    ]
    const [y0, y1] = [
      Math.ceil((top * height) / pageParts) + edge,
      Math.floor((bottom * height) / pageParts) - edge,
    ]
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) most = Math.max(most, pixels[y * width + x] ?? 255)
  }
  return most
}

type Sources = Awaited<ReturnType<typeof sources>>

/** What lies in the corpus: PDFs, pictures, and documents of offices where LibreOffice is here, which makes their pages. */
async function sources() {
  const pdfs: Source[] = []
  for (const path of filesOf(/\.pdf$/i, join(shared, 'pdf'), court)) {
    const bytes = readFileSync(path)
    if (await isReadable(bytes)) pdfs.push({ bytes, mimeType: 'application/pdf' })
  }
  const pictures = filesOf(/\.(?:jpe?g|png|tiff?)$/i, join(shared, 'images'), join(shared, 'ocr')).map(
    (path) => ({
      bytes: readFileSync(path),
      mimeType: mimeTypes[extname(path).toLowerCase()] ?? '',
    }),
  )
  return { pdfs, pictures, office: await officePages() }
}

const mimeTypes: Readonly<Record<string, string>> = {
  ...{ '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png' },
  ...{ '.tif': 'image/tiff', '.tiff': 'image/tiff' },
}

const filesOf = (name: RegExp, ...folders: readonly string[]): string[] =>
  folders
    .filter((one) => existsSync(one))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((one) => name.test(one))
        .map((one) => join(folder, one)),
    )

async function officePages(): Promise<Source[]> {
  const files = filesOf(/\.(?:docx?|xlsx?|pptx?|od[ts]|rtf)$/i, join(shared, 'office'))
  const soffice = '/usr/bin/soffice'
  if (files.length === 0 || !existsSync(soffice)) {
    console.warn('LibreOffice is not here: pages of office documents are left to generated ones.')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'affiant-office-'))
  try {
    spawnSync(soffice, [
      ...[`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf'],
      ...['--outdir', folder, ...files],
    ])
    const made: Source[] = []
    for (const path of filesOf(/\.pdf$/, folder)) {
      const bytes = readFileSync(path)
      if (await isReadable(bytes)) made.push({ bytes, mimeType: 'application/pdf' })
    }
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
