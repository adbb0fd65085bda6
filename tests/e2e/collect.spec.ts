/** Bringing mail in. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exceptionBytes, listExceptions, listSourceFiles, listSources } from '#contracts/collect.ts'
import { getJob, type Job, listJobs } from '#contracts/jobs.ts'
import { lockedZip } from '../fixtures/locked-zip.ts'
import { type Api, expect, type Page, type RunningServer, signIn, test } from './fixture.ts'
import { letter, mbox, zipOf } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, type OwnProject, ownProject, withFile } from './projects.ts'
import { foot, goTo, openProject, openReview, scrollThrough } from './review.ts'
import { makeSource, pickFiles, pickFolder, upload, withFolder } from './sources.ts'

const collect = (page: Page) => page.getByRole('heading', { name: 'Collect', level: 1 })
const jobRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Jobs of the project' }).getByRole('row', { name: title })
const equation = (page: Page) => page.getByRole('group', { name: 'Reconciliation equation' })

/** A person of litigation support sits on the Collect page of a project of the test's own. */
async function atCollect(page: Page, server: RunningServer, name: string): Promise<OwnProject> {
  const project = await ownProject(server, name)
  const email = await addPerson(server, {
    role: 'LitigationSupport',
    name: 'Lena Roth',
    project: project.name,
  })
  await signIn(page, email)
  await openProject(page, project.name)
  await goTo(page, '/overview/collect')
  await expect(collect(page)).toBeVisible()
  return project
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

async function jobTitled(api: Api, project: number, title: string): Promise<Job> {
  const { data } = await api.call(listJobs, { project, query: {} })
  const found = data.find((job) => job.title === title)
  if (found === undefined) throw new Error(`There is no job "${title}".`)
  return found
}

const many = (count: number, from = 0) =>
  mbox(
    Array.from({ length: count }, (_, at) => ({
      id: `many-${from + at}`,
      subject: `Message number ${from + at}`,
      text: `This is message ${from + at} about the well.\n${`line of text ${at} `.repeat(40)}`,
    })),
  )

test('litigation support drops an mbox and a zip, watches them being read, and every item is accounted for', async ({
  page,
  server,
}) => {
  const { projectId, api } = await atCollect(page, server, 'Collected mail')
  const letters = [1, 2, 3, 4].map((n) => ({
    id: `well-${n}`,
    subject: `Well report ${n}`,
    text: `Report ${n} of the well.`,
  }))
  const drawn = Buffer.from([
    0x41,
    0x43,
    0x31,
    0x30,
    0x32,
    0x37,
    ...Array.from({ length: 600 }, (_, at) => (at * 151) % 256),
  ])
  const zipped = zipOf({
    'inbox/1.eml': letter({ id: 'zip-1', subject: 'In the zip', text: 'From the zip.' }),
    'inbox/2.eml': letter(letters[0] ?? { id: '', subject: '' }),
    'inbox/3.eml': letter({
      id: 'zip-3',
      subject: 'With a drawing',
      text: 'See the drawing.',
      attachments: [{ name: 'drawing.dwg', type: 'application/octet-stream', bytes: drawn }],
    }),
    'inbox/empty.eml': '',
  })
  await makeSource(page, 'Duarte mailbox', 'Duarte, Ines')
  await pickFiles(page).setInputFiles([
    file('reports.mbox', mbox([...letters, letters[1] ?? { id: '', subject: '' }])),
  ])
  // The other one is dropped where files are dropped.
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'inbox.zip'))
      return transfer
    },
    [...zipped],
  )
  await page.getByText('Drop files and folders here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('2 files,')).toBeVisible()
  await upload(page).click()
  await expect(page.getByText('Arrived whole')).toHaveCount(1)
  // What came at once is one job.
  await expect(jobRow(page, 'Duarte mailbox, 2 files')).toContainText('With exceptions', { timeout: 20_000 })

  const job = await jobTitled(api, projectId, 'Duarte mailbox, 2 files')
  expect(job.reconciliation).toMatchObject({ duplicates: 2, unexplained: 0 })
  await jobRow(page, 'Duarte mailbox, 2 files').click()
  await expect(page.getByRole('heading', { name: 'Duarte mailbox, 2 files', level: 1 })).toBeVisible()
  await expect(page.getByText('Balanced: every item is accounted for.')).toBeVisible()
  await expect(equation(page)).toContainText(/2\s*duplicates/)
  await expect(equation(page)).not.toContainText('not accounted for')

  // What could not be read says why, and its bytes are there.
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await expect(exceptions.getByRole('row', { name: /empty\.eml/ })).toContainText('Empty file')
  const drawing = exceptions.getByRole('row', { name: /drawing\.dwg/ })
  await expect(drawing).toContainText(/No text yet|Type not (supported|known)/)
  const saved = page.waitForEvent('download')
  await drawing.getByRole('link', { name: 'Download drawing.dwg' }).click()
  expect(await readFile(await (await saved).path())).toEqual(drawn)
  const { data } = await api.call(listExceptions, { project: projectId, query: { jobId: job.jobId } })
  // What has no text yet became a document all the same.
  expect(data.filter(({ documentId }) => documentId === null).length).toBe(job.reconciliation?.exceptions)
  for (const { exceptionId } of data) {
    const reply = await api.send(exceptionBytes, {
      params: { exceptionId },
      query: { projectId },
      project: projectId,
    })
    expect(reply.status).toBe(200)
  }

  await goTo(page, '/overview')
  await openReview(page)
  await expect(foot(page)).toContainText(`${(await api.search(projectId)).length} documents`)
})

