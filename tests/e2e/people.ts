/** The people of the sample matter, and how they sign in. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { appears } from './appears.ts'
import { type RunningServer, samplePassword } from './server.ts'

export const addressOf = (who: string): string => (who.includes('@') ? who : `${who}@northwind.example`)

/** What an authenticator app would show. Each code works once: for a second sign-in pass the code that went before. */
export const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Fills in address and password and sends them. */
export async function enterPassword(page: Page, who: string, password = samplePassword): Promise<void> {
  await page.getByLabel('E-mail').fill(addressOf(who))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Password, then the terms the first time; ends on the client home. */
export async function signIn(page: Page, who: string, password = samplePassword): Promise<void> {
  await page.goto('/')
  await enterPassword(page, who, password)
  const [accept, home] = ['I accept these terms', 'Clients and projects']
  await appears(page, 'h1, button', accept, home)
  const terms = page.getByRole('button', { name: accept })
  if (await terms.isVisible()) await terms.click()
  await appears(page, 'h1', home)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

export const sampleCompany = 'Northwind Energy'

let added = 0
/** An account of its own for a test that changes one, made on the command line as an administrator would. */
export async function addPerson(
  server: Pick<RunningServer, 'affiant'>,
  {
    role = 'Reviewer',
    name = 'Nora Quist',
    project = null,
    projectRole = role,
    company = sampleCompany,
    mfa = false,
  }: {
    role?: string
    name?: string
    project?: string | null
    projectRole?: string
    company?: string
    mfa?: boolean
  } = {},
): Promise<string> {
  added += 1
  const email = `person-${process.pid}-${added}@northwind.example`
  const member = project === null ? [] : ['--project', project, '--project-role', projectRole]
  const words = ['user', 'add', email, '--name', name, '--role', role, '--company', company, ...member]
  const { code, err } = await server.affiant(
    [...words, ...(mfa ? ['--mfa'] : []), '--password-stdin'],
    samplePassword,
  )
  if (code !== 0) throw new Error(`The account could not be added: ${err}`)
  return email
}
