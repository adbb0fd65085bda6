/** Highlight sets: made in the settings, seen and gone through in a document and on its page image, turned off. */
import AxeBuilder from '@axe-core/playwright'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { expect, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, openReview, openRow, search, shown } from './review.ts'

const notes = pdf({ pages: [{ content: show('Attorney notes on the merger', 72, 700, 14) }] })

test('a set of terms is made, a faulty one is refused at its place, a reviewer goes through it in the text and on the page, and turns it off', async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Highlights')
  const one = {
    ...{ id: 'one', subject: 'Larkspur' },
    text: 'The merger of the attorney. Attorney work product; privileged.',
    attachments: [{ name: 'notes.pdf', type: 'application/pdf', bytes: notes }],
  }
  await bringIn(project, 'post.mbox', mbox([one]), 'Duarte, Ines')
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/ProjectSetting')
  await page.getByRole('button', { name: 'New highlight set' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Counsel')
  await dialog.getByLabel('Terms, one a line').fill('attorney\nprivileg* AND oil')
  await dialog.getByRole('button', { name: 'Create set' }).click()
  await expect(dialog.getByText('1 term cannot be read.')).toBeVisible()
  await dialog.getByLabel('Terms, one a line').fill('attorney\nprivileg*')
  await dialog.getByRole('button', { name: 'Create set' }).click()
  await expect(page.getByRole('table', { name: 'Highlight sets' })).toContainText('Counsel')
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  await openReview(page)
  await search(page, 'merger')
  await openRow(page, 0)
  const bar = shown(page).getByRole('toolbar', { name: 'Highlight sets' })
  await expect(bar).toContainText('3 highlights')
  await page.keyboard.press('h')
  await page.keyboard.press('h')
  await expect(bar).toContainText('Counsel: 2 of 3')
  const painted = () =>
    page.evaluate(() => [...CSS.highlights].filter(([name]) => name.startsWith('highlight-')).length)
  expect(await painted()).toBe(2)
  await bar.getByRole('switch', { name: 'Highlight Counsel' }).click()
  await expect(bar).toContainText('0 highlights')
  expect(await painted()).toBe(0)
  await page.keyboard.press('Shift+D')

  // On the image of a page hits and highlights lie where the words stand.
  await openRow(page, 1)
  await shown(page).getByRole('tab', { name: 'Pages' }).click()
  await expect(shown(page).locator('[data-mark^="hit-"]')).toHaveCount(1)
  await expect(shown(page).locator('[data-mark^="set-"]')).toHaveCount(1)
  await expect(shown(page).getByRole('toolbar', { name: 'Hits' })).toContainText('1 hit')
  await page.keyboard.press('h')
  await expect(bar).toContainText('Counsel: 1 of 1')
})
