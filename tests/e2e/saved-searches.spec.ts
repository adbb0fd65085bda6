/** Saved searches: saved, counted, opened again, marked where something is new in them, and searched inside. */
import AxeBuilder from '@axe-core/playwright'
import { codeAnew } from './coded.ts'
import { expect, test } from './fixture.ts'
import { foot, queryInput, search } from './review.ts'

test('[screen-saved-search-list] [sidebar-panel-savedsearch] [entity-saved-search-state] a search is saved, says what is new in it, and is searched inside', async ({
  desk,
  as,
}) => {
  const page = await desk('reviewmanager')
  const api = await as('reviewmanager')
  const coded = 351
  await codeAnew(api, coded, 'Responsive', 'Not responsive')
  const query = `Document_Id:${coded} AND Responsive:"Responsive"`
  await page.keyboard.press('o')
  await page.keyboard.press('s')
  const panel = page.getByRole('complementary', { name: 'Saved searches' })
  await expect(panel).toBeVisible()
  await search(page, query)
  await expect(foot(page)).toContainText('0 documents')
  await panel.getByRole('button', { name: 'Save this search' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('What Ana coded')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Checks')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const folder = panel.getByRole('region', { name: 'Checks' })
  const row = folder.getByRole('button', { name: /^What Ana coded/ })
  await expect(row).toContainText('0 documents')
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-current', 'true')

  // Somebody codes: the count follows, and says what is new.
  await codeAnew(api, coded, 'Responsive', 'Responsive')
  await expect(async () => {
    await search(page, '')
    await expect(row).toContainText('1 new', { timeout: 1_000 })
  }).toPass()
  await row.press('Enter')
  await expect(queryInput(page)).toHaveValue(query)
  await expect(foot(page)).toContainText('1 document')
  const { violations } = await new AxeBuilder({ page }).include('aside, [role=complementary]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await folder.getByRole('button', { name: 'More for What Ana coded' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Search inside it' }).press('Enter')
  const inside = page.getByRole('group', { name: 'Saved search in the list' })
  await expect(inside).toContainText('Inside What Ana coded')
  await search(page, 'NOT Responsive:"Responsive"')
  await expect(foot(page)).toContainText('0 documents')
  await inside.getByRole('button', { name: 'All documents' }).press('Enter')
  await expect(inside).toHaveCount(0)

  await folder.getByRole('button', { name: 'More for What Ana coded' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete …' }).click()
  await dialog.getByRole('button', { name: 'Delete the saved search' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'No saved searches' })).toBeVisible()
})
