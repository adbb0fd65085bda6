/** Two reviewers at one document, and undo on another day: nobody's value disappears unseen. */
import { readCoding } from '#contracts/coding.ts'
import { type Api, expect, type Page, signIn, test } from './fixture.ts'
import {
  field,
  form,
  matter,
  nothingOpen,
  openProject,
  openReview,
  openRow,
  status,
  trail,
  unsent,
} from './review.ts'

const radio = (page: Page, option: string) =>
  field(page, 'Responsive').getByRole('radio', { name: option, exact: true })

async function sit(page: Page, who: string, row: number): Promise<number> {
  await signIn(page, who)
  await openProject(page)
  await openReview(page)
  const documentId = await openRow(page, row)
  await expect(status(page)).toHaveText(nothingOpen)
  return documentId
}

async function choose(page: Page, option: string): Promise<void> {
  await radio(page, option).click()
  await page.keyboard.press('Control+s')
}

const responsive = async (api: Api, documentId: number): Promise<unknown> => {
  const project = await api.project(matter)
  const { data } = await api.call(readCoding, { project, query: { documentId } })
  return data[0]?.value
}

for (const choice of ['mine', 'theirs'] as const)
  test(`of two values of one field the second reviewer sees both, and history says that ${choice} was chosen knowingly`, async ({
    page,
    another,
    as,
  }) => {
    const row = choice === 'mine' ? 14 : 15
    const other = await another()
    const documentId = await sit(page, 'reviewer', row)
    await sit(other, 'reviewer2', row)
    await choose(other, 'Not responsive')
    await expect(status(other)).toHaveText('Saved')

    await choose(page, 'Responsive')
    const conflict = field(page, 'Responsive').getByTestId('conflict')
    await expect(conflict).toContainText(/Changed meanwhile by Rob Yates, \d\d\/\d\d\/\d{4}/)
    await expect(conflict.getByText('Responsive', { exact: true })).toBeVisible()
    await expect(conflict.getByText('Not responsive', { exact: true })).toBeVisible()
    // By the keyboard: the choice stands behind the field.
    await conflict
      .getByRole('button', { name: choice === 'mine' ? 'Keep mine' : 'Take theirs' })
      .press('Enter')
    await expect(conflict).toHaveCount(0)
    await expect(unsent(page)).toHaveText('All saved')
    await expect(status(page)).toHaveText('Saved')
    await expect
      .poll(async () => responsive(await as('reviewer'), documentId))
      .toBe(choice === 'mine' ? 'Responsive' : 'Not responsive')

    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('region', { name: 'History', exact: true })
    const said =
      choice === 'mine'
        ? /Responsive: Not responsive → Responsive\s*Knowingly over Rob Yates's value of/
        : /Responsive: gave up Responsive for Not responsive\s*Kept Rob Yates's value of/
    const line = history.getByRole('row', { name: said })
    await expect(line).toContainText('Rita Vale')
    await expect(line).toContainText('matched')
  })

test('what was coded on another machine is undone from the record, back to any step, and redone', async ({
  page,
  another,
  as,
}) => {
  // Another machine knows nothing but what the record says: as on another day.
  const first = await another()
  const documentId = await sit(first, 'reviewer', 17)
  for (const option of ['Responsive', 'Not responsive', 'Needs further review']) {
    await choose(first, option)
    await expect(status(first)).toHaveText('Saved')
    await expect(unsent(first)).toHaveText('All saved')
  }
  await sit(page, 'reviewer', 17)
  const earlier = trail(page).getByRole('list', { name: 'Earlier, on the record' })
  await expect(earlier.getByRole('button')).toHaveCount(3)
  await expect(earlier.getByRole('button').first()).toContainText(
    'Responsive: Not responsive → Needs further review',
  )
  // Back to before the second step: the third goes with it.
  await earlier.getByRole('button').nth(1).press('Enter')
  await expect(radio(page, 'Responsive')).toBeChecked()
  await expect(unsent(page)).toHaveText('All saved')
  await expect.poll(async () => responsive(await as('reviewer'), documentId)).toBe('Responsive')
  await expect(earlier.getByRole('button', { name: /undone/ })).toHaveCount(2)
  await form(page).getByRole('button', { name: 'Redo' }).click()
  await expect(radio(page, 'Not responsive')).toBeChecked()
  await expect.poll(async () => responsive(await as('reviewer'), documentId)).toBe('Not responsive')
})

test('the trail says what was undone and when, and leads forth again', async ({ page }) => {
  await sit(page, 'reviewer', 18)
  await radio(page, 'Responsive').click()
  await radio(page, 'Not responsive').click()
  const steps = trail(page).getByRole('list', { name: 'Steps' })
  const undone = trail(page).getByRole('list', { name: 'Undone' })
  await expect(steps.getByRole('button')).toHaveCount(2)
  await steps.getByRole('button').nth(1).press('Enter')
  await expect(undone.getByRole('button')).toHaveCount(2)
  await expect(undone.getByRole('button').first()).toContainText(
    /Responsive: Responsive → Not responsive\s*undone\s*\d\d:\d\d/,
  )
  await expect(undone.getByRole('button').nth(1)).toContainText(/Responsive: not coded → Responsive\s*undone/)
  await expect(radio(page, 'Responsive')).not.toBeChecked()
  // After a reload too.
  await page.reload()
  await expect(undone.getByRole('button')).toHaveCount(2)
  await undone.getByRole('button').first().click()
  await expect(radio(page, 'Not responsive')).toBeChecked()
  await expect(steps.getByRole('button')).toHaveCount(2)
})
