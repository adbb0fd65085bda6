/** Sources, and bringing files into them as a person does. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page } from './fixture.ts'

/** Makes a source of a custodian, who is new in the project, from the Collect page. */
export async function makeSource(page: Page, name: string, custodian: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(New source|Add a source)$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New source' })
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  const fresh = dialog.getByLabel('New custodian')
  const known = dialog.getByRole('combobox', { name: /^Custodian/ })
  // Who is known comes from the server: where nobody is, there is no choice, and the name is typed at once.
  await expect(fresh.or(known).first()).toBeEnabled()
  if (await known.isVisible()) await known.selectOption('new')
  await fresh.fill(custodian)
  await dialog.getByRole('button', { name: 'Add the source' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row', { name })).toBeVisible()
}

export const pickFiles = (page: Page) => page.getByLabel('Files to bring in')
export const pickFolder = (page: Page) => page.getByLabel('Folder to bring in')
export const upload = (page: Page) => page.getByRole('button', { name: /^Upload to / })

/** A folder of files by their paths, for as long as the work with it lasts. */
export async function withFolder<T>(
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const above = await mkdtemp(join(tmpdir(), 'affiant-folder-'))
  try {
    for (const [path, bytes] of Object.entries(files)) {
      const whole = join(above, name, path)
      await mkdir(dirname(whole), { recursive: true })
      await writeFile(whole, bytes)
    }
    return await work(join(above, name))
  } finally {
    await rm(above, { recursive: true, force: true })
  }
}
