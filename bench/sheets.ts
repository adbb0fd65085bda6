/** What a reviewer waits for who opens a large spreadsheet, and how it scrolls, in a real browser. */
import { type Browser, chromium, type Page } from 'playwright'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { openProject } from '../tests/e2e/review.ts'
import { writeBook } from '../tests/fixtures/sheets.ts'
import { type App, chromiumOptions, openApp } from './app.ts'
import type { Figure } from './figure.ts'
import { weighed } from './memory.ts'

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
  const figure = (name: string, value: number, unit: string, bound: number): Figure => ({
    group: 'sheets',
    name: `${what}: ${name}`,
    value,
    unit,
    bound,
    better: 'lower',
  })
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  const { result: first, megabytes } = await weighed(() => readFor(app, page, file, bytes), app.pid)
  yield figure('from choosing it to its first rows, never read before (once)', first, 'ms', 2_000)
  yield figure('most memory of the service until all of it was read', megabytes, 'MB', 1500)
  await page.getByRole('tab', { name: 'Metadata', exact: true }).click()
  await page.reload()
  await page.getByRole('tab', { name: 'Sheet', exact: true }).waitFor({ timeout: 120_000 })
  yield figure('the same when it was read before (once)', await shownAfter(page), 'ms', 500)
  if (scrolls) {
    const { worst, heap } = await scrolled(page)
    yield figure('scroll at 600 px a frame: longest of 600 frames', worst, 'ms', 33)
    yield figure('scroll: heap', heap / 2 ** 20, 'MB', 150)
  }
  await page.close()
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

const scrolled = (page: Page): Promise<{ worst: number; heap: number }> =>
  page.evaluate(
    () =>
      new Promise<{ worst: number; heap: number }>((done) => {
        const grid = document.querySelector('[data-testid=sheet-grid]')
        if (!(grid instanceof HTMLElement)) throw new Error('no grid')
        const frames: number[] = []
        let before = performance.now()
        const turn = (at: number) => {
          frames.push(at - before)
          before = at
          grid.scrollTop += 600
          if (frames.length < 600) return void requestAnimationFrame(turn)
          const free = Reflect.get(window, 'gc')
          if (typeof free === 'function') free()
          const memory = Reflect.get(performance, 'memory') as { usedJSHeapSize: number }
          // The first frames belong to the start of the loop itself.
          done({ worst: Math.max(...frames.slice(5)), heap: memory.usedJSHeapSize })
        }
        requestAnimationFrame(turn)
      }),
  )
