/** Search term reports, random samples and past searches: run, drawn, opened in the list, and taken up again. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixture.ts'
import { foot, queryInput, search } from './review.ts'

test('[search-new-resets-selection] a report leads to its documents, a sample opens with its seed, a search is taken up again', async ({
  desk,
}) => {
  const page = await desk('reviewmanager')
  await page.keyboard.press('o')
  await page.keyboard.press('s')
  const panel = page.getByRole('complementary', { name: 'Saved searches' })
  await search(page, 'larkspur')
  await expect(foot(page)).toContainText('document')

  // What is picked in one result is not picked in the next.
  await page.keyboard.press('x')
  await expect(page.getByText(/^1 (document )?selected|1 of .* selected/).first()).toBeVisible()
  await search(page, 'price')
  await expect(page.getByText(/^1 (document )?selected|1 of .* selected/)).toHaveCount(0)

  await panel.getByRole('tab', { name: 'Saved' }).press('ArrowRight')
  await panel.getByRole('button', { name: 'Run a search term report' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Agreed terms')
  await dialog.getByLabel('Terms, one a line').fill('larkspur\nprice\noil AND')
  await dialog.getByRole('button', { name: 'Run' }).press('Enter')
  await expect(dialog).toContainText('Not read, and counted nowhere. Line 3')
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const figure = dialog.getByRole('button', { name: /unique documents of price: show them/ })
  const count = (await figure.textContent()) ?? ''
  await figure.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(foot(page)).toContainText(`${count} document`)

  await panel.getByRole('tab', { name: 'Reports' }).press('ArrowRight')
  await panel.getByRole('button', { name: 'Draw a random sample' }).press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Check')
  await dialog.getByLabel('Drawn from').selectOption('all')
  await dialog.getByLabel('Size').selectOption('size')
  await dialog.getByLabel('Documents').fill('7')
  await expect(dialog.getByRole('status')).toContainText(/^7 of .* documents are drawn\.$/)
  await dialog.getByRole('button', { name: 'Draw' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const drawn = panel.getByRole('button', { name: /^Check/ })
  await expect(drawn).toContainText(/Seed [0-9a-f]{16}/)
  await drawn.press('Enter')
  await expect(foot(page)).toContainText('7 documents')
  await expect(page.getByRole('group', { name: 'Random sample in the list' })).toContainText('Inside Check')

  await panel.getByRole('tab', { name: 'Samples' }).press('ArrowRight')
  const past = panel
    .getByRole('list', { name: 'Past searches' })
    .getByRole('button', { name: /^price \d+ documents(?! inside)/ })
  await expect(past).toBeVisible()
  await past.press('Enter')
  await expect(queryInput(page)).toHaveValue('price')
})
