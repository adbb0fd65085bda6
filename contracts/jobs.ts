/** Jobs: work on items, each with its own state; the state of the whole follows from them. */
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

/** The states from which each action is allowed; otherwise the answer is 409. */
export const allowedFrom: Readonly<Record<JobAction, readonly JobState[]>> = {
  cancel: ['Created', 'Queued', 'Running', 'Paused'],
  pause: ['Queued', 'Running'],
  resume: ['Paused', 'Cancelled'],
  retry: ['Failed', 'CompletedWithErrors'],
}

/** States in which nothing more happens automatically. */
export const settledStates: readonly JobState[] = [
  'Cancelled',
  'Completed',
  'CompletedWithErrors',
  'Failed',
  'RolledBack',
]

/** States of finished jobs. */
export const endedStates: readonly JobState[] = ['Completed', 'CompletedWithErrors']

/**
 * Whether a job has finished, so that its reconciliation can be judged. What a running or stopped job does not account for
 * may still arrive.
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
  'redactFind',
  'redactTerms',
  'production',
  'load',
] as const
export const jobKind = z.enum(jobKinds)
export type JobKind = z.infer<typeof jobKind>

/** The capability to start a job of each kind. Whoever may start one may also pause, stop, resume and retry one. */
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
  // For one's own jobs there is a call beside the change itself (bulk.ts).
  bulk: 'coding.bulkOfOthers',
  assignment: 'assignment.manage',
  // Of one's own there are calls of their own (term-redactions.ts).
  redactFind: 'coding.bulkOfOthers',
  redactTerms: 'coding.bulkOfOthers',
  production: 'production.manage',
  load: 'collect.manage',
} as const satisfies Record<JobKind, Capability>

/**
 * What the figures of a job count. An analysis and a production pass over the documents several times, and count each of them
 * each time.
 */
export type JobUnit = 'item' | 'step'
export const jobUnit = (kind: JobKind): JobUnit =>
  kind === 'analysis' || kind === 'production' ? 'step' : 'item'

/** Priorities: a job of a higher one starts first; among equal ones the older. */
export const minPriority = -10
export const maxPriority = 10
/** Jobs whose priority still matters. */
export const prioritised: readonly JobState[] = ['Created', 'Queued', 'Running', 'Paused']

/** How much of an import's source was not read completely: number of files, and bytes. Zero once it has finished. */
export const notRead = z.object({ files: z.int(), bytes: z.int() })
export type NotRead = z.infer<typeof notRead>

/**
 * Reconciliation of the import: in = promoted + waiting + duplicates + de-NISTed + containers + exceptions + inline images
 * + filtered.
 */
export const reconciliation = z.object({
  itemsIn: z.int(),
  promoted: z.int(),
  /** Documents that are processed, and neither promoted nor filtered out (yet). */
  waiting: z.int(),
  duplicates: z.int(),
  deNisted: z.int(),
  containers: z.int(),
  /** Failed items. Missing content of a document is an exception too, but that document is promoted. */
  exceptions: z.int(),
  /** Images that are part of the display of their message, and are recorded with it. */
  inlineImages: z.int(),
  /** Documents that a filter has filtered out. */
  filtered: z.int(),
  /** itemsIn minus all the others: must be zero, otherwise an item is lost. */
  unexplained: z.int(),
  /** What reconciliation does not cover yet. */
  notRead,
})
export type Reconciliation = z.infer<typeof reconciliation>

/** Reconciliation of a collection: found = arrived + failed. */
export const collectionReconciliation = z.object({
  /** Files that were found, and folders that cannot be read. */
  found: z.int(),
  /** Files of the source that the collection brought, counted one by one. */
  arrived: z.int(),
  /** Unreadable files and folders: each is an exception. */
  failed: z.int(),
  /** found minus the others: must be zero, otherwise a file is lost. */
  unexplained: z.int(),
})
export type CollectionReconciliation = z.infer<typeof collectionReconciliation>

