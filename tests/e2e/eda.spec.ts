/** Early case assessment: what waits is looked at in charts, narrowed, promoted or filtered out. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator } from 'playwright/test'
import { createSource } from '#contracts/collect.ts'
import { listJobs } from '#contracts/jobs.ts'
import { createCustodian } from '#contracts/project.ts'
import { damaged, mbox as mails, message, withLogo } from '#tests/fixtures/mail.ts'
import { relatedMail } from '#tests/fixtures/related-mail.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { type Letter, mbox } from './mail.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'
import type { RunningServer } from './server.ts'

const memo = { name: 'memo.txt', type: 'text/plain', bytes: Buffer.from('A memo about the well.') }

/** Two letters of March 2001 with a memo each, three of May 2001, one of 2003: six families, eight documents. */
const letters: readonly Letter[] = [
  ...[1, 2].map((day) => ({
    id: `march-${day}`,
    subject: `March ${day}`,
    text: `Larkspur, day ${day}.`,
    date: `0${day} Mar 2001 10:00:00 -0600`,
    attachments: [{ ...memo, bytes: Buffer.from(`A memo of day ${day} about the well.`) }],
  })),
  ...[1, 2, 3].map((day) => ({
    id: `may-${day}`,
    subject: `May ${day}`,
    text: `Prices, day ${day}.`,
    date: `0${day} May 2001 10:00:00 -0600`,
  })),
  { id: 'late', subject: 'Late', text: 'Much later.', date: '05 Jun 2003 10:00:00 -0600' },
]

const custodian = 'Duarte, Ines'

/** What comes in waits: its source promotes nothing by itself. */
async function bringInWaiting(project: OwnProject, bytes: Buffer): Promise<void> {
  const { api, projectId } = project
  const { custodianId } = await api.call(createCustodian, { project: projectId, body: { name: custodian } })
  const source = { name: custodian, custodianId, autoProcess: true, autoPromote: false }
  await api.call(createSource, { project: projectId, body: source })
  await bringIn(project, 'waiting.mbox', bytes, custodian)
}

/** The analysis begins by itself, once nothing else comes in; waits until it is through. */
async function analysed({ api, projectId }: OwnProject): Promise<void> {
  await expect
    .poll(
      async () => {
        const { data } = await api.call(listJobs, { project: projectId, query: {} })
        return data.find(({ kind }) => kind === 'analysis')?.state
      },
      { timeout: 60_000 },
    )
    .toBe('Completed')
}

async function atEda(page: Page, server: RunningServer, name: string): Promise<void> {
  const project = await ownProject(server, name)
  await bringInWaiting(project, mbox(letters))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/eda')
  await expect(page.getByTestId('found')).toContainText('8 documents in 6 families')
}

const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** The chart itself, beside which buttons have pictures too. */
const drawing = (of: Locator) => of.locator('svg:has(text)')
const flow = (page: Page, stage: string) => page.getByTestId(`flow-${stage}`)
const outcome = (page: Page, row: string) =>
  page
    .getByTestId('outcome')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
const chosen = (page: Page) => page.getByRole('group', { name: 'What is chosen' })

