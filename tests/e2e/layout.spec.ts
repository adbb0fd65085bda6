/** How review uses the room that a window has: panes, panels, the list, and messages. */
import { putSettings } from '#contracts/settings.ts'
import { expect, type Page, test } from './fixture.ts'
import { addPerson } from './people.ts'
import { goTo, list, matter, openProject, openReview, openRow, position, shown } from './review.ts'

const windows = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox()
  if (found === null) throw new Error(`${selector} is not in view`)
  return found
}
const documentWidth = async (page: Page): Promise<number> => (await box(page, '[data-document-shown]')).width
const edge = (page: Page, of: string) => page.getByRole('separator', { name: `Width of ${of}` })
const strip = (page: Page) => page.getByRole('button', { name: 'Show the document list' })

for (const address of ['/overview/review', '/overview/inspect'])
  test(`the document keeps 480 pixels in every window, with a panel and without, at ${address}`, async ({
    desk,
  }) => {
    const page = await desk('reviewmanager')
    await page.goto(address)
    await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)
    for (const window of windows) {
      await page.setViewportSize(window)
      const away = window.width === 1024
      await expect(strip(page)).toBeVisible({ visible: away })
      await expect(list(page)).toBeVisible({ visible: !away })
      expect(await documentWidth(page)).toBeGreaterThanOrEqual(480)
      await page.getByRole('button', { name: 'Assignments' }).click()
      const panel = page.getByRole('complementary', { name: 'Assignments' })
      await expect(panel).toBeVisible()
      // It lies over the others where there is no room for it beside them; the coding is never beneath it.
      expect(await documentWidth(page)).toBeGreaterThanOrEqual(480)
      const { x, width } = await box(page, 'aside[aria-label="Assignments"]')
      expect(x + width).toBeLessThan((await box(page, '[data-testid=coding-panel]')).x)
      const overlays = window.width < 1440
      expect(await panel.evaluate((element) => getComputedStyle(element).position === 'absolute')).toBe(
        overlays,
      )
      if (overlays) {
        await panel.getByRole('button', { name: 'Close the panel' }).focus()
        await page.keyboard.press('Escape')
      } else await page.getByRole('button', { name: 'Close the panel' }).click()
      await expect(panel).toBeHidden()
    }
  })

test('where the list has no room a key and a strip bring it over the document; it goes back by itself', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  await page.setViewportSize({ width: 1024, height: 768 })
  const width = await documentWidth(page)
  await page.keyboard.press('l')
  await expect(list(page)).toBeFocused()
  // Over the document, which stays as wide as it was; the coding is not covered.
  expect(await documentWidth(page)).toBe(width)
  const over = await box(page, 'section[aria-label=Result]')
  expect(over.x + over.width).toBeLessThan((await box(page, '[data-testid=coding-panel]')).x)
  await page.keyboard.press('ArrowDown')
  await expect(position(page)).toHaveText(/^2 of/)
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeHidden()
  await expect(shown(page)).toBeFocused()
  await strip(page).click()
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search documents' })).toBeFocused()
  await page.getByTestId('coding-panel').getByRole('heading').first().click()
  await expect(list(page)).toBeHidden()
  await strip(page).click()
  await openRow(page, 0)
  await expect(list(page)).toBeHidden()
})

test('a width that somebody dragged is kept: shown as far as there is room, and as it was in a wide window', {
  tag: '@deep',
}, async ({ desk }) => {
  const page = await desk('seniorreviewer')
  const wide = (of: string, width: number) =>
    expect(edge(page, of)).toHaveAttribute('aria-valuenow', String(width))
  const to = await box(page, '[role=separator][aria-label="Width of coding"]')
  await page.mouse.move(to.x + 4, to.y + 200)
  await page.mouse.down()
  await page.mouse.move(to.x - 76, to.y + 200, { steps: 4 })
  await page.mouse.up()
  await wide('coding', 400)
  await page.setViewportSize({ width: 1280, height: 800 })
  await wide('document list', 352)
  await wide('coding', 400)
  expect(await documentWidth(page)).toBe(480)
  // As wide as it goes: the list gives way, as far as it can be read.
  await edge(page, 'coding').press('Home')
  await wide('document list', 260)
  await wide('coding', 492)
  expect(await documentWidth(page)).toBe(480)
  await page.setViewportSize({ width: 1024, height: 768 })
  await wide('coding', 468)
  expect(await documentWidth(page)).toBe(480)
  await page.setViewportSize({ width: 1440, height: 900 })
  await wide('coding', 492)
  await wide('document list', 420)
  await edge(page, 'coding').press('End')
  await wide('coding', 240)
  await wide('document list', 440)
  for (let step = 0; step < 5; step++) await edge(page, 'coding').press('ArrowLeft')
  await wide('coding', 320)
})

