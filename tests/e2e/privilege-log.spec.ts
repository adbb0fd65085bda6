/** The privilege log by the keyboard: what is coded privileged is described, kept as a version, handed over, and compared. */
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { code } from './coded.ts'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, openReview, shownId } from './review.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
const part = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Parts of the privilege log' })
    .getByRole('link', { name })
    .press('Enter')

async function hasNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('#main').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('[route-overview-privilege-log] what is coded privileged is described, kept, handed over and compared', async ({
  server,
  page,
  signIn,
}) => {
  test.setTimeout(90_000)
  const project = await ownProject(server, 'Privileged')
  const box = Array.from({ length: 3 }, (_, at) => ({ id: `privileged-${at}`, subject: `Letter ${at}` }))
  await bringIn(project, 'box.mbox', mbox(box))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  const first = await shownId(page)
  for (const id of [first, first + 1])
    await code(project.api, id, 'Privilege', 'Attorney-client', 0, project.name)

  await goTo(page, '/overview/privilege-log')
  await expect(page.getByRole('heading', { name: 'Nothing is on the privilege log' })).toBeVisible()
  await page.getByRole('link', { name: 'Say what is privileged' }).press('Enter')
  await page.getByLabel('Documents that this search finds').fill('Privilege:"Attorney-client"')
  await expect(page.getByText('Finds 2 documents of the project.')).toBeVisible()
  await page.getByLabel('Who is a lawyer').fill('ines@e2e.example')
  await hasNoBarriers(page)
  await press(page, 'Save')
  await expect(page.getByRole('status').filter({ hasText: 'Saved by' })).toBeVisible()

  await part(page, 'Log')
  const grid = page.getByRole('grid', { name: 'Privilege log' })
  await expect(grid.getByRole('row')).toHaveCount(3)
  await expect(grid).toContainText('Ines Duarte*')
  const basis = grid.getByRole('gridcell', { name: 'To write' }).first()
  await basis.click()
  await page.keyboard.type('att')
  await expect(page.getByRole('option', { name: 'Attorney-client privilege' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Advice on the merger')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'To describe 1' })).toBeVisible()
  await page.getByLabel('Choose all rows of this page').check()
  await press(page, 'Write into chosen rows')
  await dialog(page).getByLabel('Basis').fill('Attorney work product')
  await dialog(page).getByLabel('Description').fill('Notes of counsel')
  await page.keyboard.press('Enter')
  await expect(grid.getByText('Notes of counsel')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'To describe 0' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(grid.getByText('Advice on the merger')).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(grid.getByText('Notes of counsel')).toHaveCount(2)
  await hasNoBarriers(page)

  await part(page, 'Versions')
  await press(page, 'Make a version')
  await dialog(page).getByLabel('Name').fill('First log')
  await page.keyboard.press('Enter')
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions.getByRole('row', { name: /First log/ })).toContainText('2')
  await hasNoBarriers(page)
  await press(page, 'Download First log')
  await dialog(page).getByLabel('CSV').check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Download' }).press('Enter'),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.match(/Notes of counsel/g)).toHaveLength(2)
  await page.keyboard.press('Escape')

  await part(page, 'Log')
  await grid.getByText('Notes of counsel').first().click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Draft of counsel')
  await page.keyboard.press('Enter')
  await expect(grid.getByText('Draft of counsel')).toBeVisible()
  await part(page, 'Versions')
  await versions.getByRole('link', { name: 'Compare with now' }).press('Enter')
  const differs = page.getByRole('table', { name: 'What differs' })
  await expect(differs.getByRole('row')).toHaveCount(2)
  await expect(differs).toContainText('Notes of counsel Draft of counsel')
  await hasNoBarriers(page)

  await part(page, 'Gaps')
  await expect(
    page.getByRole('link', { name: 'Open in review: On the log, and in no production' }),
  ).toBeVisible()
  await hasNoBarriers(page)
  await part(page, 'By category')
  await expect(page.getByRole('table', { name: 'Categories' })).toContainText('Attorney work product')
  await hasNoBarriers(page)
})
