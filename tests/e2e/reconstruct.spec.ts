/** Reconstruct: two people code, and a review manager looks back on it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright/test'
import { getBatch } from '#contracts/assignments.ts'
import { recordView } from '#contracts/documents.ts'
import { activity } from '#contracts/reconstruct.ts'
import { assign, documentsOf } from './assigned.ts'
import { code, codeAnew } from './coded.ts'
import { Api, expect, type Page, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, matter, openProject } from './review.ts'

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Activity' })
const rows = (page: Page): Locator => list(page).getByRole('option')
const moment = (page: Page): Locator => page.getByRole('status', { name: 'The moment looked at' })
const playhead = (page: Page): Locator => page.getByRole('slider', { name: 'Playhead', exact: true })
const past = (page: Page): Locator => page.getByRole('region', { name: 'Document as of the playhead' })

interface Story {
  readonly project: number
  /** Right before the first of the three changes. */
  readonly before: { readonly at: string; readonly seq: number }
  readonly one: { readonly documentId: number; readonly controlNumber: string }
  readonly two: { readonly documentId: number; readonly controlNumber: string }
}

/** One is coded by Rita and then by Rob, another by Rob; nobody does anything after that. */
async function tell(as: (who: string) => Promise<Api>): Promise<Story> {
  const [rita, rob, manager] = [await as('reviewer'), await as('reviewer2'), await as('reviewmanager')]
  const project = await rita.project(matter)
  const newest = async () => {
    const { data } = await manager.call(activity, { project, body: { filter: {}, limit: 1 } })
    return data[0]
  }
  const coded = new Set<number>()
  for (let before: number | undefined; ; ) {
    const page = await manager.call(activity, {
      project,
      body: { filter: {}, limit: 500, ...(before === undefined ? {} : { before }) },
    })
    for (const { documentId } of page.data) coded.add(documentId)
    if (page.next === null) break
    before = page.next
  }
  // Far down the list: other tests code the rows that show first.
  const [one, two] = (await rita.search(project))
    .slice(200)
    .filter(({ documentId }) => !coded.has(documentId))
  if (one === undefined || two === undefined) throw new Error('Every document is coded already.')
  const last = await newest()
  await rita.call(recordView, { project, key: crypto.randomUUID(), body: { documentId: one.documentId } })
  await code(rita, one.documentId, 'Responsive', 'Responsive')
  await code(rob, two.documentId, 'Responsive', 'Not responsive')
  await code(rob, one.documentId, 'Responsive', 'Needs further review', 1)
  const first = await newest()
  if (first === undefined) throw new Error('Nothing is on the record.')
  return {
    project,
    // Where nobody had coded before, the instant the story began.
    before: last ?? { at: new Date(Date.parse(first.at) - 3_600_000).toISOString(), seq: 0 },
    one,
    two,
  }
}

test.describe.configure({ mode: 'serial' })