test('a title of the list keeps 220 pixels beside the document: the sender gives way to it', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)
  for (const { sender, ...window } of [
    { width: 1280, height: 800, sender: false },
    { width: 1440, height: 900, sender: false },
    { width: 1920, height: 1080, sender: false },
  ]) {
    await page.setViewportSize(window)
    const titles = list(page).locator('.row:not(:has(.branch)):not(:has([data-icon=attachment])) .title')
    // The panes take their places a moment after the window has.
    await expect(async () => {
      const widths = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      expect(widths.length).toBeGreaterThan(3)
      expect([window.width, Math.min(...widths) >= 220]).toEqual([window.width, true])
    }).toPass({ timeout: 10_000 })
    await expect(list(page).locator('.row .from').first()).toBeVisible({ visible: sender })
  }
})

test('the document that one goes on to has its neighbors in view', { tag: '@deep' }, async ({ desk }) => {
  const page = await desk('reviewer')
  const inView = () =>
    list(page).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const rows = [...element.querySelectorAll<HTMLElement>('[data-position]')].filter((row) => {
        const at = row.getBoundingClientRect()
        return at.top >= top - 1 && at.bottom <= bottom + 1
      })
      return rows.map((row) => Number(row.dataset.position))
    })
  const wide = (await inView()).length
  expect(wide).toBeGreaterThan(10)
  for (let step = 1; step < wide + 5; step++) {
    await list(page).press('ArrowDown')
    await expect(position(page)).toHaveText(new RegExp(`^${step + 1} of`))
    expect(await inView()).toEqual(expect.arrayContaining([step + 1, step + 2]))
  }
  for (let step = wide + 3; step > 4; step--) {
    await list(page).press('ArrowUp')
    await expect(position(page)).toHaveText(new RegExp(`^${step + 1} of`))
    expect(await inView()).toEqual(expect.arrayContaining([step - 1, step - 2]))
  }
})

/** Controls of whose middle a press would not meet them, by name; those that the rest of the page lies over are scrolled away. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const messages = document.querySelector('[aria-label=Messages]')
    return [...document.querySelectorAll<HTMLElement>('button, a, input, select, [role=separator]')]
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const there = document.elementFromPoint(x + width / 2, y + height / 2)
        return there !== null && messages?.contains(there) === true && !messages.contains(control)
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
  })

test('[toast-top-centre] [toast-full-width] [toast-newest-on-top] messages have lines of their own below the top bar and cover no control; errors stay until they are closed', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, await addPerson(server, { role: 'ProjectManager', project: matter }))
  await openProject(page)
  await goTo(page, '/overview/ProjectSetting')
  let refused = 0
  await page.route(`**${putSettings.path}*`, (route) =>
    route.request().method() === putSettings.method
      ? route.fulfill({
          status: 422,
          json: { message: `Refusal ${++refused}`, detail: '', code: 'invalid', requestId: 'r-1' },
        })
      : route.fallback(),
  )
  const region = page.getByRole('region', { name: 'Messages' })
  const toasts = region.locator('[data-toast]')
  for (const count of [1, 2]) {
    await page.locator('#main').getByRole('button', { name: 'Allow it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Allow it' }).click()
    await expect(toasts).toHaveCount(count)
  }
  await openReview(page)
  await expect(toasts).toHaveText([/Refusal 2/, /Refusal 1/])
  for (const window of windows) {
    await page.setViewportSize(window)
    const lines = await box(page, '[aria-label=Messages]')
    const bar = await box(page, 'header >> nth=0')
    expect([lines.x, lines.width, lines.y]).toEqual([0, window.width, bar.y + bar.height])
    expect((await box(page, '#main')).y).toBe(lines.y + lines.height)
    const words = await region.getByText('Refusal 2').boundingBox()
    const middle = words === null ? 0 : words.x + words.width / 2
    expect(Math.abs(middle - window.width / 2)).toBeLessThan(40)
    expect(await covered(page)).toEqual([])
    // What stands at the foot is where it was.
    const save = await page.getByRole('button', { name: 'Save and next' }).boundingBox()
    expect(save && save.y + save.height).toBeLessThan(window.height)
  }
  // Longer than any other message lives.
  await page.waitForTimeout(2_500)
  await expect(toasts).toHaveCount(2)
  await toasts.first().getByRole('button', { name: 'Close the message' }).press('Enter')
  await expect(toasts).toHaveText(/Refusal 1/)
  await page.keyboard.press('Enter')
  await expect(toasts).toHaveCount(0)
})

test('[toast-no-progress-bar] [limit-toast-2000] a message looks the same until its time is over: no bar shows how much is left', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await signIn(page, 'reviewmanager')
  await goTo(page, '/client/usersetpage')
  const toast = page.getByRole('region', { name: 'Messages' }).locator('[data-toast]')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await expect(toast).toBeVisible()
  await page.clock.pauseAt(Date.now() + 200)
  await page.mouse.move(400, 600)
  const at = await toast.screenshot()
  await page.clock.runFor(1_000)
  expect((await toast.screenshot()).equals(at)).toBe(true)
  await page.clock.runFor(1_500)
  await expect(toast).toHaveCount(0)
})
