/** What a reviewer waits for, measured in a real browser on the built application. */
import { type Browser, chromium, type Page } from 'playwright'
import { atRest } from '../tests/e2e/rest.ts'
import { type App, chromiumOptions, openApp, openReview } from './app.ts'
import { type Figure, p95 } from './figure.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
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
  const ahead: number[] = []
  for (let turn = 0; turn < 110; turn++) {
    ahead.push(await paintAfter(page, 'j'))
    // A reviewer reads: meanwhile the next documents come.
    await page.waitForTimeout(60)
  }
  yield {
    group: 'review',
    name: 'key press to next document painted, prefetched',
    value: p95(ahead),
    unit: 'ms',
    bound: 50,
    better: 'lower',
  }

  // Page steps over documents that nobody has fetched; a reload empties what was kept.
  const cold: number[] = []
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
      await page.getByTestId('document-list').focus()
      cold.push(await paintAfter(page, 'PageDown'))
      await page.waitForTimeout(150)
    }
  }
  yield {
    group: 'review',
    name: 'key press to next document painted, not prefetched',
    value: p95(cold),
    unit: 'ms',
    bound: 250,
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
    bound: 50,
    better: 'lower',
  }
  await page.close()
}

/** As much as is used of the browser's own. */
interface Scheduler {
  postTask(work: () => void, options: { readonly priority: 'user-blocking' }): Promise<void>
}

/**
 * Ms from a key to the frame after which another document stands in the viewer with its body in its place: the message
 * in its frame, or the text, both of which are written after the rest has been drawn.
 */
function paintAfter(page: Page, key: string): Promise<number> {
  return page.evaluate(
    (pressed) =>
      new Promise<number>((painted, failed) => {
        const shown = () =>
          document.querySelector('[data-document-shown]')?.getAttribute('data-document-shown')
        /** What the place of the body holds first: another node once it has been written; a document without a body has no place. */
        const written = (): { readonly first: Node | null } | null => {
          const frame = document.querySelector('[data-testid=message-body]')
          if (frame instanceof HTMLIFrameElement)
            return { first: frame.contentDocument?.body?.firstChild ?? null }
          const column = document.querySelector('[data-testid=text-body]')
          return column === null ? null : { first: column.firstChild }
        }
        const before = shown()
        const bodyBefore = written()?.first ?? null
        const started = performance.now()
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
        let opened: number | null = null
        // This runs before a frame is drawn; what is posted here, right after, before other work that waits for its turn.
        const drawn = (then: (at: number) => void) => {
          const { scheduler } = window as unknown as { scheduler: Scheduler }
          void scheduler.postTask(() => then(performance.now() - started), { priority: 'user-blocking' })
        }
        const look = () => {
          const now = shown()
          if (now && now !== before) {
            const body = written()
            if (body === null || (body.first !== null && body.first !== bodyBefore)) return drawn(painted)
            // A body like the one before it is not written again: it stood there from the first frame on.
            if (opened !== null && performance.now() - started > opened + 1_000) return painted(opened)
            if (opened === null)
              drawn((at) => {
                opened = at
              })
          } else if (performance.now() - started > 5_000) return failed(new Error('no other document came'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    key,
  )
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
  const { worst, heap } = await page.evaluate(
    () =>
      new Promise<{ worst: number; heap: number }>((done) => {
        const list = document.querySelector('[data-testid=document-list]')
        if (!(list instanceof HTMLElement)) throw new Error('no list')
        const frames: number[] = []
        let before = performance.now()
        const turn = (at: number) => {
          frames.push(at - before)
          before = at
          list.scrollTop += 600
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
  yield {
    group: 'review',
    name: 'scroll through 1,000,000 rows at 600 px a frame: longest of 600 frames',
    value: worst,
    unit: 'ms',
    bound: 33,
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
