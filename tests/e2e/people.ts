/** The people of the sample matter, and how they sign in. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { acceptLicence, getLicence, licence, login, session } from '#contracts/auth.ts'
import { type AnyCall, cookies, headers, pathOf } from '#contracts/call.ts'
import { grantable, type RoleName } from '#contracts/permission.ts'
import { companyNamed, projectNamed } from '#server/cli/names.ts'
import { giveProjectRole } from '#server/organization/project/members.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { addUser } from '#server/platform/auth/users.ts'
import { appears } from './appears.ts'
import { type RunningServer, samplePassword } from './server.ts'

export const addressOf = (who: string): string => (who.includes('@') ? who : `${who}@northwind.example`)

/** What an authenticator app would show. Each code works once: for a second sign-in pass the code that went before. */
export const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

const home = 'Clients and projects'

/** Fills in address and password and sends them. */
export async function enterPassword(page: Page, who: string, password = samplePassword): Promise<void> {
  await page.getByLabel('E-mail').fill(addressOf(who))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Through the form: password, then the terms the first time; ends on the client home. */
export async function signInByForm(page: Page, who: string, password = samplePassword): Promise<void> {
  await page.goto('/')
  await enterPassword(page, who, password)
  const accept = 'I accept these terms'
  await appears(page, 'h1, button', accept, home)
  const terms = page.getByRole('button', { name: accept })
  if (await terms.isVisible()) await terms.click()
  await appears(page, 'h1', home)
}

/**
 * Signs in without the form, which costs a page of its own each time: the server's answers put the session's cookies
 * into the browser, and the workspace takes them up as after a reload. The terms are accepted; ends on the client home.
 */
export async function signIn(page: Page, who: string, password = samplePassword): Promise<void> {
  const ask = async (call: AnyCall, given: { data?: unknown; headers?: Record<string, string> }) => {
    const reply = await page.context().request.fetch(pathOf(call), { method: call.method, ...given })
    if (!reply.ok()) throw new Error(`${call.name} answered ${reply.status()}: ${await reply.text()}`)
    return reply.json()
  }
  const { token, stage } = session.parse(await ask(login, { data: { email: addressOf(who), password } }))
  if (stage === 'licence') {
    const jar = await page.context().cookies()
    const xsrf = jar.find(({ name }) => name === cookies.xsrf)?.value ?? ''
    const shown = { [headers.token]: token, [headers.xsrf]: xsrf }
    const { version } = licence.parse(await ask(getLicence, { headers: shown }))
    await ask(acceptLicence, { headers: shown, data: { version } })
  }
  await page.goto('/client')
  await appears(page, 'h1', home)
  // Only a session that is kept for the next page lets the test go to any address.
  await page.waitForFunction(() => localStorage.getItem('persist:auth')?.includes('"isAuth":"true"'))
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** Waits until nothing is left of the session: a sign-in before that would lose its cookies with the old ones. */
export async function loggedOut(page: Page): Promise<void> {
  await appears(page, 'h1', 'Sign in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}

export const sampleCompany = 'Northwind Energy'

let added = 0
let hashed: Promise<string> | undefined

/** An account of its own for a test that changes one, made on the records as the command line makes it. */
export async function addPerson(
  server: Pick<RunningServer, 'records'>,
  {
    role = 'Reviewer',
    name = 'Nora Quist',
    project = null,
    projectRole = role,
    company = sampleCompany,
    mfa = false,
    domain = 'northwind.example',
  }: {
    role?: RoleName
    name?: string
    project?: string | null
    projectRole?: RoleName
    company?: string
    mfa?: boolean
    domain?: string
  } = {},
): Promise<string> {
  added += 1
  const email = `person-${process.pid}-${added}@${domain}`
  hashed ??= hashPassword(samplePassword)
  const passwordHash = await hashed
  const occasion = { now: () => new Date(), via: 'a test' }
  const { read, write } = await server.records()
  const { companyId } = await companyNamed(read, company)
  const member = project === null ? null : await projectNamed(read, project, company)
  await write('interactive', async (trx) => {
    const user = { email, name, role, companyId, passwordHash, mfaRequired: mfa }
    const userId = await addUser(trx, occasion, null, user)
    if (member !== null)
      await giveProjectRole(trx, occasion, null, {
        userId,
        projectId: member.projectId,
        role: projectRole,
        granted: grantable(projectRole),
      })
  })
  return email
}