async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test('[filter-record-types] [filter-document-states] a bar that is clicked narrows every chart; what is chosen is promoted with its families, the rest filtered out and taken back, and the flow says so each time', async ({
  page,
  server,
}) => {
  await atEda(page, server, 'Assessment')
  await expect(flow(page, 'waiting')).toHaveText('8')
  await expect(flow(page, 'promoted')).toHaveText('0')

  // The bar of text files: as wide as its row.
  const types = chart(page, 'Extension')
  const option = types.getByRole('option', { name: /^txt: 2 documents/ })
  await expect(option).toBeAttached()
  const rows = await types.getByRole('option').allTextContents()
  const at = rows.findIndex((said) => said.startsWith('txt'))
  const height = (await drawing(types).boundingBox())?.height ?? 0
  await drawing(types).click({ position: { x: 200, y: (height / rows.length) * (at + 0.5) } })
  await expect(page.getByTestId('found')).toContainText('2 documents in 2 families')
  await expect(chosen(page)).toContainText('Extension: txt')

  await page.getByRole('link', { name: 'Filter and promote' }).click()
  await expect(outcome(page, 'Chosen')).toContainText('2')
  await expect(outcome(page, 'Not chosen')).toContainText('6')
  await page.getByRole('button', { name: 'Promote these' }).click()
  // Two memos, and the letters that they came with.
  const dialog = page.getByRole('dialog', { name: 'Promote to review' })
  await expect(dialog.getByTestId('act-sentence')).toContainText(
    '2 documents are chosen, 4 with their families.',
  )
  await dialog.getByRole('button', { name: 'Promote to review: 4 documents' }).click()
  const moves = page.getByRole('table', { name: 'Promotions and filters' })
  await expect(moves.getByRole('row', { name: /Promotion to review/ })).toContainText('4 of 4')
  await goTo(page, '/overview/eda')
  await expect(flow(page, 'promoted')).toHaveText('4')
  await expect(flow(page, 'waiting')).toHaveText('4')

  // What waits is a click on its number.
  await page.getByRole('button', { name: /^To promote/ }).click()
  await expect(page.getByRole('heading', { name: 'Filter', level: 1 })).toBeVisible()
  await expect(chosen(page)).toContainText('State: Processed')
  await expect(outcome(page, 'Chosen')).toContainText('4')
  await page.getByRole('button', { name: 'Filter these out' }).click()
  const filterOut = page.getByRole('dialog', { name: 'Filter out' })
  await filterOut.getByLabel('Name of the filter').fill('Prices')
  await filterOut.getByRole('button', { name: 'Filter out: 4 documents' }).click()
  const row = moves.getByRole('row', { name: /Prices/ }).first()
  await expect(row).toContainText('4 of 4')
  await expect(page.getByRole('button', { name: 'Promote these' })).toBeDisabled()
  await row.getByRole('button', { name: /^Restore Prices/ }).click()
  await expect(moves.getByRole('row', { name: /Restore: Prices/ })).toContainText('4 of 4')
  await expect(page.getByRole('button', { name: 'Promote these' })).toBeEnabled()
  await goTo(page, '/overview/eda')
  await expect(flow(page, 'waiting')).toHaveText('4')
  await expect(flow(page, 'filtered')).toHaveText('0')

  // Nobody has worked on what was promoted: that can be taken back, too.
  await goTo(page, '/overview/filter')
  await page.getByRole('button', { name: /^Restore Promotion to review/ }).click()
  await expect(page.getByRole('button', { name: /^Restore Promotion to review/ })).toHaveCount(0)
  await goTo(page, '/overview/eda')
  await expect(flow(page, 'promoted')).toHaveText('0')
  await expect(flow(page, 'waiting')).toHaveText('8')
})

