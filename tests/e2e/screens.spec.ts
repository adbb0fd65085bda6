/** Every screen: for those who cannot see it well, on a small window, and when something fails. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, signIn, test } from './fixture.ts'
import { goTo, matter, openProject, openReview } from './review.ts'

/** One address of each screen, and what shows that it is there whole. */
const screens: readonly (readonly [string, string])[] = [
  ['/client', 'Clients and projects'],
  ['/client/client-jobs', "Client's jobs"],
  ['/client/SystemSetting', 'System settings'],
  ['/project', 'Northwind Energy'],
  ['/project/ClientSetting', 'Client settings'],
  ['/project/allJobs', 'Jobs'],
  ['/overview', matter],
  ['/overview/collect', 'Collect'],
  ['/overview/process', 'Process'],
  ['/overview/eda', 'Early data assessment'],
  ['/overview/filter', 'Filter'],
  ['/overview/analysis', 'Analysis'],
  ['/overview/datahub', 'Data hub'],
  ['/overview/produce', 'Produce'],
  ['/overview/promoexpo', 'Promote and export'],
  ['/overview/ProjectSetting', 'Project settings'],
  ['/overview/usersetpage', 'Your settings'],
  ['/overview/contactsupport', 'Contact support'],
]

async function whole(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** What axe finds that keeps people from using the screen. */
async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  if (theme === 'dark') await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.classList.contains('dark')))
    .toBe(theme === 'dark')
}

for (const theme of ['light', 'dark'] as const)
  test(`nothing on any screen keeps somebody out, in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(150_000)
    const found: string[] = []
    const look = async (where: string) => {
      for (const barrier of await barriers(page)) found.push(`${where} — ${barrier}`)
    }
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
    if (theme === 'light') await look('/')
    await signIn(page, 'systemadmin')
    await chooseTheme(page, theme)
    await openProject(page)
    for (const [address, heading] of screens)
      await test.step(address, async () => {
        await goTo(page, address)
        await whole(page, heading)
        await look(address)
      })
    await goTo(page, '/overview')
    await openReview(page)
    for (const pane of ['Text', 'Metadata', 'History', 'Document']) {
      await page.getByRole('tab', { name: pane }).click()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await look(`/overview/review, ${pane}`)
    }
    await goTo(page, '/overview/eventlog')
    await expect(page.getByRole('tree', { name: 'Events' })).toBeVisible()
    await look('/overview/eventlog')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('palette')
    await page.keyboard.press('Escape')
    // The theme of this person is kept: others' tests begin as they expect.
    if (theme === 'dark') {
      await page.getByRole('button', { name: 'Light theme' }).click()
      await expect(page.getByRole('button', { name: 'Dark theme' })).toBeVisible()
    }
    expect(found).toEqual([])
  })

test('every screen fits a window of 600 pixels without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 })
  await page.goto('/')
  const overhang = () =>
    page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth)
  const main = () =>
    page.evaluate(() => {
      const element = document.getElementById('main')
      return element === null ? 0 : element.scrollWidth - element.clientWidth
    })
  expect(await overhang()).toBe(0)
  await signIn(page, 'systemadmin')
  await openProject(page)
  const wide: string[] = []
  for (const [address, heading] of screens) {
    await goTo(page, address)
    await whole(page, heading)
    if ((await overhang()) > 0 || (await main()) > 0) wide.push(address)
  }
  expect(wide).toEqual([])
})

test('[msg-route-failure] [msg-chunk-load-failed] a screen whose code cannot be fetched says so in the words of the product, and the rest goes on', async ({
  page,
}) => {
  await signIn(page, 'litigationsupport')
  await openProject(page)
  await page.route(/\/assets\/collect-screen[^/]*\.js/, (route) => route.abort())
  await goTo(page, '/overview/collect')
  const alert = page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' })
  await expect(alert.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(alert).toContainText(
    /Failed to load http:\/\/127\.0\.0\.1:\d+\/assets\/collect-screen[^ ]*\.js/,
  )
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: matter, level: 1 })).toBeVisible()
  await page.unroute(/\/assets\/collect-screen[^/]*\.js/)
  await goTo(page, '/overview/collect')
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('heading', { name: 'Collect', level: 1 })).toBeVisible()
})

test('all that can be done is found with Ctrl+K, and ? shows the keys of the screen', async ({ page }) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('review')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/overview\/review$/)
  await expect(page.getByTestId('position')).toHaveText(/^1 of/)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys of this screen' })
  for (const label of ['Next document', 'Save and next', 'Undo'])
    await expect(keys.getByText(label, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
})
