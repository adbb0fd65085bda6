/** What lies on the disk of a person who codes, and what they see where the browser or a newer version takes it away. */
import { readCoding } from '#contracts/coding.ts'
import { Api, expect, type Page, test } from './fixture.ts'
import { logOut } from './people.ts'
import { field, matter, openProject, openReview, openRow, shownId, status, unsent } from './review.ts'

const radio = (page: Page, option: string) =>
  field(page, 'Responsive').getByRole('radio', { name: option, exact: true })

/** Everything in the logs of this browser, letter by letter, and the mirror in local storage. */
const onTheDisk = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const letters = new TextDecoder('latin1')
    const found = [localStorage.getItem('codingFormDataReact') ?? '']
    for (const { name = '' } of await indexedDB.databases()) {
      if (!/^affiant:(account|project):/.test(name)) continue
      const db = await answer(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = await answer(db.transaction(store).objectStore(store).getAll())
        found.push(
          `${store} ${rows.length}`,
          JSON.stringify(rows, (_key, value) =>
            value instanceof Uint8Array ? letters.decode(value) : value,
          ),
        )
      }
      db.close()
    }
    return found.join('\n')
  })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await openReview(page)
})

test('what was coded lies on the disk for nobody to read, and is there again after a reload', async ({
  page,
  as,
}) => {
  const api = await as('reviewer')
  const project = await api.project(matter)
  const documentId = await shownId(page)
  const record = async () => (await api.call(readCoding, { project, query: { documentId } })).data
  const before = await record()
  await radio(page, 'Responsive').click()
  await expect(status(page)).toContainText('Edited')
  // The mirror follows the log.
  await expect.poll(() => onTheDisk(page)).toMatch(/"documentId":\d+,"codingIndex"/)
  const disk = await onTheDisk(page)
  expect(disk).toMatch(/tail [1-9]/)
  expect(disk).not.toMatch(/Responsive|coding\.|review\.|document:|Northwind/i)
  await page.reload()
  await expect.poll(() => shownId(page)).toBe(documentId)
  await expect(status(page)).toHaveText('Edited')
  await expect(radio(page, 'Responsive')).toBeChecked()
  expect(await record()).toEqual(before)
})

test('a newer version that takes the log over is said in a bar; reloaded, this one leaves its log alone', {
  tag: '@deep',
}, async ({ page }) => {
  await expect(radio(page, 'Not responsive')).toBeVisible()
  // A page of this origin that has nothing of the product in it.
  const other = await page.context().newPage()
  await other.route('**/another-version', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Another version</title>' }),
  )
  await other.goto('/another-version')
  await other.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (!/^affiant:(account|project):/.test(name)) continue
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name, 3)
        opening.onsuccess = () => resolve(opening.result.close())
        opening.onerror = () => reject(opening.error)
      })
    }
  })
  const bar = page.getByTestId('log-bar')
  await expect(bar).toContainText('A newer version of Affiant is open. Reload this page; nothing is lost.')
  await bar.getByRole('button', { name: 'Reload' }).click()
  await expect(bar).toContainText('belongs to a newer version of Affiant')
  await expect(bar).toContainText('Work is kept in this tab only')
})

test('a log that is taken away leaves what is on the screen, and what is unsent as a file', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  const documentId = await openRow(page, 9)
  await radio(page, 'Not responsive').click()
  await expect(status(page)).toContainText('Edited')
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(unsent(page)).toContainText('1 unsent')
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (/^affiant:(account|project):/.test(name)) indexedDB.deleteDatabase(name)
    }
  })
  const bar = page.getByTestId('log-bar')
  await expect(bar).toContainText('was taken away while the page was open')
  const downloading = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Download unsent work' }).click()
  const stream = await (await downloading).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  const [head, ...lines] = text.trimEnd().split('\n')
  expect(JSON.parse(head ?? '')).toMatchObject({ affiant: 'unsent', version: 1, count: lines.length })
  // A look at a document may wait beside it.
  const types = lines.map((line): string => JSON.parse(line).type)
  expect(types.filter((type) => type.startsWith('coding.'))).toEqual(['coding.saveRequested'])
  expect(text).toContain('"Not responsive"')
  // It is delivered all the same, once the network is back.
  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('All saved')
  // What was said while the code for it could not be fetched is said now.
  await expect(page.getByText(/^The file holds \d+ unsent change/)).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Download unsent work' })).toHaveCount(0)
  const api = await Api.signIn(server.url, 'reviewer')
  const project = await api.project(matter)
  const { data } = await api.call(readCoding, { project, query: { documentId } })
  expect(data.map(({ value }) => value)).toContain('Not responsive')
})

test('a logout deletes what the browser keeps before it says so; one that was cut off is finished at the next start', async ({
  page,
  context,
  signIn,
}) => {
  const names = (at: Page) => at.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  const kept = () => names(page).then((all) => all.find((name) => name?.startsWith('affiant:kept:')))
  await expect.poll(kept).toBeDefined()
  // A page of this origin that does not let go of what is to be deleted.
  const holder = await context.newPage()
  await holder.route('**/holder', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Holder</title>' }),
  )
  await holder.goto('/holder')
  await holder.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(Object.assign(window, { held: opening.result }) && undefined)
        opening.onerror = () => reject(opening.error)
      }),
    (await kept()) ?? '',
  )
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Signing out…' })).toBeVisible()
  expect(await kept()).toBeDefined()
  // The window is closed in the middle of it.
  const next = await context.newPage()
  await page.close()
  await holder.close()
  await next.goto('/')
  await expect(next.getByLabel('E-mail')).toBeVisible()
  expect(await names(next)).toEqual(['affiant:keys'])

  await signIn(next, 'reviewer')
  await openProject(next)
  await openReview(next)
  await expect.poll(async () => (await names(next)).length).toBeGreaterThan(3)
  await logOut(next)
  await expect(next.getByText('You successfully logged out.')).toBeVisible()
  expect(await names(next)).toEqual(['affiant:keys'])
})
