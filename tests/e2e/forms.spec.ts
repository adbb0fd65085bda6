/** Building a coding form on its screen, and coding with it. */
import AxeBuilder from '@axe-core/playwright'
import { listManagedForms } from '#contracts/form-builder.ts'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, openProject, openReview } from './review.ts'

const path = '/overview/ProjectSetting/coding-forms'
const outline = (page: Page) => page.getByRole('list', { name: 'Sections and fields' })
const rows = (page: Page) => outline(page).locator('.name')
const barriers = async (page: Page) =>
  (await new AxeBuilder({ page }).include('main').analyze()).violations.map(({ id, nodes }) => [
    id,
    nodes[0]?.html,
  ])

test.describe('coding forms', () => {
  let project: OwnProject
  test.beforeEach(async ({ server, page, signIn }) => {
    project = await ownProject(server, 'Forms')
    const box = Array.from({ length: 3 }, (_, n) => ({ id: `form-${n}`, subject: `Letter ${n}` }))
    await bringIn(project, 'box.mbox', mbox(box))
    await signIn(page, 'clientadmin')
    await openProject(page, project.name)
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: 'Coding forms' })).toBeVisible()
  })

  test('building a form and coding with it: by mouse and keyboard, kept over a reload, with versions', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.getByRole('button', { name: 'New form' }).first().click()
    await page.getByLabel('Name of the form').fill('Issue review')
    await outline(page).getByRole('button').first().click()
    await page.getByLabel('Name of the section').fill('Issues')
    await page.getByRole('button', { name: 'New field' }).click()
    await expect(page.getByLabel('Name of the field')).toBeFocused()
    await page.keyboard.type('Breach')
    await page.getByLabel('Choice 1', { exact: true }).fill('Clear')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Choice 2', { exact: true })).toBeFocused()
    await page.keyboard.type('Doubtful')
    await page.getByLabel('Key of choice 2').selectOption('7')
    await page.getByLabel('Color of choice 2').selectOption('orange')
    await page.getByLabel('Help text').fill('Of the lease, clause 4.')
    await page.getByLabel('Required').click()
    await expect(page.getByLabel('Required')).toBeChecked()
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page.getByLabel('Name of the section').fill('More')
    await page.getByRole('button', { name: 'New field' }).click()
    await page.getByLabel('Name of the field').fill('Remark')
    await page.getByLabel('Type').selectOption({ label: 'Short text' })
    await expect(rows(page)).toHaveText(['Issues', 'Breach', 'More', 'Remark'])

    // It is kept over a reload, and told of.
    await page.reload()
    await expect(page.getByText(/Your changes of .* are kept here/)).toBeVisible()
    await expect(rows(page)).toHaveText(['Issues', 'Breach', 'More', 'Remark'])
    // By the keyboard into the other section, undone, and by the mouse.
    await outline(page)
      .getByRole('button', { name: /Remark/ })
      .focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rows(page)).toHaveText(['Issues', 'Breach', 'Remark', 'More'])
    await page.keyboard.press('Control+z')
    await expect(rows(page)).toHaveText(['Issues', 'Breach', 'More', 'Remark'])
    await outline(page)
      .getByRole('button', { name: /Remark/ })
      .dragTo(outline(page).getByRole('button', { name: /Breach/ }))
    await expect(rows(page)).toHaveText(['Issues', 'Remark', 'Breach', 'More'])
    await outline(page)
      .getByRole('button', { name: /Breach/ })
      .click()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Of the lease, clause 4.')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const table = page.getByRole('table', { name: 'Coding forms' })
    await expect(table.getByRole('row', { name: /Issue review/ })).toContainText('Version 1')
    expect(await barriers(page)).toEqual([])

    // Coding with it: the key that it was given chooses.
    await openReview(page)
    await page.getByLabel('Coding form', { exact: true }).selectOption({ label: 'Issue review' })
    const panel = page.getByTestId('coding-panel')
    await expect(panel).toContainText('Of the lease, clause 4.')
    await panel.getByRole('radio', { name: 'Clear' }).focus()
    await page.keyboard.press('7')
    await expect(panel.getByRole('radio', { name: 'Doubtful' })).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByRole('radio', { name: 'Doubtful' })).not.toBeChecked()

    // What is coded and would lack a value is told of before the save, and stays as it was coded.
    await goTo(page, path)
    await page.getByRole('button', { name: 'Edit Issue review' }).click()
    await outline(page)
      .getByRole('button', { name: /Remark/ })
      .click()
    await page.getByLabel('Required').click()
    await expect(page.getByLabel('Required')).toBeChecked()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 document')
    await expect(dialog).toContainText('would lack a value of Remark')
    await dialog.getByRole('button', { name: 'Save all the same' }).click()
    await table.getByRole('link', { name: /^Version 2 ?of Issue review/ }).click()
    const versions = page.getByRole('table', { name: 'Versions' })
    await expect(versions.getByRole('row', { name: /^2/ })).toContainText('Remark: now required')
    await expect(versions.getByRole('row', { name: /^1/ })).toContainText('1')
    await page.getByRole('button', { name: 'Show version 1' }).click()
    await expect(page.getByRole('region', { name: 'How version 1 looked' })).toContainText('Remark')
    expect(await barriers(page)).toEqual([])
    const { data } = await project.api.call(listManagedForms, { project: project.projectId })
    expect(data.find(({ name }) => name === 'Issue review')).toMatchObject({ version: 2, fields: 2 })
  })
})
