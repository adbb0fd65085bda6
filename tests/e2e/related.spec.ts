/** What stands beside a document: its thread, its near-duplicates, and two texts compared. */
import { relatedDocuments } from '#contracts/analysis.ts'
import { mbox } from '#tests/fixtures/mail.ts'
import { relatedMail } from '#tests/fixtures/related-mail.ts'
import { expect, test } from './fixture.ts'
import { bringIn } from './projects.ts'
import { list, matter, search, shown, shownId } from './review.ts'

test('a message shows its thread in order; a row opens its document, by the keys too', async ({
  desk,
  as,
}) => {
  const page = await desk('reviewer')
  await search(page, 'Thread_Inclusive:"Not inclusive"')
  await page.locator('#row-0[data-document]').click()
  const first = await shownId(page)
  await page.keyboard.press('v')
  await page.keyboard.press('r')
  await expect(page.getByRole('tab', { name: 'Related' })).toHaveAttribute('aria-selected', 'true')
  const beside = page.getByRole('region', { name: 'Related documents' })
  const thread = beside.getByRole('region', { name: /^Thread/ })
  await expect(thread).toBeVisible()
  const own = thread.locator('[aria-current=true]')
  await expect(own).toContainText('Not inclusive')

  const person = await as('reviewer')
  const project = await person.project(matter)
  const said = await person.call(relatedDocuments, { project, query: { documentId: first } })
  const messages = said.thread.data.flatMap(({ message }) => (message === null ? [] : [message]))
  expect(messages.length).toBeGreaterThan(1)
  await expect(thread.getByRole('button')).toHaveCount(messages.length)
  for (const [at, { controlNumber }] of messages.entries())
    await expect(thread.getByRole('button').nth(at)).toContainText(controlNumber)

  // From the pane down to its last row, and back to one before.
  await beside.focus()
  const at = messages.findIndex(({ documentId }) => documentId !== first)
  const other = messages[at]
  await thread.getByRole('button').nth(at).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(thread.getByRole('button').nth(at)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveAttribute('data-document-shown', String(other?.documentId))
  await expect(own).toContainText(other?.controlNumber ?? '')
  await expect(list(page)).toBeVisible()
})

test('near-duplicates are compared word beside word, and that they were read is on the record', async ({
  desk,
  as,
}) => {
  const lead = await as('litigationsupport')
  const project = await lead.project(matter)
  const letters = mbox([relatedMail.priceList, relatedMail.otherPriceList])
  await bringIn({ api: lead, projectId: project }, 'letters.mbox', letters, 'Cy Lane')
  // The analysis comes behind the import.
  await expect
    .poll(async () => (await lead.search(project, 'Near_Dup_Similarity < 100')).length, { timeout: 30_000 })
    .toBe(1)
  const page = await desk('reviewer')
  await search(page, 'Near_Dup_Similarity < 100')
  await page.locator('#row-0[data-document]').click()
  await shownId(page)
  await page.getByRole('tab', { name: 'Related' }).click()
  const alike = page
    .getByRole('region', { name: 'Related documents' })
    .getByRole('region', { name: /^Near-duplicates/ })
  await expect(alike.getByText('Pivot')).toBeVisible()
  const looked = page.waitForResponse((reply) => reply.url().endsWith('/rest/review/document/view'))
  await alike
    .getByRole('button', { name: /^Compare with/ })
    .first()
    .click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByText('They differ in 2 places')).toBeVisible()
  // A week in the middle, and a line at the end that one of them alone has.
  await expect(comparison.locator('mark')).toHaveText(['13.', '12.', 'Valid until June.'])
  expect((await looked).ok()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(alike).toBeVisible()
})

test('personal data is looked for in a document, and each place leads to it in the text', async ({
  desk,
  as,
}) => {
  const lead = await as('litigationsupport')
  const project = await lead.project(matter)
  await bringIn({ api: lead, projectId: project }, 'card.mbox', mbox([relatedMail.card]), 'Cy Lane')
  const query = 'PII_Likely:"Payment card" AND Custodian:Lane'
  await expect.poll(async () => (await lead.search(project, query)).length, { timeout: 30_000 }).toBe(1)
  const page = await desk('reviewer')
  await search(page, query)
  await page.locator('#row-0[data-document]').click()
  await shownId(page)
  await page.getByRole('tab', { name: 'Related' }).click()
  await page.getByRole('button', { name: 'Find PII in its text' }).click()
  const places = page.getByRole('region', { name: /^PII/ })
  await places.getByRole('button', { name: /^Payment card/ }).click()
  await expect(page.getByRole('tab', { name: 'Text', exact: true })).toHaveAttribute('aria-selected', 'true')
  const marked = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('led-to') ?? []
      if (range === undefined) return null
      const whole = document.createRange()
      whole.setStart(range.startContainer, range.startOffset)
      whole.setEnd(range.endContainer, range.endOffset)
      return whole.toString()
    })
  await expect.poll(marked).toBe('4111 1111 1111 1111')
})
