/** Signing in and out, step by step, as a person does it. */
import { getLicence, putPassword } from '#contracts/auth.ts'
import { Api, expect, type Page, samplePassword, signIn, test } from './fixture.ts'
import { addPerson, codeOf, enterPassword, logOut, signInByForm } from './people.ts'
import { goTo, inquiry, list, matter, openProject, openReview, shown } from './review.ts'

const home = (page: Page) => page.getByRole('heading', { name: 'Clients and projects' })
const loginForm = (page: Page) => page.getByRole('heading', { name: 'Sign in', level: 1 })
const storedAuth = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('persist:')))

test('[route-root] [route-root-login] [route-eula] [shell-hide-eula] [shell-show-only-signed-in] [state-licence-accept] somebody new signs in with a password, reads the terms, accepts them, and lands on the client home', async ({
  page,
  server,
}) => {
  const email = await addPerson(server, { name: 'Nora Quist', project: matter })
  await page.goto('/')
  await expect(loginForm(page)).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await enterPassword(page, email)

  await expect(page).toHaveURL(/\/eula$/)
  await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
  await expect(page.getByRole('document', { name: 'Text of the terms' })).toContainText(/\w+ \w+ \w+/)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await page.getByRole('button', { name: 'I accept these terms' }).click()

  await expect(page).toHaveURL(/\/client$/)
  await expect(home(page)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account: .*Nora Quist$/ })).toBeVisible()
  const api = await Api.signIn(server.url, email)
  expect((await api.call(getLicence)).accepted).toBe(true)
})

test('[store-persist-prefix] [store-persisted-auth-keys] [store-cookie-accepted] what the browser keeps of a session says who it is, and never holds the token', async ({
  page,
}) => {
  const asked = page.waitForRequest((request) => request.headers()['access-token'] !== undefined)
  await signInByForm(page, 'reviewer')
  const given = (await asked).headers()['access-token'] ?? ''
  await expect.poll(async () => (await storedAuth(page)).length).toBeGreaterThan(0)
  const stored = JSON.stringify(await storedAuth(page))
  for (const key of ['isAuth', 'profile', 'data', 'acceptedCurrentVersion']) expect(stored).toContain(key)
  const everything = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(given.length).toBeGreaterThan(16)
  expect(everything).not.toContain(given)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'accepted')?.value).toBe('true')
  expect(cookies.find(({ name }) => name === 'affiant_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  })
})

test('[open-login-validation] a wrong password and an unknown address are answered alike, and what is missing is said before anything is sent', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await page.getByLabel('E-mail').fill('nobody')
  await expect(page.getByText('Enter an address like name@firm.example.')).toBeVisible()

  const fault = page.getByRole('main').getByRole('alert')
  await enterPassword(page, 'reviewer2', 'not the password at all')
  await expect(fault).toBeVisible()
  const known = await fault.textContent()
  await page.reload()
  await enterPassword(page, 'nobody-of-this-name', 'not the password at all')
  await expect(fault).toBeVisible()
  expect(await fault.textContent()).toBe(known)
  await enterPassword(page, 'reviewer2')
  await expect(home(page).or(page.getByRole('heading', { name: 'Terms of use' }))).toBeVisible()
})

test('[state-licence-not-accepted] who declines the terms is signed out, and nothing is accepted on the record', async ({
  page,
  server,
}) => {
  const email = await addPerson(server)
  await page.goto('/')
  await enterPassword(page, email)
  const decline = page.getByRole('button', { name: 'Decline and log out' })
  await expect(decline).toBeEnabled()
  const deleted = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().endsWith('/rest/user-eula'),
  )
  await decline.click()
  await deleted
  await expect(loginForm(page)).toBeVisible()
  expect(JSON.stringify(await storedAuth(page))).not.toContain('"isAuth":true')
  // Still asked the next time.
  await enterPassword(page, email)
  await expect(page).toHaveURL(/\/eula$/)
})

