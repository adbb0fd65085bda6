/** From a key to the next document on the screen, for each kind of document that there is, beside a bare swap of the same content. */
import type { Browser, Page } from 'playwright'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { atRest } from '../tests/e2e/rest.ts'
import { openProject } from '../tests/e2e/review.ts'
import { pdf, show } from '../tests/fixtures/pdf.ts'
import { writeBook } from '../tests/fixtures/sheets.ts'
import { type App, openReview } from './app.ts'
import { p95, type TimeFigure } from './figure.ts'
import { bareSwaps, type Content, contentOf } from './page-references.ts'
import { frames } from './references.ts'

/** With a few to spare: the spreadsheets among the mail of the sample are not counted. */
const runs = 110
/** Documents of one kind, gone through to and fro. */
const ofKind = 12

interface Kind {
  readonly name: string
  /** What the `nth` is called, and its bytes. */
  readonly file: (nth: number) => readonly [name: string, bytes: Buffer]
  /** The tab in which it is looked at, where that is not the first. */
  readonly tab?: string
  /** Frames above the bare swap. What has to be asked for when it is opened takes longer than what is there. */
  readonly bound: number
}

/** Another order of the same words for each document. */
const words = (nth: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `${vocabulary[(at * 7 + nth * 3 + ((at * nth) % 11)) % vocabulary.length]}`,
  ).join(' ')
const vocabulary =
  'the cavern was tested in March and its pressure held for nine days until the crew of the second shift found brine at the wellhead and stopped the pumps as the contract with the harbor authority demands'.split(
    ' ',
  )

