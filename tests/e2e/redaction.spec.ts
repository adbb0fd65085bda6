/** Redacting pages in a real browser: by mouse, by keyboard, undone, shown as it will leave, and there after a reload. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator } from 'playwright/test'
import { expect, type Page, test } from './fixture.ts'
import { search, shown } from './review.ts'

async function openPages(page: Page, query: string): Promise<void> {
  await search(page, query)
  await page.locator('#row-0[data-document]').click()
  const id = await page.locator('#row-0').getAttribute('data-document')
  await expect(shown(page)).toHaveAttribute('data-document-shown', String(id))
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByTestId('page-count')).toBeVisible()
}

const layer = (page: Page): Locator => page.locator('[data-redaction-layer="1"]')
const boxes = (page: Page): Locator => layer(page).locator('[data-redaction]')
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Redact', exact: true })

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const frame = await layer(page).boundingBox()
  if (frame === null) throw new Error('The page is not drawn.')
  await page.mouse.move(frame.x + from[0], frame.y + from[1])
  await page.mouse.down()
  await page.mouse.move(frame.x + to[0], frame.y + to[1], { steps: 4 })
  await page.mouse.up()
}

test('[redact-and-markup-capability] [label-prompt] a reviewer redacts a page by mouse and by keyboard, and takes it back', async ({
  desk,
}) => {
  const page = await desk('reviewmanager')
  await openPages(page, 'File_Name:"Drilling contract"')
  await page.keyboard.press('r')
  await expect(bar(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Enter a label' }).fill('Attorney-client')
  await page.getByRole('combobox', { name: 'Enter a label' }).press('Enter')
  await drag(page, [60, 60], [260, 120])
  await expect(boxes(page)).toHaveCount(1)
  await expect(boxes(page)).toHaveAttribute('data-standing', 'saved')
  await expect(boxes(page)).toContainText('Attorney-client')

  // From word to word, and the words are redacted.
  const status = page.getByRole('status', { name: 'Redacting' })
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(status).not.toHaveText(/Redacted|no words/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(status).toContainText('2 words')
  await page.keyboard.press('Enter')
  await expect(boxes(page)).toHaveCount(2)
  await expect(boxes(page).last()).toHaveAttribute('data-standing', 'saved')

  const { violations } = await new AxeBuilder({ page }).include('[data-redacting]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await page.keyboard.press('Control+z')
  await expect(boxes(page)).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(boxes(page)).toHaveCount(2)

  await page.keyboard.press('Shift+R')
  await expect(page.getByText('Preview: black is what will be covered')).toBeVisible()
  await expect(boxes(page).first().locator('rect').first()).toHaveAttribute('fill', '#000')
  await page.keyboard.press('Shift+R')

  await page.reload()
  await expect(boxes(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Redactions (2)' }).click()
  await expect(page.getByRole('list', { name: 'In force' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click()
  await expect(boxes(page)).toHaveCount(0)
})
