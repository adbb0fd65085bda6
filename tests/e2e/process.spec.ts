/** Work on all documents of a project, begun on the screen Process. */
import { createHash } from 'node:crypto'
import { listJobs, settledStates, unfinishedProgress } from '#contracts/jobs.ts'
import { bmp, scan } from '#tests/fixtures/scans.ts'
import { expect, type Page, test } from './fixture.ts'
import { letter, mbox, zipOf } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'
import { makeSource, pickFiles, upload } from './sources.ts'

/** Messages of which some are still to be read when somebody has pressed a button. */
const many = 1_500

const work = (page: Page, name: string) => page.getByRole('listitem', { name })

test('[jobs-type-ocr] [job-action-pause] a review manager has the text of pictures recognised for the whole project, pauses it and lets it go on', {
  tag: '@deep',
}, async ({ page, server, signIn }) => {
  // Four pages are recognised.
  test.slow()
  const project = await ownProject(server, 'Started')
  const pictures = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      const page = await scan(['Confidential memorandum about', `harbour dredging tender ${at + 1}`])
      return [`memo ${at}.bmp`, bmp(page)] as const
    }),
  )
  await bringIn(
    project,
    'scans.zip',
    zipOf({
      ...Object.fromEntries(pictures),
      'note.eml': letter({ id: 'note-1', subject: 'A note', text: 'It has text.' }),
    }),
  )
  const email = await addPerson(server, { role: 'ReviewManager', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/process')
  const ocr = work(page, 'OCR')
  await expect(ocr).toContainText('4 documents, 4 pages')
  // What only others may begin is said, and offers nothing.
  await expect(work(page, 'Page images')).toContainText('5 documents')
  await expect(work(page, 'Page images').getByRole('button')).toHaveCount(0)
  await ocr.getByRole('button', { name: 'Run OCR' }).click()
  await ocr.getByRole('button', { name: /^Pause:/ }).click()
  await expect(ocr).toContainText('Paused')
  await ocr.getByRole('button', { name: /^Resume:/ }).click()
  await expect(ocr).toContainText('Completed', { timeout: 60_000 })
  // Everything has been looked at: nothing is left to do, and nobody can begin it again by mistake.
  await expect(ocr).toContainText('nothing to do')
  await expect(ocr.getByRole('button', { name: 'Run OCR' })).toBeDisabled()
  await ocr.getByRole('checkbox', { name: /Also what has text/ }).check()
  await expect(ocr).toContainText('4 documents, 4 pages')
  await ocr.getByRole('link', { name: /^Job \d+$/ }).click()
  const stages = page.getByRole('table', { name: 'How much is in which stage' })
  await expect(stages.getByRole('row', { name: /^Read/ })).toContainText('4 pages')
  await expect(stages.getByRole('row', { name: /^Written to the record/ })).toContainText('4 documents')
  await expect(stages.getByRole('row', { name: /^In the search index/ })).toContainText('4 documents')
  const { data } = await project.api.call(unfinishedProgress, { project: project.projectId })
  expect(data.filter(({ kind, state }) => kind === 'ocr' && !settledStates.includes(state))).toEqual([])
})

