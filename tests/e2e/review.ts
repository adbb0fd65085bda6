/** The review screen as a person uses it. */
import { expect, type Locator, type Page } from 'playwright/test'
import { appears } from './appears.ts'

export const matter = 'Harmon 14-2 and Larkspur'
export const inquiry = 'Inquiry into year-end entries'

/** From the client home into a project; ends on its overview. */
export async function openProject(page: Page, name: string = matter): Promise<void> {
  await page
    .getByRole('cell', { name: new RegExp(`^${escaped(name)}`) })
    .first()
    .click()
  await page.waitForURL(/\/overview$/)
  await appears(page, 'h1', name)
}

/** Goes to an address as a link of the page would: without loading the program anew. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** From anywhere in a project to its review screen, by the key for it; ends with a document open. */
export async function openReview(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL(/\/overview\/review$/)
  await appears(page, '[data-document-shown]')
}

/** The document pane. */
export const shown = (page: Page): Locator => page.getByRole('region', { name: 'Document', exact: true })

/** The id of the document in view. */
export async function shownId(page: Page): Promise<number> {
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)
  return Number(await shown(page).getAttribute('data-document-shown'))
}

export const position = (page: Page): Locator => page.getByTestId('position')
export const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Documents' })
/** What the foot of the list says was found. */
export const foot = (page: Page): Locator =>
  page.getByRole('region', { name: 'Result' }).getByRole('status').last()
export const queryInput = (page: Page): Locator => page.getByRole('textbox', { name: 'Search documents' })

/** Scrolls from the top of the list to its end; answers the documents that came by. */
export async function scrollThrough(page: Page, count: number): Promise<ReadonlySet<number>> {
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        const ids = await list(page).evaluate((element) => {
          const here = [...element.querySelectorAll('[data-document]')].map((row) =>
            Number(row.getAttribute('data-document')),
          )
          // On by a little less than a screen, once all of this one is drawn and nothing in it is still on its way.
          const drawn = [...element.querySelectorAll('[role=option]')].map((row) =>
            row.getBoundingClientRect(),
          )
          const { top, bottom } = element.getBoundingClientRect()
          const whole = (drawn[0]?.top ?? bottom) <= top + 1 && (drawn.at(-1)?.bottom ?? top) >= bottom - 1
          if (whole && element.querySelector('.waiting') === null)
            element.scrollTop += element.clientHeight - 56
          return here
        })
        for (const id of ids) seen.add(id)
        return seen.size
      },
      { timeout: 30_000, intervals: [30] },
    )
    .toBe(count)
  return seen
}

/** Opens a document by a click on its row; counted from 0, among the first screenful. */
export async function openRow(page: Page, row: number): Promise<number> {
  await page.locator(`#row-${row}[data-document]`).click()
  await expect(position(page)).toHaveText(new RegExp(`^${row + 1} of`))
  // A page of the list that is renewed leaves its rows empty for a moment.
  const line = page.locator(`#row-${row}[data-document]`)
  const id = Number(await line.getAttribute('data-document'))
  await appears(page, `[data-document-shown="${id}"]`)
  return id
}

/** Types a query and waits until it has been answered, or refused. */
export async function search(page: Page, query: string): Promise<void> {
  const input = queryInput(page)
  await input.fill(query)
  await searched(page, () => input.press('Enter'))
}

/** Does what asks for another list, and waits until it has been answered, or refused. */
export async function searched(page: Page, ask: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((reply) => reply.url().endsWith('/rest/review/document'))
  await ask()
  await answered
  await expect(foot(page)).not.toHaveText('Searching …')
}

export const form = (page: Page): Locator => page.getByTestId('coding-panel')
export const status = (page: Page): Locator => page.getByTestId('coding-status')
/** What the status says where nothing waits to be saved, coded or not. */
export const nothingOpen = /^(Saved|Not coded)$/
export const field = (page: Page, name: string): Locator => form(page).locator(`[data-field="${name}"]`)
export const trail = (page: Page): Locator => page.getByRole('region', { name: 'Undo trail' })
/** "All saved" at the foot of the screen. */
export const unsent = (page: Page): Locator => page.getByTestId('unsent')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
