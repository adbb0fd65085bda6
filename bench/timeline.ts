/** The event log of a long session, measured in a real browser on the built application. */
import { type Browser, chromium, type Page } from 'playwright'
import { atRest } from '../tests/e2e/rest.ts'
import { goTo } from '../tests/e2e/review.ts'
import { type App, chromiumOptions, openApp, openReview } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { fillLog, heapOf } from './long-log.ts'
import { bareFilter, bareScroll, bareSwaps, contentOf, scrolled } from './page-references.ts'
import { frames } from './references.ts'

const events = 100_000
const figure = { group: 'timeline', better: 'lower' } as const

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    yield* heap(app, browser)
    yield* timeline(app, browser)
  } finally {
    await browser.close()
    await app.close()
  }
}

async function reviewing(app: App, browser: Browser, who: string): Promise<Page> {
  const page = await browser.newPage({
    baseURL: app.url,
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
  })
  await app.signIn(page, who)
  await openReview(page)
  await atRest(page)
  return page
}

async function* timeline(app: App, browser: Browser): AsyncGenerator<Figure> {
  const page = await reviewing(app, browser, 'reviewer')
  await fillLog(page, events)
  await atRest(page)
  const opened: number[] = []
  for (let turn = 0; turn < 12; turn++) {
    // The index of a log goes with its page: each opening begins with nothing.
    await page.goto('/overview/review')
    await page
      .getByTestId('position')
      .filter({ hasText: /^\d+ of / })
      .waitFor({ timeout: 120_000 })
    await atRest(page)
    const ms = await openedAfter(page)
    // The first one also fetches the screen's code.
    if (turn > 0) opened.push(ms)
  }
  const rows = await contentOf(page, '[role=tree]')
  const swaps = await bareSwaps(browser, page, [rows], 100)
  yield {
    ...figure,
    name: '100,000 events: open, newest painted',
    value: p95(opened),
    unit: 'ms',
    reference: frames('a bare swap of the same rows in the same browser', p95(swaps)),
    bound: 16,
  }

  // Every event is in the index before anything else is measured.
  await page
    .getByRole('status')
    .filter({ hasText: /events/ })
    .filter({ hasNotText: 'older ones to come' })
    .first()
    .waitFor({ timeout: 60_000 })
  yield {
    ...figure,
    name: '100,000 events: scroll, longest of 600 frames',
    value: (await scrolled(page, '[role=tree]')).worst,
    unit: 'ms',
    reference: frames(
      'the longest of 600 frames of an empty element that is scrolled so',
      await bareScroll(browser, page),
    ),
    bound: 1,
  }
  const filtered: number[] = []
  for (let turn = 0; turn < 60; turn++) {
    filtered.push(await filteredAfter(page, turn % 2 === 0 ? `field ${turn % 7}` : ''))
    await page.waitForTimeout(60)
  }
  yield {
    ...figure,
    name: '100,000 events: filter',
    value: p95(filtered),
    unit: 'ms',
    reference: frames('a bare loop over as many labels', p95(await bareFilter(page, events))),
    bound: 6,
  }
  await page.close()
}

/** Ms from going to the event log to the frame that shows its newest rows. */
async function openedAfter(page: Page): Promise<number> {
  await goTo(page, '/overview')
  await atRest(page)
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const started = performance.now()
        history.pushState(null, '', '/overview/eventlog')
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
        const look = () =>
          document.querySelector('[role=tree] [role=treeitem]')
            ? setTimeout(() => done(performance.now() - started), 0)
            : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }),
  )
}

/** Ms from a filter's words to the frame that shows what passes. */
function filteredAfter(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((done, failed) => {
        const input = document.querySelector('input[aria-label="Filter by words, type or stream"]')
        const said = [...document.querySelectorAll('[role=status]')].find((one) =>
          one.textContent?.includes('gestures'),
        )
        if (!(input instanceof HTMLInputElement) || !said) return failed(new Error('no filter'))
        const before = said.textContent
        const started = performance.now()
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        const look = () => {
          if (said.textContent !== before) return void setTimeout(() => done(performance.now() - started), 0)
          if (performance.now() - started > 5_000) return failed(new Error('nothing was filtered'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    words,
  )
}

/** A reviewer's day: 100 documents opened, and what that and 10,000 events leave in memory. */
async function* heap(app: App, browser: Browser): AsyncGenerator<Figure> {
  const page = await reviewing(app, browser, 'seniorreviewer')
  const before = await heapOf(page)
  for (let turn = 0; turn < 100; turn++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(40)
  }
  await fillLog(page, 10_000)
  await atRest(page)
  const after = await heapOf(page)
  yield {
    ...figure,
    unit: 'MB',
    name: 'heap after a session of 10,000 events and 100 documents',
    value: (after - before) / 2 ** 20,
    bound: 15,
  }
  await page.close()
}