test('litigation support brings a list of known files in and has such files left out', async ({
  page,
  server,
  signIn,
}) => {
  const project = await ownProject(server, 'Known')
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/process/hash-lists')
  await expect(page.getByRole('heading', { name: 'No de-NIST lists' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload a list' }).click()
  const dialog = page.getByRole('dialog')
  const known = Buffer.from('MZ a driver that everybody has')
  const line = createHash('md5').update(known).digest('hex')
  await dialog
    .getByLabel(/^File/)
    .setInputFiles({ name: 'known.txt', mimeType: 'text/plain', buffer: Buffer.from(`${line}  x.sys\n`) })
  await dialog.getByLabel(/^Name/).fill('Drivers')
  await dialog.getByLabel('Version').fill('1')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  const row = page.getByRole('table', { name: 'De-NIST lists' }).getByRole('row', { name: /Drivers/ })
  await expect(row).toContainText('1 hashMD5', { timeout: 30_000 })
  await expect(row).toContainText('Ready')
  await goTo(page, '/overview/process/settings')
  const settings = page.getByRole('form', { name: 'Processing settings' })
  await settings.getByLabel('De-NISTing').selectOption({ label: 'Left out, and counted' })
  await settings.getByRole('button', { name: 'Save the settings' }).click()
  await expect(settings.getByText('The settings are saved.')).toBeVisible()

  const files = {
    'x.sys': known,
    'note.eml': letter({ id: 'note-2', subject: 'A note', text: 'Not known.' }),
  }
  await bringIn(project, 'all.zip', zipOf(files))
  const { data } = await project.api.call(listJobs, { project: project.projectId, query: {} })
  const reconciliation = data.find(({ kind }) => kind === 'import')?.reconciliation
  expect(reconciliation).toMatchObject({ deNisted: 1, promoted: 1, unexplained: 0 })
  // A job was tested against it: it stays, for what it said can be asked of it.
  await goTo(page, '/overview/process/hash-lists')
  await expect(row).toContainText('Ready, in use', { timeout: 30_000 })
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a list of known files whose upload was cut by loading the page anew says so, and goes on with its file', {
  tag: '@deep',
}, async ({ page, server, signIn }) => {
  const project = await ownProject(server, 'Cut')
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/process/hash-lists')
  const chunks = (url: URL) => /\/project\/hash-list\/\d+$/.test(url.pathname)
  await page.route(chunks, () => new Promise(() => {}))
  const file = { name: 'known.txt', mimeType: 'text/plain', buffer: Buffer.from(`${'ab'.repeat(16)}\n`) }
  const dialog = page.getByRole('dialog')
  const lists = page.getByRole('table', { name: 'De-NIST lists' })
  await page.getByRole('button', { name: 'Upload a list' }).click()
  await dialog.getByLabel(/^File/).setInputFiles(file)
  await dialog.getByLabel(/^Name/).fill('Drivers')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(lists.getByRole('row', { name: /Drivers/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop the upload' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('The file is no longer at hand')).toBeVisible()
  // Not before: until the page goes it may have tried again, and have been let through.
  await page.unroute(chunks)
  await page.getByRole('button', { name: 'Go on with Drivers' }).click()
  await dialog.getByLabel(/^File/).setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(lists.getByRole('row', { name: /Drivers/ })).toContainText('Ready', { timeout: 30_000 })
})

test('[jobs-type-ocr] litigation support chooses the language of scans, and has what an import brings recognised by itself', {
  tag: '@deep',
}, async ({ page, server, signIn }) => {
  const project = await ownProject(server, 'Speaking')
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/process/settings')
  const settings = page.getByRole('form', { name: 'Processing settings' })
  await expect(settings.getByText('the time zone of the project, America/Chicago')).toBeVisible()
  await settings.getByLabel('German').check()
  await settings.getByLabel('English').uncheck()
  await settings.getByLabel(/^Run OCR on scans and pictures/).check()
  await settings.getByRole('button', { name: 'Save the settings' }).click()
  await expect(settings.getByText('The settings are saved.')).toBeVisible()

  await bringIn(project, 'brief.bmp', bmp(await scan(['Jürgen Müller grüßt', 'aus Österreich.'])))
  const { data } = await project.api.call(listJobs, { project: project.projectId, query: {} })
  expect(data.filter(({ kind }) => kind === 'ocr')).toMatchObject([{ title: 'Text of one document' }])
  await expect
    .poll(async () => (await project.api.search(project.projectId, 'Müller AND Österreich')).length, {
      timeout: 60_000,
    })
    .toBe(1)
})

test('[job-action-priority] [rest-job-priority] [job-action-auto-promote] [rest-job-auto-promote] litigation support puts a paused job before and behind others, and has what it still makes wait, by keys alone', {
  tag: '@deep',
}, async ({ page, server, signIn }) => {
  test.slow()
  const project = await ownProject(server, 'Ranked')
  const { api, projectId } = project
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/collect')
  await makeSource(page, 'Mailbox', 'Duarte, Ines')
  const letters = Array.from({ length: many }, (_, n) => ({
    id: `ranked-${n}`,
    subject: `Message ${n}`,
    text: `This is message ${n} about the well.`,
  }))
  await pickFiles(page).setInputFiles({
    name: 'many.mbox',
    mimeType: 'application/mbox',
    buffer: mbox(letters),
  })
  await upload(page).click()
  await page.getByRole('button', { name: 'Pause: many.mbox' }).click()
  const row = page.getByRole('table', { name: 'Jobs of the project' }).getByRole('row', { name: 'many.mbox' })
  await expect(row).toContainText('Paused')
  const job = async () => {
    const { data } = await api.call(listJobs, { project: projectId, query: {} })
    return data.find(({ title }) => title === 'many.mbox')
  }

  // Up by a click, down again and below the others by keys; each step is on the record before the next is offered.
  await goTo(page, '/overview/process')
  const raise = row.getByRole('button', { name: 'Raise the priority: many.mbox' })
  const lower = row.getByRole('button', { name: 'Lower the priority: many.mbox' })
  await raise.click()
  await expect(row).toContainText('priority +1')
  expect((await job())?.priority).toBe(1)
  await expect(lower).toBeEnabled()
  await lower.press('Enter')
  await expect(row).not.toContainText('priority')
  await expect(lower).toBeEnabled()
  await lower.press('Space')
  await expect(row).toContainText('priority −1')
  await page.reload()
  await expect(row).toContainText('priority −1')
  expect(await job()).toMatchObject({ priority: -1, state: 'Paused' })

  await row.click()
  await expect(page.getByRole('heading', { name: 'many.mbox', level: 1 })).toBeVisible()
  const promotes = page.getByRole('switch', { name: 'Promote its documents automatically' })
  await expect(promotes).toBeChecked()
  await promotes.press('Space')
  await expect(promotes).not.toBeChecked()
  await expect(page.getByText('What it makes stays out of review until it is promoted.')).toBeVisible()
  await page.reload()
  await expect(promotes).not.toBeChecked()
  const before = (await job())?.reconciliation?.promoted ?? 0
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 120_000 })
  expect((await job())?.reconciliation).toMatchObject({
    promoted: before,
    waiting: many - before,
    unexplained: 0,
  })
  expect(before).toBeLessThan(many)
  // It has ended: there is nothing to put before anything, nor to promote by itself.
  await expect(page.getByRole('button', { name: /priority/ })).toHaveCount(0)
  await expect(promotes).toHaveCount(0)
})

test('[entity-source] [job-action-auto-promote] a source that is told not to promote has what comes waiting, also where it is told so later', {
  tag: '@deep',
}, async ({ page, server, signIn }) => {
  const project = await ownProject(server, 'Not by itself')
  const { api, projectId } = project
  const email = await addPerson(server, { role: 'LitigationSupport', project: project.name })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/collect')
  await makeSource(page, 'Laptop', 'Duarte, Ines')
  await page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: 'Laptop' }).click()
  await expect(page.getByText('promoted automatically')).toBeVisible()
  const comes = async (id: string) => {
    await pickFiles(page).setInputFiles({
      name: `${id}.eml`,
      mimeType: 'message/rfc822',
      buffer: Buffer.from(letter({ id, subject: id, text: `The letter ${id}.` })),
    })
    await upload(page).click()
    await expect
      .poll(
        async () => {
          const { data } = await api.call(listJobs, { project: projectId, query: {} })
          return data.find(({ title }) => title === `${id}.eml`)?.state
        },
        { timeout: 30_000 },
      )
      .toBe('Completed')
    const { data } = await api.call(listJobs, { project: projectId, query: {} })
    return data.find(({ title }) => title === `${id}.eml`)?.reconciliation
  }
  expect(await comes('first')).toMatchObject({ promoted: 1, waiting: 0 })

  await page.getByRole('button', { name: 'Change…' }).press('Enter')
  const promotes = page.getByRole('dialog').getByRole('switch', { name: 'Promote automatically' })
  await promotes.press('Space')
  await expect(promotes).not.toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('promoted when asked for')).toBeVisible()
  expect(await comes('second')).toMatchObject({ promoted: 0, waiting: 1 })
  expect(await api.search(projectId)).toHaveLength(1)
  await goTo(page, '/overview/eda')
  await expect(page.getByTestId('flow-waiting')).toHaveText('1')
})
