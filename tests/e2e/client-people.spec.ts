/** People of a client, without a terminal: from an invitation to the first coded document, and keeping who is there. */
import AxeBuilder from '@axe-core/playwright'
import { invitationSecret } from '../server/mail-files.ts'
import { expect, type Page, test } from './fixture.ts'
import { letter } from './mail.ts'
import { addPerson, enterPassword } from './people.ts'
import { ownProject } from './projects.ts'
import { field, goTo, openProject, openReview, status } from './review.ts'
import { makeSource, pickFiles, upload } from './sources.ts'

const people = (page: Page) => page.getByRole('table', { name: 'People of the client' })

async function openPeople(page: Page): Promise<void> {
  await page.goto('/project/ClientSetting/people')
  await expect(people(page)).toBeVisible()
}

test('[route-account-invited] [screen-user-invitation] [screen-user-management] an administrator invites a project manager, who sets up, signs in and codes the first document', async ({
  server,
  page,
  another,
  signIn,
}) => {
  test.setTimeout(180_000)
  const project = await ownProject(server, 'First matter')
  await signIn(page, 'clientadmin')
  await openPeople(page)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const email = `ida-${process.pid}@firm.example`
  await dialog
    .getByLabel('People', { exact: true })
    .fill(`${email}, Ida Roth\n=cmd|calc\nclientadmin@northwind.example`)
  await dialog.getByLabel('Project', { exact: true }).selectOption({ label: project.name })
  await dialog.getByLabel('Role in the project').selectOption({ label: 'Project manager' })
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  const lines = dialog.getByRole('table', { name: 'What becomes of each line' })
  await expect(lines.getByRole('row').filter({ hasText: '=cmd' })).toContainText('Is no e-mail address')
  await expect(lines.getByRole('row').filter({ hasText: 'clientadmin@' })).toContainText('Is yourself')
  await expect(lines.getByRole('row').filter({ hasText: email })).toContainText('Will be invited')
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(dialog).toBeHidden()
  await expect(people(page).getByRole('row').filter({ hasText: 'Ida Roth' })).toContainText('invit')

  let secret = ''
  await expect
    .poll(async () => {
      secret = await invitationSecret(server.data, email).catch(() => '')
      return secret.length
    })
    .toBeGreaterThan(16)
  const ida = await another()
  await ida.goto(`/account-invited.html#${secret}`)
  await expect(ida.getByRole('heading', { name: 'Welcome to Northwind Energy' })).toBeVisible()
  await expect(ida.getByLabel('Your name')).toHaveValue('Ida Roth')
  expect((await new AxeBuilder({ page: ida }).analyze()).violations).toEqual([])
  const password = 'tangerine-otter-pavement-38'
  await ida.getByLabel('New password').fill(password)
  await ida.getByLabel('Once more').fill(password)
  await ida.getByRole('button', { name: 'Set up the account' }).click()
  await ida.getByRole('button', { name: 'I accept these terms' }).click()
  await expect(ida.getByRole('heading', { name: 'Clients and projects' })).toBeVisible()

  await openProject(ida, project.name)
  await goTo(ida, '/overview/collect')
  await makeSource(ida, 'Duarte mailbox', 'Duarte, Ines')
  const mail = letter({ id: 'first-1', subject: 'The first letter', text: 'About the tunnel.' })
  await pickFiles(ida).setInputFiles([
    { name: 'first.eml', mimeType: 'message/rfc822', buffer: Buffer.from(mail) },
  ])
  await upload(ida).click()
  await expect.poll(() => project.api.count(project.projectId), { timeout: 60_000 }).toBeGreaterThan(0)
  await openReview(ida)
  await field(ida, 'Responsive').getByText('Responsive', { exact: true }).last().click()
  await ida.keyboard.press('Control+s')
  await expect(status(ida)).toHaveText('Saved')

  // Whoever manages the project lets in the next one.
  await goTo(ida, '/overview/ProjectSetting')
  await ida.getByRole('button', { name: 'Invite somebody new' }).click()
  const next = ida.getByRole('dialog', { name: 'Invite somebody new' })
  await next.getByLabel(/^E-mail/).fill(email)
  await next.getByRole('button', { name: 'Invite' }).click()
  await expect(next.getByText('This is your own address.')).toBeVisible()
  await next.getByLabel(/^E-mail/).fill(`next-${email}`)
  await next.getByRole('button', { name: 'Invite' }).click()
  await expect(next).toBeHidden()
  await expect(ida.getByText(`next-${email} is invited`)).toBeVisible()
})

test('an administrator finds somebody, deactivates them, and their open page ends', async ({
  server,
  page,
  another,
  signIn,
}) => {
  const email = await addPerson(server, { name: 'Odo Marsh', project: 'Harmon 14-2 and Larkspur' })
  const theirs = await another()
  await signIn(theirs, email)
  await signIn(page, 'clientadmin')
  await openPeople(page)
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('odo m')
  await expect(page.getByRole('heading', { name: '1 person found' })).toBeVisible()
  await people(page).getByRole('row').filter({ hasText: 'Odo Marsh' }).click()
  await expect(page.getByRole('table', { name: 'Roles in projects' })).toContainText('Harmon')
  await expect(page.getByRole('table', { name: 'Open sessions' }).getByRole('row')).toHaveCount(2)
  const violations = async () => (await new AxeBuilder({ page }).include('main').analyze()).violations
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('deactivated', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'What was changed' })).toContainText('Deactivated')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await enterPassword(theirs, email)
  await expect(theirs.getByText('The e-mail address or the password is not right.')).toBeVisible()
})
