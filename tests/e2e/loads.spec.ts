/** A delivery with load files: its folder is added to a source, mapped, checked, loaded, and read in review. */
import AxeBuilder from '@axe-core/playwright'
import { createSource } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { expect, type Page, test } from './fixture.ts'
import { ownProject } from './projects.ts'
import { goTo, openProject, openReview, shown } from './review.ts'
import { pickFolder, upload, withFolder } from './sources.ts'

/** A page of white with one black line, as an uncompressed TIFF of one bit at 72 dpi. */
function pageImage(): Buffer {
  const [width, height, head] = [64, 80, 8]
  const bits = Buffer.alloc((width / 8) * height, 0xff)
  bits.fill(0, (width / 8) * 40, (width / 8) * 42)
  const directory = head + bits.length
  const tags = [
    ...[256, 257, 258, 259, 262].map((tag, at) => [tag, 3, 1, [width, height, 1, 1, 1][at] ?? 0]),
    [273, 4, 1, head],
    ...[277, 278].map((tag, at) => [tag, 3, 1, [1, height][at] ?? 0]),
    [279, 4, 1, bits.length],
  ]
  const bytes = Buffer.alloc(directory + 2 + tags.length * 12 + 4)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(directory, 4)
  bits.copy(bytes, head)
  bytes.writeUInt16LE(tags.length, directory)
  for (const [at, [tag = 0, type = 0, count = 0, value = 0]] of tags.entries()) {
    const place = directory + 2 + at * 12
    bytes.writeUInt16LE(tag, place)
    bytes.writeUInt16LE(type, place + 2)
    bytes.writeUInt32LE(count, place + 4)
    bytes.writeUInt32LE(value, place + 8)
  }
  return bytes
}

const row = (values: readonly string[]) => `${values.map((value) => `þ${value}þ`).join('\u0014')}\r\n`
const columns = [
  'BEGDOC',
  'ENDDOC',
  'BEGATTACH',
  'ENDATTACH',
  'SUBJECT',
  'DATESENT',
  'CONFID',
  'NATIVE',
  'TEXT',
]
/** An e-mail of two pages and its attachment; `stray.txt` is named by nothing. */
const delivery: Readonly<Record<string, string | Buffer>> = {
  'DATA/VOL001.DAT': [
    row(columns),
    row([
      ...['XY000001', 'XY000002', 'XY000001', 'XY000003', 'Price of gas', '03/04/2019', 'Attorneys only', ''],
      'VOL001\\TEXT\\XY000001.txt',
    ]),
    row([
      ...['XY000003', 'XY000003', 'XY000001', 'XY000003', 'Prices', '05/06/2019', ''],
      ...['VOL001\\NATIVES\\XY000003.csv', 'VOL001\\TEXT\\XY000003.txt'],
    ]),
  ].join(''),
  'DATA/VOL001.OPT': [
    'XY000001,VOL001,VOL001\\IMAGES\\XY000001.tif,Y,,,2',
    'XY000002,VOL001,VOL001\\IMAGES\\XY000002.tif,,,,',
    'XY000003,VOL001,VOL001\\IMAGES\\XY000003.tif,Y,,,1',
    '',
  ].join('\r\n'),
  'IMAGES/XY000001.tif': pageImage(),
  'IMAGES/XY000002.tif': pageImage(),
  'IMAGES/XY000003.tif': pageImage(),
  'TEXT/XY000001.txt': 'The cavern at Larkspur holds less than was sold.',
  'TEXT/XY000003.txt': 'month,price',
  'NATIVES/XY000003.csv': 'month,price\n1,2\n',
  'DATA/stray.txt': 'Nobody names this.',
}

async function hasNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('#main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

test('a delivery with load files is mapped, checked and loaded, and every row and file is accounted for', async ({
  server,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const { name, projectId: project, api } = await ownProject(server, 'Delivered')
  const { custodianId } = await api.call(createCustodian, { project, body: { name: 'Acme' } })
  const body = { name: 'From Acme', custodianId, autoProcess: false, autoPromote: true }
  const { sourceId } = await api.call(createSource, { project, body })
  await signIn(page, 'clientadmin')
  await openProject(page, name)
  await goTo(page, `/overview/collect?source=${sourceId}`)
  await withFolder('VOL001', delivery, async (folder) => {
    await pickFolder(page).setInputFiles(folder)
    await upload(page).click()
    await expect(page.getByText('Arrived whole')).toBeVisible({ timeout: 30_000 })
  })
  await page.getByRole('link', { name: 'Load with a load file…' }).press('Enter')

  await expect(page.getByRole('radio', { name: /VOL001\.DAT/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /VOL001\.OPT/ })).toBeChecked()
  await expect(page.getByLabel('Between columns')).toHaveValue('\u0014')
  await expect(page.getByRole('table', { name: 'First rows of the load file' })).toContainText('Price of gas')
  await expect(page.getByRole('button', { name: 'Next: mapping' })).toBeDisabled()
  await hasNoBarriers(page)
  await page.getByRole('radio', { name: /March 4, 2019/ }).press('Space')
  await page.getByRole('link', { name: 'Next: mapping' }).press('Enter')

  await expect(page.getByLabel('What BEGDOC fills')).toHaveValue('role:begin')
  await page.getByLabel('What CONFID fills').selectOption('newField')
  await page.getByLabel('Name of the new field of CONFID').fill('Confidentiality')
  await hasNoBarriers(page)
  // Whoever comes back finds what was said.
  await page.reload()
  await expect(page.getByLabel('Name of the new field of CONFID')).toHaveValue('Confidentiality')
  await page.getByRole('link', { name: 'Next: check' }).press('Enter')

  await expect(page.getByText('2 rows = 2 loaded + 0 overlaid + 0 refused')).toBeVisible()
  await expect(page.getByText('9 files = 8 used + 1 unused')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Unused files' })).toContainText('stray.txt')
  await hasNoBarriers(page)
  await page.getByRole('button', { name: 'Load 2 documents' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Load of From Acme', level: 1 })).toBeVisible()
  await expect(page.getByText('1 file that no load file names waits in the source again.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('Adds up')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'All unused files as CSV' })).toBeVisible()
  await hasNoBarriers(page)
  await page.getByRole('link', { name: 'Loads', exact: true }).press('Enter')
  await expect(page.getByRole('table', { name: 'Loads' })).toContainText('From Acme')

  await openReview(page)
  await expect(shown(page)).toContainText('The cavern at Larkspur holds less than was sold.')
})
