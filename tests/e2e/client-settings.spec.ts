/** An administrator sets the client, and archives a project: nothing in it changes until it is restored. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixture.ts'
import { ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'

test('[screen-project-selection] [company-settings-by-role] [rest-any-company-info-company-admin] [rest-any-project-archive] a client administrator changes the settings, archives a project, where a change is refused, and restores it', async ({
  server,
  page,
  signIn,
}) => {
  const project = await ownProject(server, 'Closed matter')
  await signIn(page, 'clientadmin')

  await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Client settings', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add a contact' }).click()
  const contact = page.getByRole('group', { name: 'Contact 1' })
  await contact.getByRole('textbox', { name: 'Contact' }).fill('Ida Roth')
  await contact.getByRole('textbox', { name: 'E-mail address' }).fill('nowhere')
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expect(contact.getByRole('alert')).toContainText('Enter an e-mail address')
  await contact.getByRole('textbox', { name: 'E-mail address' }).fill('ida@northwind.example')
  await page.getByRole('combobox', { name: 'Ends without activity after' }).selectOption('45')
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expect(page.getByText('The client’s settings are saved')).toBeVisible()
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([])

  await goTo(page, '/client')
  await openProject(page, project.name)
  await goTo(page, '/overview/ProjectSetting')
  const dialog = page.getByRole('dialog')
  const renamed = `${project.name}, renamed`
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(renamed)
  await dialog.getByRole('button', { name: 'Rename it' }).click()
  await expect(page.getByRole('link', { name: `Back to ${renamed}` })).toBeVisible()
  await page.getByRole('button', { name: 'Archive the project' }).click()
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByTestId('archive-bar')).toContainText('is archived')
  await expect(page.getByRole('button', { name: 'Change the time zone' })).toHaveCount(0)
  // Who is in it is still to be seen, and not to be changed.
  await expect(page.getByRole('table', { name: 'People of the project' })).toContainText('Carla Mendes')
  await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(0)
  // Whoever asks all the same is refused, with one sentence.
  const refused = await page.evaluate(async (projectId) => {
    const cookie = (name: string) => document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
    const { token } = await (await fetch('/rest/token')).json()
    const xsrf = decodeURIComponent(cookie('XSRF-TOKEN')?.slice('XSRF-TOKEN='.length) ?? '')
    const answer = await fetch('/rest/project/custodian', {
      method: 'POST',
      headers: {
        ...{ 'Access-Token': token, 'X-XSRF-TOKEN': xsrf, projectId: String(projectId) },
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'Late' }),
    })
    return { status: answer.status, message: (await answer.json()).message as string }
  }, project.projectId)
  expect(refused.status).toBe(409)
  expect(refused.message).toContain('This project is archived: it can be read and not changed.')
  await goTo(page, '/client')
  await expect(page.getByRole('table', { name: /^Archived projects/ })).toContainText(renamed)
  await goTo(page, '/project/ClientSetting/report')
  await expect(page.getByRole('table', { name: /^Projects in / })).toContainText(renamed)
  await expect(page.getByTestId('archive-bar')).toHaveCount(0)
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([])

  await goTo(page, '/overview/ProjectSetting')
  await page.getByRole('button', { name: 'Restore the project' }).click()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByTestId('archive-bar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change the time zone' })).toBeVisible()
})
