import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentCount } from '#contracts/documents.ts'
import {
  allowedFrom,
  cancelJob,
  getJob,
  getJobDetails,
  type JobAction,
  type JobState,
  jobActions,
  jobStates,
  listClientJobs,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import { readCursor } from '#server/intake/writing/cursor.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { ApiError } from '#server/platform/http/error.ts'
import { freeAbandoned } from '#server/platform/jobs/abandoned.ts'
import type { JobKind, JobRun } from '#server/platform/jobs/jobs.ts'
import { Pacer } from '#server/platform/jobs/pace.ts'
import { claim, extend, insertJob, leaseMs, release, stateAfterRun } from '#server/platform/jobs/queue.ts'
import { stateAfter } from '#server/platform/jobs/transitions.ts'
import { createLog } from '#server/platform/log.ts'
import { isGone, ownName } from '#server/platform/process-id.ts'
import { property as test } from '#tests/runs.ts'
import { dialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { startMatter } from './matter.ts'

/** Counts to a number, saving where it is after each step; what it does is in the hands of the test. */
class Counting implements JobKind {
  readonly kind = 'reindex'
  server: TestServer | null = null
  readonly steps: number[] = []
  readonly retries: boolean[] = []
  stepMs = 1
  fail: Error | null = null
  exceptions = 0
  runs = 0
  /** Runs under way. */
  running = 0
  async run(run: JobRun): Promise<void> {
    this.running += 1
    try {
      await this.count(run)
    } finally {
      this.running -= 1
    }
  }
  private async count(run: JobRun): Promise<void> {
    this.runs += 1
    this.retries.push(run.retry)
    const { to } = run.input as { to: number }
    const from = readCursor(run.cursor).at?.[0] ?? 0
    for (let i = from + 1; i <= to; i += 1) {
      await run.beat(`step ${i}`)
      await run.beat(`another\nat ${i}`, 1)
      if (this.fail !== null && i === 3) throw this.fail
      await this.server?.services.records.write('bulk', async (trx) => {
        await run.hold(trx)
        await trx
          .updateTable('job')
          // As an import has it, which it is made to look like.
          .set({ cursor: JSON.stringify({ ...readCursor(null), at: [i] }) })
          .set({ items_done: i, items_total: to, items_in: to, promoted: i })
          .set({ exceptions: this.exceptions })
          .where('job_id', '=', run.jobId)
          .execute()
      })
      this.steps.push(i)
      await new Promise((resolve) => setTimeout(resolve, this.stepMs))
    }
  }
}

describe.each(dialects)('jobs on %s', (dialect) => {
  let server: TestServer
  let counting: Counting
  let company: number
  let project: number
  let lead: TestUser
  /** One kind for all tests, which does what the test of the moment has made: so they can have one server. */
  const kinds: readonly JobKind[] = [{ kind: 'reindex', run: (run) => counting.run(run) }]
  const log = createLog('silent')
  const begin = async (options: { alone?: boolean; work?: boolean } = {}): Promise<void> => {
    counting = new Counting()
    const unbalanced = 'What only counts its steps is made to look like an import.'
    server = await startServer({ dialect, kinds, log, unbalanced, ...options })
    counting.server = server
    company = await server.company()
    project = await server.project(company)
    lead = await server.user({ role: 'LitigationSupport', companyId: company, name: 'Omar' })
    await server.member(project, lead.userId, 'LitigationSupport')
  }
  const beginAnew = async (options: { alone?: boolean; work?: boolean }): Promise<void> => {
    await server.close()
    await begin(options)
  }
  beforeEach(() => begin())
  afterEach(() => server.close())

  const enqueue = async (to: number, into = project): Promise<number> => {
    const { jobs, records } = server.services
    const jobId = await records.write('interactive', (trx) =>
      jobs.enqueue(trx, {
        projectId: into,
        kind: 'reindex',
        title: 'Count',
        input: { to },
        bytesTotal: 0,
        createdBy: lead.userId,
      }),
    )
    jobs.wake()
    return jobId
  }
  const jobOf = async (jobId: number) => (await server.call(lead, getJob, { project, query: { jobId } })).data
  const settles = (jobId: number, state: JobState) =>
    expect.poll(async () => (await jobOf(jobId)).state, { interval: 20 }).toBe(state)
  const actions = async (jobId: number) =>
    (
      await server.services.records.read
        .selectFrom('audit')
        .select('action')
        .where('job_id', '=', jobId)
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)

  it('[entity-job] run by themselves, one step after another, and are done', async () => {
    const jobId = await enqueue(5)
    await settles(jobId, 'Completed')
    expect(counting.steps).toEqual([1, 2, 3, 4, 5])
    const job = await jobOf(jobId)
    expect(job).toMatchObject({
      title: 'Count',
      createdBy: 'Omar',
      itemsDone: 5,
      itemsTotal: 5,
      now: null,
      rate: null,
      message: null,
    })
    expect(job.startedAt).not.toBeNull()
    expect(job.endedAt).not.toBeNull()
    expect(await actions(jobId)).toEqual(['job.started', 'job.completed'])
    expect(await verifyChain(server.services.records.read, `project:${project}`)).toMatchObject({
      firstBroken: null,
    })
  })

  it('[job-action-cancel] are told what to do by whoever may start one of their kind, and by nobody else', async () => {
    const { jobs, records } = server.services
    /** Paused from the first moment, so that nobody works on it. */
    const resting = (kind: JobKind['kind']) =>
      records.write('interactive', async (trx) => {
        const jobId = await jobs.enqueue(trx, {
          projectId: project,
          kind,
          title: kind,
          input: null,
          bytesTotal: 0,
          createdBy: lead.userId,
        })
        await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', jobId).execute()
        return jobId
      })
    const person = async (role: 'ReviewManager' | 'SeniorReviewer') => {
      const user = await server.user({ role, companyId: company })
      await server.member(project, user.userId, role)
      return user
    }
    const [manager, reviewer] = [await person('ReviewManager'), await person('SeniorReviewer')]
    const [ocr, pages] = [await resting('ocr'), await resting('pages')]
    const cancelled = async (who: TestUser, jobId: number) => {
      const { status } = await server.call(who, cancelJob, { project, body: { jobId } })
      return { status, state: (await jobOf(jobId)).state }
    }
    // Jobs of others are not there for a senior reviewer.
    expect(await cancelled(reviewer, ocr)).toEqual({ status: 404, state: 'Paused' })
    expect(await cancelled(manager, ocr)).toEqual({ status: 200, state: 'Cancelled' })
    expect(await cancelled(manager, pages)).toEqual({ status: 403, state: 'Paused' })
    expect(await cancelled(lead, pages)).toEqual({ status: 200, state: 'Cancelled' })
    expect([await actions(ocr), await actions(pages)]).toEqual([['job.cancelled'], ['job.cancelled']])
  })

  it('[rest-job-overview-job-details] tell how much is in which stage and what each worker is on; names of files that are not in review only to who sees those', async () => {
    counting.stepMs = 20
    const jobId = await enqueue(600)
    const details = async (who: TestUser) =>
      (await server.call(who, getJobDetails, { project, query: { jobId } })).data
    await expect.poll(async () => (await details(lead)).workers.length).toBe(2)
    const { workers, stages } = await details(lead)
    expect(workers).toEqual([
      expect.stringMatching(/^step \d+$/),
      // One worker, one line, whatever its file is called.
      expect.stringMatching(/^another at \d+$/),
    ])
    const [waiting, indexed] = stages
    expect([waiting?.stage, indexed?.stage]).toEqual(['waiting', 'indexed'])
    expect((waiting?.count ?? 0) + (indexed?.count ?? 0)).toBe(600)

    const reviewer = await server.user({ role: 'SeniorReviewer', companyId: company })
    await server.member(project, reviewer.userId, 'SeniorReviewer')
    const { records } = server.services
    // A senior reviewer sees the jobs that they started, and no others.
    expect((await server.call(reviewer, getJob, { project, query: { jobId } })).status).toBe(404)
    await records.write('interactive', (trx) =>
      trx.updateTable('job').set({ created_by: reviewer.userId }).where('job_id', '=', jobId).execute(),
    )
    expect((await details(reviewer)).workers).toHaveLength(2)
    for (const kind of ['import', 'collect', 'ocr', 'summarize', 'translate', 'transcribe'] as const) {
      await records.write('interactive', (trx) =>
        trx.updateTable('job').set({ kind }).where('job_id', '=', jobId).execute(),
      )
      expect((await details(reviewer)).workers, kind).toEqual([])
      const seen = await server.call(reviewer, getJob, { project, query: { jobId } })
      expect(seen.data, kind).toMatchObject({ state: 'Running', now: null })
      expect((await details(lead)).workers, kind).toHaveLength(2)
    }
    await server.call(lead, cancelJob, { project, body: { jobId } })
    await settles(jobId, 'Cancelled')
    expect((await details(lead)).workers).toEqual([])
  })

  it('[rest-job-overview-unfinished] show what they are on, how fast they go and when they will be through', async () => {
    counting.stepMs = 20
    const jobId = await enqueue(600)
    await expect.poll(async () => (await jobOf(jobId)).rate ?? 0).toBeGreaterThan(1)
    const { data } = await server.call(lead, unfinishedProgress, { project })
    expect(data.totalCount).toBe(1)
    const [job] = data.data
    expect(job?.now).toMatch(/^step \d+$/)
    expect(job?.rate).toBeLessThan(60)
    expect(job?.secondsLeft).toBeGreaterThan(0)
    await server.call(lead, cancelJob, { project, body: { jobId } })
  })

  it('[job-action-pause] [job-action-resume] are paused at their next step and go on where they were', async () => {
    counting.stepMs = 100
    const jobId = await enqueue(60)
    await expect.poll(() => counting.steps.length).toBeGreaterThan(2)
    const paused = await server.call(lead, pauseJob, { project, body: { jobId } })
    expect(paused.data.state).toBe('Paused')
    await expect.poll(() => counting.running).toBe(0)
    expect(counting.steps.length).toBeLessThan(60)
    const { itemsDone, state } = await jobOf(jobId)
    expect({ itemsDone, state }).toEqual({ itemsDone: counting.steps.length, state: 'Paused' })
    counting.stepMs = 1
    expect((await server.call(lead, resumeJob, { project, body: { jobId } })).data.state).toMatch(
      /Queued|Running/,
    )
    await settles(jobId, 'Completed')
    expect(counting.steps).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    expect(await actions(jobId)).toEqual([
      'job.started',
      'job.paused',
      'job.resumed',
      'job.started',
      'job.completed',
    ])
  })

  it('resumed in the same breath as paused are never run twice at once', async () => {
    counting.stepMs = 100
    const jobId = await enqueue(40)
    await expect.poll(() => counting.steps.length).toBeGreaterThan(2)
    await server.call(lead, pauseJob, { project, body: { jobId } })
    counting.stepMs = 10
    await server.call(lead, resumeJob, { project, body: { jobId } })
    await settles(jobId, 'Completed')
    expect(counting.steps).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('[job-action-cancel] are cancelled at their next step, keep what was done, and can be resumed', async () => {
    counting.stepMs = 100
    const jobId = await enqueue(50)
    await expect.poll(() => counting.steps.length).toBeGreaterThan(2)
    const cancelled = await server.call(lead, cancelJob, { project, body: { jobId } })
    expect(cancelled.data.state).toMatch(/Cancelling|Cancelled/)
    await settles(jobId, 'Cancelled')
    const { itemsDone, endedAt } = await jobOf(jobId)
    expect(itemsDone).toBe(counting.steps.length)
    expect(itemsDone).toBeLessThan(50)
    counting.stepMs = 1
    expect(endedAt).not.toBeNull()
    await server.call(lead, resumeJob, { project, body: { jobId } })
    await settles(jobId, 'Completed')
    expect(counting.steps).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })

  it.each([
    ['a busy file', { code: 'SQLITE_BUSY', message: 'database is locked' }],
    ['a shutdown', { code: '57P01', message: 'terminating connection due to administrator command' }],
    ['a broken connection', { message: 'Connection terminated unexpectedly' }],
  ])('that cannot reach the records go on by themselves after a while: %s', async (_, fault) => {
    counting.fail = Object.assign(new Error(fault.message), fault)
    const jobId = await enqueue(5)
    await expect.poll(() => counting.steps.length).toBe(2)
    await expect.poll(async () => (await jobOf(jobId)).itemsDone).toBe(2)
    // Only once it has failed.
    await expect.poll(() => counting.running).toBe(0)
    counting.fail = null
    // Its lease stands meanwhile, so that it does not come back at once, again and again.
    expect((await jobOf(jobId)).state).toBe('Running')
    server.setNow(new Date(Date.now() + 2 * leaseMs))
    await settles(jobId, 'Completed')
    expect(counting.steps).toEqual([1, 2, 3, 4, 5])
    expect(counting.runs).toBe(2)
  })

  it('[job-action-retry] [rest-job-retry] that failed say why as far as it is for people, and are retried', async () => {
    counting.fail = new ApiError('notFound', 'The custodian is not there any more.')
    const jobId = await enqueue(4)
    await settles(jobId, 'Failed')
    expect((await jobOf(jobId)).message).toBe('The custodian is not there any more.')
    counting.fail = new Error('secret of the inside')
    await server.call(lead, retryJob, { project, body: { jobId } })
    await settles(jobId, 'Failed')
    expect((await jobOf(jobId)).message).not.toContain('secret')
    counting.fail = null
    await server.call(lead, retryJob, { project, body: { jobId } })
    await settles(jobId, 'Completed')
    expect((await jobOf(jobId)).message).toBeNull()
    expect(counting.steps).toEqual([1, 2, 3, 4])
    expect(counting.retries).toEqual([false, true, true])
  })

  it('with exceptions are completed with errors, and retried as such', async () => {
    counting.exceptions = 2
    const jobId = await enqueue(2)
    const { write } = server.services.records
    await write('interactive', async (trx) => {
      const row = { project_id: project, job_id: jobId, document_id: null, code: 'corrupt', reason: 'It is.' }
      const item = { stage: 'parse', path: '["a"]', size: 1, sha256: null, at: '2026-01-01T00:00:00.000Z' }
      await trx
        .insertInto('exception')
        .values([
          { ...row, ...item },
          { ...row, ...item },
        ])
        .execute()
    })
    await settles(jobId, 'CompletedWithErrors')
    // What failed is done by the time that it ends again.
    counting.exceptions = 0
    await write('interactive', async (trx) => {
      await trx.updateTable('job').set({ exceptions: 0 }).where('job_id', '=', jobId).execute()
    })
    await server.call(lead, retryJob, { project, body: { jobId } })
    await write('interactive', async (trx) => {
      await trx.deleteFrom('exception').where('job_id', '=', jobId).execute()
    })
    await settles(jobId, 'Completed')
    expect(counting.retries).toEqual([false, true])
    // What is done is done: there is nothing to retry any more.
    expect((await server.call(lead, retryJob, { project, body: { jobId } })).status).toBe(409)
  })

  it('wait while as many run as may', async () => {
    counting.stepMs = 100
    const ids = await Promise.all([enqueue(30), enqueue(30), enqueue(30)])
    await expect.poll(() => counting.runs).toBe(2)
    const states = await Promise.all(ids.map(async (id) => (await jobOf(id)).state))
    expect(states.toSorted()).toEqual(['Queued', 'Running', 'Running'])
    counting.stepMs = 1
    for (const id of ids) await settles(id, 'Completed')
  })

  it('[open-job-transitions] refuse with 409 whatever their state does not allow', async () => {
    const { records } = server.services
    const jobId = await enqueue(0)
    await settles(jobId, 'Completed')
    const calls = { cancel: cancelJob, pause: pauseJob, resume: resumeJob, retry: retryJob }
    for (const state of jobStates) {
      for (const action of jobActions) {
        await records.write('interactive', (trx) =>
          trx
            .updateTable('job')
            .set({ state, lease_owner: 'another process', lease_until: '2999-01-01T00:00:00.000Z' })
            .where('job_id', '=', jobId)
            .execute(),
        )
        const answer = await server.call(lead, calls[action], { project, body: { jobId } })
        if (allowedFrom[action].includes(state)) {
          expect([state, action, answer.status]).toEqual([state, action, 200])
          expect(answer.data.state).toBe(stateAfter(action, state))
        } else {
          expect([state, action, answer.status]).toEqual([state, action, 409])
          expect(answer.error).toMatchObject({ code: 'job.transition', detail: state })
        }
      }
    }
  })

  it('are put on the record once however often a key is repeated', async () => {
    counting.stepMs = 20
    const jobId = await enqueue(50)
    const pause = () => server.call(lead, pauseJob, { project, body: { jobId }, key: 'command-0001' })
    expect((await pause()).status).toBe(200)
    expect((await pause()).status).toBe(200)
    expect((await actions(jobId)).filter((action) => action === 'job.paused')).toHaveLength(1)
  })

  it('of another project are not found, and cannot be touched by those who may only look', async () => {
    const elsewhere = await server.project(company)
    const jobId = await enqueue(1, elsewhere)
    expect((await server.call(lead, getJob, { project, query: { jobId } })).status).toBe(404)
    expect((await server.call(lead, cancelJob, { project, body: { jobId } })).status).toBe(404)
    const senior = await server.user({ role: 'SeniorReviewer', companyId: company })
    await server.member(project, senior.userId, 'SeniorReviewer')
    expect((await server.call(senior, listJobs, { project })).status).toBe(200)
    const other = await enqueue(1)
    const cancel = () => server.call(senior, cancelJob, { project, body: { jobId: other } })
    expect((await cancel()).status).toBe(404)
    await server.services.records.write('interactive', (trx) =>
      trx.updateTable('job').set({ created_by: senior.userId }).where('job_id', '=', other).execute(),
    )
    // What they started they see, and may not cancel where they could not start it now.
    expect((await cancel()).status).toBe(403)
  })

  it('[rest-job-project-alljobs] [rest-job-client-alljobs] are listed newest first, page by page, of a project and of a client', async () => {
    const elsewhere = await server.project(company)
    const ids: number[] = []
    for (const into of [project, elsewhere, project, project]) ids.push(await enqueue(0, into))
    const first = await server.call(lead, listJobs, { project, query: { limit: 2 } })
    expect(first.data.data.map(({ jobId }) => jobId)).toEqual([ids[3], ids[2]])
    expect(first.data.totalCount).toBe(3)
    const next = await server.call(lead, listJobs, { project, query: { limit: 2, before: Number(ids[2]) } })
    expect(next.data.data.map(({ jobId }) => jobId)).toEqual([ids[0]])

    const query = { companyId: company }
    const own = await server.call(lead, listClientJobs, { query })
    expect(own.data.data.map(({ jobId }) => jobId)).toEqual([ids[3], ids[2], ids[0]])
    const admin = await server.user({ role: 'ClientAdmin', companyId: company })
    expect((await server.call(admin, listClientJobs, { query })).data.totalCount).toBe(4)
    const stranger = await server.user({ role: 'ClientAdmin', companyId: await server.company() })
    expect((await server.call(stranger, listClientJobs, { query })).status).toBe(404)
    const provider = await server.user({ role: 'ProviderAdmin' })
    expect((await server.call(provider, listClientJobs, { query })).data.totalCount).toBe(4)
    expect((await server.call(provider, listClientJobs, { query: { companyId: 9999 } })).status).toBe(404)
  })

  it('go back to the queue when the server stops, and go on in the next one', async () => {
    await beginAnew({ alone: true })
    counting.stepMs = 100
    const jobId = await enqueue(40)
    await expect.poll(() => counting.steps.length).toBeGreaterThan(2)
    await server.services.jobs.stop()
    const { state, lease_owner } = await server.services.records.read
      .selectFrom('job')
      .select(['state', 'lease_owner'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    expect([state, lease_owner]).toEqual(['Queued', null])
  })

  describe('under leases', () => {
    beforeEach(() => beginAnew({ work: false }))
    const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
    const queued = async (): Promise<number> => {
      return await server.services.records.write('interactive', (trx) =>
        insertJob(
          trx,
          {
            projectId: project,
            kind: 'reindex',
            title: 't',
            input: {},
            bytesTotal: 0,
            createdBy: lead.userId,
          },
          at(0),
        ),
      )
    }
    const take = (owner: string, ms: number) => claim(server.services.records, owner, ['reindex'], at(ms))
    const shown = { now: null, rate: null, secondsLeft: null }

    it('a job is taken by one alone, however many reach for it', async () => {
      const jobId = await queued()
      const taken = await Promise.all(Array.from({ length: 8 }, (_, i) => take(`worker ${i}`, 0)))
      expect(taken.filter((job) => job !== null).map((job) => job?.jobId)).toEqual([jobId])
    })

    it('a worker that is heard of keeps it; one that is silent loses it, and cannot settle it any more', async () => {
      const { records } = server.services
      const jobId = await queued()
      await take('a', 0)
      expect(await extend(records, 'a', jobId, at(leaseMs - 1), shown)).toBe(true)
      expect(await take('b', leaseMs + 1)).toBeNull()
      const again = await take('b', 2 * leaseMs)
      expect(again?.jobId).toBe(jobId)
      expect(await extend(records, 'a', jobId, at(2 * leaseMs + 1), shown)).toBe(false)
      expect(await release(records, 'a', jobId, { how: 'done' }, at(2 * leaseMs + 1))).toBeNull()
      expect(await release(records, 'b', jobId, { how: 'done' }, at(2 * leaseMs + 2))).toBe('Completed')
      expect(await take('a', 10 * leaseMs)).toBeNull()
    })

    it('a job that was being cancelled when its worker died is cancelled, not run', async () => {
      const { records } = server.services
      const jobId = await queued()
      await take('a', 0)
      await records.write('interactive', (trx) =>
        trx.updateTable('job').set({ state: 'Cancelling' }).where('job_id', '=', jobId).execute(),
      )
      expect(await take('b', leaseMs - 1)).toBeNull()
      expect((await jobOf(jobId)).state).toBe('Cancelling')
      expect(await take('b', leaseMs)).toBeNull()
      expect((await jobOf(jobId)).state).toBe('Cancelled')
    })

    it.each(['Paused', 'Cancelled'] as const)(
      'a job that was %s when its worker died is let go, and stays so',
      async (state) => {
        const { records } = server.services
        const jobId = await queued()
        await take('a', 0)
        await records.write('interactive', (trx) =>
          trx.updateTable('job').set({ state }).where('job_id', '=', jobId).execute(),
        )
        const held = async () =>
          await records.read
            .selectFrom('job')
            .select(['state', 'lease_owner'])
            .where('job_id', '=', jobId)
            .executeTakeFirstOrThrow()
        expect(await take('b', leaseMs - 1)).toBeNull()
        expect(await held()).toEqual({ state, lease_owner: 'a' })
        expect(await take('b', leaseMs)).toBeNull()
        expect(await held()).toEqual({ state, lease_owner: null })
      },
    )

    it('a paused job that is resumed waits for its old run to be over', async () => {
      const { records } = server.services
      const jobId = await queued()
      await take('a', 0)
      await records.write('interactive', (trx) =>
        trx.updateTable('job').set({ state: 'Queued' }).where('job_id', '=', jobId).execute(),
      )
      expect(await take('b', 10)).toBeNull()
      expect(await release(records, 'a', jobId, { how: 'stopped' }, at(11))).toBe('Queued')
      expect((await take('b', 12))?.jobId).toBe(jobId)
    })

    it('a job that is cancelled in the same breath as paused does not come back to life', async () => {
      const { records } = server.services
      const jobId = await queued()
      await take('a', 0)
      const asked = { project, body: { jobId } }
      expect((await server.call(lead, pauseJob, asked)).data.state).toBe('Paused')
      expect((await server.call(lead, cancelJob, asked)).data.state).toBe('Cancelled')
      expect(await release(records, 'a', jobId, { how: 'stopped' }, at(11))).toBe('Cancelled')
      expect(await take('b', 12)).toBeNull()
    })

    it('of a worker that is certainly dead a job is free at once; of one that may live, or that nobody knows, it is not', async () => {
      const { records } = server.services
      const holder = spawn(process.execPath, [
        fileURLToPath(new URL('./children/holder.ts', import.meta.url)),
      ])
      const ended = once(holder, 'close')
      const [line] = (await once(createInterface({ input: holder.stdout }), 'line')) as [string]
      const jobId = await queued()
      await take(line, 0)
      await freeAbandoned(records)
      expect(await take('b', 1)).toBeNull()
      holder.kill('SIGKILL')
      await ended
      await freeAbandoned(records)
      expect((await take('b', 2))?.jobId).toBe(jobId)
      // Another machine's, or another container's: only time tells.
      const elsewhere = line.replace(/^(\d+-\d*-)[0-9a-f]{16}/, '$10123456789abcdef')
      await release(records, 'b', jobId, { how: 'stopped' }, at(3))
      await take(elsewhere, 4)
      await freeAbandoned(records)
      expect(await take('b', 5)).toBeNull()
      expect((await take('b', 4 + leaseMs))?.jobId).toBe(jobId)
    })

    it.runIf(process.platform === 'linux')(
      'a process number that has come again is not taken for the process that had it',
      () => {
        const own = ownName()
        expect(isGone(own)).toBe(false)
        expect(isGone(own.replace(/^(\d+)-\d+/, '$1-1'))).toBe(true)
      },
    )

    it('a process does not take what it works on already, when its clock jumps ahead', async () => {
      const { records } = server.services
      const jobId = await queued()
      await take('a', 0)
      expect(await claim(records, 'a', ['reindex'], at(100 * leaseMs), [jobId])).toBeNull()
    })
  })
})

describe.each(dialects)('the job that builds the search index anew on %s', (dialect) => {
  it('takes every document, says how many, and leaves an index that finds them', async () => {
    const { server, projectId, manager, close } = await startMatter(dialect, { documents: 7 })
    const { jobs, records } = server.services
    const jobId = await records.write('interactive', (trx) =>
      jobs.enqueue(trx, {
        projectId,
        kind: 'reindex',
        title: 'Search index',
        input: {},
        bytesTotal: 0,
        createdBy: manager.userId,
      }),
    )
    jobs.wake()
    const job = () => server.call(manager, getJob, { project: projectId, query: { jobId } })
    await expect.poll(async () => (await job()).data.state).toBe('Completed')
    expect((await job()).data).toMatchObject({
      kind: 'reindex',
      itemsDone: 7,
      itemsTotal: 7,
      reconciliation: null,
      retriable: null,
    })
    const query = { queryString: '', includeFamily: false, objectId: null, type: null }
    const counted = await server.call(manager, documentCount, { project: projectId, body: { query } })
    expect(counted.data).toEqual({ count: 7 })
    await close()
  })
})

describe('the states of a job', () => {
  it('after a run follow from how it ended and what was asked meanwhile', () => {
    const left = (state: JobState, how: 'done' | 'stopped' | 'failed', exceptions = 0) =>
      stateAfterRun({ state, exceptions }, how === 'failed' ? { how, message: '' } : { how })
    expect(left('Running', 'done')).toBe('Completed')
    expect(left('Running', 'done', 3)).toBe('CompletedWithErrors')
    expect(left('Cancelling', 'done')).toBe('Completed')
    expect(left('Cancelling', 'stopped')).toBe('Cancelled')
    expect(left('Cancelled', 'stopped')).toBe('Cancelled')
    expect(left('Cancelled', 'failed')).toBe('Cancelled')
    expect(left('Paused', 'stopped')).toBe('Paused')
    expect(left('Paused', 'failed')).toBe('Paused')
    expect(left('Running', 'stopped')).toBe('Queued')
    expect(left('Queued', 'stopped')).toBe('Queued')
    expect(left('Running', 'failed')).toBe('Failed')
  })

  test('are reached by no action that the contract does not allow', () => {
    const action = fc.constantFrom<JobAction>(...jobActions)
    fc.assert(
      fc.property(action, fc.constantFrom<JobState>(...jobStates), (act, from) => {
        expect(stateAfter(act, from) === null).toBe(!allowedFrom[act].includes(from))
      }),
    )
  })
})

describe('the pace of a job', () => {
  const done = (items: number, bytes = 0, bytesTotal = 0) => ({
    itemsDone: items,
    itemsTotal: 1000,
    bytesDone: bytes,
    bytesTotal,
  })
  it('is that of the last seconds, by bytes where the size is known', () => {
    const pacer = new Pacer()
    expect(pacer.read(0, done(0))).toEqual({ rate: null, secondsLeft: null })
    expect(pacer.read(1000, done(100))).toEqual({ rate: 100, secondsLeft: 9 })
    expect(new Pacer().read(0, done(0)).rate).toBeNull()
    const bytes = new Pacer()
    bytes.read(0, done(0, 0, 5000))
    expect(bytes.read(2000, done(10, 1000, 5000))).toEqual({ rate: 5, secondsLeft: 8 })
  })
  it('forgets what is long ago, and says nothing while nothing moves', () => {
    const pacer = new Pacer()
    for (let s = 0; s <= 30; s += 1) pacer.read(s * 1000, done(s < 10 ? s * 100 : 1000))
    expect(pacer.read(31_000, done(1000))).toEqual({ rate: null, secondsLeft: 0 })
    const stuck = new Pacer()
    stuck.read(0, done(5))
    expect(stuck.read(5000, done(5))).toEqual({ rate: null, secondsLeft: null })
  })
  it('of one large item is no rate of items until it is done, and the time left all the same', () => {
    const pacer = new Pacer()
    pacer.read(0, done(0, 0, 1000))
    expect(pacer.read(1000, done(0, 100, 1000))).toEqual({ rate: null, secondsLeft: 9 })
  })
})
