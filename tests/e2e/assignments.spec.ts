/** A manager gives a search out in batches; two reviewers work through them. */
import { randomUUID } from 'node:crypto'
import { assignedAssignments, reassignBatches } from '#contracts/assignments.ts'
import { getProfile } from '#contracts/auth.ts'
import { readCoding } from '#contracts/coding.ts'
import { assign } from './assigned.ts'
import { type Api, expect, type Page, samplePassword, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson, addressOf } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { field, foot, list, openProject, openReview, position, search, shownId, unsent } from './review.ts'

const letters = 12

const panel = (page: Page) => page.getByRole('complementary', { name: 'Assignments' })
const openPanel = async (page: Page) => {
  await page.locator('[data-panel=assignment]').click()
  await expect(panel(page)).toBeVisible()
}
const toast = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()
const batchRow = (page: Page, number: number) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose batch ${number}` }) })
const inList = (page: Page) => page.getByTestId('list-batch')

/** What stands in the list, in its order. */
const listed = async (page: Page, count: number): Promise<readonly string[]> => {
  const rows = list(page).locator('[data-document]')
  await expect(rows).toHaveCount(count)
  return Promise.all((await rows.all()).map(async (row) => (await row.getAttribute('data-document')) ?? ''))
}

const decision = (page: Page) =>
  field(page, 'Responsive').getByRole('radio', { name: 'Not responsive', exact: true })

/** Codes the document in view. */
async function codeOne(page: Page): Promise<void> {
  await decision(page).click()
  await page.keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('All saved')
}

test('[assign-work-in-batches] [screen-assignment-mgmt] [sidebar-panel-assignment] [msg-assign-job-started] [msg-assign-created] a result is given out in batches, two people get different ones, and what is not reviewed is not checked in as done', async ({
  server,
  page,
  another,
  signIn,
}) => {
  test.slow()
  const project = await ownProject(server, 'Batches')
  const { name } = project
  const box = Array.from({ length: letters }, (_, n) => ({
    id: `batch-${n}`,
    subject: `Letter ${String(n).padStart(2, '0')}`,
    text: n < 2 ? 'About something else.' : 'About the cavern.',
    date: `Mon, 04 Mar 2024 10:${String(n).padStart(2, '0')}:00 -0600`,
  }))
  await bringIn(project, 'box.mbox', mbox(box))
  const manager = await addPerson(server, { role: 'ReviewManager', project: name, name: 'Mara Holt' })
  const people = [
    await addPerson(server, { role: 'Reviewer', project: name, name: 'Rita Vale' }),
    await addPerson(server, { role: 'Reviewer', project: name, name: 'Rob Yates' }),
  ] as const

  // The manager makes an assignment of what a search finds.
  await signIn(page, manager)
  await openProject(page, name)
  await openReview(page)
  await search(page, 'cavern')
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'New assignment of 10 documents' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Cavern')
  await dialog.getByLabel('Documents in a batch').fill('4')
  await expect(dialog).toContainText('About 3 batches')
  await dialog.getByLabel('A document is reviewed when').selectOption({ label: 'Responsive' })
  await dialog.getByRole('button', { name: 'Create assignment' }).click()
  await toast(page, 'Assignment Cavern job started successfully')
  await expect(page.getByRole('heading', { name: 'Cavern', level: 1 })).toBeVisible()
  await toast(page, 'Assignment Cavern created successfully')
  const table = page.getByRole('table', { name: 'Batches of Cavern' })
  await expect(table.getByRole('row')).toHaveCount(4)

  // Two reviewers take a batch each, and theirs are different ones.
  const desks = [await another(), await another()] as const
  for (const [who, desk] of desks.entries()) {
    await signIn(desk, people[who] ?? '')
    await openProject(desk, name)
    await openReview(desk)
    await openPanel(desk)
    await panel(desk).getByRole('button', { name: 'Check out next batch' }).click()
    await expect(inList(desk)).toHaveText(`Batch ${who + 1} of Cavern`)
    await expect(foot(desk)).toContainText('4 documents')
  }
  const [rita, rob] = desks
  const [ritas, robs] = [await listed(rita, 4), await listed(rob, 4)]
  expect(new Set([...ritas, ...robs]).size).toBe(8)

  // One codes all of hers, which shows at once, and checks it in.
  for (let n = 0; n < 4; n++) {
    await expect(position(rita)).toHaveText(`${n + 1} of 4`)
    expect(String(await shownId(rita))).toBe(ritas[n])
    await codeOne(rita)
    await expect(panel(rita)).toContainText(`${n + 1} of 4 reviewed`)
    if (n < 3) await rita.keyboard.press('j')
  }
  await panel(rita).getByRole('button', { name: 'Check in batch' }).click()
  await toast(rita, 'Batch 1 of Cavern checked in')
  await expect(panel(rita).getByRole('button', { name: 'Check out next batch' })).toBeVisible()
  await rita.getByRole('button', { name: 'All documents' }).click()
  await expect(foot(rita)).toContainText(`${letters} documents`)
  await expect(inList(rita)).toHaveCount(0)

  // The other has coded one, is told which are left, goes to the first of them, and gives it back.
  await codeOne(rob)
  await expect(panel(rob)).toContainText('1 of 4 reviewed')
  await panel(rob).getByRole('button', { name: 'Check in batch' }).click()
  const refused = panel(rob).getByRole('alert')
  await expect(refused).toContainText('Not checked in: 3 documents not reviewed')
  await refused.getByRole('listitem').first().getByRole('button').click()
  await expect(position(rob)).toHaveText('2 of 4')
  await refused.getByRole('button', { name: 'Check in as pending' }).click()
  await toast(rob, 'Batch 2 of Cavern given back as pending')

  // The manager sees it without asking, gives the pending batch to the first, and moves what she has completed.
  await expect(batchRow(page, 1)).toContainText(/Completed.*Rita Vale.*4 of 4/)
  await expect(batchRow(page, 2)).toContainText(/Pending.*Unassigned.*1 of 4/)
  await page.getByRole('checkbox', { name: 'Choose batch 2' }).click()
  await page.getByRole('button', { name: 'Assign 1 batch to…' }).click()
  await page.getByRole('combobox', { name: 'Find a reviewer' }).fill('rita')
  await expect(page.getByRole('option')).toHaveText(/Rita Vale.*0 open · 1 completed/)
  await page.keyboard.press('Enter')
  await expect(batchRow(page, 2)).toContainText(/In progress.*Rita Vale/)
  await page.getByRole('checkbox', { name: 'Choose batch 1' }).click()
  await page.getByRole('button', { name: 'Reassign 1 batch to…' }).click()
  await page.getByRole('option', { name: /^Rob Yates/ }).click()
  await expect(batchRow(page, 1)).toContainText(/In progress.*Rob Yates.*4 of 4/)
  await page.getByRole('checkbox', { name: 'Choose batch 2' }).click()
  await page.getByRole('button', { name: 'Return 1 batch to pool' }).click()
  await expect(batchRow(page, 2)).toContainText(/Pending.*Unassigned/)
  await expect(panel(rob)).toContainText('4 of 4 reviewed')
})

test('from the sign-in to the check-in of a batch of five documents by the keyboard alone', async ({
  server,
  page,
  as,
}) => {
  test.slow()
  const project = await ownProject(server, 'Keys only')
  const { name, projectId } = project
  const box = Array.from({ length: 5 }, (_, n) => ({
    id: `keys-${n}`,
    subject: `Letter ${n}`,
    text: 'About the cavern.',
  }))
  await bringIn(project, 'box.mbox', mbox(box))
  const manager = await as(
    await addPerson(server, { role: 'ReviewManager', project: name, name: 'Mara Holt' }),
  )
  const rita = await addPerson(server, { role: 'Reviewer', project: name, name: 'Rita Vale' })
  const ids = (await manager.search(projectId)).map((row) => row.documentId)
  await assign(manager, projectId, 'Cavern', ids, 5)
  const { keyboard } = page
  const recorded = async (documentId: number) =>
    (await manager.call(readCoding, { project: projectId, query: { documentId } })).data.map(
      ({ value }) => value,
    )

  await page.goto('/')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await keyboard.type(addressOf(rita))
  await keyboard.press('Tab')
  await keyboard.type(samplePassword)
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await keyboard.press('Enter')
  const accept = page.getByRole('button', { name: 'I accept these terms' })
  await expect(accept).toBeVisible()
  await expect(async () => {
    await keyboard.press('Tab')
    await expect(accept).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [1] })
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Clients and projects' })).toBeVisible()
  await keyboard.press('g')
  await keyboard.press('p')
  // Typed at once, while the list is on its way: it is no key of the screen.
  await keyboard.type(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await keyboard.press('Enter')
  await page.waitForURL(/\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openReview(page)

  // Found in the palette, with its key.
  await keyboard.press('Control+k')
  await keyboard.type('check out')
  await expect(page.getByRole('option').first()).toHaveText(/^Check out the next batch.*A.*N$/)
  await keyboard.press('Enter')
  await expect(inList(page)).toHaveText('Batch 1 of Cavern')
  await expect(position(page)).toHaveText('1 of 5')
  await keyboard.press('c')
  const batch: number[] = []
  for (let n = 1; n <= 5; n++) {
    await expect(position(page)).toHaveText(`${n} of 5`)
    batch.push(await shownId(page))
    await keyboard.press('2')
    await expect(decision(page)).toBeChecked()
    await keyboard.press('Control+Enter')
  }
  await expect(unsent(page)).toHaveText('All saved')
  for (const documentId of batch) await expect.poll(() => recorded(documentId)).toEqual(['Not responsive'])

  // The last one was a slip of the hand.
  await keyboard.press('Control+z')
  await expect(decision(page)).not.toBeChecked()
  await expect.poll(() => recorded(batch.at(-1) ?? 0)).toEqual([null])
  await keyboard.press('a')
  await keyboard.press('i')
  await toast(page, 'One document of this batch is not reviewed yet.')
  await keyboard.press('c')
  await keyboard.press('1')
  await keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('All saved')
  await expect.poll(() => recorded(batch.at(-1) ?? 0)).toEqual(['Responsive'])
  await keyboard.press('a')
  await keyboard.press('i')
  await toast(page, 'Batch 1 of Cavern checked in')
  await keyboard.press('a')
  await keyboard.press('d')
  await expect(inList(page)).toHaveCount(0)
})

test('a batch that is given to somebody else while it is open is read-only, says who and when, and keeps what was not saved', {
  tag: '@deep',
}, async ({ server, page, as, signIn }) => {
  const project = await ownProject(server, 'Moved batches')
  const { name } = project
  const box = Array.from({ length: 4 }, (_, n) => ({
    id: `moved-${n}`,
    subject: `Letter ${n}`,
    text: 'About the cavern.',
  }))
  await bringIn(project, 'box.mbox', mbox(box))
  const manager = await addPerson(server, { role: 'ReviewManager', project: name, name: 'Mara Holt' })
  const rita = await addPerson(server, { role: 'Reviewer', project: name, name: 'Rita Vale' })
  const rob = await addPerson(server, { role: 'Reviewer', project: name, name: 'Rob Yates' })
  const mara = await as(manager)
  const { projectId } = project
  const ids = (await mara.search(projectId)).map((row) => row.documentId)
  const [first, second] = await assign(mara, projectId, 'Cavern', ids, 2)
  const moveTo = (batchId = 0, userId: number | null) =>
    mara.call(reassignBatches, {
      project: projectId,
      key: randomUUID(),
      body: { batchIds: [batchId], userId, correlationId: randomUUID() },
    })

  await signIn(page, rita)
  await openProject(page, name)
  await openReview(page)
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Check out next batch' }).click()
  await expect(inList(page)).toHaveText('Batch 1 of Cavern')
  await codeOne(page)
  await page.keyboard.press('j')
  await expect(position(page)).toHaveText('2 of 2')
  await decision(page).click()
  const documentId = await shownId(page)

  await moveTo(first?.batchId, (await (await as(rob)).call(getProfile, { query: {} })).userId)
  const coded = async () =>
    (await mara.call(readCoding, { project: projectId, query: { documentId } })).data.length
  const lost = page.getByTestId('lost-batch')
  await page.keyboard.press('Control+s')
  await expect(lost).toContainText('Mara Holt took batch 1 of Cavern back. Rob Yates has it now.')
  await expect(decision(page)).toBeChecked()
  await expect(decision(page)).toBeDisabled()
  await page.keyboard.press('1')
  await page.keyboard.press('Control+s')
  await expect(decision(page)).toBeChecked()
  expect(await coded()).toBe(0)

  // What was not saved can be saved outside of the batch; work goes on with the next one.
  await lost.getByRole('button', { name: /outside of the batch$/ }).click()
  await expect(inList(page)).toHaveCount(0)
  await expect(lost).toHaveCount(0)
  expect(await shownId(page)).toBe(documentId)
  await expect(decision(page)).toBeChecked()
  await page.keyboard.press('Control+s')
  await expect.poll(coded).toBe(1)
  await panel(page).getByRole('button', { name: 'Check out next batch' }).click()
  await expect(inList(page)).toHaveText('Batch 2 of Cavern')
  await expect(decision(page)).toBeEnabled()

  // Without a gesture of hers it shows as well.
  await moveTo(second?.batchId, null)
  await expect(lost).toContainText('Mara Holt took batch 2 of Cavern back.', { timeout: 30_000 })
  await lost.getByRole('button', { name: 'Take the next batch' }).click()
  await expect(inList(page)).toHaveText('Batch 2 of Cavern')
  await expect(lost).toHaveCount(0)
})

test('[msg-assign-updated] [msg-assign-deleted] an assignment is renamed, given to some, and deleted; what was coded stays', async ({
  server,
  page,
  signIn,
  as,
}) => {
  const project = await ownProject(server, 'Batches')
  const { name, projectId } = project
  await bringIn(project, 'box.mbox', mbox([{ id: 'one', subject: 'One letter' }]))
  const manager = await addPerson(server, { role: 'ReviewManager', project: name, name: 'Mara Holt' })
  const reviewer = await addPerson(server, { role: 'Reviewer', project: name, name: 'Rita Vale' })
  await signIn(page, manager)
  await openProject(page, name)
  await openReview(page)
  await codeOne(page)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('One by one')
  await dialog.getByRole('button', { name: 'Create assignment' }).click()
  await expect(page.getByRole('table', { name: 'Batches of One by one' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByText('Documents selected one by one')).toBeVisible()

  await page.getByRole('button', { name: 'Edit assignment' }).click()
  await dialog.getByLabel('Name').fill('Renamed')
  await dialog.getByLabel(/^Mara Holt/).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Assignment Renamed updated successfully')
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible()
  const api: Api = await as(reviewer)
  expect((await api.call(assignedAssignments, { project: projectId })).data).toEqual([])

  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete the assignment' }).click()
  await toast(page, 'Assignment deleted successfully')
  await expect(page.getByRole('heading', { name: 'No assignments yet' })).toBeVisible()
  await openReview(page)
  await expect(decision(page)).toBeChecked()
})
