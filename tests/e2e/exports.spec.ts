/** An export by the keyboard: a saved search with files, pages, texts and a CSV, downloaded, looked at and removed. */
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject, search } from './review.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

async function hasNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('#main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

test('[jobs-type-export] [rest-job-export-images-validate] what a search finds is exported, downloaded, looked at and removed', async ({
  server,
  page,
  signIn,
}) => {
  test.setTimeout(90_000)
  const project = await ownProject(server, 'Exported')
  const box = Array.from({ length: 3 }, (_, at) => ({
    ...{ id: `exported-${at}`, subject: at === 0 ? 'Other' : `Letter ${at}`, text: 'Short.' },
  }))
  await bringIn(project, 'box.mbox', mbox(box))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/review')
  await expect(page.locator('[data-document-shown]')).toBeVisible()
  await search(page, 'Subject:Letter')
  await page.getByRole('button', { name: 'Export these documents' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'New export', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 documents would go out' })).toBeVisible()
  await page.getByLabel('Name of the export').fill('For the expert')
  await expect(page.getByRole('checkbox', { name: 'CSV (metadata)' })).toBeChecked()
  await hasNoBarriers(page)
  await press(page, 'Start')

  await expect(page.getByRole('heading', { name: 'For the expert', level: 1 })).toBeVisible()
  const volumes = page.getByRole('table', { name: 'Volumes' })
  await expect(volumes).toBeVisible({ timeout: 30_000 })
  const documents = page.getByRole('table', { name: 'Documents' })
  await expect(documents.getByText('Pages and file')).toHaveCount(2)
  await hasNoBarriers(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    volumes.getByRole('link', { name: 'Download EXP001' }).press('Enter'),
  ])
  const bytes = (await readFile(await download.path())).toString('latin1')
  expect(bytes).toContain('.csv')
  expect(bytes).toContain('Letter 1')
  expect(bytes).not.toContain('Other')

  await press(page, 'Remove now')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'has removed its files' })).toBeVisible()
  await expect(volumes).toHaveCount(0)
  await page.getByRole('link', { name: 'Exports', exact: true }).last().press('Enter')
  await expect(page.getByRole('table', { name: 'Exports' })).toContainText('Removed')
  await hasNoBarriers(page)
})
