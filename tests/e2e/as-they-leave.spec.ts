/** A redacted document in a real browser of somebody who may not see under redactions: it shows as it would leave. */
import AxeBuilder from '@axe-core/playwright'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview, search, shown } from './review.ts'

const secret = 'Larkspurcanary'

test('[redact-and-markup-capability] whoever may not see under redactions works with the burned pages', async ({
  page,
  server,
  another,
}) => {
  const project = await ownProject(server, 'Burned')
  const pages = [`${secret} stays Harmon`, 'The second page'].map((text) => ({ content: show(text) }))
  await bringIn(project, `${secret}.pdf`, pdf({ pages }))
  const role = async (name: 'ReviewManager' | 'Default') =>
    await addPerson(server, { role: name, name: `Of ${name}`, project: project.name })
  const open = async (where: Page, email: string): Promise<void> => {
    await signIn(where, email)
    await openProject(where, project.name)
    await openReview(where)
    await expect(shown(where)).toHaveAttribute('data-document-shown', /\d+/)
  }
  await open(page, await role('ReviewManager'))
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByTestId('page-count')).toBeVisible()
  await page.keyboard.press('r')
  const status = page.getByRole('status', { name: 'Redacting' })
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(status).toContainText(secret, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-redaction]').first()).toHaveAttribute('data-standing', 'saved')

  const guest = await another()
  const said: string[] = []
  guest.on('response', (response) => {
    if (!/\/(rest|api|sheet)\//.test(response.url())) return
    response.text().then(
      (text) => {
        if (text.includes(secret)) said.push(response.url())
      },
      () => {},
    )
  })
  await open(guest, await role('Default'))
  await expect(guest.getByRole('heading', { name: 'Redacted' })).toBeVisible()
  await expect(guest.getByRole('note').filter({ hasText: 'as they would leave' })).toBeVisible()
  const burned = guest.locator('[data-page="1"] img[src*="/burned-page/"]')
  await expect(burned).toBeVisible({ timeout: 20_000 })
  await expect
    .poll(() => burned.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(500)
  await expect(guest.getByTestId('page-count')).toContainText('2')
  await guest.getByRole('tab', { name: 'Text' }).click()
  const text = guest.getByRole('region', { name: 'Text' })
  await expect(text).toContainText('stays Harmon')
  await expect(text).toContainText('The second page')
  await expect(text).not.toContainText(secret)
  await guest.getByRole('tab', { name: 'Metadata' }).click()
  await expect(guest.getByRole('region', { name: 'Metadata' })).toContainText('Redacted')
  for (const name of ['Related', 'History']) {
    await guest.getByRole('tab', { name }).click()
    await expect(guest.getByText('This is not shown of a redacted document')).toBeVisible()
  }
  const { violations } = await new AxeBuilder({ page: guest }).include('[data-document-body]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  expect(said).toEqual([])
  // A word that is covered finds nothing; so does its absence.
  for (const query of [secret, `NOT ${secret}`, `File_Name:${secret}`]) {
    await search(guest, query)
    await expect(guest.locator('#row-0[data-document]')).toHaveCount(0)
  }
  await expect(guest.locator('body')).not.toContainText(`${secret}.pdf`)
})
