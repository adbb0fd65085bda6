/** The built application on a server of its own, for the figures that only a browser can give. */
import type { LaunchOptions, Page } from 'playwright'
import { signInByForm } from '../tests/e2e/people.ts'
import { type RunningServer, startServer } from '../tests/e2e/server.ts'

export const chromiumOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--enable-precise-memory-info',
    '--js-flags=--expose-gc',
  ],
}

export interface App extends RunningServer {
  signIn(page: Page, who: string): Promise<void>
  /** Chooses the sample's first project and goes to the review screen, with its first document painted. */
  openReview(page: Page): Promise<void>
}

export async function openApp(env: Record<string, string> = {}): Promise<App> {
  const server = await startServer(env)
  return {
    ...server,
    get pid() {
      return server.pid
    },
    signIn: async (page, who) => {
      if (!page.url().startsWith(server.url)) await page.goto(server.url)
      await signInByForm(page, who)
    },
    openReview,
  }
}

export async function openReview(page: Page): Promise<void> {
  await page.getByText('Harmon 14-2').first().click()
  await page.waitForURL('**/overview**')
  await page.getByRole('link', { name: 'Review', exact: true }).first().click()
  await page
    .getByTestId('position')
    .filter({ hasText: /^1 of / })
    .waitFor()
}
