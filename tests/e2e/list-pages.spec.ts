/** The list of Inspect: what a search includes, selecting by pages, and how each of the two lists is shown. */
import { expect, signIn, test } from './fixture.ts'
import { foot, list, openProject, openReview, queryInput, shown } from './review.ts'

test('[screen-inspect-doc-list] [entity-paging-item] [entity-list-mode] Inspect lists documents beside the viewer, selects by pages and keeps its own mode', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'reviewmanager')
  await openProject(page)
  const go = async (keys: string) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await go('gi')
  await page.waitForURL(/\/overview\/inspect$/)
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)

  await queryInput(page).fill('larkspur')
  await queryInput(page).press('Enter')
  await expect(page.getByText('Interpreted as larkspur')).toBeVisible()
  await expect(foot(page)).not.toContainText('added')
  const include = page.getByRole('button', { name: /^Include/ })
  await include.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'E-mail threads' }).click()
  await expect(include).toHaveAccessibleName('Include E-mail threads')
  await expect(foot(page)).toContainText(/\d+ found, \d+ added/)
  await expect(page.getByText(/^Interpreted as larkspur, and their e-mail threads/)).toBeVisible()
  // It stays open for the next one.
  await page.getByRole('menuitemcheckbox', { name: 'E-mail threads' }).click()
  await page.keyboard.press('Escape')
  await expect(include).toBeFocused()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(foot(page)).not.toContainText('added')
  await expect(foot(page)).toContainText(/^\d/)

  await list(page).focus()
  await page.keyboard.press('Shift+P')
  const picks = page.getByRole('group', { name: 'Picked documents' })
  await expect(picks).toContainText('50 selected')
  await expect(picks).toContainText('page 1')
  // The page after it is fetched first, if nobody has scrolled there.
  await expect(async () => {
    await page.keyboard.press('Shift+P')
    await expect(picks).toContainText('on 2 pages', { timeout: 500 })
  }).toPass()
  await expect(picks).toContainText('100 selected')
  await picks.getByRole('button', { name: 'Clear the selection' }).click()

  // In full screen, and back to it from the other list, which is not.
  await go('ow')
  await page.waitForURL(/\/overview\/inspect-fullscreen$/)
  await openReview(page)
  await go('gi')
  await page.waitForURL(/\/overview\/inspect-fullscreen$/)
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await page.waitForURL(/\/overview\/inspect$/)
  await openReview(page)
  await go('gi')
  await page.waitForURL(/\/overview\/inspect$/)
})
