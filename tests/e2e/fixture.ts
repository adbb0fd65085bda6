/** What end-to-end tests share: one server with the sample matter per worker, and watches that no test may trip. */
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { Api } from './api.ts'
import { signIn } from './people.ts'
import { type RunningServer, samplePassword, startServer } from './server.ts'

export type { Page, RunningServer }
export { Api, expect, samplePassword, signIn }

interface WorkerFixtures {
  server: RunningServer
}
interface TestFixtures {
  signIn: typeof signIn
  /** Asks the server as this person, beside the browser. */
  as: (who: string) => Promise<Api>
  /** Another person at another machine: a context of their own. */
  another: () => Promise<Page>
  /** Fails the test on an uncaught error in any page, and on any request to elsewhere. */
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
  as: async ({ server }, use) => use((who) => Api.signIn(server.url, who)),
  another: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  quiet: [
    async ({ context, server }, use) => {
      const faults: string[] = []
      const strangers: string[] = []
      context.on('weberror', (error) => faults.push(error.error().message))
      context.on('request', (request) => {
        const url = request.url()
        if (/^https?:/.test(url) && !url.startsWith(`${server.url}/`)) strangers.push(url)
      })
      await use(undefined)
      expect(faults, 'uncaught errors in the page').toEqual([])
      expect(strangers, 'requests to elsewhere').toEqual([])
    },
    { auto: true },
  ],
})
