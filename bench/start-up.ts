/** Starting with a large log: the product as it is served, in a browser whose log holds 100,000 events of this project. */
import type { Browser, BrowserContext, Page } from 'playwright'
import type { Envelope } from '../src/events/envelope.ts'
import { atRest } from '../tests/e2e/rest.ts'
import { type App, openReview } from './app.ts'
import { p95, type TimeFigure } from './figure.ts'
import { kernelPage } from './kernel-script.ts'
import { times } from './references.ts'

const events = 100_000
const runs = 100
const scriptAt = '/bench-of-the-kernel/kernel.js'

/** A context of the product's origin in which the kernel's page can be opened as well. */
async function contextWith(app: App, browser: Browser, script: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  await context.route('**/bench-of-the-kernel/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: kernelPage(scriptAt) }),
  )
  return context
}

async function toKernel(page: Page): Promise<void> {
  await page.goto('/bench-of-the-kernel/')
  await page.waitForFunction(() => 'kernel' in globalThis)
}

/** Turns of the session that is recorded: in each a document is coded and saved, or moved on from, as a reviewer does. */
const turns = 60

/**
 * The events that a reviewer's session leaves in the log of the project: documents gone through, coded and saved, a search now and
 * then, other views. Longer logs are made of these, so that each kind of event has its share.
 */
export async function recordedSession(app: App, browser: Browser, script: string): Promise<Envelope[]> {
  const context = await contextWith(app, browser, script)
  try {
    const page = await context.newPage()
    await app.signIn(page, 'seniorreviewer')
    await openReview(page)
    for (let turn = 0; turn < turns; turn++) {
      await page.getByTestId('document-list').focus()
      await page.keyboard.press('j')
      await page.waitForTimeout(80)
      if (turn % 3 === 2) {
        await page
          .getByTestId('coding-panel')
          .getByRole('radio')
          .nth(turn % 2)
          .click()
        await page.keyboard.press('Control+Enter')
        await page.waitForTimeout(120)
      }
      if (turn % 15 === 14) {
        await page.getByRole('tab', { name: turn % 30 === 14 ? 'Metadata' : 'Text', exact: true }).click()
        await page.keyboard.press('ArrowLeft')
      }
      if (turn % 20 === 19) {
        await page.goto('/overview')
        await page.getByRole('link', { name: 'Review', exact: true }).first().click()
        await page
          .getByTestId('position')
          .filter({ hasText: /^\d+ of / })
          .waitFor()
      }
    }
    await atRest(page)
    await toKernel(page)
    const session = await page.evaluate(() => globalThis.kernel.recorded())
    const kinds = Map.groupBy(session, ({ type }) => type)
    const shares = [...kinds].toSorted((a, b) => b[1].length - a[1].length)
    console.log(`  the session: ${shares.map(([type, all]) => `${all.length} ${type}`).join(', ')}`)
    return session
  } finally {
    await context.close()
  }
}

export async function* startUp(
  app: App,
  browser: Browser,
  script: string,
  session: readonly Envelope[],
): AsyncGenerator<TimeFigure> {
  const context = await contextWith(app, browser, script)
  try {
    const page = await context.newPage()
    await app.signIn(page, 'reviewer')
    await openReview(page)
    const review = page.url()

    // The same browser's log, written while no page of the product is open.
    await toKernel(page)
    await page.evaluate((envelopes) => globalThis.kernel.takeMix(envelopes), session)
    await page.evaluate(() => globalThis.kernel.takeProductLog())
    await page.evaluate((count) => globalThis.kernel.fillLog(count), events)
    await page.evaluate(() => globalThis.kernel.takeSnapshot())
    const name = await page.evaluate(() => globalThis.kernel.nameOfLog())
    const read = () =>
      page.evaluate(([log, count]) => globalThis.kernel.readingTimes(log, count), [name, runs / 2] as const)
    const before = await read()

    const other = await context.newPage()
    await other.addInitScript(noteReviewPaint)
    await page.goto('about:blank')
    const taken: number[] = []
    for (let nth = 0; nth < runs + 3; nth++) {
      await other.goto(review)
      taken.push(await painted(other))
    }
    await other.close()
    await toKernel(page)
    const after = await read()
    yield {
      group: 'kernel',
      name: 'start-up with 100,000 events in the encrypted log, with snapshot, to the review screen',
      value: p95(taken.slice(3)),
      unit: 'ms',
      reference: times(
        'the same events read, decrypted and parsed in a bare loop',
        p95([...before, ...after]),
      ),
      bound: 2,
      better: 'lower',
    }
  } finally {
    await context.close()
  }
}

/** In the page: remembers the frame in which the place in the list first stood on the screen. */
function noteReviewPaint(): void {
  const look = () => {
    const position = document.querySelector('[data-testid=position]')
    if (/^\d+ of /.test(position?.textContent ?? '')) {
      requestAnimationFrame(() => performance.mark('review-painted'))
      return
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function painted(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('review-painted').length > 0)
  return page.evaluate(() => performance.getEntriesByName('review-painted')[0]?.startTime ?? Number.NaN)
}
