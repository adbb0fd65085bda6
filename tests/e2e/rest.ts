/** When a page has come to rest. */
import type { Page } from 'playwright'

/**
 * Once nothing has been asked for or answered for half a second. Playwright's own `networkidle` waits for every frame,
 * and one that is out of sight may never report it.
 */
export async function atRest(page: Page): Promise<void> {
  let last = Date.now()
  const heard = () => {
    last = Date.now()
  }
  const heardOf = ['request', 'requestfinished', 'requestfailed'] as const
  for (const event of heardOf) page.on(event as 'request', heard)
  while (Date.now() - last < 500) await page.waitForTimeout(50)
  for (const event of heardOf) page.off(event as 'request', heard)
}
