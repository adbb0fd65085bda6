/**
 * Looking at the pages of office documents where LibreOffice is installed; skipped where it is not, which `npm test` does not
 * change: it is large. What people see without it is tested everywhere (pages.spec.ts).
 */
import { isInstalled, notInstalled, soffice } from '#tests/fixtures/soffice.ts'
import { expect, signIn, test } from './fixture.ts'
import { openProject, openReview, openRow, search } from './review.ts'
import { type RunningServer, startServer } from './server.ts'

test.describe('with LibreOffice', () => {
  test.skip(!isInstalled, notInstalled)
  let own: RunningServer
  test.beforeAll(async () => {
    own = await startServer({ AFFIANT_SOFFICE: soffice ?? 'off' })
  })
  test.afterAll(() => own.close())

  test('a Word document and a table have pages, and say that they are a rendition', async ({ browser }) => {
    // An office starts, twice.
    test.slow()
    const context = await browser.newContext({ baseURL: own.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, 'reviewer')
    await openProject(page)
    await openReview(page)
    for (const query of ['File_Name:"in one page"', 'File_Extension:xlsx']) {
      await search(page, query)
      await openRow(page, 0)
      await page.getByRole('tab', { name: 'Pages' }).click()
      await expect(page.getByRole('note').filter({ hasText: 'laid out on the server' })).toBeVisible({
        timeout: 30_000,
      })
      const image = page
        .getByRole('region', { name: 'Page images' })
        .locator('[data-page="1"]')
        .getByRole('img')
      await expect
        .poll(() =>
          image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)),
        )
        .toBeGreaterThan(0)
    }
    await context.close()
  })
})