test('an import is watched, cancelled in the middle and resumed, and nothing is read twice', {
  tag: '@deep',
}, async ({ page, server }) => {
  // Two thousand messages, on a machine that does other things too.
  test.setTimeout(150_000)
  const { projectId, api } = await atCollect(page, server, 'Cancelled mail')
  const count = 2_000
  await makeSource(page, 'Mailbox', 'Duarte, Ines')
  await pickFiles(page).setInputFiles([file('many.mbox', many(count))])
  await upload(page).click()
  await jobRow(page, 'many.mbox').click()
  await expect(page.getByRole('heading', { name: 'many.mbox', level: 1 })).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Progress of many.mbox' })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), {
      intervals: [50],
      // What else is analysed on this server may come first.
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('What was done before the job was cancelled stays.')).toBeVisible()
  const cut = await jobTitled(api, projectId, 'many.mbox')
  expect(cut.state).toBe('Cancelled')
  expect(cut.itemsDone).toBeLessThan(count)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Balanced: every item is accounted for.')).toBeVisible()
  const done = await api.call(getJob, { project: projectId, query: { jobId: cut.jobId } })
  expect(done.reconciliation).toMatchObject({ promoted: count, duplicates: 0, exceptions: 0, unexplained: 0 })
  const ids = (await api.search(projectId)).map(({ documentId }) => documentId)
  expect(new Set(ids).size).toBe(count)
})

test('[transport-upload-progress] an upload that was cut in the middle goes on where it was when the same file is chosen again', {
  tag: '@deep',
}, async ({ page, server }) => {
  const { projectId, api } = await atCollect(page, server, 'Cut upload')
  const big = mbox(
    Array.from({ length: 10 }, (_, at) => ({
      id: `big-${at}`,
      subject: `Long message ${at}`,
      text: `${`All work on the well ${at} was recorded. `.repeat(20)}\n`.repeat(1_300),
    })),
  )
  expect(big.length).toBeGreaterThan(8 * 1024 * 1024)
  await makeSource(page, 'Laptop', 'Duarte, Ines')
  const offsets: number[] = []
  const begun: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'PUT' && url.searchParams.has('offset'))
      offsets.push(Number(url.searchParams.get('offset')))
    if (request.method() === 'POST' && url.pathname.endsWith('/local-collection/upload'))
      begun.push(String(request.postDataJSON().fileName))
  })
  // The line hangs after the first piece.
  await page.route(/local-collection\/upload\/[\w-]+\?offset=[1-9]/, () => {})
  const small = letter({ id: 'small-1', subject: 'A short one', text: 'Short.' })
  await withFolder('Outlook', { 'in/big.mbox': big, 'in/small.eml': small }, async (folder) => {
    await pickFolder(page).setInputFiles(folder)
    await expect(page.getByText('2 files,')).toBeVisible()
    await upload(page).click()
    const bar = page.getByRole('progressbar', { name: 'Upload of Outlook' })
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
    await expect.poll(() => offsets.some((offset) => offset > 0)).toBe(true)
    await expect(page.getByText('1 of 2 files')).toBeVisible()
    await page.unroute(/local-collection\/upload\/[\w-]+\?offset=[1-9]/)
    await page.reload()

    await expect(page.getByText(/Cut off: 2 files/)).toBeVisible()
    await expect(page.getByText(/Unfinished: \d+ ?% of/)).toBeVisible()
    offsets.length = 0
    begun.length = 0
    await pickFolder(page).setInputFiles(folder)
    await upload(page).click()
    await expect(page.getByText('Arrived whole')).toBeVisible({ timeout: 20_000 })
  })
  expect(Math.min(...offsets)).toBeGreaterThan(0)
  expect(begun).toEqual(['Outlook/in/big.mbox'])
  await expect(page.getByText('1 file there before')).toBeVisible()
  await expect(page.getByText(/Cut off/)).toHaveCount(0)
  await expect(jobRow(page, 'Laptop, 2 files')).toContainText('Completed', { timeout: 30_000 })
  expect((await jobTitled(api, projectId, 'Laptop, 2 files')).reconciliation).toMatchObject({
    promoted: 11,
    unexplained: 0,
  })
})

