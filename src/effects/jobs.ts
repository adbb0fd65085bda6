/** Tells how jobs ended, and carries what they are told. */
import {
  cancelJob,
  getJob,
  type Job,
  type JobAction,
  jobUnit,
  pauseJob,
  resumeJob,
  retryJob,
  setPriority,
} from '#contracts/jobs.ts'
import type { CommandInput } from '../commands/define.ts'
import { answerPriority, answerStart, confirmControl, refuseControl } from '../commands/jobs.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { controlRequested, endsSeen, priorityAsked, startAsked } from '../events/catalog/jobs.ts'
import type { PayloadOf } from '../events/define.ts'
import { projectJobs } from '../reads/jobs.ts'
import { custodians, projectReport } from '../reads/project.ts'
import { jobsNow } from '../stores/running-jobs.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { lazyModule } from './lazy-module.ts'
import { asOutcome } from './outcomes.ts'
import { renewTexts } from './renew-texts.ts'

/** What belongs to other areas is fetched once it is needed. */
const others = {
  analysis: lazyModule(() => import('#contracts/analysis.ts')),
  assignments: lazyModule(() => import('../reads/assignments.ts')),
  collect: lazyModule(() => import('../commands/collect.ts')),
  ocr: lazyModule(() => import('#contracts/ocr.ts')),
  pages: lazyModule(() => import('#contracts/pages.ts')),
}

/** Fetches jobs that have ended since the last look, and tells of them. */
async function tellEnds(
  { projectId, jobIds }: PayloadOf<typeof endsSeen>,
  ctx: RequestContext,
): Promise<Outcome> {
  const ended = await Promise.all(jobIds.map((jobId) => ctx.call(getJob, { projectId, query: { jobId } })))
  const renewed = await renewTexts(ended, ctx)
  return {
    cache: [...jobsNow(ended), ...renewed.cache],
    forget: renewed.forget,
    commands: [
      projectJobs.request({ projectId }),
      projectReport.request({ projectId }),
      custodians.request({ projectId }),
      (await others.collect()).noteSettled({ projectId }),
      ...(ended.some(({ kind }) => kind === 'assignment')
        ? [(await others.assignments()).assignmentList.request({})]
        : []),
      ...ended.flatMap(sayEnd),
    ],
  }
}

const orders = { cancel: cancelJob, pause: pauseJob, resume: resumeJob } as const

async function control(
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

async function prioritise(
  asked: PayloadOf<typeof priorityAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { projectId, jobId, priority } = asked
  const job = await call(setPriority, { projectId, body: { jobId, priority } })
  return { cache: jobsNow([job]), commands: [answerPriority({ ...asked, message: null })] }
}

/** Has the job begun, and says so. */
async function start(
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
      projectJobs.request({ projectId }),
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
      const { preparePages } = await others.pages()
      const { jobId } = await call(preparePages, { projectId, body: { documents } })
      return `Page images are being drawn, job ${jobId}`
    }
    case 'ocr': {
      const body = { documents, withText, correlationId }
      const { startOcr } = await others.ocr()
      const { jobId, pages } = await call(startOcr, { projectId, body })
      const many = pages === 1 ? 'one page' : `${pages.toLocaleString('en-US')} pages`
      return `OCR of ${many} has started, job ${jobId}`
    }
    case 'analysis': {
      const { startAnalysis } = await others.analysis()
      const { jobId } = await call(startAnalysis, { projectId, body: {} })
      return `The documents are being analyzed, job ${jobId}`
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
          message: `${job.title}: done, ${count}, ${counted(job.openExceptions, 'exception')}`,
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

const retry = { times: 3, base: 300, cap: 5_000 } as const
/** Once per browser, also after a reload: a job that has been told something must not wait for an answer for ever. */
const carried = { strategy: 'queue', delivery: 'once', retry, done: asOutcome } as const

export const jobsEffects = [
  effect({
    name: 'jobs.tellEnds',
    on: endsSeen,
    strategy: 'queue',
    retry,
    request: ({ payload }, ctx) => tellEnds(payload, ctx),
    done: asOutcome,
    // Their lists say it, once somebody looks.
    fail: () => ({}),
  }),
  effect({
    ...carried,
    name: 'jobs.carryControl',
    on: controlRequested,
    request: ({ payload }, ctx) => control(payload, ctx),
    fail: ({ payload: { projectId, jobId, action } }, { message }) => ({
      commands: [
        refuseControl({ projectId, jobId, action, message }),
        addToast({ kind: 'error', message }),
        projectJobs.request({ projectId }),
      ],
    }),
  }),
  effect({
    ...carried,
    name: 'jobs.carryPriority',
    on: priorityAsked,
    request: ({ payload }, ctx) => prioritise(payload, ctx),
    fail: ({ payload }, { message }) => ({
      commands: [
        answerPriority({ ...payload, message }),
        addToast({ kind: 'error', message }),
        projectJobs.request({ projectId: payload.projectId }),
      ],
    }),
  }),
  effect({
    ...carried,
    name: 'jobs.carryStart',
    on: startAsked,
    request: ({ payload, correlationId }, ctx) => start(payload, correlationId, ctx),
    // That there is nothing to do is said in the server's words.
    fail: ({ payload: { projectId, kind } }, { message, status }) => ({
      commands: [
        answerStart({ projectId, kind, message }),
        addToast({ kind: status === 400 ? 'info' : 'error', message }),
      ],
    }),
  }),
]
