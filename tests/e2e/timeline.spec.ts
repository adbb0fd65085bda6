/** The event log as a developer uses it: the whole window as it stood, and a session that goes to another machine. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page, test } from './fixture.ts'
import { field, goTo, openProject, openReview, openRow, shownId, status, trail, unsent } from './review.ts'

const tree = (page: Page) => page.getByRole('tree', { name: 'Events' })
const past = (page: Page) => page.getByTestId('past')
const bar = (page: Page) => page.getByRole('region', { name: 'The past' })

/** Codes a document; ends in the event log with the gesture of it open. */
async function codeAndLook(page: Page, row: number): Promise<number> {
  await openProject(page)
  await openReview(page)
  const documentId = await openRow(page, row)
  await expect(status(page)).toHaveText('Not coded')
  await field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true }).click()
  await expect(trail(page)).toContainText('Edits: 1')
  await page.keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('All saved')
  await expect(status(page)).toHaveText('Saved')
  await openRow(page, row + 1)
  await goTo(page, '/overview/eventlog')
  await tree(page)
    .getByRole('treeitem', { name: /Save the coding/ })
    .first()
    .click()
  return documentId
}

test('an event shows what it changed and what it cost, and the whole window as it stood after it', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'reviewer')
  const documentId = await codeAndLook(page, 8)
  const saved = tree(page).getByRole('treeitem', { name: /coding\.saveRequested/ })
  await saved.click()
  const changed = page.getByRole('region', { name: 'What it changed' })
  await expect(changed).toContainText(`documents.${documentId}.saves.0`)
  await expect(page.getByLabel('What it cost')).toContainText(/decide\s*[\d.]+ ms/)

  const writes: string[] = []
  page.on('request', (request) => {
    // The present goes on behind it: its log is held against the record as ever.
    if (/\/rest\/(user\/log|review\/auditing-history\/commands)$/.test(request.url())) return
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await page.getByRole('button', { name: 'Look at the screen as it stood' }).click()
  await expect(bar(page)).toContainText(/^Looking at \d\d:\d\d:\d\d\. Save the coding/)
  const shown = past(page).getByRole('region', { name: 'Document', exact: true })
  await expect(shown).toHaveAttribute('data-document-shown', String(documentId))
  const responsive = past(page).getByRole('radio', { name: 'Responsive', exact: true })
  await expect(responsive).toBeChecked()
  // Back over the gesture that coded it: it was not coded then.
  for (let step = 0; step < 20 && (await responsive.isChecked()); step++) {
    await page.keyboard.press('[')
    await page.waitForTimeout(100)
  }
  await expect(responsive).not.toBeChecked()
  await responsive.click()
  await expect(bar(page)).toContainText('You are looking at the past.')
  await expect(responsive).not.toBeChecked()
  expect(writes).toEqual([])

  await page.keyboard.press('Escape')
  await expect(past(page)).toHaveCount(0)
  await expect(tree(page)).toBeVisible()
  await goTo(page, '/overview/review')
  expect(await shownId(page)).not.toBe(documentId)
})

test(
  'a session goes to another machine as a file and shows the same screen there; a file that was altered says where',
  { tag: '@deep' },
  async ({ page, signIn, another }, testInfo) => {
    await signIn(page, 'reviewer')
    const documentId = await codeAndLook(page, 11)
    await page.getByRole('button', { name: 'Session' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export the session' }).click(),
    ])
    const file = testInfo.outputPath('session.ndjson')
    await download.saveAs(file)

    const elsewhere = await another()
    await signIn(elsewhere, 'seniorreviewer')
    await goTo(elsewhere, '/client/eventlog')
    await elsewhere.getByLabel('Session file').setInputFiles(file)
    const about = elsewhere.getByRole('region', { name: 'Imported session' })
    await expect(about).toContainText(/Imported: session\.ndjson, by .+read-only/)
    await elsewhere.getByLabel('Which log').selectOption('project')
    await tree(elsewhere)
      .getByRole('treeitem', { name: /Save the coding/ })
      .first()
      .click()
    await elsewhere.getByRole('button', { name: 'Look at the screen as it stood' }).click()
    const shown = past(elsewhere).getByRole('region', { name: 'Document', exact: true })
    await expect(shown).toHaveAttribute('data-document-shown', String(documentId))
    await expect(past(elsewhere).getByRole('radio', { name: 'Responsive', exact: true })).toBeChecked()
    await elsewhere.getByRole('button', { name: 'Return to now' }).click()

    const lines = (await readFile(file, 'utf8')).split('\n')
    const harmed = testInfo.outputPath('harmed.ndjson')
    await writeFile(
      harmed,
      lines.map((line, at) => (at === 9 ? line.replace('"seq":', '"seq": ') : line)).join('\n'),
    )
    await elsewhere.getByLabel('Session file').setInputFiles(harmed)
    await expect(about.getByRole('alert')).toContainText('Line 10: It is not as it was exported.')
    await writeFile(harmed, lines.slice(0, 20).join('\n'))
    await elsewhere.getByLabel('Session file').setInputFiles(harmed)
    await expect(about.getByRole('alert')).toContainText('Line 21: The file was cut here')
    await about.getByRole('button', { name: "Back to this browser's log" }).click()
    await expect(about).toHaveCount(0)
  },
)

test('a clock that is wrong by hours is said, and the order stays what it was', async ({ page, signIn }) => {
  await page.clock.install({ time: Date.now() + 2 * 3_600_000 + 180_000 })
  await signIn(page, 'reviewer')
  await goTo(page, '/client/eventlog')
  await expect(
    page.getByText("This computer's clock is 2 h 3 min ahead of the server's; order does not depend on it."),
  ).toBeVisible()
})