test('a review manager sees who coded what, and goes back change by change, by mouse and by keyboard', async ({
  page,
  as,
}) => {
  const { one, two } = await tell(as)
  await signIn(page, 'reviewmanager')
  await openProject(page)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/overview\/reconstruct/)
  await expect(page.getByRole('heading', { name: 'Reconstruct', level: 1 })).toBeVisible()
  await expect(moment(page)).toContainText('now')
  for (const [at, who, number, field, change] of [
    [
      0,
      'Rob Yates',
      one.controlNumber,
      'Responsive',
      /Responsive to Needs further review|Responsive.*Needs further review/,
    ],
    [1, 'Rob Yates', two.controlNumber, 'Responsive', /not coded.*Not responsive/],
    [2, 'Rita Vale', one.controlNumber, 'Responsive', /not coded.*Responsive/],
  ] as const) {
    const row = rows(page).nth(at)
    for (const said of [who, number, field, change, 'Manual']) await expect(row).toContainText(said)
  }
  // Rita had looked at it before: it is known how long it took.
  await expect(rows(page).nth(2)).toContainText(/\d s/)

  await page.keyboard.press(',')
  await expect(past(page)).toContainText(one.controlNumber)
  await expect(page.getByRole('region', { name: 'Last step' })).toContainText('Needs further review')
  await page.keyboard.press(',')
  await expect(past(page)).toContainText(two.controlNumber)
  await page.keyboard.press(',')
  await expect(past(page)).toContainText(one.controlNumber)
  const stood = past(page).locator('[data-subject=Responsive]')
  await expect(stood).toContainText('Rita Vale')
  await expect(stood).toContainText('changed last')
  await expect(page.getByRole('region', { name: 'Last step' })).toContainText(/not coded.*Responsive/)
  // The row of the record and the command behind it, for those who debug.
  await stood.getByRole('button', { name: /^#\d+/ }).click()
  await expect(stood).toContainText(/command\S/)

  // The same document, a change on.
  await page.getByRole('button', { name: "The document's next change" }).click()
  await expect(stood).toContainText('Needs further review')
  await expect(stood).toContainText('Rob Yates')

  // The moment is in the address: a reload looks at the same one.
  const row = /#(\d+)/.exec((await moment(page).textContent()) ?? '')?.[1]
  await expect(page).toHaveURL(new RegExp(`at=[^&]+%7E${row}&`))
  await expect(moment(page)).toContainText(`#${row}`)
  const words = (await moment(page).textContent()) ?? ''
  await page.reload()
  await expect(moment(page)).toHaveText(words)
  await expect(past(page)).toContainText(one.controlNumber)

  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect(past(page)).toContainText(/Nothing had been coded by then|Not here yet/)
  await page.keyboard.press('End')
  await expect(playhead(page)).toHaveAttribute('aria-valuetext', /^Now/)
  await expect(moment(page)).toContainText('now')
  const track = await page.getByTestId('track').boundingBox()
  if (track === null) throw new Error('The track is not drawn.')
  const y = track.y + track.height / 2
  await page.mouse.move(track.x + track.width * 0.8, y)
  await page.mouse.down()
  await page.mouse.move(track.x + track.width * 0.5, y, { steps: 8 })
  await page.mouse.move(track.x + track.width * 0.001, y, { steps: 4 })
  await page.mouse.up()
  await expect(past(page)).toContainText(/Nothing had been coded by then|Not here yet/)
  await expect(moment(page)).toContainText(/As of \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}:\d{2} \S+/)
})

test('compares two moments named by a link, shows the project as it stood, and takes the activity away whole', {
  tag: '@deep',
}, async ({ page, as }) => {
  const { project, before, one, two } = await tell(as)
  await signIn(page, 'reviewmanager')
  await openProject(page)
  await goTo(
    page,
    `/overview/reconstruct?pane=compare&with=${encodeURIComponent(`${before.at}~${before.seq}`)}&project=${project}`,
  )
  await expect(page.getByTestId('totals')).toContainText('2 differences')
  const different = page
    .getByRole('listbox', { name: 'Differences between the two moments' })
    .getByRole('option')
  await expect(different).toHaveCount(2)
  await expect(different.filter({ hasText: one.controlNumber })).toContainText(
    /not coded.*Needs further review/,
  )
  await expect(different.filter({ hasText: one.controlNumber })).toContainText('Rob Yates')
  await expect(different.filter({ hasText: two.controlNumber })).toContainText(/not coded.*Not responsive/)
  await expect(page.getByRole('table', { name: 'By who changed it last' })).toContainText('Rob Yates')

  await page.getByRole('tab', { name: 'As of' }).click()
  const choice = page
    .getByRole('region', { name: 'Responsive', exact: true })
    .getByRole('button', { name: /^Needs further review/ })
  const documents = page.getByRole('listbox', { name: 'Documents as of the playhead' })
  const count = async () => Number(/(\d+)\s*$/.exec((await choice.textContent()) ?? '')?.[1])
  const now = await count()
  expect(now).toBeGreaterThan(0)
  await choice.click()
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await expect(documents.getByRole('option')).toHaveCount(now)
  await expect(documents.getByRole('option').filter({ hasText: one.controlNumber })).toBeVisible()
  // One change back it was coded otherwise.
  await page.keyboard.press(',')
  await expect.poll(count).toBe(now)
  await page.keyboard.press(',')
  await expect.poll(count).toBe(now - 1)
  await expect(documents.getByRole('option').filter({ hasText: one.controlNumber })).toHaveCount(0)
  await page.keyboard.press('n')

  await page.getByRole('tab', { name: 'Reviewers' }).click()
  await expect(
    page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Rob Yates/ }),
  ).toBeVisible()
  const rob = page.getByRole('region', { name: 'Filters' }).getByRole('checkbox', { name: /^Rob Yates/ })
  await rob.click()
  await expect(rob).toBeChecked()
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('Rob Yates')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(rows(page).first()).toContainText('Rob Yates')
  await expect(rows(page).filter({ hasText: 'Rita Vale' })).toHaveCount(0)
  const all = await (await as('reviewmanager')).call(activity, {
    project,
    body: { filter: { userIds: [Number(/people=(\d+)/.exec(await addressed(page))?.[1])] }, limit: 500 },
  })
  expect(all.next).toBeNull()

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the activity' })
  await expect(dialog).toContainText(`${all.data.length} change`)
  await expect(dialog).toContainText('Rob Yates')
  for (const [format, lines] of [
    ['CSV', all.data.length + 1],
    ['NDJSON', all.data.length],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: format, exact: true }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.trim().split(/\r?\n/)).toHaveLength(lines)
    expect(text).toContain(one.controlNumber)
    expect(text).not.toContain('Rita Vale')
    await expect(dialog).toContainText(`Your browser is writing the ${format} file`)
  }
})

