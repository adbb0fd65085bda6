/** Single sign-on from both sides: an administrator sets it up and tries it, and somebody comes in through the provider. */
import AxeBuilder from '@axe-core/playwright'
import { selfSigned } from '#tests/fixtures/certificates.ts'
import { personOf, startProvider } from '#tests/support/identity-provider.ts'
import { expect, test } from './fixture.ts'
import { addPerson } from './people.ts'

const year = 365 * 24 * 3_600_000

test('[integ-saml-signin] [route-saml-login] an administrator sets up the provider from its metadata, tries it and turns it on; a reviewer comes in through it', async ({
  server,
  another,
  signIn,
}) => {
  const pair = selfSigned(
    'idp.example',
    new Date(Date.now() - year),
    new Date(Date.now() + 20 * 24 * 3_600_000),
  )
  let acs = ''
  // Contexts of their own: requests to the provider are requests to elsewhere.
  const page = await another()
  await using provider = await startProvider(pair, () => acs)
  const reviewer = await addPerson(server, { role: 'Reviewer', domain: `firm-${Date.now()}.example` })
  await signIn(page, 'clientadmin')
  await page.goto('/project/ClientSetting/sign-in')
  await expect(page.getByText('Reply URL (ACS)')).toBeVisible()
  acs = (await page.getByText(/\/acs$/).textContent()) ?? ''

  await page.getByRole('textbox', { name: 'Metadata of the provider' }).fill(provider.metadata)
  await expect(page.getByRole('textbox', { name: 'Entity ID of the provider' })).toHaveValue(
    provider.entityId,
  )
  await page.getByRole('textbox', { name: /^Domains/ }).fill(reviewer.slice(reviewer.indexOf('@') + 1))
  await page.getByRole('button', { name: 'Save the provider' }).click()

  provider.person = personOf(reviewer)
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Try it' }).click(),
  ])
  await expect(other.getByRole('heading', { name: 'Single sign-on was tried' })).toBeVisible()
  await other.close()
  await expect(page.getByText('would be signed in as Reviewer')).toBeVisible()
  await expect(page.getByRole('table', { name: 'What the provider said' })).toContainText(reviewer)
  // Its certificate ends in less than a month.
  await expect(page.getByRole('alert')).toContainText('The certificate of the provider ends on')

  await page.getByRole('switch', { name: 'Single sign-on is on' }).click()
  await page.getByRole('form', { name: 'People' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Single sign-on is saved').last()).toBeVisible()
  for (const [from, to] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await page.evaluate(([a, b]) => document.documentElement.classList.replace(a, b), [from, to] as const)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  const theirs = await another()
  await theirs.goto('/')
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill('x@nowhere.example')
  await theirs.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(theirs.getByRole('alert')).toContainText('There is no single sign-on for this address')
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill(reviewer)
  await theirs.getByRole('button', { name: 'Single sign-on' }).click()
  await theirs.getByRole('button', { name: 'I accept these terms' }).click()
  await expect(theirs.getByRole('heading', { name: 'Clients and projects' })).toBeVisible()

  // Others of the client go on as before.
  await page.getByRole('button', { name: 'Remove single sign-on' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('textbox', { name: 'Entity ID of the provider' })).toHaveValue('')
})
