/** What end-to-end tests share: one server with the sample matter per worker, and how a person signs in. */
import { test as base, expect, type Page } from 'playwright/test'
import { type RunningServer, samplePassword, startServer } from './server.ts'

export { expect, samplePassword }

interface WorkerFixtures {
  server: RunningServer
}
interface TestFixtures {
  signIn: (page: Page, who: string) => Promise<void>
  /** Fails the test on an error in the page's console or an uncaught exception. */
  quiet: undefined
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
  signIn: async ({}, use) => use(signIn),
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await use(undefined)
      expect(faults, 'uncaught errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

/** Password, then the terms the first time; ends on the client home. */
export async function signIn(page: Page, who: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('E-mail').fill(who.includes('@') ? who : `${who}@northwind.example`)
  await page.getByLabel('Password', { exact: true }).fill(samplePassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const terms = page.getByRole('button', { name: 'Accept' })
  const home = page.getByRole('heading', { name: 'Projects' })
  await expect(terms.or(home).first()).toBeVisible()
  if (await terms.isVisible()) await terms.click()
  await expect(home).toBeVisible()
}
