/** Walls from both sides: who sets them up sees what they mean, and who is behind one sees a part as if it were all. */
import AxeBuilder from '@axe-core/playwright'
import type { Browser } from 'playwright/test'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson, signIn as signInAs } from './people.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, list, openProject, openReview, search } from './review.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Walls' })

async function setUp(page: Page, project: OwnProject): Promise<void> {
  await openProject(page, project.name)
  await goTo(page, '/overview/ProjectSetting')
  await expect(page.getByRole('heading', { name: 'Project settings' })).toBeVisible()
}

/** Another person's window. */
async function windowOf(browser: Browser, url: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signInAs(page, email)
  return page
}

test('a manager puts up a wall with the keyboard, and a reviewer behind it finds only their part, at the next request', async ({
  server,
  page,
  browser,
  signIn,
}) => {
  const project = await ownProject(server, 'Walls')
  const letters = (whose: string) =>
    mbox([0, 1, 2].map((n) => ({ id: `${whose}-${n}`, subject: `${whose} ${n}`, text: 'About the tunnel.' })))
  await bringIn(project, 'open.mbox', letters('Open'), 'Duarte, Ines')
  await bringIn(project, 'secret.mbox', letters('Secret'), 'Ferro, Luca')
  const reviewer = await addPerson(server, { role: 'Reviewer', project: project.name })

  const other = await windowOf(browser, server.url, reviewer)
  await openProject(other, project.name)
  await openReview(other)
  await search(other, 'tunnel')
  await expect(list(other).getByRole('option')).toHaveCount(6)

  await signIn(page, 'clientadmin')
  await setUp(page, project)
  await page.getByRole('button', { name: 'Set up walls' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Add a group' }).press('Enter')
  await dialog(page)
    .getByRole('textbox', { name: /^Group/ })
    .fill('Case team')
  // The reviewer sees one custodian; the administrator would see none, and is asked for that.
  await dialog(page).getByRole('checkbox', { name: 'Nora Quist' }).click()
  await dialog(page).getByRole('combobox', { name: 'Ferro, Luca: Case team' }).selectOption('closed')
  const meaning = dialog(page).getByRole('table', { name: 'What each person would see' })
  await expect(meaning.getByRole('row').filter({ hasText: 'Carla Mendes' })).toContainText('6')
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
  await dialog(page)
    .getByRole('checkbox', { name: /I want that/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Securable groups' })).toContainText('Case team')

  // The open window asks again, and what it finds is the part.
  await search(other, 'tunnel OR mine')
  await expect(list(other).getByRole('option')).toHaveCount(3)
  await search(other, 'Subject:Secret')
  await expect(list(other).getByRole('option')).toHaveCount(0)
  await other.context().close()

  // Who set it up looks at the project as the reviewer does; the administrator is behind the wall as well.
  await page.getByRole('link', { name: 'See as…' }).click()
  await page.getByLabel('Person').selectOption({ label: 'Nora Quist (Reviewer)' })
  const parts = page.getByRole('table', { name: 'What they see by custodian and source' })
  await expect(parts.getByRole('row').filter({ hasText: 'Ferro, Luca' })).toContainText('03')
  await expect(parts.getByRole('row').filter({ hasText: 'Duarte, Ines' })).toContainText('33')
  await expect(page.getByText('this person sees some that the walls close to you')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})
