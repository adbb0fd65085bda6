/**
 * OCR as a project has it done, by a job of a server with a process a core: what it takes of memory, and what it
 * finds on real scans whose text is known, beside the system's tesseract on the same pages.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startOcr } from '../contracts/ocr.ts'
import { importPath, settledJob } from '../server/intake/import/import-path.ts'
import type { GreyImage } from '../server/intake/processing/ocr/grey.ts'
import { europeanText, type RealScan, recall, scansFolder, typedScans } from '../tests/fixtures/real-scans.ts'
import { scannedPdf } from '../tests/fixtures/scans.ts'
import { startServer } from '../tests/server/harness.ts'
import type { Figure, Table } from './figure.ts'
import { weighed } from './memory.ts'

const cache = new URL('../.cache/', import.meta.url).pathname

/** `sheets`: drawn pages that are recognised beside the real ones; `tessdata`: the system's data, where it has some. */
export async function* jobFigures(
  sheets: readonly GreyImage[],
  tessdata: string | null,
): AsyncGenerator<Figure | Table> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    const scans = typedScans()
    const material = join(folder, 'material')
    mkdirSync(material)
    for (const { path } of scans) copyFileSync(join(scansFolder, path), join(material, basename(path)))
    for (const [at, image] of sheets.entries())
      writeFileSync(join(material, `sheet ${at}.pdf`), scannedPdf([{ image }]))
    const { result: texts, megabytes } = await weighed(() => recognised(folder, material, tessdata))
    yield {
      group: 'ocr',
      name: `peak memory of the service while ${scans.length + sheets.length} scans are recognized by a job`,
      value: megabytes,
      unit: 'MB',
      bound: 1500,
      better: 'lower',
    }
    if (scans.length > 0) yield* compared(scans, texts)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Brings the folder in and has its text recognised; the text of each file, by its name. */
async function recognised(
  folder: string,
  material: string,
  tessdata: string | null,
): Promise<ReadonlyMap<string, string>> {
  const server = await startServer({
    dataDir: join(folder, 'data'),
    ...(tessdata === null ? {} : { env: { AFFIANT_TESSDATA: tessdata } }),
  })
  try {
    const { services } = server
    const project = await server.project(await server.company())
    const user = await server.user({ role: 'SystemAdmin' })
    const brought = await importPath(services, { path: material, projectId: project, custodian: 'Bench' })
    await settledJob(services, brought.jobId)
    const body = { documents: null, withText: false, correlationId: 'bench-ocr-jobs-000001' }
    const begun = await server.call(user, startOcr, { project, key: 'bench-ocr-0001', body })
    const { state } = await settledJob(services, begun.data.jobId)
    if (state !== 'Completed') throw new Error(`The recognition ended as ${state}.`)
    const rows = await services.records.read
      .selectFrom('document_variant as v')
      .innerJoin('document as d', 'd.document_id', 'v.document_id')
      .select(['d.file_name', 'v.text'])
      .where('d.project_id', '=', project)
      .execute()
    return new Map(rows.map(({ file_name, text }) => [file_name, text]))
  } finally {
    await server.close()
  }
}

function* compared(
  scans: readonly RealScan[],
  texts: ReadonlyMap<string, string>,
): Generator<Figure | Table> {
  const theirs = hasTesseract()
  const compare = ({ path, expected }: RealScan) => ({
    name: basename(path),
    ours: recall(expected, texts.get(basename(path)) ?? ''),
    theirs: theirs ? recall(expected, byTesseract(join(scansFolder, path))) : null,
  })
  const pages = scans.map(compare)
  const whole = scans
    .filter(({ path }) => path.endsWith('eurotext.tif'))
    .map(({ path }) => compare({ path, expected: europeanText() }))
    .map((page) => ({ ...page, name: `${page.name}, all six languages` }))
  const share = (found: number): number => (100 * found) / pages.reduce((sum, { ours }) => sum + ours.of, 0)
  const percent = (name: string, value: number, bound: number): Figure => ({
    ...{ group: 'ocr', name, value, unit: '%', bound, better: 'higher' },
  })
  yield percent(
    'Words recognized on real scans, most of them rotated or skewed',
    share(pages.reduce((sum, { ours }) => sum + ours.found, 0)),
    97,
  )
  if (!theirs) return
  yield percent(
    'The same by the system’s tesseract, for comparison',
    share(pages.reduce((sum, one) => sum + (one.theirs?.found ?? 0), 0)),
    0,
  )
  yield {
    group: 'ocr',
    title: 'The same scans recognized by another program',
    text: 'Both read English, also if a page has other languages. A word counts if every letter is right. Debian’s tesseract detects the page orientation (`--psm 1`).',
    head: ['scan', 'words', 'Affiant', 'tesseract', 'of its words, we miss', 'of our words, it misses'],
    rows: [...pages, ...whole].map(({ name, ours, theirs }) => [
      name,
      ...[ours.of, ours.found, theirs?.found ?? 0].map(String),
      beside(ours.missed, theirs?.missed ?? []),
      beside(theirs?.missed ?? [], ours.missed),
    ]),
  }
}

const maxNamed = 8

/** Words that the one misses and the other finds, the first of them by name. */
function beside(missed: readonly string[], byOther: readonly string[]): string {
  const left = Map.groupBy(byOther, (word) => word)
  const alone = missed.filter((word) => left.get(word)?.pop() === undefined)
  if (alone.length === 0) return 'none'
  const more = alone.length > maxNamed ? ` and ${alone.length - maxNamed} more` : ''
  return `${alone.length}: ${alone.slice(0, maxNamed).join(' ').replaceAll('|', '\\|')}${more}`
}

const hasTesseract = (): boolean => spawnSync('tesseract', ['--version']).status === 0

const byTesseract = (path: string): string =>
  spawnSync('tesseract', [path, 'stdout', '--psm', '1'], {
    encoding: 'utf8',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  }).stdout
