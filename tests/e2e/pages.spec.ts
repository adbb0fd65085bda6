/** Looking at a document as it looks: pages of a PDF, a picture, a rendition, and what says why there is none. */
import type { Locator } from 'playwright/test'
import { expect, type Page, test } from './fixture.ts'
import { search, shown } from './review.ts'

async function openFirst(page: Page, query: string): Promise<void> {
  await search(page, query)
  await page.locator('#row-0[data-document]').click()
  const id = await page.locator('#row-0').getAttribute('data-document')
  await expect(shown(page)).toHaveAttribute('data-document-shown', String(id))
}

const images = (page: Page): Locator => page.getByRole('region', { name: 'Page images' })
const sheet = (page: Page, number: number): Locator => images(page).locator(`[data-page="${number}"]`)
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Pages' })

/** A page's image has come, and how wide it is drawn. */
async function drawn(page: Page, number: number): Promise<number> {
  const image = sheet(page, number).getByRole('img')
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
    .toBeGreaterThan(0)
  return (await image.boundingBox())?.width ?? 0
}

test('a reviewer reads the pages of a PDF by the keyboard, fits them, turns them and goes from one to the next', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  await openFirst(page, 'File_Name:"Drilling contract"')
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByRole('tab', { name: 'Pages' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByTestId('page-count')).toHaveText('of 2')
  const fitted = await drawn(page, 1)
  // A sheet of letter is 8.5 inches wide: 816 pixels of a screen in its own size.
  await page.keyboard.press('z')
  await page.keyboard.press('1')
  await expect(page.getByTestId('page-scale')).toHaveText('100%')
  expect(await drawn(page, 1)).toBe(816)
  await page.keyboard.press('-')
  await expect(page.getByTestId('page-scale')).toHaveText('75%')
  await page.getByTestId('page-scale').click()
  await page.getByRole('menuitem', { name: 'Fit width' }).click()
  await expect.poll(() => drawn(page, 1)).toBe(fitted)

  await page.keyboard.press('n')
  await expect(page.getByLabel('Go to page')).toHaveValue('2')
  await drawn(page, 2)
  await page.getByLabel('Go to page').fill('1')
  await page.getByLabel('Go to page').press('Enter')
  await expect.poll(() => images(page).evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(20)
  await expect(page.getByLabel('Go to page')).toBeFocused()

  const upright = await sheet(page, 1).boundingBox()
  await bar(page).getByRole('button', { name: 'Turn to the right' }).click()
  await expect
    .poll(async () => ((await sheet(page, 1).boundingBox())?.height ?? 0) < (upright?.height ?? 0))
    .toBe(true)

  // The next document is shown the same way, upright; the tab stays where it was after a reload.
  await openFirst(page, 'File_Extension:png AND File_Name:lien')
  await expect(page.getByTestId('page-count')).toHaveText('of 1')
  expect(await drawn(page, 1)).toBeGreaterThan(100)
  await page.reload()
  await expect(page.getByTestId('page-count')).toHaveText('of 1')
})

test('without LibreOffice a Word document is a rendition and a workbook is read as sheets, and both say what is missing; a message is laid out', {
  tag: '@deep',
}, async ({ desk }) => {
  const page = await desk('reviewer')
  const missing = 'Page images of this type need LibreOffice on the server.'
  await openFirst(page, 'File_Name:"in one page"')
  await page.getByRole('tab', { name: 'Pages' }).click()
  const slips = page.getByRole('note')
  await expect(slips.filter({ hasText: 'Rendition: made from the document to be read here.' })).toBeVisible()
  await expect(slips.filter({ hasText: `There are no pages of it. ${missing}` })).toBeVisible()
  await expect(page.getByTestId('message-body').contentFrame().locator('body')).toContainText('Harmon')
  await openFirst(page, 'File_Extension:xlsx')
  await expect(page.getByText(missing)).toBeVisible()
  await page.getByRole('tab', { name: 'Sheet', exact: true }).click()
  await expect(page.getByTestId('sheet-grid').getByRole('gridcell').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Pages' }).click()
  await openFirst(page, 'Record_Type:"E-mail"')
  await expect(slips.filter({ hasText: 'Rendition: laid out on the server.' })).toBeVisible()
  expect(await drawn(page, 1)).toBeGreaterThan(100)
})

test('a page whose image does not come says so, and comes when it is asked for again', async ({ desk }) => {
  const page = await desk('reviewer')
  await page.route('**/rest/viewer/page/*/2?*', (route) => route.abort())
  await openFirst(page, 'File_Name:"Drilling contract"')
  await page.getByRole('tab', { name: 'Pages' }).click()
  await drawn(page, 1)
  await page.keyboard.press('n')
  await expect(sheet(page, 2).getByRole('note')).toContainText('could not be loaded')
  await page.unroute('**/rest/viewer/page/*/2?*')
  await sheet(page, 2).getByRole('button', { name: 'Try again' }).click()
  await drawn(page, 2)
})
