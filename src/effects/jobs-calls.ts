/** What effects of jobs ask of the server, and what its answers become. */
import { startAnalysis } from '#contracts/analysis.ts'
import {
  cancelJob,
  getJob,
  getJobDetails,
  type Job,
  type JobAction,
  jobUnit,
  listClientJobs,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  setPriority,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import { startOcr } from '#contracts/ocr.ts'
import { preparePages } from '#contracts/pages.ts'
import { startable } from '#contracts/processing.ts'
import { askAssignments } from '../commands/assignments.ts'
import { noteSettled } from '../commands/collect.ts'
import type { CommandInput } from '../commands/define.ts'
import {
  answerPriority,
  answerStart,
  confirmControl,
  requestJobs,
  requestProgress,
} from '../commands/jobs.ts'
import { requestCustodians, requestReport } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import type {
  clientListRequested,
  controlRequested,
  jobRequested,
  listRequested,
  priorityAsked,
  startAsked,
} from '../events/catalog/jobs.ts'
import type { PayloadOf } from '../events/define.ts'
import { write } from '../stores/cache.ts'
import {
  clientJobsKey,
  jobDetails,
  jobKey,
  jobLists,
  jobsNow,
  projectJobsKey,
  runningJobs,
  startableKey,
  startables,
} from '../stores/jobs.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'
import { renewTexts } from './renew-texts.ts'

/** Rows that a jobs table asks for; older ones by its button. */
const pageLimit = 100

interface Page {
  readonly data: readonly Job[]
  readonly totalCount: number
}

const pageQuery = (before: number | undefined) => ({
  limit: pageLimit,
  ...(before === undefined ? {} : { before }),
})

/** The page with what is held around it: the newest come before older ones that were asked for, and those after. */
function around(
  { data, totalCount }: Page,
  key: string,
  before: number | undefined,
  { cached }: RequestContext,
): Outcome {
  const held = cached(jobLists, key)?.ids ?? []
  const page = data.map((job) => job.jobId)
  const last = page.at(-1)
  const older = last === undefined || page.length < pageLimit ? [] : held.filter((id) => id < last)
  const newer = before === undefined ? [] : held.filter((id) => id >= before)
  const list = came(jobLists, key, { ids: [...newer, ...page, ...older], totalCount })
  return { cache: [...jobsNow(data), ...list.cache] }
}

export async function readJobs(
  { projectId, before }: PayloadOf<typeof listRequested>,
  ctx: RequestContext,
): Promise<Outcome> {
  const page = await ctx.call(listJobs, { projectId, query: pageQuery(before) })
  return around(page, projectJobsKey(projectId), before, ctx)
}

export async function readClientJobs(
  { companyId, before }: PayloadOf<typeof clientListRequested>,
  ctx: RequestContext,
): Promise<Outcome> {
  const page = await ctx.call(listClientJobs, { query: { companyId, ...pageQuery(before) } })
  return around(page, clientJobsKey(companyId), before, ctx)
}

export async function readJob(
  { projectId, jobId }: PayloadOf<typeof jobRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const query = { jobId }
  const [job, details] = await Promise.all([
    call(getJob, { projectId, query }),
    call(getJobDetails, { projectId, query }),
  ])
  return { cache: [...jobsNow([job]), ...came(jobDetails, jobKey(jobId), details).cache] }
}

/** Jobs that were unsettled at the last look and are no more are fetched once, so that their end can be told. */
export async function followProgress(projectId: number, ctx: RequestContext): Promise<Outcome> {
  const { call, cached } = ctx
  const key = projectJobsKey(projectId)
  const before = cached(runningJobs, key) ?? []
  const { data } = await call(unfinishedProgress, { projectId })
  const now = data.map((job) => job.jobId)
  const gone = before.filter((jobId) => !now.includes(jobId))
  const ended = await Promise.all(gone.map((jobId) => call(getJob, { projectId, query: { jobId } })))
  const isNew = now.some((jobId) => !before.includes(jobId))
  const splits = ended.some(({ kind }) => kind === 'assignment')
  const renewed = await renewTexts(ended, ctx)
  return {
    cache: [...jobsNow([...data, ...ended]), write(runningJobs, key, now), ...renewed.cache],
    forget: renewed.forget,
    commands: [
      ...(isNew || ended.length > 0 ? [requestJobs({ projectId })] : []),
      ...(ended.length > 0
        ? [requestReport({ projectId }), requestCustodians({ projectId }), noteSettled({ projectId })]
        : []),
      ...(splits ? [askAssignments({})] : []),
      ...ended.flatMap(sayEnd),
    ],
  }
}

const orders = { cancel: cancelJob, pause: pauseJob, resume: resumeJob } as const

export async function control(
  { projectId, jobId, action, exceptionIds }: PayloadOf<typeof controlRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const job =
    action === 'retry'
      ? await call(retryJob, {
          projectId,
          body: { jobId, ...(exceptionIds === null ? {} : { exceptionIds: [...exceptionIds] }) },
        })
      : await call(orders[action], { projectId, body: { jobId } })
  const said =
    exceptionIds === null
      ? done[action]
      : `trying ${exceptionIds.length === 1 ? 'it' : counted(exceptionIds.length, 'exception')} again`
  return {
    cache: jobsNow([job]),
    commands: [
      confirmControl({ projectId, jobId, action, state: job.state }),
      addToast({ kind: 'success', message: `${job.title}: ${said}` }),
    ],
  }
}

export async function prioritise(
  asked: PayloadOf<typeof priorityAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { projectId, jobId, priority } = asked
  const job = await call(setPriority, { projectId, body: { jobId, priority } })
  return { cache: jobsNow([job]), commands: [answerPriority({ ...asked, message: null })] }
}

export async function readStartable(projectId: number, { call }: RequestContext): Promise<Outcome> {
  return came(startables, startableKey(projectId), await call(startable, { projectId }))
}

/** Has the job begun, and says so. */
export async function start(
  asked: PayloadOf<typeof startAsked>,
  correlationId: string,
  ctx: RequestContext,
): Promise<Outcome> {
  const { projectId, kind } = asked
  const message = await begin(asked, correlationId, ctx)
  return {
    commands: [
      answerStart({ projectId, kind, message: null }),
      addToast({ kind: 'success', message }),
      requestJobs({ projectId }),
      requestProgress({ projectId }),
    ],
  }
}

async function begin(
  { projectId, kind, withText }: PayloadOf<typeof startAsked>,
  correlationId: string,
  { call }: RequestContext,
): Promise<string> {
  const documents = null
  switch (kind) {
    case 'pages': {
      const { jobId } = await call(preparePages, { projectId, body: { documents } })
      return `Page images are being drawn, job ${jobId}`
    }
    case 'ocr': {
      const body = { documents, withText, correlationId }
      const { jobId, pages } = await call(startOcr, { projectId, body })
      const many = pages === 1 ? 'one page' : `${pages.toLocaleString('en-US')} pages`
      return `Text recognition of ${many} has begun, job ${jobId}`
    }
    case 'analysis': {
      const { jobId } = await call(startAnalysis, { projectId, body: {} })
      return `The documents are being analysed, job ${jobId}`
    }
  }
}

const done: Readonly<Record<JobAction, string>> = {
  cancel: 'stopping; what is done stays',
  pause: 'pausing',
  resume: 'going on',
  retry: 'trying again what failed',
}

function sayEnd(job: Job): CommandInput[] {
  const count = counted(job.itemsDone, jobUnit(job.kind))
  switch (job.state) {
    case 'Completed':
      // That an assignment has its batches is said with its name, once its list says so too; an analysis nobody asked for.
      if (job.kind === 'assignment' || job.kind === 'analysis') return []
      return [addToast({ kind: 'success', message: `${job.title}: done, ${count}` })]
    case 'CompletedWithErrors':
      return [
        addToast({
          kind: 'warning',
          message: `${job.title}: done, ${count}, ${counted(job.exceptions, 'exception')}`,
        }),
      ]
    case 'Failed':
      return [addToast({ kind: 'error', message: `${job.title}: failed. ${job.message ?? ''}`.trim() })]
    default:
      return []
  }
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
