/**
 * Walks through the product that together stop at every screen, and at every state of one that looks different. Whoever
 * looks at all of them (for what keeps people out, for pictures) takes the walks and looks wherever they stop. Addresses
 * are those of the route table: a new route is walked to by itself.
 */
import { type BrowserContext, type Page, expect as said } from 'playwright/test'
import {
  checkInBatch,
  deleteAssignment,
  getBatch,
  listAssignments,
  listBatches,
  reassignBatches,
} from '#contracts/assignments.ts'
import { getProfile, getViewerSetting } from '#contracts/auth.ts'
import { initStuff, insertProduction, listProductions } from '#contracts/productions.ts'
import { panels, publicPaths, sections } from '#src/routes/sections.ts'
import { Api, Refused } from './api.ts'
import { assign, documentsOf } from './assigned.ts'
import { code, codeAnew } from './coded.ts'
import { addPerson, codeOf, enterPassword, loggedOut, logOut, signIn } from './people.ts'
import {
  field,
  form,
  goTo,
  inquiry,
  list,
  matter,
  openProject,
  openReview,
  search,
  searched,
  shown,
  shownId,
  trail,
  unsent,
} from './review.ts'
import type { RunningServer } from './server.ts'

// Also where no runner sets it.
const expect = said.configure({ timeout: 15_000 })

/** What is to be seen, by a name of its own, and in which window. */
export interface Stop {
  readonly name: string
  readonly page: Page
}
/** Begins signed out, in a window of any width. */
export type Walk = (page: Page, server: RunningServer) => AsyncGenerator<Stop>

export type Theme = 'light' | 'dark'

