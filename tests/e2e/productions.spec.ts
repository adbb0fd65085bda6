/** A production by the keyboard: prepared, checked, accepted, run, and its volume downloaded. */
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, search } from './review.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

async function hasNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('#main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

test('[sidebar-panel-production] [viewer-first-image-original] [enum-bates-fields] [route-overview-produce] [production-concept] [jobs-type-production] [rest-job-prod-insert-bates] a production is prepared, checked, run and downloaded, and found by its numbers', async ({
  server,
  page,
  signIn,
}) => {
  test.setTimeout(90_000)
  const project = await ownProject(server, 'Produced')
  const long = Array.from({ length: 120 }, (_, line) => `Line ${line}`).join('\r\n')
  const box = Array.from({ length: 3 }, (_, at) => ({
    ...{ id: `produced-${at}`, subject: `Letter ${at}`, text: at === 1 ? long : 'Short.' },
  }))
  await bringIn(project, 'box.mbox', mbox(box))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/produce')
  await expect(page.getByRole('heading', { name: 'Nothing has been produced yet' })).toBeVisible()
  await press(page, 'New production')
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('First volume')
  await expect(dialog(page).getByLabel('Begin with')).toBeVisible()
  await page.keyboard.press('Enter')

  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(page.getByRole('heading', { name: 'First volume', level: 1 })).toBeVisible()
  await expect(summary).toContainText('Documents3')
  await page.getByLabel('Prefix').fill('NW1')
  await expect(summary).toContainText('1 thing has to be put right')
  await page.getByLabel('Prefix').fill('NW')
  await expect(summary).toContainText('NW0000001')
  await page.getByLabel('Header center').selectOption('text')
  await page.getByLabel('Text, header center').fill('Larkspur v. Northwind')
  await press(page, 'Add a designation')
  await page.getByLabel('Documents of designation 1').fill('Subject:Letter')
  await expect(page.getByText('Finds 3 documents of the project.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible()
  await hasNoBarriers(page)
  await press(page, 'Save')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Preview', exact: true }).press('Enter')
  const drawn = page.getByRole('img', { name: /as it will leave/ })
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1275)
  await press(page, 'Later document')
  await expect(page.getByRole('status').filter({ hasText: 'Document 2 of 3' })).toBeVisible()
  await hasNoBarriers(page)
  await page.getByRole('link', { name: 'Check and run' }).press('Enter')

  await press(page, 'Validate')
  await expect(page.getByRole('status').filter({ hasText: '3 documents' })).toBeVisible()
  for (const accept of await page.getByRole('button', { name: 'Accept with a reason' }).all()) {
    await accept.press('Enter')
    await dialog(page).getByLabel('Reason').fill('They are short')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  await press(page, 'Run')
  await expect(dialog(page)).toContainText('NW0000001')
  await dialog(page).getByRole('button', { name: 'Run' }).press('Enter')

  const volumes = page.getByRole('table', { name: 'Volumes' })
  await expect(page.getByRole('table', { name: 'Documents' })).toContainText('CONFIDENTIAL')
  await expect(volumes).toBeVisible({ timeout: 30_000 })
  await hasNoBarriers(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    volumes.getByRole('link', { name: 'Download VOL001' }).press('Enter'),
  ])
  const bytes = await readFile(await download.path())
  expect(bytes.includes(Buffer.from('VOL001/'))).toBe(true)
  await page.getByRole('link', { name: 'Productions', exact: true }).first().press('Enter')
  await expect(page.getByRole('table', { name: 'Productions' })).toContainText('Produced')

  // A page's number finds its document, and shows that page as it left.
  await goTo(page, '/overview/review')
  await expect(page.locator('[data-document-shown]')).toBeVisible()
  await search(page, 'nw0000003')
  await expect(page.getByText('Bates_Number is "nw0000003"')).toBeVisible()
  await expect(page.locator('[data-document-shown]')).toContainText('Letter 1')
  await expect(page.getByTestId('page-stamped')).toHaveText('NW0000003')
  await page.keyboard.press('o')
  await page.keyboard.press('p')
  const panel = page.getByRole('complementary', { name: 'Productions' })
  const left = panel.getByRole('region', { name: 'Where this document left' })
  await expect(left).toContainText('NW0000002 to NW000000')
  await expect(left).toContainText('CONFIDENTIAL')
  await left.getByRole('button', { name: 'NW0000002' }).press('Enter')
  const pages = page.getByRole('region', { name: 'Page images' })
  await expect(page.getByTestId('page-stamped')).toHaveText('NW0000002')
  await expect(pages.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByTestId('page-stamped')).toHaveText('NW0000003')
  await expect(pages.locator('[data-page="2"] [aria-busy="false"]')).toBeVisible()
  await hasNoBarriers(page)
  await page.getByRole('button', { name: 'Pages of: First volume' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Original Image' }).press('Enter')
  await expect(page.getByTestId('page-stamped')).toHaveCount(0)
  await panel.getByRole('button', { name: /^First volume/ }).press('Enter')
  await expect(page.getByText('Production is "First volume"')).toBeVisible()
  await expect(page.locator('[data-document-shown]')).toContainText('Letter 0')
})
