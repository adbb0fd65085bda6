/** Coding that goes to a family: seen before, saved with one key, shown with where it came from, and taken back. */
import AxeBuilder from '@axe-core/playwright'
import { readCoding } from '#contracts/coding.ts'
import { putReviewSettings } from '#contracts/settings.ts'
import { pdf } from '#tests/fixtures/pdf.ts'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { field, form, openProject, openReview, openRow, position, status, unsent } from './review.ts'

const radio = (page: Page, option: string) =>
  field(page, 'Responsive').getByRole('radio', { name: option, exact: true })
const bar = (page: Page) => form(page).getByTestId('propagation')
const preview = (page: Page) => form(page).getByTestId('propagation-preview')

test('[open-coding-propagation] [entity-coding-form-state] [entity-project] coding with propagation to a family, and undoing it', async ({
  server,
  page,
  another,
  signIn,
}) => {
  test.slow()
  const project = await ownProject(server, 'Propagation')
  const { name, projectId, api } = project
  const attachments = [1, 2, 3].map((n) => ({
    name: `enclosure-${n}.pdf`,
    type: 'application/pdf',
    bytes: pdf({}),
  }))
  const letters = [
    { id: 'letter', subject: 'The letter', text: 'About the cavern.', attachments },
    { id: 'next', subject: 'The next', text: 'About something else.' },
  ]
  await bringIn(project, 'box.mbox', mbox(letters))
  const people = [
    await addPerson(server, { project: name, name: 'Rita Vale' }),
    await addPerson(server, { project: name, name: 'Rob Yates' }),
  ] as const
  await api.call(putReviewSettings, { project: projectId, body: { propagationEnabled: true } })
  const coded = async (documentId: number) => {
    const { data } = await api.call(readCoding, { project: projectId, query: { documentId } })
    return data.map(({ value }) => value)
  }

  const rob = await another()
  for (const [desk, who] of [
    [page, people[0]],
    [rob, people[1]],
  ] as const) {
    await signIn(desk, who)
    await openProject(desk, name)
    await openReview(desk)
  }
  // Rob codes an enclosure himself.
  const direct = await openRow(rob, 1)
  await radio(rob, 'Not responsive').click()
  await rob.keyboard.press('Control+s')
  await expect(unsent(rob)).toHaveText('All saved')

  const letter = await openRow(page, 0)
  await expect(bar(page)).toBeVisible()
  const chips = bar(page).getByRole('group', { name: 'Propagate to' }).getByRole('button')
  await expect(chips).toHaveText(['Family', 'Thread', 'Near-duplicates', 'Skip'])
  for (const chip of await chips.all()) await expect(chip).toHaveAttribute('aria-pressed', 'false')

  // By the keyboard: coded, sent to the family, looked at, saved.
  await radio(page, 'Responsive').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  await page.keyboard.press('f')
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(bar(page)).toContainText('Reaches 2 documents, 1 left')
  await page.keyboard.press('w')
  await page.keyboard.press('w')
  await expect(preview(page)).toBeFocused()
  await expect(preview(page).getByRole('row')).toHaveCount(3)
  await expect(preview(page)).toContainText('not coded → Responsive')
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=coding-panel]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await preview(page).getByRole('button', { name: 'Left as they are 1' }).click()
  await expect(preview(page)).toContainText('Coded directly by Rob Yates: Not responsive')
  await page.keyboard.press('Escape')
  await expect(preview(page)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(position(page)).toHaveText(/^2 of/)
  const saved = form(page).getByTestId('last-saved')
  await expect(saved).toContainText('2 other documents too, 1 value left as it was')

  // Rob sees where the value came from, and that his own stands.
  expect(await coded(direct)).toEqual(['Not responsive'])
  const other = await openRow(rob, 2)
  await expect(radio(rob, 'Responsive')).toBeChecked()
  await rob.getByRole('tab', { name: 'History' }).click()
  const history = rob.getByRole('region', { name: 'History', exact: true })
  await expect(history).toContainText('1 change of coding by others is not shown here')
  // He decides otherwise on one of them: that stays his.
  await radio(rob, 'Needs further review').click()
  await rob.keyboard.press('Control+s')
  await expect(status(rob)).toHaveText('Saved')

  // One undo for the save and all that went with it.
  await saved.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 value was left as it is.')).toBeVisible()
  await expect.poll(() => coded(letter)).toEqual([null])
  await expect.poll(() => coded(other)).toEqual(['Needs further review'])
  expect(await coded(direct)).toEqual(['Not responsive'])
  const last = await openRow(page, 3)
  expect(last).not.toBe(other)
  expect(await coded(last)).toEqual([null])
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
    /Propagated from T\d+-/,
  )
})
