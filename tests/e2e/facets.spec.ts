/** Facets beside the review list: counted, chosen into the query, and taken out again, by keys. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixture.ts'
import { foot, queryInput, search } from './review.ts'

test('a value and a period are chosen beside the list into the query and taken out again; inside a document one’s own words are found beside its marks', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  await search(page, 'larkspur OR merger')
  const all = await foot(page).textContent()
  await page.keyboard.press('o')
  await page.keyboard.press('n')
  const panel = page.getByRole('complementary', { name: 'Narrow by field' })
  const custodians = panel.getByRole('group', { name: 'Custodian' })
  const first = custodians.getByLabel('Thomas Okafor')
  await first.press('Space')
  await expect(queryInput(page)).toHaveValue(/^\(larkspur OR merger\) AND Custodian is ".+"$/)
  await expect(first).toBeChecked()
  await expect(panel.getByRole('button', { name: 'Custodian 1 chosen' })).toBeVisible()
  await custodians.getByLabel('All but these').press('Space')
  await expect(queryInput(page)).toHaveValue(/ AND NOT \(Custodian is ".+"\)$/)
  await panel.getByRole('button', { name: 'Date', exact: true }).press('Enter')
  await panel.getByLabel('Date: first day').fill('01/01/2024')
  await panel.getByLabel('Date: last day').fill('02/29/2024')
  await page.keyboard.press('Enter')
  await expect(queryInput(page)).toHaveValue(/ AND Parent_Date:\[01\/01\/2024 TO 02\/29\/2024\]$/)
  await expect(foot(page)).not.toContainText('Searching')
  const { violations } = await new AxeBuilder({ page }).include('aside, [role=complementary]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await panel.getByRole('button', { name: 'Take all out' }).press('Enter')
  await expect(queryInput(page)).toHaveValue('larkspur OR merger')
  await expect(foot(page)).toContainText((all ?? '').split(' · ')[0] ?? '')

  // Inside the document, beside the marks of the query, which stays.
  await page.keyboard.press('Escape')
  await search(page, 'larkspur')
  await page.keyboard.press('Control+f')
  const find = page.getByRole('search', { name: 'Find in this document' })
  await page.keyboard.type('LARKSPU')
  await expect(find).toContainText(/^1 of \d+$/)
  const painted = () =>
    page.evaluate(() => {
      const views = [window, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)]
      return views.flatMap((view) =>
        [...((view as typeof window | null)?.CSS.highlights.get('sought-here') ?? [])].map(String),
      )
    })
  await expect.poll(painted).toEqual(['Larkspu'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(find).toHaveCount(0)
  expect(await painted()).toEqual([])
  await expect(queryInput(page)).toHaveValue('larkspur')
})
