// @vitest-environment jsdom
/** The screens of everyday work outside of review: projects, jobs, one's own settings. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '#contracts/jobs.ts'
import { defaultProcessing } from '#contracts/processing.ts'
import { confirmCreated } from '#src/commands/project.ts'
import { requestProgress } from '#src/commands/running-jobs.ts'
import { projectJobs } from '#src/reads/jobs.ts'
import { mayAs } from '#tests/support/may.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
  vi.restoreAllMocks()
})
const at = '2026-03-02T10:00:00.000Z'
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const start = async (role: Parameters<Desk['signIn']>[0], path: string, answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  return desk.show(path)
}

const job = (over: Partial<Job> = {}): Job => ({
  jobId: 7,
  projectId: 11,
  projectName: 'Larkspur',
  kind: 'import',
  title: 'inbox.mbox',
  state: 'Running',
  itemsTotal: 400,
  itemsDone: 120,
  exceptions: 2,
  openExceptions: 2,
  bytesDone: 3 * 1024 * 1024,
  bytesTotal: 10 * 1024 * 1024,
  rate: 40,
  secondsLeft: 95,
  now: 'message 121',
  message: null,
  priority: 0,
  createdBy: 'Ada Northwind',
  createdAt: at,
  startedAt: at,
  endedAt: null,
  reconciliation: null,
  collected: null,
  retriable: 2,
  overtaken: false,
  ...over,
})
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

describe('the client home', () => {
  it('shows each project with its documents, how much is coded, and opens it', async () => {
    const { path } = await start('Reviewer', '/client')
    const table = await screen.findByRole('table', { name: 'Projects of Northwind' })
    const row = within(table).getByText('Lease').closest('tr')
    expect(row?.textContent).toContain('20')
    const larkspur = within(table).getByText('Larkspur').closest('tr')
    expect(larkspur?.textContent).toContain('25%')
    fireEvent.click(row as Element)
    await waitFor(() => expect(path()).toBe('/overview'))
    expect(desk.app.state().selection.chosen).toEqual({ clientId: 1, projectId: 12 })
  })

  it('opens a project by the keyboard', async () => {
    const { path } = await start('Reviewer', '/client')
    const row = (await screen.findByText('Lease')).closest('tr')
    fireEvent.keyDown(row as Element, { key: 'Enter' })
    await waitFor(() => expect(path()).toBe('/overview'))
  })

  it('says what happened and lets one try again when the list cannot be had', async () => {
    let broken = true
    await start('Reviewer', '/client', {
      'company.list': () =>
        broken ? new Refusal(503, 'The server is being restarted.', 'unavailable') : list([]),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The server is being restarted.')
    broken = false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('No clients yet')
  })

  it('offers a new project to those who may start one, and to nobody else', async () => {
    await start('ReviewManager', '/client')
    await screen.findByRole('table', { name: 'Projects of Northwind' })
    expect(screen.queryByRole('button', { name: 'New project' })).toBeNull()
  })

  it('[screen-client-selection] shows the clients of whoever has several, and goes on in the one that is chosen', async () => {
    const flags = { qa_copilot: false, slack_collection: false, projectCount: 0 }
    const client = (company_id: number, company_name: string) => ({ company_id, company_name, ...flags })
    const clients = [client(1, 'Northwind'), client(2, 'Larkspur')]
    const { path } = await start('SystemAdmin', '/client', {
      'company.list': () => ({ data: clients, totalCount: 2 }),
      'company.listOwnProjects': () => ({ data: [], totalCount: 0 }),
    })
    const section = (await screen.findByRole('heading', { name: 'Larkspur' })).closest('section')
    expect(screen.getByRole('heading', { name: 'Northwind' })).toBeTruthy()
    if (section === null) throw new Error('The client has no section.')
    fireEvent.click(within(section).getByRole('button', { name: 'Dashboard' }))
    await waitFor(() => expect(path()).toBe('/project'))
    expect(desk.app.state().selection.chosen.clientId).toBe(2)
  })

  it('starts a project: what is missing is said, what the server refuses too, and then it is open', async () => {
    let taken = true
    const { path } = await start('ClientAdmin', '/client', {
      'project.create': () =>
        taken
          ? new Refusal(409, 'There is a project of this name.')
          : {
              projectId: 31,
              projectName: 'Orchard',
              companyId: 1,
              companyName: 'Northwind',
              prefix: 'ORCH',
              roleName: 'ClientAdmin',
              level: 1,
              may: mayAs('ClientAdmin'),
              settings: { timeZone: 'UTC', precedence: 'standard' },
              features: [],
              maxTextSize: 1000,
              propagationEnabled: false,
              reviewerTrackingEnabled: false,
              codingIdleTimeout: 15,
              securableGroups: [],
            },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'New project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Start the project' }))
    await dialog.findByText('Give the project a name of up to 100 characters.')
    expect(asked('project.create')).toHaveLength(0)
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Orchard' } })
    fireEvent.change(dialog.getByLabelText(/^Control-number prefix/), { target: { value: 'ORCH' } })
    expect(dialog.getByText('ORCH00000001')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Start the project' }))
    await dialog.findByText('There is a project of this name.')
    taken = false
    fireEvent.click(dialog.getByRole('button', { name: 'Start the project' }))
    await waitFor(() => expect(path()).toBe('/overview'))
    expect(asked('project.create').at(-1)?.body).toMatchObject({
      companyId: 1,
      projectName: 'Orchard',
      prefix: 'ORCH',
      codingForms: true,
    })
    expect(desk.app.state().selection.chosen.projectId).toBe(31)
  })

  it('starts a project of the first client though the clients have come later than the dialog', async () => {
    const clients = Promise.withResolvers<unknown>()
    await start('ClientAdmin', '/client', { 'company.list': () => clients.promise })
    fireEvent.click(await screen.findByRole('button', { name: 'New project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Orchard' } })
    fireEvent.change(dialog.getByLabelText(/^Control-number prefix/), { target: { value: 'ORCH' } })
    clients.resolve(
      list([
        {
          company_id: 4,
          company_name: 'Southwind',
          qa_copilot: false,
          slack_collection: false,
          projectCount: 0,
        },
      ]),
    )
    await dialog.findByRole('option', { name: 'Southwind' })
    fireEvent.click(dialog.getByRole('button', { name: 'Start the project' }))
    await waitFor(() => expect(asked('project.create')[0]?.body).toMatchObject({ companyId: 4 }))
  })

  it('begins a second project of the session with an empty form, and does not open the first again', async () => {
    const { path } = await start('ClientAdmin', '/client')
    await act(() => desk.app.dispatch(confirmCreated({ projectId: 31, projectName: 'Orchard' })))
    fireEvent.click(await screen.findByRole('button', { name: 'New project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }))
    await desk.rest()
    expect((dialog.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('')
    expect(path()).toBe('/client')
  })

  it('leads to the first fault of a form that cannot be sent', async () => {
    await start('ClientAdmin', '/client')
    fireEvent.click(await screen.findByRole('button', { name: 'New project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Orchard' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Start the project' }))
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Control-number prefix/)))
  })

  it('finds one of many projects by its name or its prefix, and says when there is none', async () => {
    const one = (n: number) => ({
      projectId: 100 + n,
      projectName: `Matter ${n}`,
      companyId: 1,
      prefix: `M${n}-`,
      roleName: 'Reviewer',
      level: 6,
      documentCount: n,
      codedCount: 0,
      runningJobs: 0,
      createdAt: at,
      lastActivityAt: null,
    })
    await start('Reviewer', '/client', {
      'company.listProjects': () => list(Array.from({ length: 12 }, (_, n) => one(n + 1))),
    })
    const names = () => within(screen.getByRole('table')).getAllByRole('row').slice(1).length
    const find = async (words: string) =>
      fireEvent.change(await screen.findByLabelText('Find a project'), { target: { value: words } })
    await find('m1')
    await waitFor(() => expect(names()).toBe(4))
    expect(screen.getByText('4 of 12 projects')).toBeTruthy()
    await find('matter 7')
    await waitFor(() => expect(names()).toBe(1))
    await find('orchard')
    await screen.findByRole('heading', { name: 'No project is called like “orchard”' })
    fireEvent.click(screen.getByRole('button', { name: 'Show all projects' }))
    await waitFor(() => expect(names()).toBe(12))
  })
})

const unread = {
  exceptionId: 5,
  jobId: 7,
  sourceId: 4,
  documentId: null,
  becomes: null,
  entry: null,
  code: 'encrypted',
  severity: 'high',
  reason: 'A password is needed.',
  stage: 'expand',
  path: ['inbox.mbox', 'secret.zip'],
  size: 2048,
  sha256: null,
  at,
  resolution: 'open',
  note: '',
  resolvedBy: null,
  resolvedAt: null,
}

describe('the audit trail on the overview', () => {
  const held = {
    rows: 1_200_000,
    head: 'ab'.repeat(32),
    firstBroken: null,
    reason: null,
    signed: { checked: 3, lastAt: at, lastSeq: 1_199_000, key: 'cd'.repeat(32), unreadable: 0 },
    uncovered: null,
    differences: { count: 0, first: [] },
    warnings: [],
    verifiedAt: '2026-03-02T10:05:00.000Z',
  }
  const publicKey = { fingerprint: 'cd'.repeat(32), pem: 'PEM' }
  const section = async () =>
    within((await screen.findByRole('heading', { name: 'Audit trail' })).closest('section') as HTMLElement)

  it('is verified with one click, with progress, and says to which row, when and by which key', async () => {
    let running: unknown = null
    const { promise, resolve } = Promise.withResolvers<void>()
    await start('ReviewManager', '/overview', {
      'audit.verifyProgress': () => ({ running, last: null }),
      'audit.verify': async () => {
        await promise
        running = null
        return { ...held, publicKey }
      },
    })
    const trail = await section()
    await trail.findByText('Not verified yet')
    running = { rows: 300_000, total: 1_200_000, rate: 150_000, secondsLeft: 6 }
    fireEvent.click(trail.getByRole('button', { name: 'Verify' }))
    const bar = await trail.findByRole('progressbar', { name: 'Rows verified' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('25'))
    await trail.findByText(/300,000 of 1,200,000 · 25% · 150,000\/s · 6 s left/)
    expect(trail.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBe('true')
    resolve()
    await trail.findByText('Holds')
    expect(trail.getByText(/Verified to row 1,200,000/)).toBeTruthy()
    expect(trail.getByText('cdcdcdcdcdcdcdcd…').getAttribute('title')).toBe('cd'.repeat(32))
    expect(trail.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBeNull()
    expect(trail.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/rest/review/auditing-history/export?projectId=11',
    )
  })

  it('names the first row that does not hold, and what is wrong with it', async () => {
    const broken = { ...held, rows: 7, firstBroken: 8, reason: 'the chain was written anew' }
    await start('ReviewManager', '/overview', {
      'audit.verifyProgress': () => ({ running: null, last: broken }),
    })
    const trail = await section()
    await trail.findByText('Broken at row 8')
    expect(
      trail.getByText(/The chain was written anew\. Rows 1 to 7 are linked as they should be/),
    ).toBeTruthy()
  })

  it('names what differs from the chain though it holds, and what weakens the proof', async () => {
    const first = ['NW00000012: Responsive: row 57 of the audit log says otherwise.']
    const differing = {
      ...held,
      uncovered: { from: 1_199_001, to: 1_200_000, since: at },
      differences: { count: 3, first },
      warnings: ['2 signed checkpoints are missing in the files that are kept beside the records.'],
    }
    await start('ReviewManager', '/overview', {
      'audit.verifyProgress': () => ({ running: null, last: differing }),
    })
    const trail = await section()
    await trail.findByText('3 differences')
    expect(trail.queryByText('Holds')).toBeNull()
    const named = within(trail.getByRole('list', { name: 'Differences' }))
    expect(named.getAllByRole('listitem').map((one) => one.textContent)).toEqual([first[0], 'and 2 more'])
    expect(trail.getByText(/2 signed checkpoints are missing/)).toBeTruthy()
    expect(trail.getByText(/Rows 1,199,001 to 1,200,000 are newer than it/)).toBeTruthy()
  })

  it('says why it could not be verified, and can be asked again', async () => {
    let fails = true
    await start('ReviewManager', '/overview', {
      'audit.verify': () =>
        fails ? new Refusal(500, 'Something failed on the server.', 'internal') : { ...held, publicKey },
    })
    const trail = await section()
    fireEvent.click(trail.getByRole('button', { name: 'Verify' }))
    await trail.findByText('Not verified')
    expect(trail.getByText(/Something failed on the server/)).toBeTruthy()
    fails = false
    fireEvent.click(trail.getByRole('button', { name: 'Verify' }))
    await trail.findByText('Holds')
  })

  it('waits for the server while there is no connection', async () => {
    await start('ReviewManager', '/overview')
    const trail = await section()
    act(() => desk.setOnline(false))
    await trail.findByText('Offline')
    for (const name of ['Verify', 'Export'])
      expect(trail.getByRole('button', { name })).toHaveProperty('disabled', true)
  })

  it('is not there for those who may not read the trail', async () => {
    await start('Reviewer', '/overview')
    await screen.findByText('Coded')
    expect(screen.queryByRole('heading', { name: 'Audit trail' })).toBeNull()
  })
})

describe('jobs', () => {
  it('shows how far each is, live, and only the orders that its state allows', async () => {
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': () => list([job(), job({ jobId: 6, title: 'old.zip', state: 'Completed', rate: null })]),
    })
    const table = await screen.findByRole('table', { name: 'Jobs of the project' })
    const running = within(table).getByText('inbox.mbox').closest('tr') as HTMLElement
    expect(running.textContent).toMatch(/message 121.*Running.*40\/s · 2 min left.*120.*2/)
    expect(within(running).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
    expect(
      within(running)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([
      'Raise the priority: inbox.mbox',
      'Lower the priority: inbox.mbox',
      'Cancel: inbox.mbox',
      'Pause: inbox.mbox',
    ])
    const done = within(table).getByText('old.zip').closest('tr') as HTMLElement
    expect(within(done).queryAllByRole('button')).toEqual([])
  })

  it('tells no share of a collection before its end, where nobody knows how much it will find', async () => {
    const collecting = job({
      ...{ kind: 'collect', title: 'share', itemsTotal: 12, itemsDone: 12, secondsLeft: null },
      ...{ bytesDone: 3072, bytesTotal: 3072 },
    })
    const ended = job({ ...collecting, jobId: 6, title: 'old share', state: 'Completed', rate: null })
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': () => list([collecting, ended]),
      'jobs.unfinishedProgress': () => list([collecting]),
    })
    const table = await screen.findByRole('table', { name: 'Jobs of the project' })
    const bars = within(table).getAllByRole('progressbar')
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual([null, '100'])
    expect(bars[0]?.closest('tr')?.textContent).toContain('12 items, 3.00 KB so far · 40/s')
    const badge = within(await screen.findByRole('link', { name: '1 job running' })).getByRole('progressbar')
    expect(badge.getAttribute('aria-valuenow')).toBeNull()
    cleanup()
    await desk.close()
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', { 'jobs.get': () => collecting })
    const bar = await screen.findByRole('progressbar', { name: 'Progress of share' })
    expect(bar.getAttribute('aria-valuenow')).toBeNull()
    expect(bar.parentElement?.textContent).toMatch(/^12 items, 3\.00 KB so far · 40 items\/s/)
    expect(bar.parentElement?.textContent).not.toMatch(/%|left/)
  })

  it('carries a pause and shows the job as it then is', async () => {
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': () => list([job()]),
      'jobs.pause': () => job({ state: 'Paused', rate: null }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Pause: inbox.mbox' }))
    await screen.findByText('Paused')
    expect(asked('jobs.pause')[0]?.body).toEqual({ jobId: 7 })
    expect(asked('jobs.pause')[0]?.headers.get('projectId')).toBe('11')
    await screen.findByText('inbox.mbox: pausing')
  })

  it('[job-action-priority] raises and lowers the priority of a job, as far as there are any', async () => {
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': () => list([job({ state: 'Queued', priority: 9, rate: null })]),
      'jobs.priority': ({ body }) =>
        job({ state: 'Queued', rate: null, priority: (body as { priority: number }).priority }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Raise the priority: inbox.mbox' }))
    await screen.findByText(/priority \+10/)
    expect(asked('jobs.priority')[0]?.body).toEqual({ jobId: 7, priority: 10 })
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Raise the priority: inbox.mbox' })).toBeNull(),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Lower the priority: inbox.mbox' }))
    await screen.findByText(/priority \+9/)
  })

  it('says it when an order comes too late, and looks again', async () => {
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': () => list([job()]),
      'jobs.cancel': () => new Refusal(409, 'A completed job cannot be cancelled.', 'job.transition'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel: inbox.mbox' }))
    await screen.findByText('A completed job cannot be cancelled.')
    expect(desk.app.state().jobs.controlling).toEqual({})
  })

  it('gives no orders to those who may only look', async () => {
    await start('SeniorReviewer', '/project/allJobs', { 'jobs.list': () => list([job()]) })
    await screen.findByText('inbox.mbox')
    expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull()
  })

  it('tells the end of a job that was running at the last look', async () => {
    let running = true
    await start('LitigationSupport', '/overview', {
      'jobs.unfinishedProgress': () => list(running ? [job()] : []),
      'jobs.get': () =>
        job({ state: 'CompletedWithErrors', itemsDone: 400, exceptions: 4, openExceptions: 3 }),
    })
    await screen.findByRole('link', { name: '1 job running' })
    running = false
    await act(() => desk.app.dispatch(requestProgress({ projectId: 11 })))
    await screen.findByText('inbox.mbox: done, 400 items, 3 exceptions')
    await screen.findByRole('link', { name: 'No jobs running' })
  })

  const reconciliation = {
    itemsIn: 400,
    promoted: 350,
    waiting: 0,
    duplicates: 40,
    deNisted: 0,
    containers: 1,
    exceptions: 9,
    inlineImages: 0,
    filtered: 0,
    unexplained: 0,
    notRead: { files: 0, bytes: 0 },
  }

  it('[job-action-auto-promote] [rest-job-auto-promote] says what an import goes by, and lets it be changed while it does not run', async () => {
    let state: Job['state'] = 'Running'
    let on = false
    const { passwords: _, ...rest } = defaultProcessing
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () => job({ state, rate: null }),
      'jobs.pause': () => {
        state = 'Paused'
        return job({ state, rate: null })
      },
      'processing.jobSettings': () => ({
        ...{ jobId: 7, autoProcess: null, autoPromote: on },
        processing: { ...rest, depth: 17, timeZone: 'Europe/Zurich', hashLists: [] },
      }),
      'processing.autoPromote': ({ body }) => {
        on = (body as { on: boolean }).on
        return { jobId: 7, autoProcess: null, autoPromote: on, processing: null }
      },
    })
    await screen.findByText(/stays out of review until it is promoted\. Pause the job to change that\./)
    expect(screen.getByText('17 levels')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    const turn = await screen.findByRole('switch', { name: 'Promote its documents automatically' })
    expect(turn.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(turn)
    await screen.findByText('What it makes goes on to review as it comes in.')
    expect(asked('processing.autoPromote').map(({ body }) => body)).toEqual([{ jobId: 7, on: true }])
  })

  it('[rest-job-overview-job-details] says of one job how much is in which stage, and what each worker is on', async () => {
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () => job({ now: 'lease.pdf' }),
      'jobs.details': () => ({
        jobId: 7,
        stages: [
          { stage: 'waiting', count: 300, of: 'items' },
          { stage: 'read', count: 100, of: 'items' },
          { stage: 'written', count: 80, of: 'documents' },
          { stage: 'indexed', count: 1, of: 'documents' },
          { stage: 'failed', count: 2, of: 'items' },
        ],
        workers: ['lease.pdf', 'memo.docx'],
      }),
    })
    const table = await screen.findByRole('table', { name: 'How much is in which stage' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Waiting300 items',
      'Read100 items',
      'Written to the record80 documents',
      'In the search index1 document',
      'Failed2 items',
    ])
    const workers = screen.getByRole('list', { name: 'What each worker is on now' })
    expect(
      within(workers)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['lease.pdf', 'memo.docx'])
  })

  it('counts the steps of an analysis as steps, wherever its figures stand', async () => {
    const analysis = job({
      ...{ kind: 'analysis', title: 'Analysis', itemsDone: 500, itemsTotal: 2000, bytesTotal: 0 },
      ...{ rate: 40, exceptions: 0, openExceptions: 0 },
    })
    const answers: Answers = {
      'jobs.get': () => analysis,
      'jobs.details': () => ({
        jobId: 7,
        stages: [
          { stage: 'waiting', count: 1500, of: 'items' },
          { stage: 'done', count: 500, of: 'items' },
        ],
        workers: [],
      }),
      'jobs.list': () => list([analysis]),
    }
    const one = await start('LitigationSupport', '/project/allJobs?project=11&job=7', answers)
    const table = await screen.findByRole('table', { name: 'How much is in which stage' })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Waiting1,500 steps', 'Done500 steps'])
    expect(screen.getByText('Steps done')).toBeDefined()
    expect(document.body.textContent).toContain('40 steps/s')
    expect(document.body.textContent).not.toMatch(/[1-9]\d* items/)
    one.unmount()
    desk.show('/project/allJobs')
    const row = await screen.findByRole('row', { name: /^Analysis/ })
    expect(row.textContent).toContain('500 steps')
  })

  it('has a page for one job, with its reconciliation and whether it balances', async () => {
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () => job({ state: 'CompletedWithErrors', reconciliation, endedAt: at }),
    })
    await screen.findByRole('heading', { level: 1, name: 'inbox.mbox' })
    const equation = screen.getByRole('group', { name: 'Reconciliation equation' })
    expect(equation.textContent).toBe(
      '400items in=350documents+0waiting+40duplicates+1container+9failed+0inline images+0filtered out+0de-NISTed',
    )
    expect(screen.getByText('1 container')).toBeTruthy()
    expect(screen.getByText('350 documents')).toBeTruthy()
    expect(screen.getByText('Balanced: every item is accounted for.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry failed items' })).toBeTruthy()
  })

  it('has nothing to retry where something was done about all that failed', async () => {
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () => job({ state: 'CompletedWithErrors', reconciliation, retriable: 0, endedAt: at }),
    })
    await screen.findByRole('heading', { level: 1, name: 'inbox.mbox' })
    expect(screen.queryByRole('button', { name: 'Retry failed items' })).toBeNull()
  })

  it('shows older jobs when asked for, and keeps them while it looks at the newest', async () => {
    const all = Array.from({ length: 130 }, (_, n) =>
      job({ jobId: 130 - n, title: `part-${130 - n}.mbox`, state: 'Completed', rate: null }),
    )
    await start('LitigationSupport', '/project/allJobs', {
      'jobs.list': ({ query }) => {
        const before = Number(query.before ?? Number.POSITIVE_INFINITY)
        const page = all.filter(({ jobId }) => jobId < before).slice(0, Number(query.limit))
        return { data: page, totalCount: all.length }
      },
    })
    const rows = () =>
      within(screen.getByRole('table', { name: 'Jobs of the project' })).getAllByRole('row').length - 1
    await screen.findByText('100 of 130')
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(rows()).toBe(130))
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    await act(() => desk.app.dispatch(projectJobs.request({ projectId: 11 })))
    await desk.rest()
    expect(rows()).toBe(130)
    expect(screen.getByText('part-1.mbox')).toBeTruthy()
  })

  it('tells items that failed from documents processed with exceptions', async () => {
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () =>
        job({
          state: 'CompletedWithErrors',
          exceptions: 10,
          openExceptions: 10,
          reconciliation,
          endedAt: at,
        }),
      'collect.listExceptions': () =>
        list([
          { ...unread, exceptionId: 5, sha256: 'c'.repeat(64) },
          { ...unread, exceptionId: 6, documentId: 40, code: 'noTextYet', stage: 'text' },
          { ...unread, exceptionId: 7, sha256: null },
        ]),
    })
    await screen.findByText('9 failed, 1 document processed with exceptions')
    expect(await screen.findByText('Native only')).toBeTruthy()
    expect(screen.getByText('Not extracted')).toBeTruthy()
    expect(screen.getByText('Document, no text')).toBeTruthy()
  })

  it('says loudly when something is not accounted for', async () => {
    await start('LitigationSupport', '/project/allJobs?project=11&job=7', {
      'jobs.get': () =>
        job({
          state: 'Completed',
          reconciliation: { ...reconciliation, promoted: 348, unexplained: 2 },
          endedAt: at,
        }),
    })
    await screen.findByText(/^2 items not accounted for/)
  })

  it('of a client name the project of each', async () => {
    await start('ClientAdmin', '/client/client-jobs', { 'jobs.listOfClient': () => list([job()]) })
    const table = await screen.findByRole('table', { name: 'Jobs of the client' })
    expect(within(table).getByText('Larkspur')).toBeTruthy()
    expect(asked('jobs.listOfClient')[0]?.query.companyId).toBe('1')
  })
})

describe("one's own settings", () => {
  it('saves the profile, the phone as iso code, number and country code', async () => {
    await start('Reviewer', '/overview/usersetpage', {
      'auth.putProfile': ({ body }) => ({
        userId: 5,
        accountId: 5,
        userEmail: 'ada@northwind.example',
        userPhotoUrl: null,
        ssoEnabled: false,
        mfaEnabled: false,
        ...(body as { userName: string; userPhone: string }),
      }),
    })
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Ada N.' } })
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '555 0142' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save the profile' }))
    await waitFor(() =>
      expect(asked('auth.putProfile')[0]?.body).toEqual({ userName: 'Ada N.', userPhone: 'us-555 0142-1' }),
    )
    await screen.findByText('The profile is saved.')
  })

  it('changes the password only when the new one is long enough and twice the same', async () => {
    await start('Reviewer', '/overview/usersetpage/security', {
      'auth.putPassword': () => ({ message: 'Changed.' }),
      'account.listSessions': () => list([]),
      'account.getSecondStep': () => ({ enrolled: false, required: false, codesLeft: 0, ssoEnabled: false }),
    })
    const fill = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await screen.findByLabelText('Current password')
    fill('Current password', 'correct horse battery')
    fill('New password', 'too short')
    fireEvent.click(screen.getByRole('button', { name: 'Change the password' }))
    await screen.findByText('Use at least 12 characters.')
    fill('New password', 'a long enough sentence')
    fill('Once more', 'a long enough sentence')
    fireEvent.click(screen.getByRole('button', { name: 'Change the password' }))
    await screen.findByText('Changed.')
    expect(asked('auth.putPassword')[0]?.body).toEqual({
      current: 'correct horse battery',
      password: 'a long enough sentence',
    })
  })

  it('keeps the page size on the server', async () => {
    await start('Reviewer', '/overview/usersetpage')
    fireEvent.change(await screen.findByLabelText('Documents a page'), { target: { value: '100' } })
    await waitFor(() => expect(asked('auth.putViewerSetting').at(-1)?.body).toEqual({ pageSize: 100 }))
  })
})

describe('settings of the system', () => {
  it('are for ranks 0 and 0.5 only', async () => {
    for (const role of ['ClientAdmin', 'Reviewer'] as const) {
      await start(role, '/client/SystemSetting')
      expect((await screen.findByRole('alert')).textContent).toContain('no access to the system settings')
      cleanup()
      await desk.close()
    }
    await start('ProviderAdmin', '/client/SystemSetting')
    await screen.findByRole('heading', { level: 1, name: 'System settings' })
  })
})
