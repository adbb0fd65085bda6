/** Two reviewers at one document, and undo on another day: nobody's value disappears unseen. */
import { documentHistory } from '#contracts/audit.ts'
import { readCoding } from '#contracts/coding.ts'
import { listFields } from '#contracts/project.ts'
import { type Api, expect, type Page, test } from './fixture.ts'
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

/** Somebody on the review screen opens a row that no other test codes. */
async function sit(page: Page, row: number): Promise<number> {
  const documentId = await openRow(page, row)
  await expect(status(page)).toHaveText(nothingOpen)
  return documentId
}

async function choose(page: Page, option: string): Promise<void> {
  await radio(page, option).click()
  await page.keyboard.press('Control+s')
}

/** What is on the record of a document, by field name. */
async function recordOf(api: Api, documentId: number): Promise<Readonly<Record<string, unknown>>> {
  const project = await api.project(matter)
  const { data: fields } = await api.call(listFields, { project })
  const names = new Map(fields.map(({ fieldId, displayName }) => [fieldId, displayName]))
  const { data } = await api.call(readCoding, { project, query: { documentId } })
  return Object.fromEntries(data.map(({ fieldId, value }) => [names.get(fieldId) ?? '', value]))
}

for (const choice of ['mine', 'theirs'] as const)
  test(`of two values of one field the second reviewer sees both and whose, and ${choice} is put on the record as chosen knowingly`, async ({
    desk,
    as,
  }) => {
    const row = choice === 'mine' ? 14 : 15
    const [page, other] = [await desk('reviewer'), await desk('reviewer2')]
    const [api, manager] = [await as('reviewer'), await as('reviewmanager')]
    const documentId = await sit(page, row)
    await sit(other, row)
    await radio(other, 'Not responsive').click()
    await expect(radio(other, 'Not responsive')).toBeChecked()
    await other.keyboard.press('Control+s')
    await expect(status(other)).toHaveText('Saved')
    expect(await recordOf(api, documentId)).toEqual({ Responsive: 'Not responsive' })

    const passage = field(page, 'Key passage').getByRole('textbox')
    await radio(page, 'Responsive').click()
    await passage.fill('mine alone')
    await page.keyboard.press('Control+s')
    const conflict = field(page, 'Responsive').getByTestId('conflict')
    await expect(conflict).toContainText(/Changed meanwhile by Rob Yates, \d\d\/\d\d\/\d{4}/)
    await expect(conflict).toContainText('Yours')
    await expect(conflict.getByText('Responsive', { exact: true })).toBeVisible()
    await expect(conflict.getByText('Not responsive', { exact: true })).toBeVisible()
    await expect(status(page)).toHaveText('Conflict')
    // Nothing was lost on either side.
    await expect(passage).toHaveValue('mine alone')
    expect(await recordOf(api, documentId)).toMatchObject({ Responsive: 'Not responsive' })

    // Once by the keyboard (the choice stands behind the field), once by a click.
    if (choice === 'mine') await conflict.getByRole('button', { name: 'Keep mine' }).press('Enter')
    else await conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect(conflict).toHaveCount(0)
    await expect(unsent(page)).toHaveText('All saved')
    await expect(status(page)).toHaveText('Saved')
    const settled = choice === 'mine' ? 'Responsive' : 'Not responsive'
    await expect(radio(page, settled)).toBeChecked()
    await expect(radio(page, settled)).toBeFocused()
    await expect
      .poll(() => recordOf(api, documentId))
      .toEqual({ Responsive: settled, 'Key passage': 'mine alone' })
    const project = await manager.project(matter)
    const { data } = await manager.call(documentHistory, { project, query: { documentId } })
    const writers = data
      .filter(({ action, field: name }) => action === 'coding.saved' && name === 'Responsive')
      .map(({ userName }) => userName)
    expect(writers).toEqual(choice === 'mine' ? ['Rita Vale', 'Rob Yates'] : ['Rob Yates'])

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

test('what was coded on another machine is undone from the record, back to any step, and redone', {
  tag: '@deep',
}, async ({ desk, another, signIn, as }) => {
  // Another machine knows nothing but what the record says: as on another day.
  const first = await another()
  await signIn(first, 'reviewer')
  await openProject(first)
  await openReview(first)
  const documentId = await sit(first, 17)
  const api = await as('reviewer')
  const responsive = async () => (await recordOf(api, documentId)).Responsive
  for (const option of ['Responsive', 'Not responsive', 'Needs further review']) {
    await choose(first, option)
    await expect(status(first)).toHaveText('Saved')
    await expect(unsent(first)).toHaveText('All saved')
  }
  const page = await desk('reviewer')
  await sit(page, 17)
  const earlier = trail(page).getByRole('list', { name: 'Earlier, in the audit log' })
  await expect(earlier.getByRole('button')).toHaveCount(3)
  await expect(earlier.getByRole('button').first()).toContainText(
    'Responsive: Not responsive → Needs further review',
  )
  // Back to before the second step: the third goes with it.
  await earlier.getByRole('button').nth(1).press('Enter')
  await expect(radio(page, 'Responsive')).toBeChecked()
  await expect(unsent(page)).toHaveText('All saved')
  await expect.poll(responsive).toBe('Responsive')
  await expect(earlier.getByRole('button', { name: /undone/ })).toHaveCount(2)
  await form(page).getByRole('button', { name: 'Redo' }).click()
  await expect(radio(page, 'Not responsive')).toBeChecked()
  await expect.poll(responsive).toBe('Not responsive')
})

test('the trail says what was undone and when, and leads forth again', { tag: '@deep' }, async ({ desk }) => {
  const page = await desk('reviewer')
  await sit(page, 18)
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
