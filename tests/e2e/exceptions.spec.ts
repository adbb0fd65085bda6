/** Exceptions as a file for spreadsheets: all of them, those of a kind, of a person, and those that are settled. */
import { readFile } from 'node:fs/promises'
import { listExceptions } from '#contracts/collect.ts'
import { recordsOf, textOf } from '#server/intake/overlay/csv.ts'
import { lockedZip } from '../fixtures/locked-zip.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { letter, zipOf } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'

type Row = Readonly<Record<string, string>>

const table = (page: Page) => page.getByRole('table', { name: 'Exceptions' })

/** Presses the button of this name; answers the rows of the file that comes, by the heads of their columns. */
async function downloaded(page: Page, button: string): Promise<readonly Row[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: button, exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^T\d+- exceptions \d{4}-\d\d-\d\d\.csv$/)
  const [heads = [], ...rows] = recordsOf(textOf(await readFile(await file.path())), ',')
  expect(heads.slice(0, 6)).toEqual(['Exception', 'Category', 'Code', 'Severity', 'Stage', 'Reason'])
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])))
}

const names = (rows: readonly Row[]) => rows.map(({ Path = '' }) => Path.split('/').at(-1)).toSorted()

test('[filter-exceptions] exceptions are downloaded as CSV, all of them or as they are filtered, and say what each was, whose, and what was done about it', async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Exceptions')
  const good = letter({ id: 'good', subject: 'Good', text: 'It can be read.' })
  await bringIn(
    project,
    'laptop.zip',
    zipOf({ 'empty.eml': '', 'good.eml': good, 'locked.zip': Buffer.from(lockedZip, 'base64') }),
  )
  await bringIn(project, 'stick.zip', zipOf({ 'void.eml': '' }), 'Field, Tom')
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/process/exceptions')
  await expect(table(page).getByRole('row', { name: /secret\.txt/ })).toBeVisible()

  const all = await downloaded(page, 'All exceptions as CSV')
  const { data } = await project.api.call(listExceptions, { project: project.projectId, query: {} })
  expect(all.map((row) => Number(row.Exception))).toEqual(data.map(({ exceptionId }) => exceptionId))
  expect(names(all)).toEqual(['empty.eml', 'secret.txt', 'void.eml'])
  expect(all.find(({ Path = '' }) => Path.endsWith('secret.txt'))).toMatchObject({
    Category: 'Encrypted',
    Code: 'encrypted',
    Path: 'laptop.zip/locked.zip/secret.txt',
    Custodian: 'Duarte, Ines',
    Resolution: 'open',
    Note: '',
  })

  // One is accepted, with a reason that a spreadsheet would take for a formula.
  await table(page).getByRole('checkbox', { name: 'Choose empty.eml' }).press('Space')
  await page.getByRole('button', { name: 'Accept…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('=1+1')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(table(page).getByRole('row', { name: /empty\.eml/ })).toContainText('Accepted')

  // Of a kind, then of a kind and a person, then what is still open of it.
  const these = 'These exceptions as CSV'
  const rows = table(page).getByRole('row')
  await page
    .getByRole('list', { name: 'Exceptions by kind' })
    .getByRole('button', { name: /^Empty/ })
    .click()
  await expect(rows).toHaveCount(3)
  expect(names(await downloaded(page, these))).toEqual(['empty.eml', 'void.eml'])
  await page.getByLabel('Custodian', { exact: true }).selectOption('Duarte, Ines')
  await expect(rows).toHaveCount(2)
  expect(await downloaded(page, these)).toMatchObject([
    { Code: 'zeroByte', Path: 'laptop.zip/empty.eml', Bytes: '0', Resolution: 'accepted', Note: "'=1+1" },
  ])
  await page.getByLabel('Custodian', { exact: true }).selectOption('All custodians')
  await page.getByLabel('Resolution', { exact: true }).selectOption('Open')
  await expect(rows).toHaveCount(2)
  expect(await downloaded(page, these)).toMatchObject([{ Code: 'zeroByte', Custodian: 'Field, Tom' }])
  await page.getByLabel('Kind', { exact: true }).selectOption('Damaged: all')
  await expect(page.getByRole('heading', { name: 'None of this kind' })).toBeVisible()
  expect(await downloaded(page, these)).toEqual([])

  // What can be done about those that are chosen stays in view, however far the page has scrolled.
  await goTo(page, '/overview/process/exceptions')
  await page.setViewportSize({ width: 1024, height: 480 })
  await table(page).getByRole('checkbox', { name: 'Choose secret.txt' }).check()
  const acts = page.getByRole('group', { name: /^What is done about/ })
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await expect(acts.getByRole('button', { name: 'Accept…' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })

  // Of one job.
  await goTo(page, '/project/allJobs')
  await page
    .getByRole('table', { name: 'Jobs of the project' })
    .getByRole('row', { name: /stick\.zip/ })
    .click()
  await expect(rows).toHaveCount(2)
  expect(names(await downloaded(page, 'All exceptions as CSV'))).toEqual(['void.eml'])
})