test('[route-root-mfa] [state-login-isauth-held] a project manager with an authenticator gets in with a code, and nowhere without one', async ({
  page,
  server,
}) => {
  const secret = await server.secret('totp secret')
  await page.goto('/')
  await enterPassword(page, 'projectmanager')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  expect(JSON.stringify(await storedAuth(page))).not.toContain('"isAuth":true')

  const right = codeOf(secret)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(/tr(y|ies) left/)).toBeVisible()
  await code.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const terms = page.getByRole('button', { name: 'I accept these terms' })
  await expect(terms.or(home(page)).first()).toBeVisible()
  if (await terms.isVisible()) await terms.click()
  await expect(home(page)).toBeVisible()
})

test('with only the first step done, every page of the workspace leads back to the second', async ({
  page,
}) => {
  await page.goto('/')
  await enterPassword(page, 'projectmanager')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  for (const path of ['/overview', '/client']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
})

test('a recovery code stands in for the phone, once', async ({ page, server }) => {
  const [first = ''] = (await server.secret('recovery codes')).split(' ')
  const enterCode = async () => {
    await page.goto('/')
    await enterPassword(page, 'projectmanager')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(first)
    await page.getByRole('button', { name: 'Confirm' }).click()
  }
  await enterCode()
  const terms = page.getByRole('button', { name: 'I accept these terms' })
  await expect(terms.or(home(page)).first()).toBeVisible()
  if (await terms.isVisible()) await terms.click()
  await expect(home(page)).toBeVisible()
  await logOut(page)
  await expect(loginForm(page)).toBeVisible()
  await enterCode()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(home(page)).toHaveCount(0)
})

test('somebody whose account needs a second step sets it up at the first sign-in', async ({
  page,
  server,
}) => {
  const email = await addPerson(server, { mfa: true, project: matter })
  await page.goto('/')
  await enterPassword(page, email)
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I accept these terms' }).click()
  await expect(home(page)).toBeVisible()
})

test('[route-root-forgot] [route-reset-password] [rest-post-forgot] [rest-get-forgot-password] [rest-put-forgot-password] a forgotten password is set anew with the link from the mail, which works once', async ({
  page,
  server,
}) => {
  const email = await addPerson(server, { project: matter })
  const before = (await server.mail()).length
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'If this address has an account' })).toBeVisible()
  await expect.poll(async () => (await server.mail()).length).toBe(before + 1)
  const mail = (await server.mail()).at(-1) ?? ''
  expect(mail).toContain(`To: ${email}`)
  const link = /http\S+\/reset_password\.html#token=\S+/.exec(
    mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
  )?.[0]
  expect(link).toBeDefined()

  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  const fresh = 'a heron stands in the shallow water'
  const set = page.getByRole('button', { name: 'Set the password' })
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Once more').fill('other')
  await set.click()
  await expect(page.getByText('The two are not the same.')).toBeVisible()
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Once more').fill(fresh)
  await set.click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()

  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await enterPassword(page, email, samplePassword)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await enterPassword(page, email, fresh)
  await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
  await page.getByRole('button', { name: 'Decline and log out' }).click()
  await expect(loginForm(page)).toBeVisible()
  // The session has ended once one may sign in again.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
})

test('[state-logout] [msg-logout] [rest-delete-token] logging out says so, forgets who one was, and leads to the sign-in', async ({
  page,
}) => {
  await signIn(page, 'reviewer')
  await openProject(page)
  const revoked = page.waitForResponse(
    (reply) => reply.request().method() === 'DELETE' && reply.url().endsWith('/rest/token'),
  )
  await logOut(page)
  expect((await revoked).status()).toBe(204)
  await expect(page.getByText('You successfully logged out.')).toBeVisible()
  await expect(loginForm(page)).toBeVisible()
  expect(JSON.stringify(await storedAuth(page))).not.toContain('"isAuth":true')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('affiant_session')
  await page.goto('/overview')
  await expect(loginForm(page)).toBeVisible()
  // The logs of the account are gone with it.
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ''),
  )
  expect(databases.filter((name) => /account|project/.test(name))).toEqual([])
})

