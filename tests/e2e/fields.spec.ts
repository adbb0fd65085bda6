/** The settings of a project, its custom fields, and values and custom ids that come from files. */
import AxeBuilder from '@axe-core/playwright'
import { listCustomFields } from '#contracts/fields.ts'
import { listCustomIds } from '#contracts/overlay.ts'
import { getSettings } from '#contracts/settings.ts'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'

const letters = 6

const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Looks at a file that gives what is named. */
async function look(page: Page, gives: string, lines: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await dialog(page)
    .getByLabel('File')
    .setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await dialog(page).getByLabel('What it gives').selectOption({ label: gives })
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
}

test.describe('the settings of a project', () => {
  let project: OwnProject
  test.beforeEach(async ({ server, page, signIn }) => {
    project = await ownProject(server, 'Fields')
    const box = Array.from({ length: letters }, (_, n) => ({ id: `field-${n}`, subject: `Letter ${n}` }))
    await bringIn(project, 'box.mbox', mbox(box))
    await signIn(page, 'clientadmin')
    await openProject(page, project.name)
    await goTo(page, '/overview/ProjectSetting')
    await expect(page.getByRole('heading', { name: 'Project settings' })).toBeVisible()
  })

  test('[rest-any-project-field] [rest-any-project-doc-bulk-metadata] a field is made, a file is looked at before it fills it, and is taken back as one step', async ({
    page,
  }) => {
    const rows = await project.api.search(project.projectId)
    const controls = rows.map(({ controlNumber }) => controlNumber)
    const field = async () => {
      const { data } = await project.api.call(listCustomFields, { project: project.projectId })
      return data.find(({ name }) => name === 'Shelf')
    }

    // By the keyboard alone.
    await page.getByRole('button', { name: 'Add a field' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Shelf')
    await dialog(page).getByLabel('Type').selectOption({ label: 'Integer' })
    await dialog(page).getByLabel('Name').press('Enter')
    const fields = page.getByRole('table', { name: 'Custom fields' })
    await expect(fields.getByRole('row').filter({ hasText: 'Shelf' })).toContainText('Integer')
    expect(await field()).toMatchObject({ queryName: 'Shelf', typeId: 2, documents: 0 })

    await look(page, 'Values of custom fields', [
      'Control_Number,Shelf,Drawer',
      `${controls[0]},3,a`,
      `${controls[1]},4,b`,
      `${controls[2]},many,c`,
      `${controls[3]?.replace(/\d{8}$/, '99999999')},5,d`,
    ])
    const faults = page.getByRole('table', { name: 'Faults of the file' })
    await expect(faults.getByRole('row').filter({ hasText: 'Finds no document' })).toContainText('5')
    await expect(faults.getByRole('row').filter({ hasText: 'does not fit its field' })).toContainText('4')
    await expect(page.getByRole('table', { name: 'Columns of the file' })).toContainText('Nothing')
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    // Nothing has been written by looking at it.
    expect((await field())?.documents).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'All faults as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    await page.getByRole('button', { name: 'Load 2 values' }).click()
    const loaded = section(page, 'Overlay from file')
    await expect(loaded).toContainText('2 values written into 2 documents')
    await expect(fields.getByRole('row').filter({ hasText: 'Shelf' })).toContainText('2')
    expect((await field())?.documents).toBe(2)

    await loaded.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await field())?.documents).toBe(0)
    await loaded.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByRole('table', { name: 'What was done' }).getByRole('row')).toHaveCount(3)
  })

  test('[rest-any-project-custom-id] [entity-custom-id] custom ids come from a file; another document that has one keeps it', async ({
    page,
  }) => {
    const rows = await project.api.search(project.projectId)
    const [first, second, third] = rows.map(({ controlNumber }) => controlNumber)
    const ids = async () =>
      (await project.api.call(listCustomIds, { project: project.projectId })).data.map(
        ({ controlNumber, customId }) => [controlNumber, customId],
      )
    await look(page, 'Custom ids', ['Control_Number,Custom_Id', `${first},C-1`, `${second},C-2`])
    await page.getByRole('button', { name: 'Load 2 values' }).click()
    await expect(section(page, 'Overlay from file')).toContainText('2 values written into 2 documents')
    expect(new Map((await ids()).map(([control, id]) => [control, id]))).toEqual(
      new Map([
        [first, 'C-1'],
        [second, 'C-2'],
      ]),
    )
    await look(page, 'Custom ids', ['Control_Number,Custom_Id', `${third},C-1`])
    await expect(page.getByRole('table', { name: 'Faults of the file' })).toContainText(
      'Another document has this custom id',
    )
    await expect(page.getByRole('button', { name: 'Load 0 values' })).toBeDisabled()
  })

  test('[rest-put-project-settings] the time zone and the leave to send documents are changed, and stay so', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Change the time zone' }).click()
    await dialog(page).getByLabel('Time zone').selectOption('Europe/Zurich')
    await dialog(page).getByRole('button', { name: 'Change it' }).click()
    await expect(section(page, 'Settings')).toContainText('Europe/Zurich')
    await page.getByRole('button', { name: 'Allow it' }).click()
    await dialog(page).getByRole('button', { name: 'Allow it' }).click()
    await expect(page.getByRole('button', { name: 'Stop allowing it' })).toBeVisible()
    await page.reload()
    await expect(section(page, 'Settings')).toContainText('Europe/Zurich')
    const now = await project.api.call(getSettings, { project: project.projectId })
    expect(now).toMatchObject({ timeZone: 'Europe/Zurich', aiSendingAllowed: true })
  })
})
