/** The list with columns: chosen, sorted, made wider by keyboard, kept as a template, and saved as a file. */
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, signIn, test } from './fixture.ts'
import { openProject, openReview } from './review.ts'

test('[screen-review-doc-list] columns are chosen, sorted by, kept as a template, and leave as CSV', async ({
  page,
}) => {
  // A browser of its own: columns stay for whoever sits down behind it.
  await signIn(page, 'reviewmanager')
  await openProject(page)
  await openReview(page)
  await page.keyboard.press('o')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  const add = dialog.getByLabel('Add a column')
  for (const name of ['Control number', 'Subject', 'File size', 'Sent date', 'Custodian'])
    await add.selectOption({ label: name })
  await dialog.getByRole('button', { name: 'Move Custodian up' }).press('Enter')
  await dialog.getByLabel('Pin Control number to the left').press('Space')
  await dialog.getByRole('button', { name: 'Save as template …' }).press('Enter')
  await dialog.getByLabel('Name of the template').fill('First look')
  await dialog.getByRole('button', { name: 'Save as new' }).press('Enter')
  await expect(dialog.getByLabel('Name of the template')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show', exact: true }).press('Enter')

  const grid = page.getByRole('grid', { name: 'Documents' })
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Coding',
    'Control number',
    'Subject',
    'File size',
    'Custodian',
    'Sent date',
  ])
  const size = grid.getByRole('columnheader', { name: 'File size' })
  await size.getByRole('button').press('Enter')
  await expect(size).toHaveAttribute('aria-sort', 'ascending')
  await size.getByRole('button').press('Enter')
  await expect(size).toHaveAttribute('aria-sort', 'descending')
  const sizes = async () =>
    (
      await grid
        .getByRole('row')
        .filter({ has: page.locator('.cell') })
        .locator('.cell:nth-child(4)')
        .allTextContents()
    )
      .slice(0, 8)
      .map(Number)
  await expect(async () => {
    const shown = await sizes()
    expect(shown.length).toBe(8)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  }).toPass()
  const wide = (await size.boundingBox())?.width ?? 0
  await size.getByRole('button').press('Shift+ArrowRight')
  await expect(async () => expect((await size.boundingBox())?.width).toBe(wide + 16)).toPass()
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect(grid.locator('[aria-selected=true]')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label=Result]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.getByRole('button', { name: 'Save the list as CSV' }).press('Enter')
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Save as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\uFEFFControl number,Subject,File size,Custodian,Sent date')
})