test('[rest-any-project-local-upload] [job-action-auto-process] a folder of more files than a page lists becomes one job, with each file under its path', {
  tag: '@deep',
}, async ({ page, server }) => {
  test.slow()
  const { projectId, api } = await atCollect(page, server, 'A folder')
  await makeSource(page, 'File share', 'Duarte, Ines')
  // The list of them shows 200 at first.
  const count = 210
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `Well ${at % 7}/${at % 3 === 0 ? 'reports/' : ''}${at}.eml`,
      letter({ id: `file-${at}`, subject: `File ${at}`, text: `Text of file ${at}.` }),
    ]),
  )
  // One of them holds nothing.
  files['Well 0/empty.eml'] = ''
  await withFolder('Wells', files, async (folder) => {
    await pickFolder(page).setInputFiles(folder)
    await expect(page.getByText(`${count + 1} files,`)).toBeVisible()
    await upload(page).click()
    await expect(page.getByText('Arrived whole')).toBeVisible({ timeout: 60_000 })
  })
  await expect(page.getByRole('list').filter({ hasText: 'Arrived whole' }).getByRole('listitem')).toHaveCount(
    1,
  )
  const title = `File share, ${count + 1} files`
  await expect(jobRow(page, title)).toContainText('With exceptions', { timeout: 60_000 })
  expect((await jobTitled(api, projectId, title)).reconciliation).toMatchObject({
    itemsIn: count + 1,
    promoted: count,
    exceptions: 1,
    unexplained: 0,
  })
  const { data: sources } = await api.call(listSources, { project: projectId })
  expect(sources).toMatchObject([{ files: count + 1, waiting: 0, documents: count, exceptions: 1 }])
  const { data: came } = await api.call(listSourceFiles, {
    project: projectId,
    params: { sourceId: sources[0]?.sourceId ?? 0 },
    query: { limit: 500 },
  })
  expect(came.map(({ path }) => path.join('/')).sort()).toEqual(
    Object.keys(files)
      .map((path) => `Wells/${path}`)
      .sort(),
  )

  await page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: 'File share' }).click()
  await expect(page.getByRole('table', { name: 'Files of the source' }).getByRole('row')).toHaveCount(201)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('table', { name: 'Files of the source' }).getByRole('row')).toHaveCount(
    count + 2,
  )

  // What is empty stays so: that is accepted, with a reason that stays on the record.
  await goTo(page, '/overview/process/exceptions')
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await exceptions.getByRole('checkbox', { name: 'Choose empty.eml' }).press('Space')
  await page.getByRole('button', { name: 'Accept…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Empty at its source.')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(exceptions.getByRole('row', { name: /empty\.eml/ })).toContainText('Accepted')
  const { data: settled } = await api.call(listExceptions, { project: projectId, query: {} })
  expect(settled).toMatchObject([{ resolution: 'accepted', note: 'Empty at its source.' }])
})

