/** Keyword lists: made of pasted terms, drawn in a chart, chosen by a click, reported, and narrowed by in review. */
import AxeBuilder from '@axe-core/playwright'
import { createSource } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { type Letter, mbox } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, openReview, shown } from './review.ts'
import type { RunningServer } from './server.ts'

const custodian = 'Duarte, Ines'
const letter = (id: string, text: string, more: Partial<Letter> = {}): Letter => ({
  ...{ id, subject: `About ${id}`, text, date: '05 Mar 2001 10:00:00 -0600' },
  ...more,
})
/** Six documents in five families. */
const letters: readonly Letter[] = [
  letter('one', 'The merger costs are too high.', {
    attachments: [{ name: 'memo.txt', type: 'text/plain', bytes: Buffer.from('A memo about lunch.') }],
  }),
  letter('two', 'The merger will be announced.'),
  letter('three', 'Oil was found, and the merger is off.'),
  letter('four', 'Nothing but oil.'),
  letter('five', 'Lunch on Friday?'),
]

async function atProcess(page: Page, server: RunningServer): Promise<void> {
  const project = await ownProject(server, 'Keywords')
  const { api, projectId } = project
  const { custodianId } = await api.call(createCustodian, { project: projectId, body: { name: custodian } })
  const source = { name: custodian, custodianId, autoProcess: true, autoPromote: false }
  await api.call(createSource, { project: projectId, body: source })
  await bringIn(project, 'waiting.mbox', mbox(letters), custodian)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/process/keywords')
  await expect(page.getByRole('heading', { name: 'No keyword lists' })).toBeVisible()
}

async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test('[filter-email-keyword-hits] [rest-get-project-keyword-terms-list] [sidebar-panel-keyword] a list of terms is made by keys alone, its chart chooses documents, they are promoted, its report says what it finds, and in review a term narrows the search', async ({
  page,
  server,
}) => {
  await atProcess(page, server)
  const dialog = page.getByRole('dialog')

  // A term that cannot be read is shown where it is at fault.
  await page.getByRole('button', { name: 'New list' }).press('Enter')
  await page.keyboard.type('Deal terms')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('merger\n"merger costs"\noil AND\n')
  await dialog.getByRole('button', { name: 'Create list' }).press('Enter')
  await expect(dialog.getByText('1 term cannot be read.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Line 3: There is nothing after AND/ })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  // The fault is selected: what is typed takes its place.
  await page.keyboard.type('OR gas')
  await dialog.getByRole('button', { name: 'Create list' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const lists = page.getByRole('table', { name: 'Keyword lists' })
  await expect(lists).toContainText('Deal terms')

  await page.getByRole('button', { name: 'Report of Deal terms' }).press('Enter')
  const rows = dialog.getByRole('table').getByRole('row')
  await expect(rows).toContainText(['Term', 'Different documents', 'merger', '"merger costs"', 'oil OR gas'])
  await expect(rows.nth(1)).toContainText(/4\s*5\s*2/)
  await expect(rows.nth(2)).toContainText(/merger\s*3\s*4\s*1/)
  expect(await barriers(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Save as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/search terms Deal terms .*\.csv$/)
  await page.keyboard.press('Escape')

  await goTo(page, '/overview/eda')
  const chart = page.getByRole('region', { name: 'Keyword hits', exact: true })
  await expect(chart.getByRole('option', { name: /^merger: 3 documents/ })).toBeAttached()
  await expect(chart).toContainText('2 without')
  // By keys: the list of the chart's bars.
  const drawing = chart.locator('svg:has(text)')
  const named = await chart.getByRole('option').allTextContents()
  const at = named.findIndex((said) => said.startsWith('merger:'))
  const height = (await drawing.boundingBox())?.height ?? 0
  await drawing.click({ position: { x: 200, y: (height / named.length) * (at + 0.5) } })
  await expect(page.getByTestId('found')).toContainText('3 documents in 3 families')
  await expect(page.getByRole('group', { name: 'What is chosen' })).toContainText('Keyword hits: merger')

  await page.getByRole('link', { name: 'Filter and promote' }).click()
  const choice = page.getByRole('group', { name: 'Keyword hits' })
  await expect(choice.getByRole('checkbox', { name: /^merger\s*3/ })).toBeChecked()
  await choice.getByRole('checkbox', { name: /^oil OR gas\s*2/ }).click()
  await expect(
    page
      .getByTestId('outcome')
      .getByRole('row')
      .filter({ hasText: /^Chosen/ }),
  ).toContainText('4')
  await page.getByRole('button', { name: 'Promote these' }).click()
  await dialog.getByRole('button', { name: 'Promote to review: 5 documents' }).click()
  await expect(
    page.getByRole('table', { name: 'Promotions and filters' }).getByRole('row', { name: /Promotion/ }),
  ).toContainText('5 of 5')

  await openReview(page)
  await page.locator('[data-panel=keyword]').click()
  const panel = page.getByRole('complementary', { name: 'Keyword hits' })
  const term = panel.getByRole('button', { name: /^oil OR gas\s*2 documents$/ })
  await term.click()
  await expect(panel).toContainText('Email_Keyword_Hits is "oil OR gas"')
  await expect(panel).toContainText('2 documents with hits')
  await expect(term).toHaveAttribute('aria-pressed', 'true')
  // What is found is what is marked.
  await expect(page.getByRole('toolbar', { name: 'Hits' })).toContainText('oil')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('tab', { name: 'Metadata' }).click()
  await expect(shown(page)).toContainText('Keyword hits')
  await term.click()
  await expect(term).toHaveAttribute('aria-pressed', 'false')
})
