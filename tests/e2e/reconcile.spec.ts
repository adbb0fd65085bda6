/** How browsers' logs stand against the record: what a reviewer reads of it, and what a review manager sees of everybody. */
import Database from 'better-sqlite3'
import { recordsFile } from '#server/platform/records/open.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { field, goTo, nothingOpen, openProject, openReview, openRow, status, unsent } from './review.ts'

/** Codes a document of the list and looks at its history. */
async function code(page: Page, row: number, value: string): Promise<number> {
  const documentId = await openRow(page, row)
  await expect(status(page)).toHaveText(nothingOpen)
  await field(page, 'Responsive').getByRole('radio', { name: value, exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveText('Saved')
  await expect(unsent(page)).toHaveText('All saved')
  return documentId
}

test('[rest-post-user-log] a row that is gone from the record is found by the browser that was told it was there, and a review manager sees which', async ({
  page,
  another,
  server,
}) => {
  // A project of its own: nobody's chain verifies any more after this.
  const project = await ownProject(server, 'Reconciliation')
  const { name } = project
  const box = ['one', 'two'].map((id) => ({ id, subject: `Letter ${id}`, text: 'About the cavern.' }))
  await bringIn(project, 'box.mbox', mbox(box))
  await signIn(page, await addPerson(server, { project: name }))
  await openProject(page, name)
  await openReview(page)
  await code(page, 0, 'Responsive')
  const lost = await code(page, 1, 'Not responsive')
  await page.getByRole('tab', { name: 'History' }).click()
  const log = page.getByTestId('whole-log')
  await expect(log).toContainText('2 to check')

  // Somebody with the machine in his hands takes a row away.
  const records = new Database(recordsFile(server.data))
  records.exec('drop trigger audit_kept')
  records.prepare("delete from audit where document_id = ? and action = 'coding.saved'").run(lost)
  records.close()

  await log.getByRole('button', { name: 'Verify now' }).click()
  await expect(log).toContainText(/checked to row [\d,]+ of the record/)
  await expect(log).toContainText('1 found')
  await expect(log).toContainText('1 missing')
  await expect(
    page.getByText("An entry of this browser's log and the record do not agree.").first(),
  ).toBeVisible()

  const manager = await another()
  await signIn(manager, 'clientadmin')
  await openProject(manager, name)
  await manager.getByRole('link', { name: 'Sync check' }).click()
  await expect(manager.getByRole('heading', { name: 'Sync check', level: 1 })).toBeVisible()
  const table = manager.getByRole('table', { name: 'Logs by person and machine' })
  const row = table.getByRole('row', { name: /Nora Quist/ })
  await expect(row).toContainText(/Chrome on Linux · [\w-]{4}/)
  await expect(row).toContainText('1 missing')
  await expect(manager.getByText('1 difference', { exact: true })).toBeVisible()
  const download = manager.waitForEvent('download')
  await manager.getByRole('link', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Reconciliation .*\.csv$/)

  // The first row of the table, by the keyboard.
  await row.focus()
  await manager.keyboard.press('Enter')
  await expect(manager.getByRole('heading', { level: 1 })).toContainText('Nora Quist · Chrome on Linux')
  const entry = manager.getByRole('table', { name: 'Entries that differ' }).getByRole('row').nth(1)
  await expect(entry).toContainText('missing')
  await expect(entry).toContainText('nothing')
  await entry.getByRole('button').click()
  await expect(manager).toHaveURL(/\/overview\/review$/)
  await expect(manager.getByRole('region', { name: 'History', exact: true })).toBeVisible()
  await expect(manager.getByRole('region', { name: 'Document', exact: true })).toHaveAttribute(
    'data-document-shown',
    String(lost),
  )
})

test('a reviewer is told who may see the reconciliation', async ({ page }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await expect(page.getByRole('link', { name: 'Sync check' })).toHaveCount(0)
  await goTo(page, '/overview/reconciliation')
  await expect(page.getByRole('heading', { name: 'You have no access to the reconciliation' })).toBeVisible()
})
