/** Every screen: for those who cannot see it well, on a small window, and when something fails. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, signIn, test } from './fixture.ts'
import { goTo, matter, openProject } from './review.ts'
import { everywhere, review, walks, wear, wears } from './walks.ts'

// Walks know nothing of each other: they share the machine.
test.describe.configure({ mode: 'parallel' })

/** A walk stops some thirty times. */
const patience = 240_000

/**
 * What axe finds that keeps people from using what is to be seen; by these rules alone where some are named. Only a page
 * with frames needs axe's way through all of them, which opens a window of its own each time and takes twice as long.
 */
async function barriers(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      ...(rules.length === 0 ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
    })
    .setLegacyMode(page.frames().length === 1)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What is wider than its window: the page itself, and the screen in it. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.getElementById('main')].map((element) =>
        element === null ? 0 : element.scrollWidth - element.clientWidth,
      ),
    ),
  )

/** What is left of it once nothing moves any more: panes slide to their place. */
async function settledOverhang(page: Page): Promise<number> {
  await page
    .waitForFunction(() => document.getAnimations().length === 0, null, { timeout: 5_000 })
    .catch(() => null)
  await expect
    .poll(() => overhang(page), { timeout: 3_000 })
    .toBe(0)
    .catch(() => null)
  return overhang(page)
}

/** Looks wherever the walk stops; answers all that was found. */
async function along(
  stops: AsyncGenerator<{ readonly name: string; readonly page: Page }>,
  look: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { name, page } of stops)
    for (const one of await test.step(name, () => look(page)))
      found.push(`${name}, ${new URL(page.url()).pathname} — ${one}`)
  return found
}

/** What is not a matter of colour is in the dark as it is in the light. */
const colours = ['color-contrast', 'link-in-text-block']

/** Looks at the same screen in the dark: nothing but the theme's class tells the two apart. */
async function inTheDark(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const turned = await page.evaluate(() => {
    // What fades from one colour to another would be judged in between.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    return document.documentElement.classList.replace('light', 'dark')
  })
  if (!turned) return ['it wears no theme']
  try {
    return (await look()).map((one) => `in the dark, ${one}`)
  } finally {
    await page.evaluate(() => {
      document.documentElement.classList.replace('dark', 'light')
      document.adoptedStyleSheets.pop()
    })
  }
}

/** Along the walks that take minutes, screens are looked at in the deep run. */
const tagOf = (walk: string): string[] => (walk === 'the pages that anybody sees' ? [] : ['@deep'])

/** Screens that are others on a small window, or that are small themselves: they are walked through there, too. */
const ownInNarrow: ReadonlySet<string> = new Set([
  'the pages that anybody sees',
  'what opens over a screen',
  'finding, reading and coding',
  'many documents at once, and work without the network',
])
const narrow = { width: 600, height: 900 }

/** The same screen in a window of 600 pixels. */
async function inNarrow(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize(narrow)
  try {
    return (await settledOverhang(page)) > 0 ? ['does not fit into 600 pixels'] : []
  } finally {
    await page.setViewportSize(size)
  }
}

test.describe('in the light theme, in the dark one and in a small window', () => {
  for (const [of, walk] of Object.entries(walks))
    test(`nothing keeps anybody out of ${of}`, { tag: tagOf(of) }, async ({ page, server }) => {
      test.setTimeout(patience)
      const found = await along(walk(page, server), async (seen) => [
        ...(await barriers(seen)),
        ...(await inTheDark(seen, () => barriers(seen, colours))),
        ...(ownInNarrow.has(of) ? [] : await inNarrow(seen)),
      ])
      expect(found).toEqual([])
    })

  test('the dark one is worn from the sign-in on, wherever a reviewer goes, and keeps nobody out', {
    tag: '@deep',
  }, async ({ page, context, server }) => {
    test.setTimeout(patience)
    await wear(context, 'dark')
    const found = await along(everywhere('reviewer')(page, server), async (seen) => [
      ...((await wears(seen, 'dark')) ? [] : ['is not dark']),
      ...(await barriers(seen)),
    ])
    expect(found).toEqual([])
  })
})

test.describe('in a window of 600 pixels', () => {
  test.use({ viewport: narrow })
  for (const [of, walk] of Object.entries(walks).filter(([name]) => ownInNarrow.has(name)))
    test(`nothing has to be scrolled sideways in ${of}`, { tag: tagOf(of) }, async ({ page, server }) => {
      test.setTimeout(patience)
      const found = await along(walk(page, server), async (seen) => [
        ...((await settledOverhang(seen)) > 0 ? ['does not fit'] : []),
        // Review is another screen there: one pane at a time.
        ...(walk === review ? await barriers(seen) : []),
      ])
      expect(found).toEqual([])
    })
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
