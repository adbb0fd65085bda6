/** Work without the network: the program opens, documents can be read, coding is kept, and arrives once it can. */
import AxeBuilder from '@axe-core/playwright'
import { documentHistory } from '#contracts/audit.ts'
import { Api, expect, type Page, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { enterPassword, logOut } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { field, goTo, openProject, openReview, position, shown, shownId, status, unsent } from './review.ts'

// Elsewhere it is blocked (playwright.config.ts).
test.use({ serviceWorkers: 'allow' })

const letters = (count: number) =>
  mbox(
    Array.from({ length: count }, (_, at) => ({
      id: `away-${at}`,
      subject: `Away ${String(at).padStart(2, '0')}`,
      text: `Message ${at}. What was found in the well.`,
    })),
  )

const radio = (page: Page, option: string) =>
  field(page, 'Responsive').getByRole('radio', { name: option, exact: true })
const banner = (page: Page) => page.getByRole('status', { name: 'Offline' })

/** What axe finds that keeps people from using what is to be seen. */
const barriers = async (page: Page): Promise<readonly string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id }) => id)

/** Once the worker answers for the origin and what stands next in the list has been kept. */
async function prepared(page: Page, documents: number): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => keptDocuments(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(documents)
}

/** How many documents this browser keeps, by what stands outside of what is sealed. */
const keptDocuments = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('affiant:kept:'))
    if (known?.name === undefined) return 0
    const opening = indexedDB.open(known.name)
    const db = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result)
    })
    if (!db.objectStoreNames.contains('rows')) {
      db.close()
      return 0
    }
    const asked = db.transaction('rows').objectStore('rows').getAll()
    const rows = await new Promise<{ cache: string }[]>((done) => {
      asked.onsuccess = () => done(asked.result)
    })
    db.close()
    return rows.filter(({ cache }) => cache === 'documents').length
  })

test('a reviewer goes on without the network, closes the browser, opens it again, and everything arrives once and in order', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(120_000)
  const project = await ownProject(server, 'On the train')
  await bringIn(project, 'away.mbox', letters(12))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  await prepared(page, 12)
  const first = await shownId(page)

  await context.setOffline(true)
  await expect(banner(page)).toContainText('Offline: your coding is kept here')
  for (const option of ['Responsive', 'Not responsive']) {
    await radio(page, option).click()
    await page.keyboard.press('Control+s')
    await expect(status(page)).toHaveText('Saving')
  }
  await expect(unsent(page)).toHaveText('Offline · 2 unsent')
  await page.keyboard.press('j')
  await expect(position(page)).toHaveText(/^2 of/)
  const second = await shownId(page)
  await radio(page, 'Responsive').click()
  await page.keyboard.press('Control+s')
  await radio(page, 'Not responsive').click()
  await page.keyboard.press('Control+z')
  await expect(radio(page, 'Responsive')).toBeChecked()
  await page.keyboard.press('j')
  await expect(position(page)).toHaveText(/^3 of/)
  await shownId(page)
  await page.close()

  const again = await context.newPage()
  await again.goto('/overview/review')
  await expect(position(again)).toHaveText(/^3 of/)
  await expect(shown(again)).toContainText('Message 2')
  await expect(unsent(again)).toHaveText('Offline · 3 unsent')
  // It moves what stands below it: whoever clicks looks where things are by then.
  await expect(banner(again)).toBeVisible()
  await expect(again.locator('#row-0')).toContainText('Away 00')
  await again.locator('#row-0').click()
  await expect(radio(again, 'Not responsive')).toBeChecked()
  await again.locator('#row-5').click()
  await expect(shown(again)).toContainText('Message 5')
  const sixth = await shownId(again)
  await radio(again, 'Responsive').click()
  await again.keyboard.press('Control+s')
  await expect(unsent(again)).toHaveText('Offline · 4 unsent')

  await context.setOffline(false)
  await expect(unsent(again)).toHaveText('All saved', { timeout: 20_000 })
  await expect(banner(again)).toHaveCount(0)
  const api = await Api.signIn(server.url, 'clientadmin')
  const history = async (documentId: number) =>
    (await api.call(documentHistory, { project: project.projectId, query: { documentId } })).data
  const coded = async (documentId: number) =>
    (await history(documentId)).filter((row) => row.field === 'Responsive').map(({ newValue }) => newValue)
  expect(await coded(first)).toEqual(['Not responsive', 'Responsive'])
  expect(await coded(second)).toEqual(['Responsive'])
  expect(await coded(sixth)).toEqual(['Responsive'])
  // The looks at them as well: each opening once.
  const looks = async (documentId: number) =>
    (await history(documentId)).filter(({ action }) => action === 'document.viewed').length
  await expect.poll(() => looks(sixth)).toBe(1)
  await expect.poll(() => looks(second)).toBe(1)
})