/** All windows show this theme, whoever signs in, and nobody's choice on the server is changed by it. */
export async function wear(context: BrowserContext, theme: Theme): Promise<void> {
  await context.addInitScript((chosen) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('affiant.theme', chosen)
  }, theme)
  await context.route(`**${getViewerSetting.path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), theme } })
  })
}

/** Whether the window is in it. */
export const wears = (page: Page, theme: Theme): Promise<boolean> =>
  page.evaluate((name) => document.documentElement.classList.contains(name), theme)

const workspace: readonly string[] = sections.map(({ path }) => path)
/** Without the terms, which only somebody sees who has signed in. */
const { terms: _, ...publicAddresses } = publicPaths
const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1).toLowerCase()

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Nothing of the screen is on its way any more. */
const whole = (page: Page): Promise<void> =>
  expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)

/** Review and inspect, and both fullscreen forms, are one screen; so are addresses without a page of their own. */
const screenAt = new Map(sections.map(({ path, screen }) => [path, screen]))

/** To another screen, by its address; ends when it has taken the place of the one before. */
async function visit(page: Page, address: string): Promise<void> {
  const before = pathOf(page)
  if (before !== address && screenAt.get(before) !== screenAt.get(address))
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''))
  await goTo(page, address)
  await expect(page.locator('h1:not([data-left])')).toBeAttached()
  await whole(page)
  expect(pathOf(page)).toBe(address)
}

/** Everything that can be seen without signing in. */
const visitor: Walk = async function* (page) {
  for (const [name, address] of Object.entries(publicAddresses)) {
    await page.goto(address)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    yield { name: name.toLowerCase(), page }
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  yield { name: 'signin-faults', page }
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password')).toBeVisible()
  yield { name: 'forgot', page }
}

/** A new project manager: a password of one's own, the second step, the terms, the project. */
const newcomer: Walk = async function* (page, server) {
  const email = await addPerson(server, { role: 'ProjectManager', project: matter, mfa: true })
  const before = (await server.mail()).length
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'If this address' })).toBeVisible()
  yield { name: 'forgot-sent', page }
  await expect.poll(async () => (await server.mail()).length).toBeGreaterThan(before)
  const mail =
    (await server.mail())
      .at(-1)
      ?.replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=') ?? ''
  await page.goto(/http\S+\/reset_password\.html#token=\S+/.exec(mail)?.[0] ?? '')
  await expect(page.getByLabel('New password')).toBeVisible()
  yield { name: 'reset-open', page }

  await page.goto('/')
  await enterPassword(page, email)
  await expect(heading(page, 'Protect your account')).toBeVisible()
  yield { name: 'mfa-enrolment', page }
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page, 'Terms of use')).toBeVisible()
  await whole(page)
  yield { name: 'terms', page }
  await page.getByRole('button', { name: 'I accept these terms' }).click()
  await openProject(page)
  for (const address of ['/project', '/overview/ProjectSetting']) {
    await visit(page, address)
    yield { name: `${nameOf(address)}-manager`, page }
  }

  await logOut(page)
  await loggedOut(page)
  await page.goto('/')
  await enterPassword(page, email)
  await expect(heading(page, 'Two-factor authentication')).toBeVisible()
  yield { name: 'mfa-code', page }
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  yield { name: 'mfa-recovery', page }
}

/** Every address of the workspace, as this person sees it, before a project is chosen and in one. */
export const everywhere = (who: string): Walk =>
  async function* (page) {
    await signIn(page, who)
    await visit(page, '/overview/collect')
    yield { name: 'no-project', page }
    await visit(page, '/client')
    await openProject(page)
    for (const address of workspace) {
      await visit(page, address)
      yield { name: nameOf(address), page }
    }
  }

/** What opens over a screen, and what stands in for one that fails. */
const frame: Walk = async function* (page) {
  const dialog = page.getByRole('dialog')
  const closed = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog.or(page.getByRole('menu'))).toHaveCount(0)
  }
  await signIn(page, 'clientadmin')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await expect(dialog).toBeVisible()
  yield { name: 'new-project', page }
  await dialog.getByRole('button', { name: 'Start the project' }).click()
  await expect(dialog.getByText('Give the project a name')).toBeVisible()
  yield { name: 'new-project-faults', page }
  await closed()

  await openProject(page)
  for (const [name, button] of [
    ['account', page.getByRole('button', { name: /^Account:/ })],
    ['notifications', page.getByRole('button', { name: /^Notifications/ })],
  ] as const) {
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    yield { name, page }
    await closed()
  }
  for (const [name, ...keys] of [
    ['project-picker', 'g', 'p'],
    ['palette', 'Control+k'],
    ['keys', '?'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    yield { name, page }
    await closed()
  }

  await visit(page, '/project/allJobs')
  await page.getByRole('row', { name: /dale-whitcomb\.mbox/ }).click()
  await expect(page.getByRole('table', { name: 'Exceptions' })).toBeVisible()
  yield { name: 'job', page }

  const chunk = /\/assets\/collect-screen[^/]*\.js/
  await page.route(chunk, (route) => route.abort())
  await visit(page, '/overview/collect')
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible()
  yield { name: 'error', page }
  await page.unroute(chunk)
}

/** Finding, reading and coding a document. */
export const review: Walk = async function* (page, server) {
  /** Where there is room for one pane only, it has to be asked for. */
  const pane = async (name: 'List' | 'Document' | 'Coding') => {
    const button = page.getByRole('button', { name, exact: true })
    if (await button.isVisible()) await button.click()
  }
  const find = async (query: string) => {
    await pane('List')
    await search(page, query)
    await pane('List')
  }
  const query = 'larkspur AND (price OR cavern)'
  await signIn(page, 'litigationsupport')
  await openProject(page)
  await openReview(page)
  await find('"no such words anywhere"')
  await expect(page.getByRole('heading', { name: 'No document matches' })).toBeVisible()
  yield { name: 'search-nothing', page }
  await find('larkspur AND (')
  await expect(page.getByRole('search').getByRole('alert')).toBeVisible()
  yield { name: 'search-refused', page }
  await find(query)
  await searched(page, () => page.getByLabel('Show').selectOption('unreviewed'))
  await page.locator('#row-0[data-document]').click()
  await pane('List')
  await whole(page)
  yield { name: 'search', page }

  await pane('Document')
  const documentId = await shownId(page)
  for (const tab of ['Text', 'Metadata', 'Related'] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await whole(page)
    yield { name: tab.toLowerCase(), page }
  }
  await page.getByRole('tab', { name: 'Document', exact: true }).click()
  const hits = page.getByRole('toolbar', { name: 'Hits' })
  await hits.getByRole('button', { name: 'Next hit' }).click()
  await expect(hits).toContainText('Hit 1 of')
  yield { name: 'hits', page }

  await pane('Coding')
  await field(page, 'Issues').getByRole('checkbox', { name: 'Casing', exact: true }).click()
  await expect(trail(page)).toContainText('Edits: 1')
  await page.keyboard.press('j')
  await expect(form(page).getByTestId('missing')).toBeVisible()
  yield { name: 'coding-required', page }
  // Somebody else comes first.
  await code(await Api.signIn(server.url, 'reviewer2'), documentId, 'Responsive', 'Not responsive')
  await field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true }).click()
  await expect(
    field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true }),
  ).toBeChecked()
  const conflict = field(page, 'Responsive').getByTestId('conflict')
  await expect(async () => {
    await page.keyboard.press('Control+s')
    await expect(conflict).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
  yield { name: 'coding-conflict', page }
  await logOut(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  yield { name: 'log-out-unsaved', page }
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await pane('Coding')
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(unsent(page)).toHaveText('All saved')
  yield { name: 'coding', page }
  await pane('Document')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('matched')
  await whole(page)
  yield { name: 'history', page }
  await page.getByRole('tab', { name: 'Document', exact: true }).click()

  for (const { id } of panels) {
    await page.locator(`[data-panel=${id}]`).click()
    await expect(page.locator(`[data-panel=${id}]`)).toHaveAttribute('data-state', 'open')
    await whole(page)
    yield { name: `panel-${id.toLowerCase()}`, page }
  }
  await page.getByRole('button', { name: 'Collapse to a strip' }).click()
  yield { name: 'panel-strip', page }

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pop out viewer to a second window' }).click()
  const second = await opened
  await expect(shown(second)).toHaveAttribute('data-document-shown', /\d+/)
  await whole(second)
  yield { name: 'pulled-out', page: second }
  await second.close()

  await visit(page, '/overview/eventlog')
  // Found by its words: how much of the log lies above it is another matter each time, and more comes in meanwhile.
  await page.getByRole('textbox', { name: 'Filter by words, type or stream' }).fill('Save the coding')
  const entry = page.getByRole('treeitem', { level: 1 })
  await expect(entry).toHaveCount(1)
  await entry.click()
  await expect(entry).toHaveAttribute('aria-expanded', 'true')
  yield { name: 'eventlog-entry', page }
  await page.getByRole('button', { name: 'Look at the screen as it stood' }).click()
  const bar = page.getByRole('region', { name: 'The past' })
  await expect(bar).toBeVisible()
  await expect(page.getByTestId('past').getByRole('main')).toBeVisible()
  yield { name: 'past', page }
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await visit(page, '/client')
  await openProject(page, inquiry)
  await openReview(page)
  await pane('Coding')
  await expect(page.getByTestId('tag-panel').getByRole('checkbox').first()).toBeVisible()
  yield { name: 'tags', page }
}

/** A review manager looks back on what two people coded. */
const lookingBack: Walk = async function* (page, server) {
  const [first, second] = [
    await Api.signIn(server.url, 'reviewer'),
    await Api.signIn(server.url, 'reviewer2'),
  ]
  const project = await first.project(matter)
  const [one, two] = (await first.search(project)).slice(-2)
  if (one === undefined || two === undefined) throw new Error('The matter has no documents.')
  // A list shows what is newest, whatever else was coded on this server.
  await codeAnew(first, one.documentId, 'Privilege', 'Work product')
  await code(second, one.documentId, 'Issues', ['Casing', 'Reserves']).catch(alreadyCoded)
  await code(second, two.documentId, 'Privilege', 'Not privileged').catch(alreadyCoded)
  const pane = paneOf(page)
  await signIn(page, 'reviewmanager')
  await openProject(page)
  await visit(page, '/overview/reconstruct')
  const rows = page.getByRole('listbox', { name: 'Activity' }).getByRole('option')
  await rows.filter({ hasText: 'Work product' }).first().click()
  await expect(rows.and(page.locator('[aria-selected=true]'))).toBeVisible()
  await whole(page)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  // Elsewhere on the same server somebody may have taken a row away.
  await expect(page.getByText(/^Chain (verified to|broken at) row/)).toBeVisible()
  yield { name: 'reconstruct-activity', page }
  await pane('Filters')
  await page
    .getByRole('region', { name: 'Filters' })
    .getByRole('checkbox', { name: /^Rita Vale/ })
    .click()
  await whole(page)
  yield { name: 'reconstruct-filters', page }
  await page
    .getByRole('region', { name: 'Filters' })
    .getByRole('checkbox', { name: /^Rita Vale/ })
    .click()
  await pane('Document')
  await expect(page.getByRole('region', { name: 'Last step' })).toContainText('Work product')
  yield { name: 'reconstruct-document', page }
  await pane('Record')
  await page.keyboard.press('n')
  for (const [name, tab, shows] of [
    ['asof', 'As of', page.getByRole('listbox', { name: 'Documents as of the playhead' })],
    ['reviewers', 'Reviewers', page.getByRole('table', { name: 'People' })],
    ['compare-none', 'Compare', page.getByRole('heading', { name: 'Two moments are compared here' })],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(shows).toBeVisible()
    await whole(page)
    yield { name: `reconstruct-${name}`, page }
  }
  await page.getByRole('button', { name: 'Compare with the beginning of the period' }).click()
  await expect(
    page.getByRole('listbox', { name: 'Differences between the two moments' }).getByRole('option').first(),
  ).toBeVisible()
  await whole(page)
  yield { name: 'reconstruct-compare', page }
  for (const [name, button] of [
    ['export', 'Export'],
    ['table', 'As a table'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    yield { name: `reconstruct-${name}`, page }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

/** Where there is room for one pane of Reconstruct only, it has to be asked for. */
const paneOf = (page: Page) => async (name: 'Filters' | 'Record' | 'Document' | 'Coding') => {
  const button = page.getByRole('group', { name: 'Panes' }).getByRole('button', { name })
  if (await button.isVisible()) await button.click()
}

/** Batches of which one is completed, one half done and one given back, as they stand and as they stood. */
const batchesThen: Walk = async function* (page, server) {
  const manager = await Api.signIn(server.url, 'reviewmanager')
  const project = await manager.project(matter)
  const ids = (await manager.search(project)).slice(-42, -2).map(({ documentId }) => documentId)
  const [first] = await assign(manager, project, 'Hot documents', ids, 8)
  const assignmentId = first?.assignmentId ?? 0
  const key = () => ({ project, key: crypto.randomUUID() })
  const work = async (who: string, part: number, as: 'Completed' | 'Pending' | null) => {
    const person = await Api.signIn(server.url, who)
    const given = { assignmentId, correlationId: crypto.randomUUID() }
    const { batch } = await person.call(getBatch, { ...key(), body: given })
    if (batch === null) throw new Error('No batch is left.')
    const { batchId, size } = batch
    for (const documentId of (await documentsOf(manager, project, batch)).slice(0, Math.ceil(size * part)))
      await code(person, documentId, 'Hot', true).catch(alreadyCoded)
    const done = { batchId, correlationId: crypto.randomUUID() }
    if (as !== null) await person.call(checkInBatch, { ...key(), body: { ...done, as } })
  }
  const pane = paneOf(page)
  const rows = page.getByRole('listbox', { name: 'Batches as of the playhead' }).getByRole('option')
  const move = async (to: 'Home' | 'End') => {
    await page.getByRole('slider', { name: 'Playhead', exact: true }).focus()
    await page.keyboard.press(to)
  }
  try {
    await work('reviewer2', 1, 'Completed')
    await work('reviewer', 0.6, null)
    await work('reviewer2', 0.25, 'Pending')
    await signIn(page, 'reviewmanager')
    await openProject(page)
    await visit(page, '/overview/reconstruct')
    await page.getByRole('tab', { name: 'Batches' }).click()
    await expect(rows.first()).toBeVisible()
    await whole(page)
    yield { name: 'reconstruct-batches', page }
    await move('Home')
    await expect(page.getByRole('heading', { name: 'There were no batches at that moment' })).toBeVisible()
    yield { name: 'reconstruct-batches-none', page }
    await move('End')
    await rows.filter({ hasText: 'In progress' }).click()
    await whole(page)
    yield { name: 'reconstruct-batch', page }
    await pane('Filters')
    await whole(page)
    yield { name: 'reconstruct-batch-filter', page }
    await page.getByRole('button', { name: 'Another batch' }).click()
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    yield { name: 'reconstruct-batch-finder', page }
    await page.keyboard.press('Escape')
    await pane('Record')
    await page.getByRole('button', { name: /^Not reviewed/ }).click()
    await expect(page.getByRole('listbox', { name: 'Documents as of the playhead' })).toBeVisible()
    await whole(page)
    yield { name: 'reconstruct-batch-documents', page }
  } finally {
    // The walk is walked more than once on one server.
    await manager.call(deleteAssignment, { ...key(), params: { assignmentId } })
  }
}

/** Where there is room for one pane only, the list has to be asked for. */
async function showList(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'List', exact: true })
  if (await button.isVisible()) await button.click()
}

/** Some documents are changed as one, and back again; then the network goes. */
const together: Walk = async function* (page) {
  const panel = page.getByTestId('bulk-panel')
  const bar = page.getByTestId('bulk-change')
  await signIn(page, 'litigationsupport')
  await openProject(page)
  await openReview(page)
  await showList(page)
  await search(page, 'larkspur AND price AND cavern')
  await showList(page)
  await list(page).focus()
  await page.keyboard.press('Shift+X')
  await expect(page.getByTestId('picked')).toBeVisible()
  yield { name: 'bulk-picked', page }
  await page.keyboard.press('b')
  await panel.getByLabel('Hot').selectOption({ label: 'Yes' })
  await expect(page.getByTestId('bulk-sentence')).toContainText('Set Hot to Yes')
  yield { name: 'bulk-panel', page }
  await panel.getByRole('button', { name: /^Apply to/ }).click()
  await expect(bar).toContainText(/changed/)
  yield { name: 'bulk-done', page }
  await bar.getByRole('link', { name: 'Receipt' }).first().click()
  await expect(page.getByRole('heading', { name: /^Set Hot to Yes/, level: 1 })).toBeVisible()
  await whole(page)
  yield { name: 'bulk-receipt', page }
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('table', { name: 'What was done' })).toContainText('Undo: Set Hot to Yes')
  await whole(page)
  yield { name: 'bulk-undone', page }

  await visit(page, '/overview/review')
  await page.context().setOffline(true)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()
  yield { name: 'offline', page }
  await page.context().setOffline(false)
  await expect(page.getByRole('status', { name: 'Offline' })).toHaveCount(0)
}

/** A review manager gives what a search finds out in batches, and a reviewer works on one. */
const inBatches: Walk = async function* (page, server) {
  const name = 'Larkspur pricing'
  const manager = await Api.signIn(server.url, 'reviewmanager')
  const project = await manager.project(matter)
  const panel = page.getByRole('complementary', { name: 'Assignments' })
  const dialog = page.getByRole('dialog')
  const openPanel = async () => {
    await page.locator('[data-panel=assignment]').click()
    await expect(panel).toBeVisible()
    await whole(page)
  }
  const closed = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await signIn(page, 'reviewmanager')
  await openProject(page)
  await openReview(page)
  await showList(page)
  await search(page, 'price OR gas OR contract')
  await openPanel()
  await panel.getByRole('button', { name: /^New assignment of/ }).click()
  await dialog.getByLabel('Documents in a batch').fill('0')
  await dialog.getByRole('button', { name: 'Create assignment' }).click()
  await expect(dialog.getByText('Give the assignment a name')).toBeVisible()
  await whole(page)
  yield { name: 'assignment-new-faults', page }
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Documents in a batch').fill('25')
  await dialog.getByLabel('A document is reviewed when').selectOption({ label: 'Responsive' })
  yield { name: 'assignment-new', page }
  await dialog.getByRole('button', { name: 'Create assignment' }).click()
  const rows = page.getByRole('table', { name: `Batches of ${name}` }).getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const { data } = await manager.call(listAssignments, { project })
  const assignmentId = data.find((one) => one.assignmentName === name)?.assignmentId ?? 0
  try {
    const given = { assignmentId, correlationId: crypto.randomUUID() }
    const rob = await Api.signIn(server.url, 'reviewer2')
    await rob.call(getBatch, { project, key: crypto.randomUUID(), body: given })
    await expect(rows.nth(1)).toContainText('Rob Yates')
    yield { name: 'assignment', page }
    await page.getByLabel('Choose all batches shown').click()
    yield { name: 'assignment-chosen', page }
    await page.getByRole('button', { name: /^Assign .* to…$/ }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    yield { name: 'assignment-reviewers', page }
    await closed()
    for (const [stop, button] of [
      ['assignment-edit', 'Edit assignment'],
      ['assignment-delete', 'Delete…'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await expect(dialog).toBeVisible()
      await whole(page)
      yield { name: stop, page }
      await closed()
    }
    await visit(page, '/overview/assignments')
    await expect(page.getByRole('table', { name: 'Assignments' })).toBeVisible()
    yield { name: 'assignments-some', page }

    await logOut(page)
    await loggedOut(page)
    await signIn(page, 'reviewer')
    await openProject(page)
    await openReview(page)
    await showList(page)
    await openPanel()
    await panel.getByRole('listitem').filter({ hasText: name }).getByRole('button').click()
    await expect(page.getByTestId('list-batch')).toContainText(`of ${name}`)
    await whole(page)
    yield { name: 'panel-assignment-batch', page }
    await panel.getByRole('button', { name: 'Check in batch' }).click()
    await expect(panel.getByRole('alert')).toContainText('Not checked in')
    yield { name: 'panel-assignment-refused', page }
    const { data: batches } = await manager.call(listBatches, { project, query: { assignmentId } })
    const theirs = batches.filter(({ holder }) => holder?.name === 'Rita Vale').map(({ batchId }) => batchId)
    const { userId } = await rob.call(getProfile, { query: {} })
    const body = { batchIds: theirs, userId, correlationId: crypto.randomUUID() }
    await manager.call(reassignBatches, { project, key: crypto.randomUUID(), body })
    await paneOf(page)('Coding')
    await expect(page.getByTestId('lost-batch')).toBeVisible({ timeout: 30_000 })
    await whole(page)
    yield { name: 'batch-lost', page }
  } finally {
    // The walk is walked more than once on one server.
    await manager.call(deleteAssignment, { project, key: crypto.randomUUID(), params: { assignmentId } })
  }
}

/** The terms that were agreed on: what each finds, and one that cannot be read. */
export const keywordLists: Walk = async function* (page) {
  const dialog = page.getByRole('dialog')
  await signIn(page, 'litigationsupport')
  await openProject(page)
  await visit(page, '/overview/process/keywords')
  await page.getByRole('button', { name: 'Report of Agreed terms' }).click()
  await expect(dialog.getByRole('table')).toBeVisible()
  await whole(page)
  yield { name: 'keywords-report', page }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  yield { name: 'keywords', page }
  await page.getByRole('button', { name: 'Change Agreed terms' }).click()
  await dialog.getByLabel('Terms, one a line').fill('larkspur\nprice AND\nthe')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('2 terms cannot be read.')).toBeVisible()
  yield { name: 'keywords-faults', page }
}

/** What is covered and what leaves the project: redactions, a production, an export and the privilege log. */
export const leaving: Walk = async function* (page, server) {
  const api = await Api.signIn(server.url, 'litigationsupport')
  const project = await api.project(matter)
  // The walk is walked more than once on one server.
  const { data: before } = await api.call(listProductions, { project, query: {} })
  const volume = `To the Larkspur buyers, ${before.length + 1}`
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).press('Enter')
  const dialog = page.getByRole('dialog')
  const query = 'larkspur AND price AND cavern'
  const reviewer = await Api.signIn(server.url, 'reviewer')
  for (const { documentId } of (await reviewer.search(project, 'counsel')).slice(0, 5))
    await codeAnew(reviewer, documentId, 'Privilege', 'Attorney-client').catch(alreadyCoded)

  await signIn(page, 'litigationsupport')
  await openProject(page)
  await openReview(page)
  await showList(page)
  await search(page, 'File_Name:"Drilling contract"')
  await showList(page)
  await page.locator('#row-0[data-document]').click()
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByTestId('page-count')).toBeVisible()
  await page.keyboard.press('r')
  const label = page.getByRole('combobox', { name: 'Enter a label' })
  await label.fill('Attorney-client')
  await label.press('Enter')
  await page.getByRole('region', { name: 'Page images' }).focus()
  const redacting = page.getByRole('status', { name: 'Redacting' })
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(redacting).not.toHaveText(/Redacted|no words|^$/, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  for (let words = 0; words < 4; words++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-redaction][data-standing=saved]').first()).toBeVisible()
  yield { name: 'redacting', page }
  await page.keyboard.press('Shift+R')
  await expect(page.getByText('Preview: black is what will be covered')).toBeVisible()
  await expect(page.locator('[data-page="1"] img[src*="/burned-page/"]')).toHaveJSProperty('complete', true)
  yield { name: 'redacted-preview', page }

  const { templates } = await api.call(initStuff, { project })
  const begun = templates[0]
  if (begun === undefined) throw new Error('No production can be begun.')
  const settings = {
    ...begun.settings,
    set: { ...begun.settings.set, query: { ...begun.settings.set.query, queryString: query } },
    families: false,
    numbering: { ...begun.settings.numbering, prefix: `NW${before.length + 1}-` },
    designations: [{ query: 'cavern', text: 'CONFIDENTIAL' }],
  }
  const key = crypto.randomUUID()
  await api.call(insertProduction, { project, key, body: { name: volume, settings } })
  await visit(page, '/overview/produce')
  await expect(page.getByRole('table', { name: 'Productions' })).toContainText(volume)
  yield { name: 'productions', page }
  await follow(volume)
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Documents')
  await whole(page)
  yield { name: 'production-prepare', page }
  await page.getByRole('link', { name: 'Preview', exact: true }).press('Enter')
  const drawn = page.getByRole('img', { name: /as it will leave/ })
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1275)
  yield { name: 'production-preview', page }
  await follow('Check and run')
  await press('Validate')
  await expect(page.getByRole('status').filter({ hasText: /documents/ })).toBeVisible()
  yield { name: 'production-checked', page }
  for (const accept of await page.getByRole('button', { name: 'Accept with a reason' }).all()) {
    await accept.press('Enter')
    await dialog.getByLabel('Reason').fill('As agreed')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await press('Run')
  await expect(dialog).toBeVisible()
  yield { name: 'production-run', page }
  await dialog.getByRole('button', { name: 'Run' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Volumes' })).toBeVisible({ timeout: 60_000 })
  await whole(page)
  yield { name: 'production-produced', page }

  await visit(page, '/overview/review')
  await showList(page)
  await search(page, `Production:"${volume}"`)
  await showList(page)
  await page.locator('[data-panel=production]').click()
  await whole(page)
  yield { name: 'panel-production-some', page }

  await visit(page, '/overview/privilege-log')
  await page
    .getByRole('navigation', { name: 'Parts of the privilege log' })
    .getByRole('link', { name: 'Settings' })
    .press('Enter')
  await page
    .getByLabel('Documents that this search finds')
    .fill('Privilege:"Attorney-client" OR Privilege:"Work product"')
  await whole(page)
  yield { name: 'privilege-log-settings', page }
  const standing = page.getByRole('status').filter({ hasText: /^(Not saved yet|Saved by)/ })
  await expect(standing).toBeVisible()
  if ((await standing.textContent())?.startsWith('Not'))
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(standing).toContainText('Saved by')
  await page
    .getByRole('navigation', { name: 'Parts of the privilege log' })
    .getByRole('link', { name: 'Log' })
    .press('Enter')
  await expect(page.getByRole('grid', { name: 'Privilege log' })).toBeVisible()
  await whole(page)
  yield { name: 'privilege-log-rows', page }
  await page
    .getByRole('navigation', { name: 'Parts of the privilege log' })
    .getByRole('link', { name: 'Gaps' })
    .press('Enter')
  await whole(page)
  yield { name: 'privilege-log-gaps', page }
}

/** The walk is walked more than once on one server. */
function alreadyCoded(refused: unknown): void {
  if (!(refused instanceof Refused && refused.status === 412)) throw refused
}

/** All of them, by what they are walks of. */
export const walks: Readonly<Record<string, Walk>> = {
  'the pages that anybody sees': visitor,
  "a newcomer's first day": newcomer,
  'every address of the workspace': everywhere('systemadmin'),
  'what opens over a screen': frame,
  'finding, reading and coding': review,
  'looking back on the record': lookingBack,
  'looking back on batches': batchesThen,
  'many documents at once, and work without the network': together,
  'documents given out in batches': inBatches,
  'keyword lists': keywordLists,
  'what is covered and what leaves': leaving,
}