/** The address, once it says who is looked at. */
async function addressed(page: Page): Promise<string> {
  await expect(page).toHaveURL(/people=\d+/)
  return page.url()
}

test('[assign-work-in-batches] batches show who held which and how far they had come as of any moment, and narrow the activity', {
  tag: '@deep',
}, async ({ page, server }) => {
  const own = await ownProject(server, 'Looked back on')
  const { name, projectId: project, api: manager } = own
  const letters = Array.from({ length: 4 }, (_, n) => ({ id: `batch-${n}`, subject: `Letter ${n}` }))
  await bringIn(own, 'box.mbox', mbox(letters))
  const ids = (await manager.search(project)).map(({ documentId }) => documentId)
  const [first, second] = await assign(manager, project, 'First pass', ids, 2)
  if (first === undefined || second === undefined) throw new Error('Four documents are two batches of two.')
  const untouched = new Date().toISOString()
  const email = await addPerson(server, { name: 'Nora Quist', project: name })
  const nora = await Api.signIn(server.url, email)
  const taken = await nora.call(getBatch, {
    project,
    key: randomUUID(),
    body: { assignmentId: first.assignmentId, correlationId: randomUUID() },
  })
  expect(taken.batch?.batchId).toBe(first.batchId)
  const [half, left] = await documentsOf(manager, project, first)
  const [elsewhere] = await documentsOf(manager, project, second)
  await code(nora, half ?? 0, 'Hot', true, 0, name)
  await code(manager, elsewhere ?? 0, 'Hot', true, 0, name)

  await signIn(page, 'clientadmin')
  await openProject(page, name)
  await goTo(page, '/overview/reconstruct')
  await page.getByRole('tab', { name: 'Batches' }).click()
  const batches = page.getByRole('listbox', { name: 'Batches as of the playhead' }).getByRole('option')
  const total = page.getByRole('group', { name: 'All batches of that moment' })
  await expect(batches).toHaveCount(2)
  await expect(batches.first()).toContainText(/First pass.*1.*In progress.*Nora Quist.*1 of 2/)
  await expect(batches.last()).toContainText(/First pass.*2.*Not started.*1 of 2/)
  await expect(total).toContainText('2 of 4 reviewed')

  // Right after the first coding, which is the change before the last one.
  await page.keyboard.press(',')
  await page.keyboard.press(',')
  await expect(total).toContainText('1 of 4 reviewed')
  await expect(batches.first()).toContainText('In progress')
  await goTo(
    page,
    `/overview/reconstruct?pane=batches&at=${encodeURIComponent(untouched)}&project=${project}`,
  )
  await expect(total).toContainText('0 of 4 reviewed')
  await expect(batches.first()).toContainText(/Not started.*0 of 2/)
  await expect(batches.first()).not.toContainText('Nora Quist')
  await playhead(page).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('heading', { name: 'There were no batches at that moment' })).toBeVisible()
  await page.getByRole('button', { name: 'Look at now' }).click()

  await batches.first().click()
  await expect(page).toHaveURL(new RegExp(`[?&]batch=${first.batchId}(&|$)`))
  const chip = page.getByRole('button', { name: 'Take the filter Batch 1, First pass away' })
  await expect(chip).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Nora Quist')
  await expect(page).not.toHaveURL(/pane=/)
  await page.reload()
  await expect(chip).toBeVisible()
  await expect(rows(page)).toHaveCount(1)

  await page.getByRole('tab', { name: 'Batches' }).click()
  await page.getByRole('button', { name: 'Not reviewed 1' }).click()
  const documents = page.getByRole('listbox', { name: 'Documents as of the playhead' }).getByRole('option')
  await expect(documents).toHaveCount(1)
  const { controlNumber } =
    (await manager.search(project)).find(({ documentId }) => documentId === left) ?? {}
  await expect(documents).toContainText(controlNumber ?? 'no such document')
  await page
    .getByRole('group', { name: 'Documents of Batch 1, First pass' })
    .getByRole('button', { name: 'All' })
    .click()
  await expect(documents).toHaveCount(2)

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the activity' })
  await expect(dialog).toContainText('Batch 1, First pass')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'NDJSON', exact: true }).click(),
  ])
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(1)
  await page.keyboard.press('Escape')

  // Another one is found among the filters, by keyboard alone.
  await page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: 'Another batch' })
    .press('Enter')
  await page.getByRole('combobox', { name: 'Find a batch' }).fill('not started')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).not.toContainText('Nora Quist')
  await page.getByRole('button', { name: 'Take the filter Batch 2, First pass away' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('a reviewer is told who may see the record; without the network it is said where the record is', {
  tag: '@deep',
}, async ({ page, context, another }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await goTo(page, '/overview/reconstruct')
  await expect(page.getByRole('alert')).toContainText("You have no access to the record of everybody's work")
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Reconstruct' })).toHaveCount(0)

  const manager = await another()
  await signIn(manager, 'reviewmanager')
  await openProject(manager)
  await goTo(manager, '/overview/reconstruct')
  await expect(rows(manager).first()).toBeVisible()
  await manager.context().setOffline(true)
  await expect(manager.getByText('The record is on the server:')).toBeVisible()
  await expect(rows(manager).first()).toBeVisible()
  await manager.getByRole('tab', { name: 'As of' }).click()
  await expect(manager.getByText('The record is on the server', { exact: true }).first()).toBeVisible()
  await manager.context().setOffline(false)
  await expect(manager.getByRole('listbox', { name: 'Documents as of the playhead' })).toBeVisible()
  await context.close()
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 600, height: 900 } })
  test('a tick at the very end of the time line does not stand out of the window', { tag: '@deep' }, async ({
    page,
    server,
  }) => {
    const api = await Api.signIn(server.url, 'reviewer')
    const last = (await api.search(await api.project(matter))).at(-1)
    await codeAnew(api, last?.documentId ?? 0, 'Hot', true)
    await signIn(page, 'reviewmanager')
    await openProject(page)
    const to = Math.ceil(Date.now() / 300_000) * 300_000
    const words = new URLSearchParams({
      from: new Date(to - 1_500_000).toISOString(),
      to: new Date(to).toISOString(),
    })
    await goTo(page, `/overview/reconstruct?${words}`)
    const ticks = page.getByTestId('track').getByText(/^\d{1,2}:\d\d$/)
    await expect(ticks.last()).toBeAttached()
    const boxes = await ticks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...boxes)).toBeGreaterThan(560)
    expect(Math.max(...boxes)).toBeLessThanOrEqual(600)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(600)
  })
})
