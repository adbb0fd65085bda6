/**
 * Waits for what all tests wait for, looking with every frame: `expect` looks up to half a second later, which over all
 * tests comes to minutes. What a test is about it still says with `expect`.
 */
import type { Page } from 'playwright/test'

/** Something that the selectors name and that has a box; where texts are given, with exactly one of them. */
export async function appears(page: Page, selectors: string, ...texts: readonly string[]): Promise<void> {
  await page.waitForFunction(
    ([of, wanted]) =>
      [...document.querySelectorAll(of)].some(
        (element) =>
          element.getClientRects().length > 0 &&
          (wanted.length === 0 || wanted.includes(element.textContent?.trim() ?? '')),
      ),
    [selectors, texts] as const,
    { polling: 'raf' },
  )
}
