/** Many documents coded as one change, taken back as one step, and what somebody has coded in between. */
import { listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { type Api, expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { list, openProject, openReview, openRow, trail } from './review.ts'

const letters = 24

/** What the record has for the field Hot, by document. */
async function hot(api: Api, projectId: number): Promise<readonly unknown[]> {
  const rows = await api.search(projectId)
  return await Promise.all(
    rows.map(async ({ documentId }) => {
      const { data } = await api.call(readCoding, { project: projectId, query: { documentId } })
      return data.find(({ value }) => typeof value === 'boolean')?.value ?? null
    }),
  )
}

/** Somebody else codes a document meanwhile. */
async function codeAsOther(
  { api, projectId }: OwnProject,
  documentId: number,
  value: boolean,
): Promise<void> {
  const { data } = await api.call(listForms, { project: projectId, query: {} })
  const form = data[0]
  const field = form?.sections?.flatMap((section) => section.fields).find((one) => one.field_name === 'Hot')
  const { data: values } = await api.call(readCoding, { project: projectId, query: { documentId } })
  const version = values.find(({ fieldId }) => fieldId === field?.fieldId)?.version ?? 0
  await api.call(saveCoding, {
    project: projectId,
    key: `other-hand-${documentId}`,
    ifMatch: ifMatchOf(new Map([[field?.coding_form_field_id ?? 0, version]])),
    body: {
      documentId,
      coding_form_id: form?.coding_form_id ?? 0,
      fields: [{ name: 'Hot', value, coding_form_field_id: field?.coding_form_field_id ?? 0 }],
      undo: { kind: 'do', group: 'other-hand-0001', targets: [] },
      correlationId: 'other-hand-0001',
    },
  })
}

const bar = (page: Page) => page.getByTestId('bulk-change')
/** Where the titles in the list stand, and how wide. */
const titles = (page: Page) =>
  list(page).evaluate((element) =>
    [...element.querySelectorAll('.title')].map((title) => {
      const { x, width } = title.getBoundingClientRect()
      return [x, width]
    }),
  )
const panel = (page: Page) => page.getByTestId('bulk-panel')

test.describe('a change of many documents', () => {
  let project: OwnProject
  let email: string
  test.beforeEach(async ({ server, page, signIn }) => {
    project = await ownProject(server, 'Bulk')
    const box = Array.from({ length: letters }, (_, n) => ({
      id: `bulk-${n}`,
      subject: `Letter ${String(n).padStart(2, '0')}`,
      text: 'About the cavern.',
    }))
    await bringIn(project, 'box.mbox', mbox(box))
    email = await addPerson(server, { role: 'SeniorReviewer', project: project.name })
    await signIn(page, email)
    await openProject(page, project.name)
    await openReview(page)
  })

  test('[job-action-bulk-tagging] is said in one sentence, done with progress, undone as one step, and lists what somebody coded in between', async ({
    page,
  }) => {
    await list(page).focus()
    await page.keyboard.press('Shift+X')
    await expect(page.getByTestId('picked')).toHaveText(`${letters} selected`)
    await page.keyboard.press('b')
    const before = await titles(page)
    expect(before.length).toBeGreaterThan(5)
    await panel(page).getByLabel('Hot').selectOption({ label: 'Yes' })
    await expect(page.getByTestId('bulk-sentence')).toContainText(`Set Hot to Yes on ${letters} documents.`)
    await panel(page)
      .getByRole('button', { name: `Apply to ${letters} documents` })
      .click()
    await expect(bar(page)).toContainText(`${letters} documents changed`)
    await expect(list(page).locator('.codes').first()).toHaveText('Hot')
    await expect(list(page).locator('.codes').first()).toHaveAttribute('title', 'Hot: Yes')
    expect(await titles(page)).toEqual(before)
    expect(await hot(project.api, project.projectId)).toEqual(Array.from({ length: letters }, () => true))

    // Somebody decides otherwise about one of them.
    const [, other] = await project.api.search(project.projectId)
    await codeAsOther(project, other?.documentId ?? 0, false)

    await list(page).focus()
    await page.keyboard.press('Control+z')
    const undone = bar(page).filter({ hasText: 'Undo: Set Hot to Yes' })
    await expect(undone).toContainText(`${letters - 1} documents changed, 1 value left as it was`)
    const after = await hot(project.api, project.projectId)
    expect(after).toEqual(Array.from({ length: letters }, (_, n) => (n === 1 ? false : null)))

    // The receipt says which, with both values, who and when; also after a reload.
    await undone.getByRole('link', { name: 'Receipt' }).click()
    await page.reload()
    const left = page.getByRole('table', { name: 'Left as they were' })
    await expect(left.getByRole('row')).toHaveCount(2)
    await expect(left).toContainText(other?.controlNumber ?? '')
    await expect(left.getByRole('cell', { name: 'not coded', exact: true })).toBeVisible()
    await expect(left.getByRole('cell', { name: 'No', exact: true })).toBeVisible()
    await expect(left).toContainText('Changed since by somebody')

    // And from there it is put forth again.
    await page.getByRole('button', { name: 'Redo' }).first().click()
    await expect(page.getByRole('table', { name: 'What was done' }).getByRole('row')).toHaveCount(4)
    await expect
      .poll(() => hot(project.api, project.projectId))
      .toEqual(Array.from({ length: letters }, (_, n) => n !== 1))
  })

  test('of some that are picked one by one is in the trail of each, and leads to its receipt on another day', {
    tag: '@deep',
  }, async ({ page, another, signIn }) => {
    await openRow(page, 2)
    await list(page).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.locator('#row-6').click({ modifiers: ['Control'] })
    await expect(page.getByTestId('picked')).toHaveText('4 selected')
    await page.locator('#row-6').click({ modifiers: ['Control'] })
    await expect(page.getByTestId('picked')).toHaveText('3 selected')
    await list(page).focus()
    await page.keyboard.press(' ')
    await panel(page).getByLabel('Hot').selectOption({ label: 'No' })
    await panel(page).getByRole('button', { name: 'Apply to 3 documents' }).click()
    await expect(bar(page)).toContainText('3 documents changed')
    expect((await hot(project.api, project.projectId)).filter((value) => value === false)).toHaveLength(3)

    // At another machine.
    const other = await another()
    await signIn(other, email)
    await openProject(other, project.name)
    await openReview(other)
    await openRow(other, 3)
    await trail(other)
      .getByRole('button', { name: /^Bulk: Hot: not coded → No/ })
      .click()
    await expect(other.getByRole('heading', { name: 'Set Hot to No', level: 1 })).toBeVisible()
    await other.getByRole('button', { name: 'Undo' }).first().click()
    await expect(other.getByRole('table', { name: 'What was done' })).toContainText('Undo: Set Hot to No')
    await expect
      .poll(async () => (await hot(project.api, project.projectId)).filter((value) => value !== null))
      .toEqual([])
  })
})
