/**
 * OCR as a job has it done: through a confined child, page by page. The pages are typed sheets of known words,
 * drawn and kept as pixels, as a scanner would. Where Debian's tesseract is installed, it is given the same pages.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recogniserAccess } from '#server/intake/ocr/recognise-document.ts'
import { parsePart } from '#server/intake/ocr/worker-messages.ts'
import { openOcr } from '#server/intake/processing/ocr/engine.ts'
import { type GreyImage, greyOf } from '#server/intake/processing/ocr/grey.ts'
import type { OcrRequest } from '#server/intake/processing/ocr/protocol.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { renderPage } from '#server/intake/processing/pdf/render-page.ts'
import { readConfig } from '#server/platform/config.ts'
import { type ChildPool, createPool } from '#server/platform/jobs/pool.ts'
import { pdf, show } from '../tests/fixtures/pdf.ts'
import { bmp, scannedPdf } from '../tests/fixtures/scans.ts'
import type { Figure, SizeFigure, Table, TimeFigure } from './figure.ts'
import { jobFigures } from './ocr-jobs.ts'
import { times } from './references.ts'

const pages = 12
/** So many of them are recognised by a job, too, with the real scans. */
const pagesOfJob = 4
const linesOfPage = 36
const wordsOfLine = 11
const dpi = 200

const words =
  'agreement between harbour authority and the contractor shall deliver twelve barrels of pitch before March under clause four unless notice is given in writing to counsel who may extend payment terms for dredging work at wharf seven including tariffs insurance freight demurrage and claims arising from delay weather strike or fire'.split(
    ' ',
  )

const module = new URL('../server/intake/processing/ocr/worker.ts', import.meta.url)

const { tessdata } = readConfig(process.env)

export async function* figures(): AsyncGenerator<Figure | Table> {
  const sheets = Array.from({ length: pages }, (_, page) => sheet(page))
  const images = await drawn(sheets)
  // Before the others: processes of theirs would be weighed with the service.
  yield* jobFigures(images.slice(0, pagesOfJob), tessdata)
  const folder = mkdtempSync(join(tmpdir(), 'affiant-bench-ocr-'))
  const pool = createPool({ size: 1 })
  try {
    const file = join(folder, 'scan.pdf')
    writeFileSync(file, scannedPdf(images.map((image) => ({ image }))))
    yield* ours(pool, folder, file, sheets, images, tessdata)
    if (tessdata !== null) yield* ours(pool, folder, file, sheets, images, null)
    yield* debian(folder, images, sheets)
  } finally {
    await pool.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* ours(
  pool: ChildPool,
  folder: string,
  file: string,
  sheets: readonly string[][],
  images: readonly GreyImage[],
  tessdata: string | null,
): AsyncGenerator<Figure> {
  const request: OcrRequest = {
    file,
    mimeType: 'application/pdf',
    languages: ['en'],
    tessdata,
    passwords: [],
    from: 1,
    without: [],
    shiftMs: Number.POSITIVE_INFINITY,
  }
  const by = tessdata === null ? 'the included data' : 'the system’s data'
  const read: string[] = []
  const before = await engineAlone(request, images)
  const began = performance.now()
  await pool.run(module, request, {
    access: recogniserAccess(folder, tessdata),
    onPart: async (said) => {
      const part = parsePart(said)
      if (part.kind === 'page') read.push(part.found?.text ?? '')
    },
  })
  const ms = performance.now() - began
  const alone = (before + (await engineAlone(request, images))) / 2
  yield speed(`Pages of 400 words recognized, by one core with ${by}`, ms, alone)
  yield recall(`Words recognized on these pages, by ${by}`, 97, sheets, read)
}

function* debian(
  folder: string,
  images: readonly GreyImage[],
  sheets: readonly string[][],
): Generator<Figure> {
  if (spawnSync('tesseract', ['--version']).status !== 0) return
  const files = images.map((image, page) => {
    const path = join(folder, `${page}.bmp`)
    writeFileSync(path, bmp(image))
    return path
  })
  const read = files.map(
    (path) =>
      spawnSync('tesseract', [path, 'stdout', '--dpi', String(dpi)], {
        encoding: 'utf8',
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      }).stdout,
  )
  yield recall('Words recognized by the system’s tesseract, for comparison', 0, sheets, read)
}

/** Ms that the engine takes for half of the pages, without a process of its own, the PDF, or turning and mending of pages. */
async function engineAlone(request: OcrRequest, images: readonly GreyImage[]): Promise<number> {
  const engine = await openOcr(request)
  const few = images.slice(0, pages / 2)
  const began = performance.now()
  for (const image of few) engine.recognise(image)
  return performance.now() - began
}

const speed = (name: string, ms: number, halfAlone: number): TimeFigure => ({
  group: 'ocr',
  name,
  value: (pages * 60_000) / ms,
  unit: 'pages/min',
  reference: times('the recognizing engine alone on the same pages', (pages * 60_000) / (2 * halfAlone)),
  bound: 0.5,
  better: 'higher',
})

function recall(
  name: string,
  bound: number,
  sheets: readonly string[][],
  read: readonly string[],
): SizeFigure {
  let found = 0
  let all = 0
  for (const [page, lines] of sheets.entries()) {
    const left = Map.groupBy((read[page] ?? '').split(/\s+/), (word) => word)
    const wanted = lines.join(' ').split(' ')
    all += wanted.length
    found += wanted.filter((word) => left.get(word)?.pop() !== undefined).length
  }
  return { group: 'ocr', name, value: (100 * found) / all, unit: '%', bound, better: 'higher' }
}

/** Lines of words in an order of their own on each page. */
const sheet = (page: number): string[] =>
  Array.from({ length: linesOfPage }, (_, line) =>
    Array.from(
      { length: wordsOfLine },
      (_, at) => words[(page * 131 + line * 37 + at * (1 + ((page + line) % 7))) % words.length] ?? '',
    ).join(' '),
  )

async function drawn(sheets: readonly string[][]): Promise<GreyImage[]> {
  const source = pdf({
    pages: sheets.map((lines) => ({
      content: lines.map((line, i) => show(line, 54, 730 - 18 * i, 11)).join(''),
    })),
  })
  return await withPdf(source, [], (file) =>
    sheets.map((_, page) => {
      const image = renderPage(file, page, dpi)
      if (image === null) throw new Error('The page was not drawn.')
      return greyOf(image)
    }),
  )
}
