/** Starting with a large log: the product as it is served, in a browser whose log holds 100,000 events of this project. */
import type { Browser, Page } from 'playwright'
import { openApp, openReview } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { kernelPage } from './kernel-script.ts'

const events = 100_000
const runs = 100
const scriptAt = '/bench-of-the-kernel/kernel.js'

export async function* startUp(browser: Browser, script: string): AsyncGenerator<Figure> {
  const app = await openApp()
  try {
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width: 1440, height: 900 },
    })
    await context.route('**/bench-of-the-kernel/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: kernelPage(scriptAt) }),
    )
    const page = await context.newPage()
    await app.signIn(page, 'reviewer')
    await openReview(page)
    const review = page.url()

    // The same browser's log, written while no page of the product is open.
    await page.goto('/bench-of-the-kernel/')
    await page.waitForFunction(() => 'kernel' in globalThis)
    await page.evaluate(() => globalThis.kernel.takeProductLog())
    await page.evaluate((count) => globalThis.kernel.fillLog(count), events)
    await page.evaluate(() => globalThis.kernel.takeSnapshot())

    await page.addInitScript(noteReviewPaint)
    const taken: number[] = []
    for (let nth = 0; nth < runs + 3; nth++) {
      await page.goto(review)
      taken.push(await painted(page))
    }
    yield {
      group: 'kernel',
      name: 'start-up with 100,000 events in the encrypted log, with snapshot, to the review screen',
      value: p95(taken.slice(3)),
      unit: 'ms',
      bound: 1_000,
      better: 'lower',
    }
    await context.close()
  } finally {
    await app.close()
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