test('each figure of the flow leads to exactly the items that it counts', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Figures')
  const note = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('A note about the well.') }
  const empty = { name: 'empty.txt', type: 'text/plain', bytes: Buffer.alloc(0) }
  const twice = message({ id: 'twice', subject: 'Twice', attachments: [note] })
  // Something is wrong with a document, which came in all the same; what is no message did not.
  const flawed = message({ id: 'flawed', subject: 'Flawed', attachments: [empty] })
  const bytes = mails([withLogo('from a by b'), twice, twice, flawed, damaged])
  await bringInWaiting(project, bytes)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  const lists = [
    ['Containers', 'containers', 1],
    ['Duplicates', 'duplicates', 2],
    ['Inline images', 'inlineImages', 1],
  ] as const
  const open = async (label: string, stage: string, count: number) => {
    await goTo(page, '/overview/eda')
    await expect(flow(page, stage)).toHaveText(String(count))
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  }
  for (const [label, stage, count] of lists) {
    await open(label, stage, count)
    const table = page.getByRole('table', { name: label })
    await expect(table.locator('tbody').getByRole('row')).toHaveCount(count)
    await expect(table).toBeInViewport()
  }
  await expect(page.getByRole('table', { name: 'Inline images' })).toContainText('logo.png')
  expect(await barriers(page)).toEqual([])
  await open('Failed', 'exceptions', 1)
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await expect(exceptions.locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(exceptions).toBeInViewport()
  await page.getByRole('combobox', { name: 'About' }).selectOption({ label: 'Anything' })
  await expect(exceptions.locator('tbody').getByRole('row')).toHaveCount(2)
  await open('De-NISTed', 'deNisted', 0)
  await expect(page.getByRole('heading', { name: 'No file was left out' })).toBeVisible()
  // A logo is nothing that somebody has filtered out.
  await open('Filtered out', 'filtered', 0)
  await expect(outcome(page, 'Chosen')).toContainText('0')
  await open('To promote', 'waiting', 5)
  await expect(outcome(page, 'Chosen')).toContainText('5')

  // A duplicate leads to the document that it is a copy of.
  await open('Duplicates', 'duplicates', 2)
  const copy = page.getByRole('table', { name: 'Duplicates' }).getByRole('row', { name: /note\.txt/ })
  await copy.getByRole('link', { name: 'No control number yet' }).click()
  await expect(page.getByText('A note about the well.')).toBeVisible()
})

