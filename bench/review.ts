/** What a reviewer waits for, measured in a real browser on the built application. */
import { tmpdir } from 'node:os'
import { type Browser, chromium, type Page } from 'playwright'
import { atRest } from '../tests/e2e/rest.ts'
import { type App, chromiumOptions, openApp, openReview } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { lookFar, nextDocument, paintAfter } from './next-document.ts'
import { bareScroll, bareSwaps, type Content, contentOf, roundTrips, scrolled } from './page-references.ts'
import { frames, syncedWrites, times } from './references.ts'
import { rest } from './rest.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    // The sample is worked on at first: its pages, languages and near-duplicates.
    await rest()
    yield* nextDocument(app, browser)
    yield* moving(app, browser)
    yield* scrolling(app, browser)
  } finally {
    await browser.close()
    await app.close()
  }
}

async function reviewing(app: App, browser: Browser, who: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  await app.signIn(page, who)
  await openReview(page)
  return page
}

async function* moving(app: App, browser: Browser): AsyncGenerator<Figure> {
  const page = await reviewing(app, browser, 'reviewer')
  // A row far below is of a document that nobody has fetched; a reload empties what was kept.
  const cold: number[] = []
  const contents: Content[] = []
  while (cold.length < 100) {
    await page.reload()
    await page
      .getByTestId('position')
      .filter({ hasText: /^\d+ of / })
      .waitFor()
    await page.getByTestId('document-list').focus()
    await page.keyboard.press('Home')
    await page.waitForTimeout(300)
    for (let turn = 0; turn < 12 && cold.length < 100; turn++) {
      await lookFar(page)
      cold.push(await paintAfter(page, 'far'))
      await page.waitForTimeout(150)
      if (contents.length < 20) contents.push(await contentOf(page))
    }
  }
  const empty = await roundTrips(page, 100)
  const swaps = await bareSwaps(browser, page, contents, 100)
  yield {
    group: 'review',
    name: 'click on a row far below to its document painted, not prefetched',
    value: p95(cold),
    unit: 'ms',
    reference: frames(
      'a bare swap of the same content, and an empty request to the same server',
      p95(swaps) + p95(empty),
    ),
    bound: 12,
    better: 'lower',
  }

  await page.getByTestId('document-list').focus()
  await page.keyboard.press('Home')
  const saves: number[] = []
  for (let turn = 0; turn < 100; turn++) {
    await page.waitForTimeout(60)
    const option = page.getByTestId('coding-panel').getByRole('radio').first()
    await option.click()
    await page.getByTestId('coding-status').filter({ hasText: 'Edited' }).waitFor()
    saves.push(await savedAfter(page))
  }
  yield {
    group: 'review',
    name: 'Save and next: coding acknowledged by the server',
    value: p95(saves),
    unit: 'ms',
    reference: times(
      'an empty request to the same server, and a bare synced SQLite transaction',
      p95(empty) + p95(syncedWrites(tmpdir())),
    ),
    bound: 8,
    better: 'lower',
  }
  await page.close()
}

/** Ms from Save and next to the end of the server's answer. */
function savedAfter(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((saved, failed) => {
        const started = performance.now()
        const answered = () =>
          performance
            .getEntriesByType('resource')
            .filter((one): one is PerformanceResourceTiming => 'responseEnd' in one)
            .find((one) => one.name.endsWith('/rest/review/codingForm') && one.startTime >= started)
        performance.clearResourceTimings()
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
        )
        const look = () => {
          const entry = answered()
          if (entry && entry.responseEnd > 0) saved(entry.responseEnd - started)
          else if (performance.now() - started > 5_000) failed(new Error('the save was not answered'))
          else setTimeout(look, 2)
        }
        look()
      }),
  )
}

const millions = 1_000_000

/** A list of a million rows: the real screen, whose pages a stand-in for the server makes up as they are asked for. */
async function* scrolling(app: App, browser: Browser): AsyncGenerator<Figure> {
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  await page.route('**/rest/review/document', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, totalCount: millions, hitCount: millions } })
  })
  await page.route('**/rest/review/page/documents-*', async (route) => {
    const number = Number(/documents-(\d+)/.exec(route.request().url())?.[1])
    const data = Array.from({ length: 50 }, (_, row) => madeUp((number - 1) * 50 + row))
    await route.fulfill({ json: { data, totalCount: millions, page: number } })
  })
  await app.signIn(page, 'seniorreviewer')
  await openReview(page)
  // Opening the screen is another figure: what it still fetches ahead is here before the first frame is counted.
  await atRest(page)
  const bare = await bareScroll(browser, page)
  const { worst, heap } = await scrolled(page, '[data-testid=document-list]')
  yield {
    group: 'review',
    name: 'scroll through 1,000,000 rows at 600 px a frame: longest of 600 frames',
    value: worst,
    unit: 'ms',
    reference: frames('the longest of 600 frames of an empty element that is scrolled so', bare),
    bound: 1,
    better: 'lower',
  }
  yield {
    group: 'review',
    name: 'scroll through 1,000,000 rows: heap',
    value: heap / 2 ** 20,
    unit: 'MB',
    bound: 150,
    better: 'lower',
  }
  await page.close()
}

const madeUp = (row: number) => ({
  documentId: 10_000 + row,
  controlNumber: `NW${String(row + 1).padStart(8, '0')}`,
  familyId: 10_000 + row,
  ordinal: 0,
  depth: 0,
  hit: true,
  title: `RE: Merger budget, version ${row % 97}`,
  from: 'ana.rivera@northwind.example',
  parentDate: new Date(Date.UTC(2021, 0, 1) + row * 60_000).toISOString(),
  recordType: 'E-mail',
  custodian: 'Rivera',
  fileExtension: 'eml',
  attachments: row % 3,
  size: 4_096 + row,
  hasText: true,
  coding: [],
  codedBy: null,
  tagIds: [],
})
