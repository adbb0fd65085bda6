/** Redacting pages in a real browser: by mouse, by keyboard, undone, shown as it will leave, and there after a reload. */
import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Locator } from 'playwright/test'
import { pageWords } from '#server/intake/processing/pdf/page-words.ts'
import { withPdf } from '#server/intake/processing/pdf/pdf-file.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview, search, shown } from './review.ts'

async function openPages(page: Page, query: string): Promise<void> {
  await search(page, query)
  await page.locator('#row-0[data-document]').click()
  const id = await page.locator('#row-0').getAttribute('data-document')
  await expect(shown(page)).toHaveAttribute('data-document-shown', String(id))
  await page.keyboard.press('v')
  await page.keyboard.press('p')
  await expect(page.getByTestId('page-count')).toBeVisible()
}

const layer = (page: Page): Locator => page.locator('[data-redaction-layer="1"]')
const boxes = (page: Page): Locator => layer(page).locator('[data-redaction]')
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Redact', exact: true })

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const frame = await layer(page).boundingBox()
  if (frame === null) throw new Error('The page is not drawn.')
  await page.mouse.move(frame.x + from[0], frame.y + from[1])
  await page.mouse.down()
  await page.mouse.move(frame.x + to[0], frame.y + to[1], { steps: 4 })
  await page.mouse.up()
}

test('[redact-and-markup-capability] [label-prompt] [store-cookie-redact-stay-state] a reviewer redacts a page by mouse and by keyboard, and takes it back', async ({
  desk,
}) => {
  const page = await desk('reviewmanager')
  await openPages(page, 'File_Name:"Drilling contract"')
  await page.keyboard.press('r')
  await expect(bar(page)).toBeVisible()
  const stay = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'redactViewerStayState')
  await expect.poll(async () => (await stay())?.value).toBe('true')
  // For a day.
  expect(Math.round((((await stay())?.expires ?? 0) - Date.now() / 1000) / 3600)).toBe(24)
  await page.getByRole('combobox', { name: 'Enter a label' }).fill('Attorney-client')
  await page.getByRole('combobox', { name: 'Enter a label' }).press('Enter')
  await drag(page, [60, 60], [260, 120])
  await expect(boxes(page)).toHaveCount(1)
  await expect(boxes(page)).toHaveAttribute('data-standing', 'saved')
  await expect(boxes(page)).toContainText('Attorney-client')

  // From word to word, and the words are redacted.
  const status = page.getByRole('status', { name: 'Redacting' })
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(status).not.toHaveText(/Redacted|no words/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(status).toContainText('2 words')
  await page.keyboard.press('Enter')
  await expect(boxes(page)).toHaveCount(2)
  await expect(boxes(page).last()).toHaveAttribute('data-standing', 'saved')

  // Each bar takes one row, wherever panes leave so much room.
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const one of [bar(page), page.getByRole('toolbar', { name: 'Pages', exact: true })])
      await expect.poll(async () => (await one.boundingBox())?.height ?? 0).toBeLessThan(45)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  const { violations } = await new AxeBuilder({ page }).include('[data-redacting]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await page.keyboard.press('Control+z')
  await expect(boxes(page)).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(boxes(page)).toHaveCount(2)

  await page.keyboard.press('Shift+R')
  await expect(page.getByText('Preview: black is what will be covered')).toBeVisible()
  // What is shown is the image that leaves, and no box lies over it.
  const burned = page.locator('[data-page="1"] img[src*="/burned-page/"]')
  await expect(burned).toHaveJSProperty('complete', true)
  await expect(page.locator('[data-page="1"] [aria-busy="false"]')).toBeVisible()
  await expect(layer(page)).toHaveCount(0)
  await page.keyboard.press('Shift+R')
  await expect(page.getByText('Preview: black is what will be covered')).toBeHidden()
  await expect(boxes(page)).toHaveCount(2)

  await page.reload()
  await expect(boxes(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Redactions (2)' }).click()
  await expect(page.getByRole('list', { name: 'In force' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click()
  await expect(boxes(page)).toHaveCount(0)

  // The first two words again, and what leaves is read.
  await page.getByRole('region', { name: 'Page images' }).focus()
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(status).not.toHaveText(/Redacted|no words|^$/, { timeout: 500 })
  }).toPass()
  const first = (await status.textContent()) ?? ''
  await page.keyboard.press('Shift+ArrowRight')
  await expect(status).toContainText('2 words')
  const second = ((await status.textContent()) ?? '').replace(/, 2 words$/, '')
  await page.keyboard.press('Enter')
  await expect(boxes(page).first()).toHaveAttribute('data-standing', 'saved')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download redacted PDF' }).click()
  const left = await withPdf(readFileSync(await (await download).path()), [], (file) =>
    (pageWords(file, 0) ?? []).map(({ text }) => text),
  )
  expect(left.length).toBeGreaterThan(5)
  expect(left.join(' ')).not.toContain(`${first} ${second}`)
  await page.getByRole('button', { name: 'Clear all …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click()
  await expect(boxes(page)).toHaveCount(0)
})

test('[redact-and-markup-capability] redactions are brought to an exact copy and taken back, and the last step from another browser', async ({
  page,
  server,
  another,
}) => {
  const project = await ownProject(server, 'Copies')
  const names = ['original.pdf', 'copied.pdf']
  for (const name of names) await bringIn(project, name, pdf({ pages: [{ content: show(`Of ${name}`) }] }))
  // Files of the same bytes are one document at import: a replacement makes them alike afterwards.
  const { read, write } = await server.records()
  const ofProject = () => read.selectFrom('document').where('project_id', '=', project.projectId)
  const { sha256 } = await ofProject().select('sha256').orderBy('document_id').executeTakeFirstOrThrow()
  await write('interactive', (trx) =>
    trx.updateTable('document').set({ sha256 }).where('project_id', '=', project.projectId).execute(),
  )
  const email = await addPerson(server, { role: 'ReviewManager', name: 'Rita Sand', project: project.name })
  const open = async (where: Page): Promise<void> => {
    await signIn(where, email)
    await openProject(where, project.name)
    await openReview(where)
    await openPages(where, 'File_Name:original')
  }
  await open(page)
  await page.keyboard.press('r')
  await expect(bar(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'Enter a label' }).fill('Attorney-client')
  await page.getByRole('combobox', { name: 'Enter a label' }).press('Enter')
  await drag(page, [60, 60], [260, 120])
  await expect(boxes(page)).toHaveAttribute('data-standing', 'saved')
  await page.getByRole('button', { name: 'Redactions (1)' }).click()
  await page.getByRole('button', { name: 'Apply to 1 exact copy' }).click()
  await expect(page.getByText('1 redaction made on 1 exact copy.')).toBeVisible()
  const inForce = async () =>
    (
      await read
        .selectFrom('redaction')
        .select('origin')
        .where('project_id', '=', project.projectId)
        .where('removed_at', 'is', null)
        .orderBy('redaction_id')
        .execute()
    ).map(({ origin }) => origin)
  expect(await inForce()).toEqual(['hand', 'copy'])
  await page.getByRole('region', { name: 'Page images' }).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(inForce).toEqual(['hand'])

  // At another machine the record alone knows the step.
  const elsewhere = await another()
  await open(elsewhere)
  await expect(boxes(elsewhere)).toHaveCount(1)
  await elsewhere.getByRole('button', { name: 'Redactions (1)' }).click()
  await elsewhere.getByRole('button', { name: /^Undo your last step/ }).click()
  await expect(boxes(elsewhere)).toHaveCount(0)
  await expect.poll(inForce).toEqual([])
})
