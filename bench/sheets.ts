/** What a reviewer waits for who opens a large spreadsheet, and how it scrolls, in a real browser. */
import { unzipSync } from 'fflate'
import { type Browser, chromium, type Page } from 'playwright'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { openProject } from '../tests/e2e/review.ts'
import { writeBook } from '../tests/fixtures/sheets.ts'
import { type App, chromiumOptions, openApp } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { weighed } from './memory.ts'
import { bareScroll, bareSwaps, contentOf, scrolled } from './page-references.ts'
import { frames, times } from './references.ts'

const million = 1_000_000
const hundredThousand = 100_000

const line = (n: number): readonly (string | number)[] => [
  n,
  `Rivera, Ana ${n % 97}`,
  `Merger budget, version ${n % 31}`,
  n * 2.5,
  `Harmon 14-${n % 9}`,
]

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const lines = ['Id,Name,Subject,Amount,Well']
    for (let n = 1; n <= million; n++) lines.push(`${line(n).map((value) => `"${value}"`)}`)
    const csv = Buffer.from(lines.join('\n'))
    yield* opening(app, browser, 'a CSV of 1,000,000 rows', 'million.csv', csv, true)
    const rows = Array.from({ length: hundredThousand }, (_, n) => line(n + 1))
    yield* opening(
      app,
      browser,
      'an xlsx of 100,000 rows',
      'rows.xlsx',
      writeBook([{ name: 'A', rows }], 'xlsx'),
      false,
    )
  } finally {
    await browser.close()
    await app.close()
  }
}

async function* opening(
  app: App,
  browser: Browser,
  what: string,
  file: string,
  bytes: Buffer,
  scrolls: boolean,
): AsyncGenerator<Figure> {
  const common = (name: string) => ({ group: 'sheets', name: `${what}: ${name}`, better: 'lower' }) as const
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  const { result: first, megabytes } = await weighed(() => readFor(app, page, file, bytes), app.pid)
  const bare = bareCells(bytes)
  yield {
    ...common('from choosing it to its first rows, never read before (once)'),
    ...{ value: first, unit: 'ms', bound: 8 },
    reference: times('all of the file unpacked and its cells counted in a bare loop', bare),
  }
  yield {
    ...common('peak memory of the service until all of it was read'),
    ...{ value: megabytes, unit: 'MB', bound: 1500 },
  }
  await page.getByRole('tab', { name: 'Metadata', exact: true }).click()
  await page.reload()
  await page.getByRole('tab', { name: 'Sheet', exact: true }).waitFor({ timeout: 120_000 })
  const again = await shownAfter(page)
  const swaps = await bareSwaps(browser, page, [await contentOf(page)], 100)
  yield {
    ...common('the same when it was read before (once)'),
    ...{ value: again, unit: 'ms', bound: 24 },
    reference: frames('a bare swap of the same rows in the same browser', p95(swaps)),
  }
  if (scrolls) {
    const { worst, heap } = await scrolled(page, '[data-testid=sheet-grid]')
    yield {
      ...common('scroll at 600 px a frame: longest of 600 frames'),
      ...{ value: worst, unit: 'ms', bound: 1 },
      reference: frames(
        'the longest of 600 frames of an empty element that is scrolled so',
        await bareScroll(browser, page),
      ),
    }
    yield { ...common('scroll: heap'), ...{ value: heap / 2 ** 20, unit: 'MB', bound: 150 } }
  }
  await page.close()
}

/** Ms of reading all of a file in a bare loop: a zip unpacked, and what ends a cell counted in its bytes. */
function bareCells(bytes: Buffer): number {
  const began = performance.now()
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const parts = isZip ? Object.values(unzipSync(bytes)) : [bytes]
  let cells = 0
  for (const part of parts)
    for (const byte of part) if (byte === 0x2c || byte === 0x3c || byte === 0x0a) cells++
  if (cells === 0) throw new Error('No cell was counted.')
  return performance.now() - began
}

/** Brings it in and opens it; answers what `shownAfter` does, once the server has read all of it. */
async function readFor(app: App, page: Page, file: string, bytes: Buffer): Promise<number> {
  const project = await ownProject(app, file)
  await bringIn(project, file, bytes)
  await app.signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('tab', { name: 'Sheet', exact: true }).waitFor({ timeout: 120_000 })
  const ms = await shownAfter(page)
  await page.getByText('The file is still being read').waitFor({ state: 'detached', timeout: 120_000 })
  return ms
}

/** Ms from a click on the tab to the frame in which cells stand in the grid. */
const shownAfter = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const tab = document.querySelector<HTMLElement>('#pane-sheet')
        const started = performance.now()
        tab?.click()
        const look = () => {
          if (document.querySelector('[data-testid=sheet-grid] .words')?.textContent)
            return done(performance.now() - started)
          if (performance.now() - started > 120_000) return failed(new Error('no cell came'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )
