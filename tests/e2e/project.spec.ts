/** A matter of one's own: on the client home, and on the command line. */
import { listProjects } from '#contracts/company.ts'
import { Api, expect, type Page, signIn, test } from './fixture.ts'
import { letter } from './mail.ts'
import { enterPassword, sampleCompany } from './people.ts'
import { field, foot, goTo, openReview, shown, status } from './review.ts'
import { makeSource, pickFiles, upload } from './sources.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New project' })

test('a client administrator starts a project, brings a message in, and reads it', async ({
  page,
  server,
}) => {
  await signIn(page, 'clientadmin')
  await page.getByRole('button', { name: 'New project' }).first().click()
  const start = dialog(page).getByRole('button', { name: 'Start the project' })
  await start.click()
  await expect(dialog(page).getByText('Give the project a name of up to 100 characters.')).toBeVisible()
  await expect(dialog(page).getByText('Use 1 to 20 letters, figures, or the signs _ . -')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Whitcomb arbitration')
  await dialog(page).getByLabel('Control-number prefix').fill('not a prefix!')
  await start.click()
  await expect(dialog(page).getByText('Use 1 to 20 letters, figures, or the signs _ . -')).toBeVisible()
  await dialog(page).getByLabel('Control-number prefix').fill('WHIT-')
  await expect(dialog(page).getByText('WHIT-00000001')).toBeVisible()
  await dialog(page).getByLabel('Time zone').selectOption('America/Denver')
  await start.click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { name: 'Whitcomb arbitration', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  const api = await Api.signIn(server.url, 'clientadmin')
  const { data } = await api.call(listProjects)
  expect(data.find(({ projectName }) => projectName === 'Whitcomb arbitration')).toMatchObject({
    prefix: 'WHIT-',
    documentCount: 0,
  })

  await goTo(page, '/overview/collect')
  await makeSource(page, 'Mailbox', 'Whitcomb, Dale')
  await pickFiles(page).setInputFiles([
    {
      name: 'message.eml',
      mimeType: 'message/rfc822',
      buffer: Buffer.from(
        letter({ id: 'own-1', subject: 'The torque log', text: 'The log is in the doghouse.' }),
      ),
    },
  ])
  await upload(page).click()
  await expect(
    page.getByRole('table', { name: 'Jobs of the project' }).getByRole('row', { name: 'message.eml' }),
  ).toContainText('Completed', { timeout: 20_000 })
  await openReview(page)
  await expect(foot(page)).toContainText('1 document ')
  await expect(shown(page)).toContainText('WHIT-00000001')
  await expect(page.getByTestId('text-body')).toContainText('The log is in the doghouse.')
  // It can be coded from the first day.
  await expect(field(page, 'Responsive').getByRole('radio').first()).toBeEnabled()
  await page.keyboard.press('c')
  await page.keyboard.press('1')
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveText('Saved')
  await expect(
    field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true }),
  ).toBeChecked()
})

test('a project that cannot be started says why, and what was typed stays', async ({ page }) => {
  await signIn(page, 'clientadmin')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await dialog(page).getByLabel('Name').fill('Harmon 14-2 and Larkspur')
  await dialog(page).getByLabel('Control-number prefix').fill('NW')
  await dialog(page).getByRole('button', { name: 'Start the project' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(/project of that name/)
  const name = dialog(page).getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Harmon 14-2 and Larkspur')
  // The name is free, the prefix is not: it is said where it is to be mended.
  await name.fill('Larkspur alone')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText(/uses that prefix/)
  await expect(dialog(page).getByLabel('Control-number prefix')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('a reviewer is not offered to start a project', async ({ page }) => {
  await signIn(page, 'reviewer')
  await expect(page.getByRole('cell', { name: /^Harmon/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New project' })).toHaveCount(0)
  // What is not one's own is not there.
  await expect(page.getByRole('heading', { level: 2, name: sampleCompany })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
})

test('company, project and user are added on the command line, and the user signs in with the first password', {
  tag: '@deep',
}, async ({ page, server }) => {
  const add = async (...words: string[]) => {
    const { code, out, err } = await server.affiant(words)
    expect(err).not.toContain('Usage')
    expect(code).toBe(0)
    return out
  }
  expect(await add('company', 'add', 'Southwind Legal')).toMatch(/^Added company \d+: Southwind Legal/)
  expect(
    await add(
      ...['project', 'add', 'Pipeline dispute', '--company', 'Southwind Legal'],
      ...['--prefix', 'SW', '--time-zone', 'Europe/Berlin'],
    ),
  ).toMatch(/^Added project \d+: Pipeline dispute/)
  const out = await add(
    ...['user', 'add', 'vera@southwind.example', '--name', 'Vera Lund', '--role', 'ReviewManager'],
    ...['--project', 'Pipeline dispute', '--project-role', 'ReviewManager'],
  )
  const password = /First password: (.+)/.exec(out)?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(12)

  await page.goto('/')
  await enterPassword(page, 'vera@southwind.example', password)
  await page.getByRole('button', { name: 'I accept these terms' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Southwind Legal' })).toBeVisible()
  await expect(page.getByText(sampleCompany)).toHaveCount(0)
  await page.getByRole('cell', { name: /^Pipeline dispute/ }).click()
  await expect(page.getByRole('heading', { name: 'Pipeline dispute', level: 1 })).toBeVisible()
  // The projects of others are not there at all.
  const api = await Api.signIn(server.url, 'vera@southwind.example', { password })
  expect((await api.call(listProjects)).data.map(({ projectName }) => projectName)).toEqual([
    'Pipeline dispute',
  ])
})