test('the page opens where the server is down, and a session that ended meanwhile takes nothing: the same account signs in, and it goes out', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  test.setTimeout(120_000)
  const project = await ownProject(server, 'Night shift')
  await bringIn(project, 'away.mbox', letters(6))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  await prepared(page, 6)
  const documentId = await shownId(page)

  await server.stop()
  await page.reload()
  await expect(shown(page)).toContainText('Message 0')
  await expect(banner(page)).toBeVisible()
  await radio(page, 'Responsive').click()
  await page.keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('Offline · 1 unsent')
  expect(await barriers(page)).toEqual([])
  // What was never fetched says so where it would stand; what it needs is no error.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'Document', exact: true })).not.toContainText('Network Error')
  await page.getByRole('tab', { name: 'Document', exact: true }).click()
  await context.clearCookies({ name: 'affiant_session' })
  await server.restart()

  // Locked: nothing of the document is on the screen, everything is in the browser.
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('What you had not sent is kept in this browser')).toBeVisible()
  await expect(page.getByText('Message 0')).toHaveCount(0)
  expect(await keptDocuments(page)).toBe(6)

  // Another account sees nothing of it, and sends nothing of it.
  await enterPassword(page, 'reviewer')
  const terms = page.getByRole('button', { name: 'I accept these terms' })
  const home = page.getByRole('heading', { name: 'Clients and projects' })
  await expect(terms.or(home).first()).toBeVisible()
  if (await terms.isVisible()) await terms.click()
  await expect(home).toBeVisible()
  await expect(page.getByText(project.name)).toHaveCount(0)
  await expect(page.getByText('unsent')).toHaveCount(0)
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  const api = await Api.signIn(server.url, 'clientadmin')
  const values = async () =>
    (await api.call(documentHistory, { project: project.projectId, query: { documentId } })).data
      .filter((row) => row.field === 'Responsive')
      .map(({ newValue }) => newValue)
  expect(await values()).toEqual([])

  await enterPassword(page, 'clientadmin')
  await expect.poll(values, { timeout: 20_000 }).toEqual(['Responsive'])
  await goTo(page, '/overview/review')
  await expect(unsent(page)).toHaveText('All saved')
  await expect(radio(page, 'Responsive')).toBeChecked()
})

test('a deliberate logout without the network warns of what would be lost, and deletes it where that is wanted', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  test.setTimeout(90_000)
  const project = await ownProject(server, 'Last day')
  await bringIn(project, 'away.mbox', letters(4))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  await prepared(page, 4)
  await context.setOffline(true)
  await radio(page, 'Responsive').click()
  await page.keyboard.press('Control+s')
  await expect(unsent(page)).toHaveText('Offline · 1 unsent')
  const leaving = page.waitForEvent('dialog')
  const left = page.close({ runBeforeUnload: true })
  const warning = await leaving
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await left
  await page.keyboard.press('j')
  await shownId(page)

  await logOut(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 change not sent yet', { timeout: 15_000 })
  await expect(dialog).toContainText('of documents that were opened, and of the time on them')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  expect(await keptDocuments(page)).toBe(4)
  await logOut(page)
  await dialog.getByRole('button', { name: 'Discard and log out' }).click({ timeout: 15_000 })
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  const names = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort())
  await expect.poll(names).toEqual(['affiant:keys'])
})