test('[state-401-auto-logout] [rest-get-token] a session that is ended on the server ends in every tab at once, and says what is kept', async ({
  page,
  context,
  server,
}) => {
  const email = await addPerson(server, { project: matter })
  await signIn(page, email)
  await openProject(page)
  const second = await context.newPage()
  await second.goto('/overview')
  await expect(second.getByRole('heading', { name: matter, level: 1 })).toBeVisible()

  // From another machine: a changed password ends all other sessions.
  const elsewhere = await Api.signIn(server.url, email)
  await elsewhere.call(putPassword, {
    body: { current: samplePassword, password: 'a heron stands in the water' },
  })

  await openReviewOf(page)
  for (const tab of [page, second]) {
    await expect(loginForm(tab)).toBeVisible()
    await expect(tab.getByText('What you had not sent is kept in this browser')).toBeVisible()
    await expect(tab).toHaveURL(/\/$/)
  }
})

/** Asks the server for something. */
async function openReviewOf(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review', exact: true }).click()
}

test('[role-reviewer-marker] a reviewer is marked on the page, somebody with a stronger role is not', async ({
  page,
  another,
}) => {
  await signIn(page, 'reviewer')
  const marked = (of: Page) => of.evaluate(() => document.body.className)
  const reviewer = await marked(page)
  expect(reviewer).toMatch(/reviewer/i)
  const other = await another()
  await signIn(other, 'seniorreviewer')
  expect(await marked(other)).not.toMatch(/reviewer/i)
})

test('[shell-menu-hide-review] [shell-menu-hide-inspect] [shell-menu-hide-usersetpage] [shell-hide-review-fullscreen] [shell-hide-inspect-fullscreen] [screen-viewer-fullscreen] [shell-hide-saml-login] [shell-menu-hide-projectsetting] [shell-menu-hide-clientsetting] header and menus show where they belong, and nowhere else', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'clientadmin')
  await openProject(page)
  const header = page.getByRole('banner')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const panels = page.getByRole('navigation', { name: 'Panels' })
  const seen = async (path: string) => {
    await goTo(page, path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    return { header: await header.count(), menu: await menu.count(), panels: await panels.count() }
  }
  for (const path of ['/overview', '/overview/collect', '/client', '/project', '/project/allJobs'])
    await expect.poll(() => seen(path), path).toEqual({ header: 1, menu: 1, panels: 0 })
  for (const path of ['/overview/review', '/overview/inspect'])
    await expect.poll(() => seen(path), path).toEqual({ header: 1, menu: 0, panels: 1 })
  for (const path of ['/overview/usersetpage', '/overview/ProjectSetting', '/project/ClientSetting'])
    await expect.poll(() => seen(path), path).toEqual({ header: 1, menu: 0, panels: 0 })
  for (const path of ['/overview/review-fullscreen', '/overview/inspect-fullscreen']) {
    await expect.poll(() => seen(path), path).toEqual({ header: 0, menu: 0, panels: 0 })
    await expect(list(page)).toBeVisible()
    await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)
  }
  await expect.poll(() => seen('/saml-login.html')).toEqual({ header: 0, menu: 0, panels: 0 })
})

test('a menu is opened and used by the keyboard, the first time as any other', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'reviewer')
  const account = page.getByRole('button', { name: /^Account/ })
  const items = page.getByRole('menu').getByRole('menuitem')
  for (const key of ['Enter', 'Enter', 'ArrowDown', 'ArrowUp']) {
    await account.focus()
    await page.keyboard.press(key)
    const begins = key === 'ArrowUp' ? items.last() : items.first()
    await expect(begins).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(account).toBeFocused()
  }
  // The last one, also where it is opened for the first time.
  await page.reload()
  await account.focus()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toHaveAttribute('data-highlighted', '')
})

test('[shell-menu-hide-review] choosing Review brings the panels, going back brings the main menu again', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'reviewer')
  await openProject(page, inquiry)
  await openReview(page)
  await expect(page.getByRole('navigation', { name: 'Panels' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})