test('[filter-parent-date] months are chosen by a drag and by keys alone; the table stands for the chart, and all tabs of the project see the same choice', async ({
  page,
  server,
  context,
}) => {
  await atEda(page, server, 'By keys')
  const time = chart(page, 'Documents over time')
  const found = page.getByTestId('found')

  // Drag from the first month to the third: March to May 2001.
  await expect(drawing(time)).toBeVisible()
  const picture = await drawing(time).boundingBox()
  if (picture === null) throw new Error('There is no picture.')
  const months = await time.getByRole('option').count()
  expect(months).toBe(28)
  const step = (picture.width - 30) / months
  const y = picture.y + picture.height / 2
  await page.mouse.move(picture.x + 26 + step * 0.3, y)
  await page.mouse.down()
  await page.mouse.move(picture.x + 26 + step * 1.2, y, { steps: 4 })
  await page.mouse.move(picture.x + 26 + step * 2.4, y, { steps: 4 })
  await page.mouse.up()
  await expect(chosen(page)).toContainText('03/01/2001 to 05/31/2001')
  await expect(found).toContainText('7 documents in 5 families')

  // By keys: two days, and away again.
  await time.getByLabel('first day').fill('06/01/2003')
  await time.getByLabel('last day').fill('06/30/2003')
  await page.keyboard.press('Enter')
  await expect(found).toContainText('1 document in 1 family')
  await time.getByRole('button', { name: 'All days' }).press('Enter')
  await expect(found).toContainText('8 documents')

  // By keys: into a chart, to a bar, and choose it.
  const states = chart(page, 'Record type').getByRole('listbox')
  await states.focus()
  await page.keyboard.press('ArrowDown')
  await expect(chart(page, 'Record type')).toContainText(/6 documents/)
  await page.keyboard.press('Enter')
  await expect(found).toContainText('6 documents in 6 families')

  const other = await context.newPage()
  await other.goto('/overview/eda')
  await expect(other.getByTestId('found')).toContainText('6 documents in 6 families')

  // The table of the same chart takes it away again, in both.
  await chart(page, 'Record type').getByRole('button', { name: 'Record type as a table' }).press('Enter')
  const ticked = chart(page, 'Record type').getByRole('table').getByRole('checkbox', { checked: true })
  await expect(ticked).toHaveCount(1)
  await ticked.press('Space')
  await expect(found).toContainText('8 documents in 6 families')
  await expect(other.getByTestId('found')).toContainText('8 documents in 6 families')

  const download = page.waitForEvent('download')
  await chart(page, 'Custodian').getByRole('button', { name: 'Custodian as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('custodian.csv')
  // Nothing that was chosen stands in the address.
  expect(new URL(page.url()).search).toBe('')
})

test('[filter-family-count] [filter-custodians] [filter-hidden-file-info] the panel counts what each choice would leave; its groups can be hidden, and nothing keeps anybody out of these screens', {
  tag: '@deep',
}, async ({ page, server }) => {
  await atEda(page, server, 'Panel')
  expect(await barriers(page)).toEqual([])
  await goTo(page, '/overview/filter')
  await expect(outcome(page, 'Chosen')).toContainText('8')
  const panel = page.getByRole('complementary', { name: 'What the filter chooses' })
  await panel.getByLabel('Documents in the family: how').selectOption({ label: 'at least' })
  await panel.getByLabel('Documents in the family', { exact: true }).last().fill('2')
  await page.keyboard.press('Enter')
  await expect(outcome(page, 'Chosen')).toContainText('4')
  await expect(chosen(page)).toContainText('Documents in the family: >= 2')
  await panel.getByRole('checkbox', { name: /^Duarte, Ines/ }).click()
  // The first of two to turn round is the list's, once it chooses anything.
  await expect(panel.getByRole('checkbox', { name: 'All but these' })).toHaveCount(2)
  await panel.getByRole('checkbox', { name: 'All but these' }).first().click()
  await expect(outcome(page, 'Chosen')).toContainText('0')
  await expect(page.getByRole('heading', { name: 'No document is chosen' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(outcome(page, 'Chosen')).toContainText('8')

  const search = page.getByRole('textbox', { name: 'Search documents' })
  await search.fill('prices AND (')
  await search.press('Enter')
  await expect(page.getByRole('search').getByRole('alert')).toBeVisible()
  await search.fill('prices')
  await search.press('Enter')
  await expect(outcome(page, 'Chosen')).toContainText('3')

  await panel.getByRole('checkbox', { name: 'File', exact: true }).click()
  await expect(panel.getByRole('heading', { name: 'File', exact: true })).toHaveCount(0)
  expect(await barriers(page)).toEqual([])
  await goTo(page, '/overview/analysis')
  await expect(page.getByRole('heading', { name: 'Analysis', level: 1 })).toBeVisible()
  await expect(chart(page, 'Custodian by file type category').getByRole('option').first()).toBeAttached()
  expect(await barriers(page)).toEqual([])
  await goTo(page, '/overview/datahub')
  await page.getByRole('tab', { name: 'Data hub' }).click()
  await expect(page.getByText('every item is accounted for')).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('languages and PII are charts of their own in words, and a click on either narrows all of them', {
  tag: '@deep',
}, async ({ page, server }) => {
  // It is analysed.
  test.slow()
  const project = await ownProject(server, 'Languages')
  const french =
    'Bonjour à tous, le contrat de livraison du gaz sera signé vendredi à Paris par les deux parties. ' +
    'Nous vous prions de relire les conditions du paiement avant la réunion de demain matin.'
  const english =
    'Please put her on the payroll from next month on, as we have agreed in the meeting of this week. ' +
    'Her social security number is 536-22-8726, and her desk will be on the second floor.'
  await bringInWaiting(
    project,
    mbox([
      { id: 'fr', subject: 'Le contrat', text: french },
      { id: 'en', subject: 'The payroll', text: english },
    ]),
  )
  await analysed(project)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/eda')
  const asTable = async (title: string) => {
    const of = chart(page, title)
    await of.getByRole('button', { name: `${title} as a table` }).click()
    return of.getByRole('table', { name: title })
  }
  const languages = await asTable('Language')
  await expect(languages.getByRole('row', { name: /^English 1/ })).toBeVisible()
  await languages.getByLabel('French').click()
  await expect(page.getByTestId('found')).toContainText('1 document in 1 family')
  await expect(chosen(page)).toContainText('Language: French')
  await page.getByRole('button', { name: 'Take away: Language: French' }).click()

  const personal = await asTable('PII, likely')
  await personal.getByLabel('US social security number').click()
  await expect(page.getByTestId('found')).toContainText('1 document in 1 family')
  await expect(chosen(page)).toContainText('PII, likely: US social security number')
  await expect(languages.getByRole('row', { name: /^French/ })).toHaveCount(0)
})

test('groups are chosen by the bar of their size, and an import by its row of the reconciliation', {
  tag: '@deep',
}, async ({ page, server }) => {
  // It is analysed.
  test.slow()
  const project = await ownProject(server, 'Sizes')
  await bringInWaiting(project, mails(Object.values(relatedMail)))
  await analysed(project)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/analysis')
  // Three messages of one conversation, and what is attached to the first of them.
  const sizes = chart(page, 'Conversations by their size')
  await expect(sizes.getByRole('option', { name: /^4: 4 documents/ })).toBeAttached()
  // The picture comes behind its options: the bar is where its label is drawn.
  const label = drawing(sizes).locator('text').filter({ hasText: /^4$/ }).first()
  await label.click({ position: { x: 200, y: 6 }, force: true })
  await expect(chosen(page)).toContainText('Documents in the thread: = 4')
  await expect(page.getByRole('status').filter({ hasText: /^4 documents$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Filter and promote' }).click()
  await expect(outcome(page, 'Chosen')).toContainText('4')
  const panel = page.getByRole('complementary', { name: 'What the filter chooses' })
  await expect(panel.getByLabel('Documents in the thread', { exact: true }).last()).toHaveValue('4')

  await goTo(page, '/overview/datahub')
  await page.getByRole('tab', { name: 'Data hub' }).click()
  const reconciliation = chart(page, 'What became of the items of each import')
  await expect(reconciliation.getByRole('option')).toHaveCount(1)
  const picture = await drawing(reconciliation).boundingBox()
  await drawing(reconciliation).click({ position: { x: 200, y: (picture?.height ?? 0) / 2 } })
  await expect(page).toHaveURL(/\/project\/allJobs\?job=\d+$/)
})

test('[entity-template] [rest-post-project-template] [rest-any-project-filter-tmpl-name] [rest-delete-project-template] a filter is saved under a name by keys alone, and chosen again after a reload; its name is said to be taken, and it is deleted', {
  tag: '@deep',
}, async ({ page, server }) => {
  await atEda(page, server, 'Saved')
  await goTo(page, '/overview/filter')
  await expect(outcome(page, 'Chosen')).toContainText('8')
  const panel = page.getByRole('complementary', { name: 'What the filter chooses' })
  await panel.getByRole('checkbox', { name: /^Duarte, Ines/ }).click()
  const search = page.getByRole('textbox', { name: 'Search documents' })
  await search.fill('prices')
  await search.press('Enter')
  await expect(outcome(page, 'Chosen')).toContainText('3')

  await page.getByRole('button', { name: 'Save this filter' }).press('Enter')
  const saving = page.getByRole('dialog', { name: 'Save this filter' })
  await expect(saving).toContainText('Custodian: Duarte, Ines')
  await expect(saving.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Prices of May')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Prices of May is saved')).toBeVisible()
  await expect(saving).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(outcome(page, 'Chosen')).toContainText('8')
  await page.reload()
  await expect(outcome(page, 'Chosen')).toContainText('8')
  await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
  const list = page.getByRole('dialog', { name: 'Saved filters' })
  await expect(list.getByRole('row', { name: /Prices of May/ })).toContainText(
    'Search: prices · Custodian: Duarte, Ines',
  )
  expect(await barriers(page)).toEqual([])
  await list.getByRole('button', { name: 'Apply Prices of May' }).press('Enter')
  await expect(outcome(page, 'Chosen')).toContainText('3')
  await expect(chosen(page)).toContainText('Search: prices')
  await expect(chosen(page)).toContainText('Custodian: Duarte, Ines')

  await page.getByRole('button', { name: 'Save this filter' }).click()
  await saving.getByLabel('Name').fill('prices of MAY')
  await expect(saving).toContainText('Prices of May is there already')
  await saving.getByRole('button', { name: 'Save over it' }).click()
  await expect(saving).toHaveCount(0)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await list.getByRole('button', { name: 'Delete prices of MAY' }).click()
  await page.getByRole('button', { name: 'Delete the filter' }).click()
  await expect(list.getByRole('heading', { name: 'No saved filters' })).toBeVisible()
})

test('[filter-pii-likely] [filter-pii-potential] [filter-recipient-count] [filter-hidden-file-status] [filter-hidden-email-info] what has no value is added or asked for alone, a choice is turned round, and groups that are hidden stay hidden and choose on', {
  tag: '@deep',
}, async ({ page, server }) => {
  // It is analysed.
  test.slow()
  const project = await ownProject(server, 'Without values')
  const note = 'Please look at this before the meeting of Thursday, and say what you think about it.'
  await bringInWaiting(
    project,
    mbox([
      { id: 'pay', subject: 'The payroll', text: `${note} Her social security number is 536-22-8726.` },
      { id: 'part', subject: 'The part', text: `${note} The part is 536-22-8727 of the list.` },
      {
        id: 'plain',
        subject: 'Nothing',
        text: note,
        attachments: [{ ...memo, bytes: Buffer.from('A memo about the well, for nobody in particular.') }],
      },
    ]),
  )
  await analysed(project)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/filter')
  const documents = outcome(page, 'Chosen').getByRole('cell').first()
  await expect(documents).toHaveText('4')
  const panel = page.getByRole('complementary', { name: 'What the filter chooses' })
  const group = (title: string) => panel.getByRole('group', { name: title, exact: true })

  // Of a list: the value, the value or none, none alone, and all but the value.
  const likely = group('PII, likely')
  const none = likely.getByRole('checkbox', { name: /^\(none\)/ })
  await likely.getByRole('checkbox', { name: /^US social security number/ }).click()
  await expect(documents).toHaveText('1')
  await expect(chosen(page)).toContainText('PII, likely: US social security number')
  await none.click()
  await expect(documents).toHaveText('4')
  await expect(chosen(page)).toContainText('PII, likely: US social security number, or none')
  await likely.getByRole('checkbox', { name: 'All but these' }).click()
  await expect(documents).toHaveText('3')
  await expect(chosen(page)).toContainText('PII, likely: not US social security number, or none')
  await none.press('Space')
  await expect(documents).toHaveText('0')
  await page.getByRole('button', { name: /^Take away: PII, likely/ }).click()
  await none.press('Space')
  await expect(documents).toHaveText('3')
  await expect(chosen(page)).toContainText('PII, likely: none')

  // What only has the form of one, beside it.
  const possible = group('PII, possible')
  await possible.getByRole('checkbox', { name: /^US social security number/ }).click()
  await expect(documents).toHaveText('1')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(documents).toHaveText('4')

  // Of a number: only messages have recipients.
  const recipients = group('Recipients')
  await recipients.getByLabel('Recipients', { exact: true }).last().fill('1')
  await page.keyboard.press('Enter')
  await expect(documents).toHaveText('3')
  await recipients.getByRole('checkbox', { name: 'Without a number' }).click()
  await expect(documents).toHaveText('4')
  await expect(chosen(page)).toContainText('Recipients: = 1, or none')
  await recipients.getByRole('checkbox', { name: 'All but these' }).click()
  await expect(documents).toHaveText('1')
  await expect(chosen(page)).toContainText('Recipients: not = 1, or none')

  // Hidden, a group is out of the way, also after a reload; what was chosen in it stays chosen.
  await panel.getByRole('checkbox', { name: 'E-mail', exact: true }).click()
  await panel.getByRole('checkbox', { name: 'File status', exact: true }).press('Space')
  await expect(recipients).toHaveCount(0)
  await expect(likely).toHaveCount(0)
  await page.reload()
  await expect(documents).toHaveText('1')
  await expect(chosen(page)).toContainText('Recipients: not = 1, or none')
  await expect(panel.getByRole('heading')).toHaveText(['File'])
  await panel.getByRole('checkbox', { name: 'E-mail', exact: true }).press('Space')
  await expect(recipients.getByRole('checkbox', { name: 'Without a number' })).toBeChecked()
})
