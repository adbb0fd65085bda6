/** One's own account: a passkey for another application and what it did; sessions, an authenticator, support. */
import AxeBuilder from '@axe-core/playwright'
import { listOwnProjects } from '#contracts/company.ts'
import { listContactRequests } from '#contracts/contact.ts'
import { Api, Refused } from './api.ts'
import { code } from './coded.ts'
import { expect, type Page, samplePassword, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson, codeOf, signIn as signInAs } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, openReview, openRow } from './review.ts'

const requireClean = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

test('[settings-passkey-generate] [settings-passkey-action] a passkey lets another application code a document, the history says so, and revoked it opens nothing', async ({
  server,
  page,
}) => {
  const project = await ownProject(server, 'Passkeys')
  await bringIn(project, 'one.mbox', mbox([{ id: 'one', subject: 'One', text: 'A letter.' }]), 'Nora Quist')
  const manager = await addPerson(server, { role: 'ProjectManager', project: project.name })
  await signInAs(page, manager)
  await openProject(page, project.name)
  await goTo(page, '/overview/usersetpage/passkeys')
  await expect(page.getByText('You have no passkey')).toBeVisible()
  await requireClean(page)

  await page.getByRole('button', { name: 'Generate Passkey' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Generate Passkey' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Nightly export')
  await requireClean(page)
  await dialog.getByLabel(/^Your password/).fill('not-the-password')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('That password is not right.')
  await dialog.getByLabel(/^Your password/).fill(samplePassword)
  await dialog.getByLabel(/^Your password/).press('Enter')
  const shown = page.getByRole('dialog', { name: /Nightly export/ })
  const secret = (await shown.getByTestId('passkey').textContent()) ?? ''
  expect(secret).toMatch(/^affk_/)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('table', { name: 'Passkeys' })).toContainText('Nightly export')
  await expect(page.getByText(secret)).toHaveCount(0)

  const program = Api.byKey(server.url, secret)
  const { data } = await program.call(listOwnProjects)
  expect(data.map(({ projectName }) => projectName)).toEqual([project.name])
  const [document] = await program.search(project.projectId)
  await code(program, document?.documentId ?? 0, 'Responsive', 'Responsive', 0, project.name)

  await openReview(page)
  await openRow(page, 0)
  await page.getByRole('tab', { name: 'History' }).click()
  const row = page
    .getByRole('region', { name: 'History' })
    .getByRole('row', { name: /Responsive: not coded → Responsive/ })
  await expect(row).toContainText('api')
  await expect(row).toContainText('by passkey “Nightly export”')

  await goTo(page, '/overview/usersetpage/passkeys')
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('table', { name: 'Passkeys' })).toContainText('revoked')
  const refused: unknown = await program.call(listOwnProjects).catch((error: unknown) => error)
  expect(refused instanceof Refused && refused.status).toBe(401)
})

test('[screen-account-profile] somebody sets up an authenticator, ends a session elsewhere, and writes to support with a file', {
  tag: '@deep',
}, async ({ server, page, browser }) => {
  const project = await ownProject(server, 'Account')
  const person = await addPerson(server, { role: 'Reviewer', project: project.name })
  const context = await browser.newContext({ baseURL: server.url })
  const elsewhere = await context.newPage()
  await signInAs(elsewhere, person)
  await signInAs(page, person)
  await goTo(page, '/client/usersetpage')
  // A photo: what is none is refused, and a picture is shown at the top right.
  const photo = page.getByLabel('Photo', { exact: true })
  const account = page.getByRole('button', { name: /^Account: / })
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText(/This file is no picture/)).toBeVisible()
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(account.locator('img')).toHaveAttribute('src', /^data:image\/jpeg/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(account.locator('img')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
  await page
    .getByRole('navigation', { name: 'Pages of your settings' })
    .getByRole('link', { name: 'Security' })
    .click()
  const sessions = page.getByRole('table', { name: 'Open sessions' })
  await expect(sessions.getByRole('button', { name: /^End the session/ })).toHaveCount(1)
  await requireClean(page)
  await sessions.getByRole('button', { name: /^End the session/ }).click()
  await expect(sessions.getByRole('button')).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await context.close()

  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator' })
  await dialog.getByLabel(/^Your password/).fill(samplePassword)
  await dialog.getByLabel(/^Your password/).press('Enter')
  const key = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('textbox', { name: /^Code/ }).fill(codeOf(key.replaceAll(' ', '')))
  await requireClean(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page
    .getByRole('dialog', { name: 'Your new recovery codes' })
    .getByRole('button', { name: 'I have kept them' })
    .click()
  await expect(page.getByText('10 codes left')).toBeVisible()

  await goTo(page, '/client/contactsupport')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Say in a few words what it is about.')).toBeVisible()
  await requireClean(page)
  await page.getByLabel(/^Subject/).fill('The list stays empty')
  await page.getByLabel(/^What happened/).fill('I opened the batch and nothing came.')
  const file = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
  await page.getByLabel('Files').setInputFiles(file)
  await page.getByRole('button', { name: 'Send with 1 file' }).click()
  await expect(page.getByText('Support has it.')).toBeVisible()
  const admin = await Api.of(server.url, 'systemadmin')
  const { data } = await admin.call(listContactRequests)
  expect(data[0]).toMatchObject({
    ...{ userEmail: person, subject: 'The list stays empty', files: [{ name: 'shot.png' }] },
  })
})
