/** How fast pages are drawn for the viewer by the product's own job and processes, and what pdftoppm does with the same files. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preparePages } from '../contracts/pages.ts'
import { importPath, settledJob } from '../server/intake/import/import-path.ts'
import { withPdf } from '../server/intake/processing/pdf/pdf-file.ts'
import { renderPage, viewerDpi } from '../server/intake/processing/pdf/render-page.ts'
import { allSettled } from '../tests/server/all-settled.ts'
import { startServer } from '../tests/server/harness.ts'
import type { Figure, Table } from './figure.ts'
import { weighed } from './memory.ts'
import { messageFigure } from './message-pages.ts'
import { officeFigures } from './office.ts'
import { around, times } from './references.ts'

const corpus = new URL('../../shared/corpus/pdf/', import.meta.url)
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<Figure | Table> {
  if (!existsSync(corpus)) {
    console.log('  The real PDFs are not here: nothing is measured.')
    return
  }
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  try {
    const files = readdirSync(corpus)
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => new URL(name, corpus).pathname)
    const workAlone: number[] = []
    const { result: found, beside } = await around(
      async () => {
        const { rate, cpuMs } = await byPdfium(files)
        workAlone.push(cpuMs)
        return rate
      },
      () => weighed(() => drawn(files, join(folder, 'data'))),
    )
    const { result, megabytes } = found
    const { rate, pages, failed, cpuSeconds } = result
    const name = `pages of real PDFs drawn and kept at ${viewerDpi} dpi`
    const alone = 'pdfium alone on one core: the same pages drawn, and nothing done with them'
    yield {
      group: 'pages',
      name,
      value: rate,
      unit: 'pages/s',
      reference: times(alone, beside),
      bound: 0.3,
      better: 'higher',
    }
    yield {
      group: 'pages',
      name: `${name}: processor time of all its processes for a page`,
      value: (1000 * cpuSeconds) / pages,
      unit: 'ms',
      reference: times(alone, workAlone.reduce((sum, ms) => sum + ms, 0) / workAlone.length),
      bound: 6,
      better: 'lower',
    }
    yield {
      group: 'pages',
      name: 'peak memory of the service from the import of these PDFs to their last page',
      value: megabytes,
      unit: 'MB',
      bound: 1500,
      better: 'lower',
    }
    const pdfs = failed.filter((name) => name.includes('.pdf'))
    const theirs = byPdftoppm(files, join(folder, 'beside'))
    yield {
      group: 'pages',
      title: 'The same PDFs rendered by another program',
      text: `${files.length} files. Affiant’s time includes its processes and the record; pdftoppm is given one file after the other.`,
      head: ['drawn by', 'pages', 'speed', 'not drawn'],
      rows: [
        ['Affiant', String(pages), perSecond(rate), pdfs.join(', ')],
        ...(theirs === null ? [] : [theirs]),
      ],
    }
    yield await messageFigure()
    yield* officeFigures(join(folder, 'office'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pages a second that the library draws, one after the other, in this process, and the ms of processor time of each. */
async function byPdfium(files: readonly string[]): Promise<{ rate: number; cpuMs: number }> {
  let pages = 0
  let ms = 0
  let cpuMs = 0
  for (const path of files) {
    const bytes = await readFile(path)
    const began = performance.now()
    const used = process.cpuUsage()
    const count = await withPdf(bytes, [], (pdf) => {
      for (let page = 0; page < pdf.pageCount; page++) renderPage(pdf, page, viewerDpi)
      return pdf.pageCount
    }).catch(() => 0)
    if (count === 0) continue
    pages += count
    ms += performance.now() - began
    const { user, system } = process.cpuUsage(used)
    cpuMs += (user + system) / 1000
  }
  return { rate: (pages * 1000) / ms, cpuMs: cpuMs / pages }
}

/** From asking for the pages until the job has kept the last of them; starting the processes included. */
async function drawn(
  files: readonly string[],
  dataDir: string,
): Promise<{ rate: number; pages: number; cpuSeconds: number; failed: string[] }> {
  const server = await startServer({ dataDir })
  try {
    const { services } = server
    const project = await server.project(await server.company())
    const user = await server.user({ role: 'SystemAdmin' })
    for (const path of files) {
      const { jobId } = await importPath(services, { path, projectId: project, custodian: 'Bench' })
      await settledJob(services, jobId, () => {}, 10)
    }
    await allSettled(services)
    const key = 'bench-pages-0001'
    const { result, cpuSeconds } = await weighed(async () => {
      const began = performance.now()
      const { data } = await server.call(user, preparePages, { project, key, body: { documents: null } })
      await settledJob(services, data.jobId, () => {}, 10)
      return { jobId: data.jobId, seconds: (performance.now() - began) / 1000 }
    })
    const { jobId, seconds } = result
    const kept = readdirSync(join(dataDir, 'pages'), { recursive: true, withFileTypes: true })
    const pages = kept.filter((one) => one.isFile()).length
    const exceptions = await services.records.read
      .selectFrom('exception as x')
      .innerJoin('document as d', 'd.document_id', 'x.document_id')
      .select(['d.file_name', 'x.code'])
      .where('x.job_id', '=', jobId)
      .execute()
    return {
      rate: pages / seconds,
      pages,
      cpuSeconds,
      failed: exceptions.map(({ file_name, code }) => `${file_name} (${code})`),
    }
  } finally {
    await server.close()
  }
}

const perSecond = (rate: number): string => `${rate.toFixed(1)} pages/s`

/** The same by poppler, where it is installed: a row of the table. */
function byPdftoppm(files: readonly string[], folder: string): string[] | null {
  if (spawnSync('pdftoppm', ['-v']).status !== 0) return null
  mkdirSync(folder)
  const failed: string[] = []
  const began = performance.now()
  for (const [at, file] of files.entries())
    try {
      execFileSync('pdftoppm', ['-r', String(viewerDpi), '-png', file, join(folder, String(at))], {
        stdio: 'ignore',
      })
    } catch {
      failed.push(file.split('/').at(-1) ?? file)
    }
  const seconds = (performance.now() - began) / 1000
  const pages = readdirSync(folder).length
  return ['pdftoppm', String(pages), perSecond(pages / seconds), failed.join(', ')]
}
