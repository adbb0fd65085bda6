/** Bringing mail in. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exceptionBytes, listExceptions } from '#contracts/collect.ts'
import { getJob, type Job, listJobs } from '#contracts/jobs.ts'
import { type Api, expect, type Page, signIn, test } from './fixture.ts'
import { letter, mbox, zipOf } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, type OwnProject, ownProject, withFile } from './projects.ts'
import { foot, goTo, openProject, openReview, scrollThrough } from './review.ts'

const collect = (page: Page) => page.getByRole('heading', { name: 'Collect', level: 1 })
const jobRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Jobs of the project' }).getByRole('row', { name: title })
const equation = (page: Page) => page.getByRole('group', { name: 'Reconciliation equation' })

/** A person of litigation support sits on the Collect page of a project of the test's own. */
async function atCollect(
  page: Page,
  server: Parameters<typeof ownProject>[0],
  name: string,
): Promise<OwnProject> {
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

async function chooseNewCustodian(page: Page, name: string): Promise<void> {
  await page.getByLabel('New custodian').fill(name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Custodian', { exact: true }).locator('option:checked')).toContainText(name)
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const pick = (page: Page) => page.getByLabel('Files to bring in')
const upload = (page: Page) => page.getByRole('button', { name: 'Upload and import' })

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
  await chooseNewCustodian(page, 'Duarte, Ines')
  await pick(page).setInputFiles([
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
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('2 files')).toBeVisible()
  await upload(page).click()
  await expect(page.getByText('Arrived whole')).toHaveCount(2)
  await expect(jobRow(page, 'reports.mbox')).toContainText(/Completed|With exceptions/, { timeout: 20_000 })
  await expect(jobRow(page, 'inbox.zip')).toContainText('With exceptions', { timeout: 20_000 })

  const first = await jobTitled(api, projectId, 'reports.mbox')
  const second = await jobTitled(api, projectId, 'inbox.zip')
  // They are read side by side: which of them has the first of two equal messages is open, that there is one is not.
  expect(first.reconciliation).toMatchObject({ exceptions: 0, unexplained: 0 })
  expect(second.reconciliation).toMatchObject({ unexplained: 0 })
  const duplicates = [first, second].map(({ reconciliation }) => reconciliation?.duplicates ?? 0)
  expect(duplicates.reduce((sum, one) => sum + one)).toBe(2)
  await jobRow(page, 'inbox.zip').click()
  await expect(page.getByRole('heading', { name: 'inbox.zip', level: 1 })).toBeVisible()
  await expect(page.getByText('Balanced: every item is accounted for.')).toBeVisible()
  await expect(equation(page)).toContainText(new RegExp(`${duplicates[1]}\\s*duplicates`))
  await expect(equation(page)).not.toContainText('not accounted for')

  // What could not be read says why, and its bytes are there.
  const exceptions = page.getByRole('table', { name: 'Exceptions' })
  await expect(exceptions.getByRole('row', { name: /empty\.eml/ })).toContainText('Empty file')
  const drawing = exceptions.getByRole('row', { name: /drawing\.dwg/ })
  await expect(drawing).toContainText(/No text yet|Type not (supported|known)/)
  const saved = page.waitForEvent('download')
  await drawing.getByRole('link', { name: 'Download drawing.dwg' }).click()
  expect(await readFile(await (await saved).path())).toEqual(drawn)
  const { data } = await api.call(listExceptions, { project: projectId, query: { jobId: second.jobId } })
  // What has no text yet became a document all the same.
  expect(data.filter(({ documentId }) => documentId === null).length).toBe(second.reconciliation?.exceptions)
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

test('an import is watched, cancelled in the middle and resumed, and nothing is read twice', async ({
  page,
  server,
}) => {
  const { projectId, api } = await atCollect(page, server, 'Cancelled mail')
  const count = 4_000
  await chooseNewCustodian(page, 'Duarte, Ines')
  await pick(page).setInputFiles([file('many.mbox', many(count))])
  await upload(page).click()
  await jobRow(page, 'many.mbox').click()
  await expect(page.getByRole('heading', { name: 'many.mbox', level: 1 })).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Progress of many.mbox' })
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('What was done before the job was cancelled stays.')).toBeVisible()
  const cut = await jobTitled(api, projectId, 'many.mbox')
  expect(cut.state).toBe('Cancelled')
  expect(cut.itemsDone).toBeLessThan(count)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('Balanced: every item is accounted for.')).toBeVisible()
  const done = await api.call(getJob, { project: projectId, query: { jobId: cut.jobId } })
  expect(done.reconciliation).toMatchObject({ promoted: count, duplicates: 0, exceptions: 0, unexplained: 0 })
  const ids = (await api.search(projectId)).map(({ documentId }) => documentId)
  expect(new Set(ids).size).toBe(count)
})

test('[transport-upload-progress] an upload that was cut in the middle goes on where it was when the same file is chosen again', async ({
  page,
  server,
}) => {
  const { projectId, api } = await atCollect(page, server, 'Cut upload')
  const big = mbox(
    Array.from({ length: 10 }, (_, at) => ({
      id: `big-${at}`,
      subject: `Long message ${at}`,
      text: `${`All work on the well ${at} was recorded. `.repeat(20)}\n`.repeat(1_300),
    })),
  )
  expect(big.length).toBeGreaterThan(8 * 1024 * 1024)
  await chooseNewCustodian(page, 'Duarte, Ines')
  const offsets: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'PUT' && url.searchParams.has('offset'))
      offsets.push(Number(url.searchParams.get('offset')))
  })
  // The line hangs after the first piece.
  await page.route(/local-collection\/upload\/[\w-]+\?offset=[1-9]/, () => {})
  await pick(page).setInputFiles([file('big.mbox', big)])
  await upload(page).click()
  const bar = page.getByRole('progressbar', { name: 'Upload of big.mbox' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
  await expect.poll(() => offsets.some((offset) => offset > 0)).toBe(true)
  await page.unroute(/local-collection\/upload\/[\w-]+\?offset=[1-9]/)
  await page.reload()

  await expect(page.getByText(/Unfinished: \d+ ?% of/)).toBeVisible()
  offsets.length = 0
  await page.getByLabel('Custodian', { exact: true }).selectOption({ index: 1 })
  await pick(page).setInputFiles([file('big.mbox', big)])
  await upload(page).click()
  await expect(page.getByText('Arrived whole')).toBeVisible({ timeout: 20_000 })
  expect(Math.min(...offsets)).toBeGreaterThan(0)
  await expect(jobRow(page, 'big.mbox')).toContainText('Completed', { timeout: 30_000 })
  expect((await jobTitled(api, projectId, 'big.mbox')).reconciliation).toMatchObject({
    promoted: 10,
    unexplained: 0,
  })
})

test('an import that is started on the command line shows up on the page by itself', async ({
  page,
  server,
}) => {
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

test('real mail of a custodian is brought in whole and can be paged through to its end', async ({
  page,
  server,
}) => {
  const mail = resolve(import.meta.dirname, '../../../shared/corpus/mail/enron-cmu-inbox/derrick-j.mbox')
  test.skip(!existsSync(mail), 'The real mail is not on this machine.')
  const project = await ownProject(server, 'Real mail')
  await bringIn(server, project.name, 'derrick-j.mbox', await readFile(mail), 'Derrick, J.')
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
