/** What the figures of the browser stand beside: the least that the same browser does with the same content, without the product. */
import type { Browser, Page } from 'playwright'

/** What stands on the screen of a document, to be put into another page as it is. */
export interface Content {
  readonly html: string
  /** What its frame holds, where it has one. */
  readonly body: string | null
}

/** What a page of the product shows now: its document, or another part of the screen. */
export const contentOf = (page: Page, part = '[data-document-shown]'): Promise<Content> =>
  page.evaluate((selector) => {
    const shown = document.querySelector(selector)
    if (shown === null) throw new Error('nothing is shown')
    const frame = shown.querySelector('[data-testid=message-body]')
    const body = frame instanceof HTMLIFrameElement ? (frame.contentDocument?.body.innerHTML ?? '') : null
    const copy = shown.cloneNode(true) as Element
    // The frame stays where it is, in the product and in the bare page: only what it holds is another.
    for (const one of copy.querySelectorAll('iframe')) one.remove()
    return { html: copy.outerHTML, body }
  }, part)

/** All rules of a page's styles. */
const stylesOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.cssText)
      .join('\n'),
  )

/** A page with the styles of another one and nothing else of it: a place for what is put in, and a frame beside it. */
async function barePage(browser: Browser, like: Page): Promise<Page> {
  const page = await browser.newPage({ viewport: like.viewportSize() ?? { width: 1440, height: 900 } })
  // Of the same origin, so that pictures and files are the same ones; the address has no page of the product.
  const { origin } = new URL(like.url())
  await page.context().addCookies(await like.context().cookies())
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>${'html,body{margin:0;height:100%}#place{height:60%}#frame{height:40%;width:100%;border:0}'}</style><div id=place></div><iframe id=frame srcdoc="<!doctype html><body>"></iframe>`,
    }),
  )
  await page.goto(`${origin}/bare-page`)
  const styles = await stylesOf(like)
  await page.evaluate((text) => {
    const style = document.createElement('style')
    style.textContent = text
    document.head.append(style)
  }, styles)
  return page
}

/**
 * Ms from a key to the frame after which the next of some contents stands in a bare page, written as text that the browser reads;
 * as often as asked. Measured as the product's are: to what is run right after the frame is drawn.
 */
export async function bareSwaps(
  browser: Browser,
  like: Page,
  contents: readonly Content[],
  runs: number,
): Promise<number[]> {
  const page = await barePage(browser, like)
  try {
    const taken: number[] = []
    for (let turn = 0; turn < runs; turn++) {
      const content = contents[turn % contents.length]
      if (content === undefined) throw new Error('There is nothing to be shown.')
      taken.push(await page.evaluate(swapped, content))
      await page.waitForTimeout(60)
    }
    return taken
  } finally {
    await page.close()
  }
}

function swapped({ html, body }: Content): Promise<number> {
  return new Promise((painted) => {
    const started = performance.now()
    addEventListener(
      'keydown',
      () => {
        const place = document.getElementById('place')
        const frame = document.getElementById('frame')
        if (place === null || !(frame instanceof HTMLIFrameElement)) throw new Error('no place')
        place.innerHTML = html
        if (body !== null && frame.contentDocument) frame.contentDocument.body.innerHTML = body
      },
      { once: true },
    )
    dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))
    requestAnimationFrame(() => {
      const { scheduler } = window as unknown as {
        scheduler: { postTask(work: () => void, options: { readonly priority: string }): Promise<void> }
      }
      void scheduler.postTask(() => painted(performance.now() - started), { priority: 'user-blocking' })
    })
  })
}

/** The longest of 600 frames while an element is scrolled at 600 px a frame, in ms, and the heap after that, in bytes. */
export const scrolled = (page: Page, selector: string): Promise<{ worst: number; heap: number }> =>
  page.evaluate(
    (which) =>
      new Promise<{ worst: number; heap: number }>((done) => {
        const list = document.querySelector(which)
        if (!(list instanceof HTMLElement)) throw new Error(`There is no ${which}`)
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
    selector,
  )

/** The longest frame while an element that holds nothing but its height is scrolled, as the lists are. */
export async function bareScroll(browser: Browser, like: Page): Promise<number> {
  const page = await barePage(browser, like)
  try {
    await page.evaluate(() => {
      const list = document.createElement('div')
      list.id = 'bare'
      list.style.cssText = 'height:800px;overflow:auto'
      list.innerHTML = '<div style="height:10000000px;background:linear-gradient(#fff,#888)"></div>'
      document.body.replaceChildren(list)
    })
    return (await scrolled(page, '#bare')).worst
  } finally {
    await page.close()
  }
}

/** Ms of each of so many empty requests from a page to its own server and back. */
export const roundTrips = (page: Page, runs: number): Promise<number[]> =>
  page.evaluate(async (times) => {
    const taken: number[] = []
    for (let nth = 0; nth < times; nth++) {
      const started = performance.now()
      await fetch('/healthz', { cache: 'no-store' }).then((response) => response.text())
      taken.push(performance.now() - started)
      await new Promise((wake) => setTimeout(wake, 20))
    }
    return taken
  }, runs)

/** Ms of each of a hundred searches of a word in so many labels, in a page's own loop. */
export const bareFilter = (page: Page, labels: number): Promise<number[]> =>
  page.evaluate((count) => {
    const all = Array.from(
      { length: count },
      (_, nth) => `open a document and set field ${nth % 7} of ${nth}`,
    )
    let found = 0
    const taken = Array.from({ length: 100 }, (_, turn) => {
      const started = performance.now()
      for (const label of all) if (label.toLowerCase().includes(`field ${turn % 7}`)) found++
      return performance.now() - started
    })
    if (found === 0) throw new Error('nothing was found')
    return taken
  }, labels)
