/** Redacting a spreadsheet as it is, and taking its redacted copy away. */
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { writeBook } from '#tests/fixtures/sheets.ts'
import { expect, signIn, test } from './fixture.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, shown } from './review.ts'

const secret = 'ZQX7781'
const pay = writeBook(
  [
    {
      name: 'Pay',
      rows: [
        ['Name', 'Pay'],
        [`Ana ${secret}`, 100],
        ['Ben', 50],
        ['All', 150],
      ],
      formulas: { B4: 'SUM(B2:B3)' },
    },
  ],
  'xlsx',
)

test('[redact-spreadsheet-capability] [rest-sheet-download-file] cells are covered by the keyboard, and the copy says nothing of them', async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Pay')
  await bringIn(project, 'pay.xlsx', pay)
  const email = await addPerson(server, { role: 'ReviewManager', name: 'Rita Sand', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/, { timeout: 60_000 })
  const grid = page.getByTestId('sheet-grid')
  await grid.focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('toolbar', { name: 'Redact' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(grid.locator('.cover.covered')).toHaveCount(1)
  await expect(grid.locator('.cover.depends')).toHaveText('Depends on row 2', { timeout: 20_000 })
  await page.keyboard.press('Shift+R')
  await expect(grid.locator('.cover.leaves')).toHaveCount(2)
  await expect(grid.getByText(secret)).toHaveCount(0)
  // Nothing has scrolled away.
  await expect(grid.getByText('Name')).toBeVisible()
  await page.getByRole('button', { name: /^Redactions \(1\)/ }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the redacted copy' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/ redacted\.xlsx$/)
  for (const part of Object.values(unzipSync(readFileSync(await download.path()))))
    expect(Buffer.from(part).toString()).not.toContain(secret)
})
