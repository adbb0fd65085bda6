/** What end-to-end tests share: one server with the sample matter per worker, and watches that no test may trip. */
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
  type WebError,
} from 'playwright/test'
import { Api } from './api.ts'
import { appears } from './appears.ts'
import { signIn } from './people.ts'
import { list, openProject, position, queryInput, search, searched, unsent } from './review.ts'
import { type RunningServer, samplePassword, startServer } from './server.ts'

export type { Page, RunningServer }
export { Api, expect, samplePassword, signIn }

interface WorkerFixtures {
  server: RunningServer
  /** Browsers in which somebody has signed in and chosen the sample matter, each for all tests of the worker. */
  browsers: Map<string, Promise<BrowserContext>>
}
interface TestFixtures {
  signIn: typeof signIn
  /** Asks the server as this person, beside the browser. */
  as: (who: string) => Promise<Api>
  /**
   * A new tab of this person's on the review screen of the sample matter, in a browser that tests share until one of them
   * leaves something open in it: for those to which it does not matter what was done in it before. Nobody logs out of it.
   */
  desk: (who: string) => Promise<Page>
  /** Another person at another machine: a context of their own. */
  another: () => Promise<Page>
  /** Fails the test on an uncaught error in any page, and on any request to elsewhere. */
  quiet: undefined
}

const machine = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** A new tab begins where the last one was: back to the first of all documents, in the order that a list has at first. */
async function fromTheTop(page: Page): Promise<void> {
  const sort = page.getByLabel('Sort')
  if ((await queryInput(page).inputValue()) !== '') await search(page, '')
  if ((await sort.inputValue()) !== 'parentDateAsc')
    await searched(page, () => sort.selectOption('parentDateAsc'))
  await list(page).press('Home')
  await expect(position(page)).toHaveText(/^1 of/)
}

/** Whether a tab leaves no coding behind that is not saved: then its document can be left, too. */
const isDone = async (page: Page): Promise<boolean> =>
  (await unsent(page).filter({ hasText: 'All saved' }).count()) === 1

/** Listens for what no test may cause; answers how to stop, and to say what was heard. */
function watch(context: BrowserContext, origin: string): () => void {
  const faults: string[] = []
  const strangers: string[] = []
  const failed = (error: WebError) => faults.push(error.error().message)
  const asked = (request: Request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !url.startsWith(`${origin}/`)) strangers.push(url)
  }
  context.on('weberror', failed)
  context.on('request', asked)
  return () => {
    context.off('weberror', failed)
    context.off('request', asked)
    expect(faults, 'uncaught errors in the page').toEqual([])
    expect(strangers, 'requests to elsewhere').toEqual([])
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
  signIn: async ({}, use) => use(signIn),
  as: async ({ server }, use) => use((who) => Api.of(server.url, who)),
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
    async ({}, use) => {
      const browsers = new Map<string, Promise<BrowserContext>>()
      await use(browsers)
      for (const context of browsers.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  desk: async ({ browser, browsers, server }, use) => {
    const used: { readonly who: string; readonly context: BrowserContext; readonly unwatch: () => void }[] =
      []
    const opened = async (who: string): Promise<BrowserContext> => {
      const context = await browser.newContext({ baseURL: server.url, ...machine })
      const page = await context.newPage()
      await signIn(page, who)
      await openProject(page)
      await page.close()
      return context
    }
    await use(async (who) => {
      const known = browsers.get(who) ?? opened(who)
      browsers.set(who, known)
      const context = await known
      used.push({ who, context, unwatch: watch(context, server.url) })
      const page = await context.newPage()
      await page.goto('/overview/review')
      await appears(page, '[data-document-shown]')
      await fromTheTop(page)
      return page
    })
    for (const { who, context, unwatch } of used) {
      const pages = context.pages()
      if ((await Promise.all(pages.map(isDone))).every((done) => done))
        for (const page of pages) await page.close()
      else {
        browsers.delete(who)
        await context.close()
      }
      unwatch()
    }
  },
  another: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url, ...machine })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  quiet: [
    async ({ context, server }, use) => {
      const unwatch = watch(context, server.url)
      await use(undefined)
      unwatch()
    },
    { auto: true },
  ],
})
