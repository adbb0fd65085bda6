/** Folders of documents: created, filled from the keyboard and from a list, searched inside, undone, deleted and restored. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixture.ts'
import { foot, list, search } from './review.ts'

test('[screen-search-folder-list] [sidebar-panel-folder] [entity-search-folder-state] a folder is filled, searched inside, and emptied again by undo', async ({
  desk,
}) => {
  const page = await desk('reviewmanager')
  await page.keyboard.press('o')
  await page.keyboard.press('d')
  const panel = page.getByRole('complementary', { name: 'Folders' })
  await panel.getByRole('button', { name: 'New folder' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Hot documents')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const folder = panel.getByRole('gridcell', { name: /^Hot documents/ })
  await expect(folder).toContainText('0 documents')

  // The shown document, by the finder.
  await search(page, 'Document_Id:351')
  await expect(foot(page)).toContainText('1 document')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('File the document in a folder')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a folder' }).fill('hot')
  await page.keyboard.press('Enter')
  const done = page.getByTestId('bulk-change')
  await expect(done).toContainText('1 document changed')
  await expect(folder).toContainText('1 document')
  await done.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(folder).toContainText('0 documents')
  await done.getByRole('button', { name: 'Redo' }).press('Enter')
  await expect(folder).toContainText('1 document')

  await folder.press('Enter')
  const strip = page.getByRole('group', { name: 'Folder in the list' })
  await expect(strip).toContainText('In Hot documents')
  await expect(foot(page)).toContainText('1 document')
  const { violations } = await new AxeBuilder({ page }).include('aside, [role=complementary]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await strip.getByRole('button', { name: 'All documents' }).press('Enter')
  await expect(strip).toHaveCount(0)

  // By the mouse: a row is dragged to the folder.
  await list(page).locator('[data-document]').nth(1).dragTo(folder)
  await expect(folder).toContainText('2 documents')

  // A list says of each row what becomes of it.
  await panel.getByRole('button', { name: 'More for Hot documents' }).press('Enter')
  await page.getByRole('menuitem', { name: 'File from a list …' }).click()
  await dialog
    .getByLabel('File', { exact: false })
    .first()
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('XYZ00000001\n') })
  await expect(dialog).toContainText('1 row will file nothing')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')

  await panel.getByRole('button', { name: 'More for Hot documents' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete …' }).click()
  await dialog.getByRole('button', { name: 'Delete the folder' }).press('Enter')
  await expect(folder).toHaveCount(0)
  await panel.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(folder).toContainText('2 documents')
})