const htmlMail = (nth: number, html: string): Buffer =>
  Buffer.from(
    [
      `Message-ID: <long-${nth}@bench.example>`,
      'Date: Tue, 05 Mar 2024 09:00:00 -0600',
      'From: Ines Duarte <ines@bench.example>',
      'To: Tom Field <tom@bench.example>',
      `Subject: Long letter ${nth}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      html.replaceAll('</tr>', '</tr>\r\n'),
    ].join('\r\n'),
  )

const kinds: readonly Kind[] = [
  {
    name: 'long mail (300 kB of HTML with tables and quotes)',
    file: (nth) => {
      const rows = Array.from(
        { length: 400 },
        (_, row) =>
          `<tr><td>${row}</td><td><b>${words(nth + row, 40)}</b></td><td>${words(row, 60)}</td></tr>`,
      )
      const html = `<html><body><p>Letter ${nth}</p><table>${rows.join('')}</table><blockquote>${words(nth, 4_000)}</blockquote></body></html>`
      return [`long-${nth}.eml`, htmlMail(nth, html)]
    },
    bound: 2,
  },
  {
    name: 'texts of 1 MB',
    file: (nth) => [
      `text-${nth}.txt`,
      Buffer.from(Array.from({ length: 10_000 }, (_, row) => words(nth + row, 20)).join('\n')),
    ],
    bound: 2,
  },
  {
    name: 'sheets',
    file: (nth) => {
      const rows = Array.from({ length: 400 }, (_, row) => [
        `Book ${nth} row ${row}`,
        row * nth,
        words(row, 3),
      ])
      return [`book-${nth}.xlsx`, writeBook([{ name: 'A', rows }], 'xlsx')]
    },
    tab: 'Sheet',
    bound: 4,
  },
  {
    name: 'page images',
    file: (nth) => [
      `drawn-${nth}.pdf`,
      pdf({
        pages: Array.from({ length: 3 }, (_, page) => ({
          content: Array.from({ length: 40 }, (_, row) =>
            show(words(nth + page + row, 12), 54, 730 - 17 * row, 10),
          ).join(''),
        })),
      }),
    ],
    tab: 'Pages',
    bound: 4,
  },
]

/** The mail of the sample, then each kind in a project of its own. */
export async function* nextDocument(app: App, browser: Browser): AsyncGenerator<TimeFigure> {
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  await app.signIn(page, 'clientadmin')
  await openReview(page)
  yield await measured(
    browser,
    page,
    'mail of the sample',
    2,
    Array.from({ length: runs }, () => 'j'),
    false,
  )
  for (const kind of kinds) {
    const project = await ownProject(app, `Next ${kind.name.split(' ')[0]}`)
    for (let nth = 1; nth <= ofKind; nth++) await bringIn(project, ...kind.file(nth))
    await page.goto(app.url)
    await openProject(page, project.name)
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page
      .getByTestId('position')
      .filter({ hasText: /^1 of / })
      .waitFor()
    if (kind.tab !== undefined) await page.getByRole('tab', { name: kind.tab, exact: true }).click()
    await atRest(page)
    const there = Array.from({ length: ofKind - 1 }, () => 'j')
    const fro = there.map(() => 'k')
    // Once through all of them before: what is kept ahead is there, and the server has made what it makes once.
    for (const key of [...there, ...fro]) {
      await paintAfter(page, key)
      await page.waitForTimeout(300)
    }
    const keys = Array.from(
      { length: runs },
      (_, turn) => [...there, ...fro][turn % (2 * there.length)] ?? 'j',
    )
    yield await measured(browser, page, kind.name, kind.bound, keys, true)
  }
  await page.close()
}

async function measured(
  browser: Browser,
  page: Page,
  what: string,
  bound: number,
  keys: readonly string[],
  hasSheets: boolean,
): Promise<TimeFigure> {
  const taken: number[] = []
  const contents: Content[] = []
  for (const key of keys) {
    const ms = await paintAfter(page, key)
    // A reviewer reads: meanwhile the next documents come.
    await page.waitForTimeout(60)
    // The sample has spreadsheets among its mail; what one takes to open is another figure.
    if (!hasSheets && (await page.getByTestId('sheet-grid').count()) > 0) continue
    taken.push(ms)
    if (contents.length < 2 * ofKind) contents.push(await contentOf(page))
  }
  const bare = await bareSwaps(browser, page, contents, runs)
  return {
    group: 'review',
    name: `key press to next document painted, prefetched: ${what}`,
    value: p95(taken),
    unit: 'ms',
    reference: frames('a bare swap of the same content in the same browser', p95(bare)),
    bound,
    better: 'lower',
  }
}

/** As much as is used of the browser's own. */
interface Scheduler {
  postTask(work: () => void, options: { readonly priority: 'user-blocking' }): Promise<void>
}

/** Places from the document in view to one that nobody has fetched. */
const far = 9

/** Scrolls the list to the row of such a document, and names it for `paintAfter`. */
export async function lookFar(page: Page): Promise<void> {
  const position = await page.evaluate((places) => {
    const said = document.querySelector('[data-testid=position]')?.textContent ?? ''
    const to = Number(/^\d+/.exec(said)?.[0]) - 1 + places
    const list = document.querySelector('[data-testid=document-list]')
    const height = list?.querySelector('[data-position]')?.getBoundingClientRect().height ?? 0
    if (list) list.scrollTop = Math.max(0, (to - places / 2) * height)
    return to
  }, far)
  const row = page.locator(`[data-position="${position}"]`)
  await row.waitFor()
  await row.evaluate((element) => {
    document.querySelector('[data-bench-far]')?.removeAttribute('data-bench-far')
    element.setAttribute('data-bench-far', '')
  })
}

/**
 * Ms from a key, or a click on the row that `lookFar` has named (`far`), to the frame after which another document stands in the viewer with its body in its place: the message
 * in its frame, its text, its cells, or the picture of its first page, all of which are written after the rest has been drawn.
 */
export function paintAfter(page: Page, key: string): Promise<number> {
  return page.evaluate(
    (pressed) =>
      new Promise<number>((painted, failed) => {
        const shown = () =>
          document.querySelector('[data-document-shown]')?.getAttribute('data-document-shown')
        /** What the place of the body holds first: another one once it has been written; a document without a body has no place. */
        const written = (): { readonly first: unknown } | null => {
          const frame = document.querySelector('[data-testid=message-body]')
          if (frame instanceof HTMLIFrameElement)
            return { first: frame.contentDocument?.body?.firstChild ?? null }
          const column = document.querySelector('[data-testid=text-body]')
          if (column !== null) return { first: column.firstChild }
          const grid = document.querySelector('[data-testid=sheet-grid]')
          if (grid !== null) return { first: grid.querySelector('.words')?.textContent || null }
          const sheet = document.querySelector('[data-page]')
          if (sheet === null) return null
          const image = sheet.querySelector('img')
          return { first: image?.complete && image.naturalWidth > 0 ? image.src : null }
        }
        const before = shown()
        const bodyBefore = written()?.first ?? null
        const started = performance.now()
        const target = document.activeElement ?? document.body
        if (pressed === 'far') {
          const row = document.querySelector('[data-bench-far]')
          if (row === null) return failed(new Error('no row'))
          row.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        } else
          target.dispatchEvent(
            new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
          )
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
            const isPlace = document.querySelector('[role=tab][aria-selected=true]')?.id
            const awaitsBody = isPlace === 'pane-sheet' || isPlace === 'pane-pages'
            if (body === null ? !awaitsBody : body.first !== null && body.first !== bodyBefore)
              return drawn(painted)
            // A body like the one before it is not written again: it stood there from the first frame on.
            if (opened !== null && !awaitsBody && performance.now() - started > opened + 1_000)
              return painted(opened)
            if (opened === null)
              drawn((at) => {
                opened = at
              })
          }
          if (performance.now() - started > 5_000) return failed(new Error('no other document came'))
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    key,
  )
}
