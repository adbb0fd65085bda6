/** Two windows of one person. */
import { expect, type Page, signIn, test } from './fixture.ts'
import { logOut } from './people.ts'
import {
  field,
  goTo,
  inquiry,
  matter,
  nothingOpen,
  openProject,
  openReview,
  openRow,
  position,
  shownId,
  status,
  trail,
} from './review.ts'

const radio = (page: Page, option: string) =>
  field(page, 'Responsive').getByRole('radio', { name: option, exact: true })

/** A second tab at the same document. */
async function twoTabs(page: Page, row: number): Promise<Page> {
  await signIn(page, 'reviewer')
  await openProject(page)
  await openReview(page)
  await openRow(page, row)
  const other = await page.context().newPage()
  await other.goto('/overview/review')
  await expect(position(other)).toHaveText(/^1 of/)
  await openRow(other, row)
  for (const tab of [page, other]) await expect(status(tab)).toHaveText(nothingOpen)
  return other
}

test('[client-broadcast-channel] [persist-tab-sync] coding, trail and saved work are the same in two tabs', async ({
  page,
}) => {
  const other = await twoTabs(page, 10)
  await radio(page, 'Responsive').click()
  await expect(radio(other, 'Responsive')).toBeChecked()
  await radio(other, 'Not responsive').click()
  await expect(radio(page, 'Not responsive')).toBeChecked()
  for (const tab of [page, other]) {
    await expect(trail(tab)).toContainText('Edits: 2')
    await expect(status(tab)).toHaveText('Edited')
  }
  await page.keyboard.press('Control+s')
  for (const tab of [page, other]) await expect(status(tab)).toHaveText('Saved')
  await other.keyboard.press('Control+z')
  for (const tab of [page, other]) {
    await expect(radio(tab, 'Responsive')).toBeChecked()
    await expect(trail(tab)).toContainText('Edits: 1')
  }
  await expect(other.locator('#row-10 .codes')).toHaveAccessibleName(/Responsive/)
  await expect(page.locator('#row-10 .codes')).toHaveAccessibleName(/Responsive/)
})

test('what each tab looks at stays its own, until the same view is asked for in all of them', async ({
  page,
}) => {
  const other = await twoTabs(page, 12)
  await other.keyboard.press('j')
  await expect(position(other)).toHaveText(/^14 of/)
  await expect(position(page)).toHaveText(/^13 of/)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'Same view in all tabs' })
    .or(page.getByRole('menuitem', { name: 'Same view in all tabs' }))
    .click()
  await expect(position(other)).toHaveText((await position(page).textContent()) ?? '')
  await page.locator('#row-20').click()
  for (const tab of [page, other]) await expect(position(tab)).toHaveText(/^21 of/)
})

test('a figure that is opened in another tab lists its documents there, and leaves the list of this one', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await page.goto('/overview')
  const link = page.getByRole('link', { name: /^Without text/ })
  await expect(link).toBeVisible()
  for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const [other] = await Promise.all([page.context().waitForEvent('page'), link.click(how)])
    await expect(other.getByRole('textbox', { name: 'Search documents' })).toHaveValue('Has_Text:No')
    expect(other.url()).not.toContain('Has_Text')
    await other.close()
  }
  await expect(link).toBeVisible()
})

test('[switch-project-broadcast] a tab with nothing unsaved follows into another project, one with unsaved coding is asked', async ({
  page,
}) => {
  const other = await twoTabs(page, 14)
  const toProject = async (tab: Page, name: string) => {
    await tab
      .getByRole('banner')
      .getByRole('button', { name: /Harmon|Inquiry/ })
      .click()
    await tab.getByRole('combobox', { name: 'Find a project' }).fill(name)
    await tab.keyboard.press('Enter')
  }
  const shows = (tab: Page, name: string) =>
    expect(tab.getByRole('banner').getByRole('button', { name })).toBeVisible()
  await toProject(other, inquiry)
  await shows(other, inquiry)
  await shows(page, inquiry)
  await toProject(page, matter)
  await shows(page, matter)
  await shows(other, matter)

  await goTo(page, '/overview/review')
  await openRow(page, 15)
  await expect(status(page)).toHaveText(nothingOpen)
  await radio(page, 'Responsive').click()
  await expect(status(page)).toHaveText('Edited')
  await toProject(other, inquiry)
  await shows(other, inquiry)
  await expect(page.getByText('Another tab has opened another project.')).toBeVisible()
  await shows(page, matter)
  await expect(radio(page, 'Responsive')).toBeChecked()
  await page.getByRole('button', { name: 'Follow now' }).click()
  await shows(page, inquiry)
  // What was not saved is there when one comes back.
  await toProject(page, matter)
  await goTo(page, '/overview/review')
  await openRow(page, 15)
  await expect(radio(page, 'Responsive')).toBeChecked()
  await expect(status(page)).toHaveText('Edited')
})

test('the viewer pulled out to a second window follows the document of the window it came from', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pop out viewer to a second window' }).click()
  const popup = await opened
  await expect.poll(() => shownId(popup)).toBe(await shownId(page))
  await expect(popup.getByRole('listbox', { name: 'Documents' })).toHaveCount(0)
  for (const _ of [1, 2, 3]) await page.keyboard.press('j')
  await expect(position(page)).toHaveText(/^4 of/)
  await expect(position(popup)).toHaveText(/^4 of/)
  await expect.poll(async () => (await shownId(popup)) === (await shownId(page))).toBe(true)
  // Moving in the second window moves the first.
  await popup.keyboard.press('k')
  await expect(position(page)).toHaveText(/^3 of/)
  await expect(position(popup)).toHaveText(/^3 of/)
})

test('[theme-light-default] [theme-light-dark] the theme is light at first, and what one tab chooses all tabs have, after a reload too', async ({
  page,
}) => {
  await signIn(page, 'seniorreviewer')
  const other = await page.context().newPage()
  await other.goto('/client')
  const dark = (tab: Page) => tab.evaluate(() => document.documentElement.classList.contains('dark'))
  await expect(other.getByRole('heading', { name: 'Clients and projects' })).toBeVisible()
  expect(await dark(page)).toBe(false)
  const groundOf = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const ground = await groundOf(page)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  for (const tab of [page, other]) await expect.poll(() => dark(tab)).toBe(true)
  for (const tab of [page, other]) await expect.poll(() => groundOf(tab)).not.toBe(ground)
  await other.reload()
  await expect.poll(() => dark(other)).toBe(true)
  await other.getByRole('button', { name: 'Light theme' }).click()
  for (const tab of [page, other]) await expect.poll(() => dark(tab)).toBe(false)
})

test('[theme-light-dark] under the system theme all tabs are as the machine asks, from the first moment and as it changes', {
  tag: '@deep',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'seniorreviewer')
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  expect(await dark()).toBe(false)
  // The page is left before the server has heard of the choice.
  const setting = '**/rest/user/viewer/setting'
  await page.route(setting, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'System theme' }).click()
  await expect.poll(dark).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(dark).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.unroute(setting)
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  expect(await dark()).toBe(true)
  expect((await saved).ok()).toBe(true)
  await page.getByRole('button', { name: 'Light theme' }).click()
  await expect.poll(dark).toBe(false)
})

test('logging out in one tab logs out all of them', async ({ page }) => {
  await signIn(page, 'seniorreviewer')
  await openProject(page)
  const other = await page.context().newPage()
  await other.goto('/overview/review')
  await expect(position(other)).toHaveText(/^1 of/)
  await logOut(page)
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})
