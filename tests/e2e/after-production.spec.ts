/** What comes after a production: a look at a sample, a comparison with another, and who has downloaded what. */
import AxeBuilder from '@axe-core/playwright'
import { getJob, hasEnded } from '#contracts/jobs.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { initStuff, insertProduction, runProduction } from '#contracts/productions.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { expect, type Page, test } from './fixture.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function hasNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('#main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

let sent = 0
const key = () => `after-production-${Date.now()}-${sent++}`

/** Made by calls: how one is prepared by hand is in productions.spec.ts. */
async function produce(
  { api, projectId: project }: OwnProject,
  name: string,
  prefix: string,
  more: Partial<ProductionSettings>,
): Promise<void> {
  const { templates } = await api.call(initStuff, { project })
  const [template] = templates
  if (template === undefined) throw new Error('There are no templates.')
  const numbering = { prefix, digits: 6, level: 'page' as const, start: null }
  const settings = { ...template.settings, numbering, ...more }
  const { productionId, version } = await api.call(insertProduction, {
    ...{ project, key: key(), body: { name, settings } },
  })
  const body = { productionId, version }
  const { found } = await api.call(validateProduction, { project, key: key(), body })
  for (const { check } of found)
    await api.call(acceptWarning, { project, key: key(), body: { productionId, check, reason: 'Meant so' } })
  const { job } = await api.call(runProduction, { project, key: key(), body })
  const query = { jobId: job?.jobId ?? 0 }
  await expect
    .poll(async () => hasEnded((await api.call(getJob, { project, query })).state), { timeout: 60_000 })
    .toBe(true)
}

test('[production-concept] [route-overview-produce] a sample of a production is looked at, and it is compared with another', {
  tag: '@deep',
}, async ({ server, page, signIn }) => {
  test.setTimeout(300_000)
  const project = await ownProject(server, 'After')
  for (const name of ['Contract', 'Letter', 'Advice']) {
    const pages = [`${name} of Larkspur`, 'Appendix'].map((text) => ({ content: show(text, 72, 700) }))
    await bringIn(project, `${name}.pdf`, pdf({ pages }))
  }
  await produce(project, 'First volume', 'NW', {
    withheld: [{ query: 'Advice', slipSheet: { text: 'DOCUMENT WITHHELD' } }],
  })
  await produce(project, 'Second volume', 'NX', {
    designations: [{ query: 'Letter', text: 'CONFIDENTIAL' }],
  })
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await goTo(page, '/overview/produce')
  await page.getByRole('link', { name: 'First volume' }).click()
  await expect(page.getByText('Nobody has downloaded anything yet.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download VOL001' }).click(),
  ])
  await download.path()
  await page.reload()
  const told = page.getByRole('table', { name: 'Downloads' })
  await expect(told.getByRole('row')).toHaveCount(2)
  await expect(told).toContainText('VOL001')

  // Nothing leaves before somebody has looked at what stands behind a slip sheet.
  await page.getByRole('button', { name: 'Deliver' }).click()
  await dialog(page).getByRole('button', { name: 'Deliver' }).click()
  await expect(dialog(page)).toContainText('Draw a sample of them and look at it first')
  await dialog(page).getByRole('button', { name: 'Not yet' }).click()
  await page.getByRole('button', { name: 'Draw the sample (1 document)' }).click()
  const sample = page.getByRole('table', { name: 'Sample' })
  await expect(sample).toContainText('Withheld')
  await sample.getByRole('button', { name: /is wrong$/ }).click()
  await dialog(page).getByLabel('What is wrong').fill('The slip sheet says too much')
  await dialog(page).getByRole('button', { name: 'It is wrong' }).click()
  await expect(sample).toContainText('The slip sheet says too much')
  await hasNoBarriers(page)
  await sample.getByRole('button', { name: /is right$/ }).click()
  // A column of the report is called the same.
  await expect(page.locator('span').getByText('Looked at', { exact: true })).toBeVisible()
  await sample.getByRole('link', { name: /^NW/ }).first().click()
  await expect(page.getByTestId('page-stamped')).toHaveText(/^NW00000\d$/)
  await expect(page.locator('[data-document-shown]')).toContainText('Advice')

  await goTo(page, '/overview/produce')
  await page.getByRole('link', { name: 'First volume' }).click()
  await page.getByLabel('Compare with').selectOption({ label: 'Second volume' })
  await expect(page.getByRole('heading', { name: 'Compare productions', level: 1 })).toBeVisible()
  const both = page.getByRole('table', { name: 'Documents of both' })
  await expect(both.getByRole('row')).toHaveCount(4)
  const kinds = page.getByRole('group', { name: 'Documents to show' })
  await expect(kinds.getByRole('button', { name: 'Designation 1' })).toBeVisible()
  await hasNoBarriers(page)
  await kinds.getByRole('button', { name: 'Produced differently 1' }).click()
  await expect(both.getByRole('row')).toHaveCount(2)
  await expect(both).toContainText('Withheld')
  await kinds.getByRole('button', { name: 'Designation 1' }).click()
  await expect(both).toContainText('CONFIDENTIAL')
  await both.getByRole('link', { name: /^NX/ }).last().click()
  await expect(page.getByTestId('page-stamped')).toHaveText('NX000004')
  await expect(page.locator('[data-document-shown]')).toContainText('Letter')
})