test('[jobs-type-processing] what is locked opens once its password is added, and what is damaged is replaced by a whole file', {
  tag: '@deep',
}, async ({ page, server }) => {
  const { projectId, api } = await atCollect(page, server, 'Locked')
  await makeSource(page, 'Stick', 'Duarte, Ines')
  await page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: 'Stick' }).click()
  await expect(page.getByRole('heading', { name: 'Stick', level: 1 })).toBeVisible()
  // Nothing happens by itself in this one.
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('switch', { name: 'Process automatically' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // No password opens this one: what it is checked by is other than it was.
  const other = Buffer.from(lockedZip, 'base64')
  other.fill(0xff, other.indexOf('secret.txt') + 38, other.indexOf('secret.txt') + 48)
  const sealed = { name: 'sealed.zip', type: 'application/zip', bytes: other }
  const whole = zipOf({ 'a.eml': letter({ id: 'in-zip', subject: 'In the zip', text: 'Whole again.' }) })
  await pickFiles(page).setInputFiles([
    file('locked.zip', Buffer.from(lockedZip, 'base64')),
    file('damaged.zip', whole.subarray(0, 40)),
    file('sealed.eml', Buffer.from(letter({ id: 'sealed', subject: 'Sealed', attachments: [sealed] }))),
  ])
  await upload(page).click()
  await expect(page.getByRole('link', { name: 'Waits to be processed' })).toBeVisible()
  await page.getByRole('link', { name: 'Waits to be processed' }).click()
  await page.getByRole('button', { name: 'Process Stick' }).click()
  await page.getByRole('link', { name: /^Exceptions/ }).click()
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await expect(exceptions.getByRole('row', { name: /locked\.zip/ })).toContainText('Encrypted', {
    timeout: 30_000,
  })
  await expect(exceptions.getByRole('row', { name: /damaged\.zip/ }).first()).toBeVisible({ timeout: 20_000 })

  await exceptions.getByRole('checkbox', { name: 'Choose secret.txt' }).check()
  await page.getByRole('button', { name: 'Add a password and retry…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill('opensesame')
  await page.getByRole('dialog').getByRole('button', { name: 'Add and retry' }).click()
  await expect(exceptions.getByRole('row', { name: /locked\.zip/ })).toHaveCount(0, { timeout: 30_000 })
  const pages = page.getByRole('navigation', { name: 'Pages of Process' })
  await pages.getByRole('link', { name: 'Settings' }).click()
  await expect(
    page.getByRole('form', { name: 'Processing settings' }).getByRole('textbox', { name: /^Passwords/ }),
  ).toHaveValue('1 password, hidden')
  await page.goBack()

  // What could be salvaged of it is an exception of its own: the archive itself is replaced.
  const damaged = exceptions.getByRole('row', { name: /^Choose damaged\.zip/ })
  await damaged.getByRole('checkbox').check()
  await replaceBy(page, file('damaged.zip', whole))
  await expect(damaged).toContainText('Replaced', { timeout: 20_000 })
  await expect
    .poll(async () => (await api.search(projectId, 'Whole again')).length, { timeout: 30_000 })
    .toBe(1)

  // An attachment stays the document that it is, with another file; what is in that joins its family.
  const before = (await api.search(projectId)).filter(({ title }) => title === 'sealed.zip')
  const attachment = exceptions.getByRole('row', { name: /^Choose sealed\.zip/ })
  await attachment.getByRole('checkbox').check()
  await replaceBy(
    page,
    file('opened.zip', zipOf({ 'inside.txt': 'The escrow agreement.' })),
    'The archive as a whole, “sealed.zip”',
  )
  await expect(attachment).toContainText('Replaced', { timeout: 30_000 })
  await expect.poll(async () => (await api.search(projectId, 'escrow')).length, { timeout: 30_000 }).toBe(1)
  const after = await api.search(projectId)
  const opened = after.find(({ title }) => title === 'opened.zip')
  expect(opened).toMatchObject({ documentId: before[0]?.documentId, controlNumber: before[0]?.controlNumber })
  // The file that it had is still to be had.
  const download = page.waitForEvent('download')
  await attachment.getByRole('link', { name: 'Download sealed.zip' }).click()
  expect(await readFile(await (await download).path())).toEqual(other)
})

/** Has a file take the place of the exception that is chosen, or of what the dialog offers of it. */
async function replaceBy(page: Page, taking: ReturnType<typeof file>, place?: string): Promise<void> {
  await page.getByRole('button', { name: 'Replace by a file…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File that takes its place').setInputFiles([taking])
  if (place !== undefined) {
    await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled()
    await dialog.getByRole('radio', { name: place }).check()
  }
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('an import that is started on the command line shows up on the page by itself', {
  tag: '@deep',
}, async ({ page, server }) => {
  const { name, projectId, api } = await atCollect(page, server, 'From the command line')
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible()
  await withFile('from-the-line.mbox', many(30, 9_000), async (path) => {
    const { code, out } = await server.affiant([
      'import',
      path,
      '--project',
      name,
      '--custodian',
      'Field, Tom',
    ])
    expect(code).toBe(0)
    expect(out).toMatch(/Queued job \d+/)
  })
  await expect(jobRow(page, 'from-the-line.mbox')).toContainText('Completed', { timeout: 15_000 })
  expect((await api.search(projectId)).length).toBe(30)
})

test('real mail of a custodian is brought in whole and can be paged through to its end', {
  tag: '@deep',
}, async ({ page, server }) => {
  const mail = resolve(import.meta.dirname, '../../../shared/corpus/mail/enron-cmu-inbox/derrick-j.mbox')
  test.skip(!existsSync(mail), 'The real mail is not on this machine.')
  const project = await ownProject(server, 'Real mail')
  await bringIn(project, 'derrick-j.mbox', await readFile(mail), 'Derrick, J.')
  const job = await jobTitled(project.api, project.projectId, 'derrick-j.mbox')
  expect(job.reconciliation?.unexplained).toBe(0)
  const rows = await project.api.search(project.projectId)
  expect(rows.length).toBe(job.reconciliation?.promoted)
  expect(rows.length).toBeGreaterThan(150)

  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  await expect(foot(page)).toContainText(`${rows.length} documents`)
  const seen = await scrollThrough(page, rows.length)
  expect([...seen].sort()).toEqual(rows.map(({ documentId }) => documentId).sort())
})
