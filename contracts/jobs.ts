/** Jobs: work made of items, each with its own state; what the whole is follows from them. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'
import type { Capability } from './permission.ts'

export const jobStates = [
  'Created',
  'Queued',
  'Running',
  'Paused',
  'Cancelling',
  'Cancelled',
  'Completed',
  'CompletedWithErrors',
  'Failed',
  'RolledBack',
] as const
export const jobState = z.enum(jobStates)
export type JobState = z.infer<typeof jobState>

export const jobActions = ['cancel', 'pause', 'resume', 'retry'] as const
export type JobAction = (typeof jobActions)[number]
export const jobAction = z.enum(jobActions)

/** From which states each action is allowed; everything else is 409. */
export const allowedFrom: Readonly<Record<JobAction, readonly JobState[]>> = {
  cancel: ['Created', 'Queued', 'Running', 'Paused'],
  pause: ['Queued', 'Running'],
  resume: ['Paused', 'Cancelled'],
  retry: ['Failed', 'CompletedWithErrors'],
}

/** States in which nothing more happens by itself. */
export const settledStates: readonly JobState[] = [
  'Cancelled',
  'Completed',
  'CompletedWithErrors',
  'Failed',
  'RolledBack',
]

/** States of jobs that came to their end. */
export const endedStates: readonly JobState[] = ['Completed', 'CompletedWithErrors']

/**
 * Whether a job came to its end, so that its books can be judged. What one that goes on, or has stopped on its way, does not
 * account for may still come.
 */
export const hasEnded = (state: JobState): boolean => endedStates.includes(state)

export const jobKinds = [
  'collect',
  'hash-list',
  'import',
  'promote',
  'filter',
  'pages',
  'ocr',
  'summarize',
  'translate',
  'transcribe',
  'analysis',
  'reindex',
  'bulk',
  'assignment',
] as const
export const jobKind = z.enum(jobKinds)
export type JobKind = z.infer<typeof jobKind>

/**
 * What one must be able to do to start a job of each kind. Whoever may start one may also tell one to pause, to stop, to go
 * on and to try again.
 */
export const jobNeeds = {
  collect: 'collect.manage',
  'hash-list': 'collect.manage',
  import: 'collect.manage',
  promote: 'collect.manage',
  filter: 'collect.manage',
  pages: 'job.control',
  ocr: 'ocr.run',
  summarize: 'text.derive',
  translate: 'text.derive',
  transcribe: 'text.derive',
  analysis: 'job.control',
  reindex: 'job.control',
  // Of one's own there is a call beside the change itself (bulk.ts).
  bulk: 'coding.bulkOfOthers',
  assignment: 'assignment.manage',
} as const satisfies Record<JobKind, Capability>

/** What the figures of a job count. An analysis goes over the documents several times, and counts each of them each time. */
export type JobUnit = 'item' | 'step'
export const jobUnit = (kind: JobKind): JobUnit => (kind === 'analysis' ? 'step' : 'item')

/** Priorities: a job of a higher one is begun first; of equal ones the older. */
export const leastPriority = -10
export const mostPriority = 10
/** Jobs whose priority still says something. */
export const prioritised: readonly JobState[] = ['Created', 'Queued', 'Running', 'Paused']

/** How much of an import's source was not read to its end: so many of its files, and bytes. Nothing once it came to its end. */
export const notRead = z.object({ files: z.int(), bytes: z.int() })
export type NotRead = z.infer<typeof notRead>

/** The import's books: in = promoted + waiting + duplicates + de-NISTed + containers + exceptions + inline images + filtered. */
export const reconciliation = z.object({
  itemsIn: z.int(),
  promoted: z.int(),
  /** Documents that are processed, and neither promoted nor filtered out (yet). */
  waiting: z.int(),
  duplicates: z.int(),
  deNisted: z.int(),
  containers: z.int(),
  /** Items that failed. What is wrong with a document is an exception too, but there the document is promoted. */
  exceptions: z.int(),
  /** Images that are a part of how their message looks, and are recorded with it. */
  inlineImages: z.int(),
  /** Documents that a filter has set aside. */
  filtered: z.int(),
  /** itemsIn minus all the others: zero, or something is lost. */
  unexplained: z.int(),
  /** What the books say nothing of yet. */
  notRead,
})
export type Reconciliation = z.infer<typeof reconciliation>

/** The books of a collection: found = arrived + failed. */
export const collectionBooks = z.object({
  /** Files that it came by, and folders that cannot be read. */
  found: z.int(),
  /** Files of the source that came by it, counted one by one. */
  arrived: z.int(),
  /** What cannot be read: each is an exception. */
  failed: z.int(),
  /** found minus the others: zero, or something is lost. */
  unexplained: z.int(),
})
export type CollectionBooks = z.infer<typeof collectionBooks>

