/** Collecting a folder that lies on the server, out of those that its configuration offers. */
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { listSources } from '#contracts/collect.ts'
import { test as base, expect, type Page, type RunningServer, signIn } from './fixture.ts'
import { addPerson } from './people.ts'
import { ownProject } from './projects.ts'
import { foot, goTo, openProject, openReview } from './review.ts'
import { startServer } from './server.ts'
import { makeSource } from './sources.ts'

/** A server that may read two folders of its machine. */
const test = base.extend<object, { server: RunningServer; machine: string }>({
  machine: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs off the pattern
    async ({}, use) => {
      const machine = await mkdtemp(join(tmpdir(), 'affiant-machine-'))
      await use(machine)
      await rm(machine, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ machine }, use) => {
      const roots = ['Finance', 'Legal', 'Of others'].map((name) => join(machine, name))
      for (const root of roots) await mkdir(root)
      const [finance, legal, ofOthers] = roots
      // The client of the sample matter is the first; nothing is said of whose the last folder is.
      const AFFIANT_COLLECT_FROM = [`${finance}=company-1`, `${legal}=company-1`, ofOthers].join(delimiter)
      const server = await startServer({ AFFIANT_COLLECT_FROM })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Copied one after the other, each with rows of its own in the record: it takes some seconds. */
const invoices = 300
/** With a text beside them, and with what is no file at first. */
const all = invoices + 2

const jobs = (page: Page) => page.getByRole('table', { name: 'Jobs of the project' })
test('[route-overview-collect] [job-action-pause] a folder of the server is chosen and copied, paused and resumed, and each file that came and each that could not be read stands there; what was missing comes with a retry', {
  tag: '@deep',
}, async ({ page, server, machine }) => {
  test.slow()
  const year = join(machine, 'Finance', 'Year 2024')
  await mkdir(join(year, 'Invoices'), { recursive: true })
  await mkdir(join(machine, 'Finance', 'Year 2023'))
  await writeFile(join(year, 'budget.txt'), 'The budget of the wells.')
  for (let n = 0; n < invoices; n++)
    await writeFile(join(year, 'Invoices', `invoice ${n}.txt`), `Invoice ${n} for pumps.`)
  await writeFile(join(machine, 'Legal', 'letter.txt'), 'A letter of counsel.')
  await symlink(join(machine, 'Legal', 'letter.txt'), join(year, 'letter.txt'))

  const project = await ownProject(server, 'File share')
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/collect')
  await makeSource(page, 'Accounts', 'Duarte, Ines')
  await page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'From the server…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Collect a folder of the server into Accounts' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Finance', 'Legal'])
  await expect(dialog.getByRole('button', { name: 'Collect', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Finance' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '0 files directly in it, 0 B; 2 folders below, which are collected with it.',
  )

  // One that is taken away while somebody looks.
  await rename(join(machine, 'Finance', 'Year 2023'), join(machine, 'away'))
  await dialog.getByRole('button', { name: 'Year 2023' }).click()
  await expect(dialog.getByRole('heading', { name: 'The folder could not be read' })).toBeVisible()
  await rename(join(machine, 'away'), join(machine, 'Finance', 'Year 2023'))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('status')).toContainText('0 files directly in it')

  const places = dialog.getByRole('navigation', { name: 'Where in the folders' })
  await places.getByRole('button', { name: 'Finance' }).click()
  await dialog.getByRole('button', { name: 'Year 2024' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^1 file directly in it, 24 B; 1 folder below/)
  await expect(places.getByRole('button', { name: 'Year 2024' })).toHaveAttribute('aria-current', 'location')
  await dialog.getByRole('button', { name: 'Collect Year 2024' }).click()
  await expect(dialog).toHaveCount(0)

  // Halfway it can be looked at, and stopped.
  await goTo(page, '/overview/collect')
  const copying = jobs(page).getByRole('row', { name: 'Year 2024' })
  await copying.getByRole('button', { name: 'Pause: Year 2024' }).click()
  await expect(copying).toContainText('Paused')
  await copying.click()
  await expect(page.getByRole('heading', { name: 'Year 2024', level: 1 })).toBeVisible()
  const figure = page
    .getByRole('term')
    .filter({ hasText: /^Items done$/ })
    .locator('xpath=..')
  const done = async () =>
    Number(((await figure.getByRole('definition').first().textContent()) ?? '').replace(/\D/g, ''))
  expect(await done()).toBeLessThan(all)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('With exceptions', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect.poll(done).toBe(all)

  // What is there under a name only is said, with the reason, and comes once it is there itself.
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await expect(exceptions.getByRole('row')).toHaveCount(2)
  await expect(exceptions.getByRole('row', { name: /letter\.txt/ })).toContainText(
    'It is a link or no file: links are not followed.',
  )
  await rm(join(year, 'letter.txt'))
  await writeFile(join(year, 'letter.txt'), 'A copy of the letter of counsel.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No exceptions' })).toBeVisible()

  // Everything that came stands at its source, under its path, and is read.
  await expect
    .poll(
      async () => {
        const { data } = await project.api.call(listSources, { project: project.projectId })
        return data[0]
      },
      { timeout: 90_000 },
    )
    .toMatchObject({ files: all, waiting: 0, documents: all, exceptions: 0 })
  await goTo(page, '/overview/collect')
  await page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: 'Accounts' }).click()
  const files = page.getByRole('table', { name: 'Files of the source' })
  await expect(files.getByRole('row', { name: /^invoice 0\.txt/ })).toContainText('in Invoices')
  await expect(page.getByText(`${all.toLocaleString('en')} files`)).toBeVisible()
  await openReview(page)
  await expect(foot(page)).toContainText(`${all.toLocaleString('en')} documents`)
})
