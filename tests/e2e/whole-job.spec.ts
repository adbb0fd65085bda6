/** The whole job by one person: what others produced is loaded, found, coded, redacted, produced, and loaded again. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { createSource } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { tiff } from '#tests/fixtures/tiff.ts'
import { expect, type Page, test } from './fixture.ts'
import { type OwnProject, ownProject } from './projects.ts'
import { form, goTo, openProject, openReview, search, shown, status } from './review.ts'
import { pickFolder, upload, withFolder } from './sources.ts'

const row = (values: readonly string[]) => `${values.map((value) => `þ${value}þ`).join('\u0014')}\r\n`
/** A letter of two scanned pages, and a contract as its file. */
const delivery: Readonly<Record<string, string | Buffer>> = {
  'DATA/VOL001.DAT': [
    row(['BEGDOC', 'ENDDOC', 'CUSTODIAN', 'SUBJECT', 'NATIVE', 'TEXT']),
    row(['XY000001', 'XY000002', 'Müller, Jörg', 'Letter about wells', '', 'TEXT\\XY000001.txt']),
    row(['XY000003', 'XY000003', 'Okafor', 'Contract', 'NATIVES\\XY000003.pdf', 'TEXT\\XY000003.txt']),
  ].join(''),
  'DATA/VOL001.OPT': [
    'XY000001,VOL001,IMAGES\\XY000001.tif,Y,,,2',
    'XY000002,VOL001,IMAGES\\XY000002.tif,,,,',
    '',
  ].join('\r\n'),
  'IMAGES/XY000001.tif': tiff(1_700, 2_200),
  'IMAGES/XY000002.tif': tiff(1_700, 2_200),
  'TEXT/XY000001.txt': 'The cavern at Larkspur holds less than was sold.',
  'TEXT/XY000003.txt': 'Zanzibar is the price.',
  'NATIVES/XY000003.pdf': pdf({ pages: [{ content: show('Zanzibar is the price.', 72, 700) }] }),
}

async function sourceFor({ api, projectId: project }: OwnProject, name: string): Promise<number> {
  const { custodianId } = await api.call(createCustodian, { project, body: { name: 'Received' } })
  const body = { name, custodianId, autoProcess: false, autoPromote: true }
  return (await api.call(createSource, { project, body })).sourceId
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).press('Enter')

/** Adds a folder to a source, and goes to the first step of its load. */
async function bring(
  page: Page,
  sourceId: number,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  await goTo(page, `/overview/collect?source=${sourceId}`)
  await withFolder('VOL001', files, async (folder) => {
    await pickFolder(page).setInputFiles(folder)
    await upload(page).click()
    await expect(page.getByText('Arrived whole')).toBeVisible({ timeout: 30_000 })
  })
  await follow(page, 'Load with a load file…')
  await expect(page.getByRole('table', { name: 'First rows of the load file' })).toBeVisible()
}

test('[rest-any-project-doc-bulk-metadata] [jobs-type-production] what was received is loaded, found by a page, coded, redacted, produced, and loaded again elsewhere', {
  tag: '@deep',
}, async ({ server, page, signIn }) => {
  test.setTimeout(240_000)
  const received = await ownProject(server, 'Received')
  const elsewhere = await ownProject(server, 'Elsewhere')
  const sourceId = await sourceFor(received, 'From Acme')
  await signIn(page, 'clientadmin')
  await openProject(page, received.name)
  await bring(page, sourceId, delivery)
  await follow(page, 'Next: mapping')
  await follow(page, 'Next: check')
  await expect(page.getByText('2 rows = 2 loaded + 0 overlaid + 0 refused')).toBeVisible()
  await expect(page.getByText('7 files = 7 used + 0 unused')).toBeVisible()
  await press(page, 'Load 2 documents')
  await expect(page.getByText('It has ended, and no file is left.')).toBeVisible({ timeout: 30_000 })

  // The second page of the letter has a number that only stands between two others.
  await openReview(page)
  await search(page, 'xy000002')
  await expect(shown(page)).toContainText('Letter about wells')
  await page.keyboard.press('Escape')
  await form(page).getByRole('radio').first().click()
  await page.keyboard.press('Control+Enter')
  await expect(status(page)).toHaveText('Saved')

  await search(page, 'zanzibar')
  await expect(shown(page)).toContainText('Contract')
  await page.locator('#row-0[data-document]').click()
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByTestId('page-count')).toBeVisible()
  await page.keyboard.press('r')
  const redacting = page.getByRole('status', { name: 'Redacting' })
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(redacting).toHaveText(/Zanzibar/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  const box = page.locator('[data-redaction-layer="1"] [data-redaction]')
  await expect(box).toHaveAttribute('data-standing', 'saved')

  await goTo(page, '/overview/produce')
  await press(page, 'New production')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('To the other side')
  await expect(dialog.getByLabel('Begin with')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('Prefix').fill('NW')
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('NW0000001')
  await press(page, 'Save')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await follow(page, 'Check and run')
  await press(page, 'Validate')
  await expect(page.getByRole('status').filter({ hasText: '2 documents' })).toBeVisible()
  for (const accept of await page.getByRole('button', { name: 'Accept with a reason' }).all()) {
    await accept.press('Enter')
    await dialog.getByLabel('Reason').fill('It is meant so')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await press(page, 'Run')
  await dialog.getByRole('button', { name: 'Run' }).press('Enter')
  const volumes = page.getByRole('table', { name: 'Volumes' })
  await expect(volumes).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    volumes.getByRole('link', { name: 'Download VOL001' }).press('Enter'),
  ])
  const zip = unzipSync(await readFile(await download.path()))
  const files = Object.entries(zip).flatMap(([path, bytes]) =>
    path.endsWith('/') ? [] : [[path.replace(/^VOL001\//, ''), Buffer.from(bytes)] as const],
  )
  const texts = files.filter(([path]) => /\.(?:txt|dat|opt)$/.test(path))
  for (const [path, bytes] of texts) expect([path, bytes.includes('Zanzibar')]).toEqual([path, false])

  const again = await sourceFor(elsewhere, 'From ourselves')
  await goTo(page, '/overview')
  await goTo(page, '/')
  await openProject(page, elsewhere.name)
  await bring(page, again, Object.fromEntries(files))
  await follow(page, 'Next: mapping')
  await follow(page, 'Next: check')
  await expect(page.getByText('2 rows = 2 loaded + 0 overlaid + 0 refused')).toBeVisible()
  await press(page, 'Load 2 documents')
  await expect(page.getByText('Adds up')).toHaveCount(2, { timeout: 30_000 })
  await expect(page.getByText(/2 files that no load file names/)).toBeVisible()
  await openReview(page)
  await search(page, 'nw0000002')
  await expect(shown(page)).toContainText('The cavern at Larkspur holds less than was sold.')
  await search(page, 'NW0000003')
  await expect(shown(page)).toContainText('is the price')
  await expect(shown(page)).not.toContainText('Zanzibar')
})