export const job = z.object({
  jobId: id,
  projectId: id,
  projectName: z.string(),
  kind: jobKind,
  /** What it works on, for people: the upload's file name. */
  title: z.string(),
  state: jobState,
  /** Items known so far; grows while containers are expanded. */
  itemsTotal: z.int(),
  itemsDone: z.int(),
  /** Rows of its table of exceptions: items that failed, and documents with a flaw. Where it has any, it ends "with errors". */
  exceptions: z.int(),
  /**
   * Of these, how many nothing has been done about and a retry may help: items that failed; of documents of an import, locked
   * ones where their password is known by then, and large ones where the limit of an item was raised. Null for a kind of job
   * that is tried again as a whole.
   */
  retriable: z.nullable(z.int()),
  /**
   * Of an import that has stopped before it put its file in a document's place: whether another file or text has come there
   * since. It cannot go on, and its message says so.
   */
  overtaken: z.boolean(),
  /**
   * Bytes of the source read, of all; the progress bar while the number of items is not known. Of a collection the total grows
   * with what is done, as that of its items does: neither is known before its end.
   */
  bytesDone: z.int(),
  bytesTotal: z.int(),
  /** Items a second over the last seconds; null while it does not run. */
  rate: z.nullable(z.number()),
  /** Seconds left by that rate; null where it cannot be said. */
  secondsLeft: z.nullable(z.number()),
  /** What it is on now; the first where it is on several. */
  now: z.nullable(z.string()),
  message: z.nullable(z.string()),
  priority: z.int(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** Of an import; null of other kinds. */
  reconciliation: z.nullable(reconciliation),
  /** Of a collection; null of other kinds. */
  collected: z.nullable(collectionBooks),
})
export type Job = z.infer<typeof job>

/**
 * What a job may be told as it stands, by whoever may start one of its kind. One that came to its end is tried again where
 * something is left that a retry may help; a document that something is wrong with is there already. One that was overtaken
 * never goes on.
 */
export const actionsFor = ({
  state,
  retriable,
  overtaken,
}: Pick<Job, 'state' | 'retriable' | 'overtaken'>): JobAction[] =>
  jobActions.filter(
    (action) =>
      allowedFrom[action].includes(state) &&
      (action !== 'retry' || state === 'Failed' || retriable !== 0) &&
      !(overtaken && (action === 'resume' || action === 'retry')),
  )

const paging = {
  before: z.optional(idParam),
  limit: z.optional(wholeParam(1, 200)),
}

export const listJobs = call({
  name: 'jobs.list',
  method: 'GET',
  path: '/job/project/alljobs',
  needs: 'job.view',
  scope: 'project',
  query: z.strictObject(paging),
  reply: listOf(job),
  summary: 'All jobs of the project, newest first, by cursor.',
})

export const listClientJobs = call({
  name: 'jobs.listOfClient',
  method: 'GET',
  path: '/job/client/alljobs',
  needs: 'account',
  query: z.strictObject({ companyId: idParam, ...paging }),
  reply: listOf(job),
  summary: 'All jobs of a client, in the projects whose jobs the user may see, newest first.',
})

export const getJob = call({
  name: 'jobs.get',
  method: 'GET',
  path: '/job',
  needs: 'job.view',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: job,
  summary: 'One job.',
})

export const getJobStatus = call({
  name: 'jobs.status',
  method: 'GET',
  path: '/job/status',
  needs: 'job.view',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: z.object({
    jobId: id,
    state: jobState,
    /** Whether nothing more happens by itself. */
    settled: z.boolean(),
    itemsTotal: z.int(),
    itemsDone: z.int(),
    exceptions: z.int(),
    message: z.nullable(z.string()),
    /** What whoever asks may tell it now, each by the call of its name. */
    actions: z.array(jobAction),
  }),
  summary:
    'The state of a job, in few words for programs that wait for it, and what it may be told as it stands.',
})

/** How far things come within a job. A job has the stages that its kind has. */
export const jobStages = ['waiting', 'read', 'drawn', 'written', 'indexed', 'done', 'failed'] as const
export const stageUnits = ['items', 'pages', 'documents'] as const

export const jobDetails = z.object({
  jobId: id,
  /** In the order in which things come through them. */
  stages: z.array(z.object({ stage: z.enum(jobStages), count: z.int(), of: z.enum(stageUnits) })),
  /** What each of those who work on it is on now; empty while it does not run. */
  workers: z.array(z.string()),
})
export type JobDetails = z.infer<typeof jobDetails>

export const getJobDetails = call({
  name: 'jobs.details',
  method: 'GET',
  path: '/job/overview/job/details',
  needs: 'job.view',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: jobDetails,
  summary:
    'How much of a job is in which stage, and what is being worked on. Names of files that are not in review are told ' +
    'to those who see what was collected.',
})

export const unfinishedProgress = call({
  name: 'jobs.unfinishedProgress',
  method: 'GET',
  path: '/job/overview/unfinished/progress',
  needs: 'job.view',
  scope: 'project',
  reply: listOf(job),
  summary: 'The jobs that are not settled, for live progress.',
})

const ofJob = { jobId: id }

const control = (action: Exclude<JobAction, 'retry'>, summary: string) =>
  call({
    name: `jobs.${action}`,
    method: 'POST',
    path: `/job/${action}`,
    // And what jobs of its kind need.
    needs: 'job.view',
    scope: 'project',
    idempotencyKey: 'optional',
    body: z.strictObject(ofJob),
    reply: job,
    summary,
  })

export const cancelJob = control('cancel', 'Stop a job; what it has done stays, and it can be resumed.')
export const pauseJob = control('pause', 'Pause a job.')
export const resumeJob = control('resume', 'Go on with a paused or cancelled job; nothing done is repeated.')

/** At most so many exceptions are named at once. */
export const mostRetried = 10_000

export const retryJob = call({
  name: 'jobs.retry',
  method: 'POST',
  path: '/job/retry',
  needs: 'job.view',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...ofJob,
    /** Of what failed only this, of a job that has come to its end; all of it where none are named. */
    exceptionIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(mostRetried))),
  }),
  reply: job,
  summary:
    'Run again only what failed, all of it or the exceptions that are named. Refused where nothing is left to be tried again.',
})

export const setPriority = call({
  name: 'jobs.priority',
  method: 'POST',
  path: '/job/priority',
  needs: 'job.control',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    jobId: id,
    priority: z.int().check(z.minimum(leastPriority), z.maximum(mostPriority)),
  }),
  reply: job,
  summary: 'Which job is begun first; one that runs takes its place again when it next waits.',
})
