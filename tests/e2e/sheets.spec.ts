/** Looking at spreadsheets as sheets. */
import { utils } from '@e965/xlsx'
import { frozen, writeBook } from '#tests/fixtures/sheets.ts'
import { expect, type Page, type RunningServer, signIn, test } from './fixture.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, queryInput, shown } from './review.ts'

const grid = (page: Page) => page.getByTestId('sheet-grid')
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true })
const content = (page: Page) => page.getByTestId('cell-content')
const address = (page: Page) => page.getByLabel('Go to cell')

const rows = [
  ['Well', 'Item', 'Amount', 'Share'],
  ...Array.from({ length: 300 }, (_, n) => [`Harmon ${n + 1}`, `Pump ${n % 9}`, n * 2.5, n]),
]
const costs = frozen(
  writeBook(
    [
      {
        name: 'Costs',
        rows,
        merges: [utils.decode_range('B4:C5')],
        formulas: { D2: 'C2/SUM(C2:C301)' },
      },
      { name: 'Summary', rows: [['Total', 112125]] },
      { name: 'Kept back', rows: [['The real total', 999]], hidden: 1 },
    ],
    'xlsx',
  ),
  1,
  1,
  1,
)

/** A reviewer looks at the only document of a project of the test's own. */
async function lookAt(
  page: Page,
  server: RunningServer,
  { title, name, bytes }: { readonly title: string; readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  const project = await ownProject(server, title)
  await bringIn(project, name, bytes)
  const email = await addPerson(server, { role: 'Reviewer', name: 'Rita Sand', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/, { timeout: 60_000 })
  await expect(page.getByRole('tab', { name: 'Sheet', exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('[viewer-sheet-toolbar-hidden] a reviewer reads a workbook as sheets, hidden ones too, with little more than find and zoom', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await lookAt(page, server, { title: 'Workbook', name: 'costs.xlsx', bytes: costs })
  await expect(cell(page, 'Harmon 1')).toBeVisible()
  const tools = page.getByRole('toolbar', { name: 'Spreadsheet tools' })
  await expect(tools.getByRole('button')).toHaveText(['', '', 'Formulas', 'Wrap', 'Freeze', '', '100%', ''])

  // The heading row and the first column stay, wherever one goes.
  await grid(page).click({ position: { x: 200, y: 90 } })
  await page.keyboard.press('Control+End')
  await expect(address(page)).toHaveValue('D301')
  await expect(content(page)).toHaveText('299')
  await expect(cell(page, 'Amount')).toBeVisible()
  await expect(cell(page, 'Harmon 1')).toHaveCount(0)

  // A formula, as what it comes to and as it stands.
  await address(page).fill('D2')
  await address(page).press('Enter')
  await expect(content(page)).toContainText('=C2/SUM(C2:C301)')
  await tools.getByRole('button', { name: 'Formulas' }).click()
  await expect(cell(page, '=C2/SUM(C2:C301)')).toBeVisible()
  await tools.getByRole('button', { name: 'Formulas' }).click()

  // What is merged stands once.
  const fourth = grid(page).locator('[aria-rowindex="4"]')
  await expect(fourth.getByRole('gridcell', { name: 'Pump 2' })).toHaveAttribute('aria-colspan', '2')
  await expect(grid(page).locator('[aria-rowindex="5"]').getByText('Pump 3')).toHaveCount(0)

  await page.keyboard.press('Control+Home')
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copied 4 cells')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Well\tItem\nHarmon 1\tPump 0')

  // Found in a sheet that the file hides.
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find in the spreadsheet').fill('REAL total')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /Kept back/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: /Kept back/ })).toContainText('hidden')
  await expect(page.getByText('1 of 1 hit')).toBeVisible()
  await expect(content(page)).toHaveText('The real total')

  // Where one was is remembered.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Sheet', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(cell(page, 'The real total')).toBeVisible()
})

test('words of the query are marked and counted in the cells, and the hit keys go from cell to cell across sheets', {
  tag: '@deep',
}, async ({ page, server }) => {
  const book = writeBook(
    [
      {
        name: 'Wells',
        rows: [['Well', 'Note'], ['Harmon 1', 'Brine, hauled'], ...rows.slice(1), ['Harmon 2', 'more brine']],
      },
      { name: 'Hauling', rows: [['Load', 'BRINE']] },
    ],
    'xlsx',
  )
  await lookAt(page, server, { title: 'Brine', name: 'brine.xlsx', bytes: book })
  await queryInput(page).fill('brine')
  await queryInput(page).press('Enter')
  const bar = page.getByRole('toolbar', { name: 'Hits' })
  await expect(bar.getByRole('status')).toHaveText('3 hits')
  await expect(grid(page).locator('mark')).toHaveText(['Brine'])
  await grid(page).focus()
  const goesTo = async (key: string, cellName: string, sheet: string, says: string) => {
    await page.keyboard.press(key)
    await expect(bar.getByRole('status')).toHaveText(says)
    await expect(page.getByRole('tab', { name: sheet, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(address(page)).toHaveValue(cellName)
    await expect(grid(page).locator('[aria-selected=true] mark')).toBeInViewport()
  }
  await goesTo('Enter', 'B2', 'Wells', 'Hit 1 of 3')
  await goesTo('Enter', 'B303', 'Wells', 'Hit 2 of 3')
  await goesTo('Enter', 'B1', 'Hauling', 'Hit 3 of 3')
  await expect(grid(page)).toBeFocused()
  await goesTo('Shift+Enter', 'B303', 'Wells', 'Hit 2 of 3')
  await bar.getByRole('button', { name: 'Next hit' }).click()
  await expect(address(page)).toHaveValue('B1')
})

test('a table of a million rows opens, scrolls, and is searched through', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  test.slow()
  const many = 1_000_000
  const lines = ['Id,Well,Amount']
  for (let n = 1; n <= many; n++) lines.push(`${n},"Harmon, ${n % 97}",${n * 2}`)
  const bytes = Buffer.from(lines.join('\n'))
  await lookAt(page, server, { title: 'A million', name: 'million.csv', bytes })
  await expect(cell(page, 'Harmon, 1').first()).toBeVisible()
  await expect(page.getByText('The file is still being read')).toHaveCount(0, { timeout: 60_000 })
  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await expect(address(page)).toHaveValue(`C${many + 1}`)
  await expect(cell(page, `${many * 2}`)).toBeVisible()
  await page.getByLabel('Find in the spreadsheet').fill('777777')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^1 of \d+ hits?$/)).toBeVisible({ timeout: 30_000 })
  await expect(content(page)).toContainText('777777')
  // Anywhere in between, by the scroll alone.
  await grid(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2
  })
  const inView = grid(page).getByRole('rowheader').first()
  await expect.poll(async () => Math.abs(Number(await inView.textContent()) - many / 2)).toBeLessThan(200)
  const first = Number(await inView.textContent())
  await expect(cell(page, `${first + 9}`)).toBeVisible()
})

test('what cannot be read as sheets says why, and the rest of the viewer goes on', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  const broken = Buffer.from(writeBook([{ name: 'A', rows: [['x']] }], 'biff8'))
  // Its frame is whole; what it holds is not.
  broken.fill(0xff, 1024, broken.length - 512)
  await lookAt(page, server, { title: 'Broken', name: 'broken.xls', bytes: broken })
  await expect(page.getByRole('heading', { name: 'It cannot be shown as sheets' })).toBeVisible()
  await page.getByRole('tab', { name: 'Metadata', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Metadata' })).toBeVisible()
})
