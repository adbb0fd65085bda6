/** The record beside this browser's own log. */
import { codeAnew } from './coded.ts'
import { expect, signIn, test } from './fixture.ts'
import {
  field,
  goTo,
  nothingOpen,
  openProject,
  openReview,
  openRow,
  status,
  trail,
  unsent,
} from './review.ts'

test('the history of a document shows the record beside the log of this browser, and that they match', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  await openRow(page, 5)
  await expect(status(page)).toHaveText(nothingOpen)
  await field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true }).click()
  await expect(trail(page)).toContainText('Edits: 1')
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveText('Saved')
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  const row = history.getByRole('row', { name: /Responsive: not coded → Responsive/ })
  await expect(row).toContainText('Rita Vale')
  await expect(row).toContainText('manual')
  await expect(row).toContainText('matched')
  await expect(row).toContainText(/#\d+/)
  await expect(history).toContainText(/[1-9]\d* matched/)
  await expect(history.getByText(/difference/)).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expect(status(page)).toHaveText(nothingOpen)
  await expect(unsent(page)).toHaveText('All saved')
  await expect(async () => {
    await history.getByRole('button', { name: 'Refresh' }).click()
    const back = history.getByRole('row', { name: /Responsive: Responsive → not coded/ })
    await expect(back).toContainText('undo', { timeout: 1_000 })
    await expect(back).toContainText('matched', { timeout: 1_000 })
  }).toPass()
})

test('the history tells a reviewer how many changes by others it does not show', async ({ desk, as }) => {
  const page = await desk('reviewer')
  const documentId = await openRow(page, 7)
  await codeAnew(await as('reviewer2'), documentId, 'Responsive', 'Not responsive')
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('note')).toContainText(
    /\d+ changes? of coding by others (is|are) not shown here/,
  )
  await page.getByRole('tab', { name: 'Document' }).click()
})

test('the event log shows a command with its events, its calls and how it ended, and can be filtered', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await openReview(page)
  const documentId = await openRow(page, 6)
  await expect(status(page)).toHaveText(nothingOpen)
  await field(page, 'Responsive').getByRole('radio', { name: 'Not responsive', exact: true }).click()
  await expect(trail(page)).toContainText('Edits: 1')
  await page.keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('All saved')
  await expect(status(page)).toHaveText('Saved')
  await goTo(page, '/overview/eventlog')

  const tree = page.getByRole('tree', { name: 'Events' })
  await expect(tree.getByRole('treeitem').first()).toBeVisible()
  const save = tree.getByRole('treeitem', { name: /Save the coding/ }).first()
  await save.click()
  await expect(save).toHaveAttribute('aria-expanded', 'true')
  const inside = tree.locator('[role=treeitem]:not([aria-level="1"])')
  await expect(inside.filter({ hasText: 'coding.save' }).first()).toBeVisible()
  await expect(inside.filter({ hasText: 'coding.saveRequested' }).first()).toContainText(
    `document:${documentId}`,
  )
  const call = inside.filter({ hasText: 'coding.save' }).filter({ hasText: 'answered' }).first()
  await expect(call).toContainText(/\d ms/)
  await call.click()
  await expect(page.getByRole('region', { name: 'The chosen entry' })).toContainText('correlationId')

  const filter = page.getByRole('textbox', { name: 'Filter by words, type or stream' })
  await filter.fill('Save the coding')
  await expect.poll(async () => (await tree.locator('[aria-level="1"]').allInnerTexts()).length).toBe(1)
  await filter.fill('no such words anywhere')
  await expect(tree).toHaveCount(0)
  await filter.fill('')
  await expect(tree.locator('[aria-level="1"]').nth(1)).toBeVisible()
  await page.getByLabel('Which log').selectOption('account')
  await expect(tree.getByRole('treeitem', { name: /Choose a project/ }).first()).toBeVisible()
  // Work alone: what the program asked by itself shows once somebody wants it, and from then on.
  await filter.fill('company.listRequested')
  await expect(tree).toHaveCount(0)
  await page.getByLabel('Background too').click()
  await expect(page.getByLabel('Background too')).toBeChecked()
  await expect(tree.getByRole('treeitem').first()).toBeVisible()
  await filter.fill('')

  // After a reload it is all still there, on the log that the address names.
  await page.reload()
  await filter.fill('Choose a project')
  await expect(tree.getByRole('treeitem', { name: /Choose a project/ }).first()).toBeVisible()
  await filter.fill('')
  await expect(page.getByLabel('Background too')).toBeChecked()
  await page.getByLabel('Background too').click()
  await expect(page.getByLabel('Background too')).not.toBeChecked()
  await page.getByLabel('Which log').selectOption('project')
  await expect(tree.getByRole('treeitem', { name: /Save the coding/ }).first()).toBeVisible()
})