export const job = z.object({
  jobId: id,
  projectId: id,
  projectName: z.string(),
  kind: jobKind,
  /** What it works on, as displayed: the upload's file name. */
  title: z.string(),
  state: jobState,
  /** Known items; grows while containers are expanded. */
  itemsTotal: z.int(),
  itemsDone: z.int(),
  /** Exceptions: failed items, and documents with missing content. */
  exceptions: z.int(),
  /** How many of these are open, neither replaced nor accepted. As long as one is, the job has ended "with errors". */
  openExceptions: z.int(),
  /**
   * How many of these are open and may be resolved by a retry: failed items; for documents of an import, locked ones if
   * their password is known by then, and large ones if the size limit was raised. Null for a kind of job that is retried as
   * a whole.
   */
  retriable: z.nullable(z.int()),
  /**
   * For an import that stopped before it put its file into a document's place: whether another file or text has been put
   * there since. It cannot continue, and its message says so.
   */
  overtaken: z.boolean(),
  /**
   * Bytes of the source read, of all; the progress while the number of items is unknown. For a collection the total grows
   * with what is done, as the total of its items does: neither is known before its end.
   */
  bytesDone: z.int(),
  bytesTotal: z.int(),
  /** Items per second over the last seconds; null while it does not run. */
  rate: z.nullable(z.number()),
  /** Estimated seconds left; null if unknown. */
  secondsLeft: z.nullable(z.number()),
  /** The current item; the first if there are several. */
  now: z.nullable(z.string()),
  message: z.nullable(z.string()),
  priority: z.int(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** For an import; null for other kinds. */
  reconciliation: z.nullable(reconciliation),
  /** For a collection; null for other kinds. */
  collected: z.nullable(collectionReconciliation),
})
export type Job = z.infer<typeof job>

/**
 * The actions allowed in the current state, for whoever may start a job of its kind. A finished job can be retried if
 * something is left that a retry may help; a document with missing content exists already. A superseded job never
 * continues.
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
    /** Whether nothing more happens automatically. */
    settled: z.boolean(),
    itemsTotal: z.int(),
    itemsDone: z.int(),
    exceptions: z.int(),
    message: z.nullable(z.string()),
    /** The actions that the caller may take now, each by the call of its name. */
    actions: z.array(jobAction),
  }),
  summary: 'The state of a job, in short for programs that wait for it, and the actions allowed now.',
})

/** Progress within a job. A job has the stages of its kind. */
export const jobStages = ['waiting', 'read', 'drawn', 'written', 'indexed', 'done', 'failed'] as const
export const stageUnits = ['items', 'pages', 'documents'] as const

export const jobDetails = z.object({
  jobId: id,
  /** In processing order. */
  stages: z.array(z.object({ stage: z.enum(jobStages), count: z.int(), of: z.enum(stageUnits) })),
  /** The current item of each worker; empty while it does not run. */
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
    'How much of a job is in which stage, and its current items. Names of files that are not in review are ' +
    'shown to users who see collected data.',
})

export const unfinishedProgress = call({
  name: 'jobs.unfinishedProgress',
  method: 'GET',
  path: '/job/overview/unfinished/progress',
  needs: 'job.view',
  scope: 'project',
  reply: listOf(job),
  summary: 'The unfinished jobs, for live progress.',
})

const ofJob = { jobId: id }

const control = (action: Exclude<JobAction, 'retry'>, summary: string) =>
  call({
    name: `jobs.${action}`,
    method: 'POST',
    path: `/job/${action}`,
    // And the capability that jobs of its kind need.
    needs: 'job.view',
    scope: 'project',
    idempotencyKey: 'optional',
    body: z.strictObject(ofJob),
    reply: job,
    summary,
  })

export const cancelJob = control('cancel', 'Cancel a job; what it has done stays, and it can be resumed.')
export const pauseJob = control('pause', 'Pause a job.')
export const resumeJob = control('resume', 'Resume a paused or cancelled job; nothing done is repeated.')

/** At most so many exceptions per request. */
export const maxRetried = 10_000

export const retryJob = call({
  name: 'jobs.retry',
  method: 'POST',
  path: '/job/retry',
  needs: 'job.view',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...ofJob,
    /** Retry only these failures, of a finished job; all if none are listed. */
    exceptionIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(maxRetried))),
  }),
  reply: job,
  summary:
    'Retry only what failed: all of it, or the listed exceptions. Refused if nothing is left to retry.',
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
    priority: z.int().check(z.minimum(minPriority), z.maximum(maxPriority)),
  }),
  reply: job,
  summary: 'Which job starts first; a running job takes its place again when it next waits.',
})
