/** Saves the settings of processing, and has jobs try again with another password. */
import { retryJob } from '#contracts/jobs.ts'
import {
  getProcessingSettings,
  type ProcessingSeen,
  type ProcessingSettings,
  putProcessingSettings,
  setAutoProcess,
  setAutoPromote,
  processingSettings as settingsSchema,
} from '#contracts/processing.ts'
import { noteSettled } from '../commands/collect.ts'
import { answerSave } from '../commands/processing.ts'
import { requestProgress } from '../commands/running-jobs.ts'
import { addToast } from '../commands/toasts.ts'
import { automaticAsked, passwordAdded, saveAsked } from '../events/catalog/processing.ts'
import type { PayloadOf } from '../events/define.ts'
import { projectJobs } from '../reads/jobs.ts'
import { jobSettings, processingSettings } from '../reads/processing.ts'
import type { CacheWrite } from '../stores/cache.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { failureOf } from './failure.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const keep = (projectId: number, settings: ProcessingSeen): readonly CacheWrite[] =>
  cacheValue(processingSettings.cache, processingSettings.key({ projectId }), settings).cache

/** Saves what the form says, unless the settings are others than those it was filled with: then they are what comes back. */
async function saveSettings(
  { projectId, ...said }: { readonly projectId: number },
  { call, cached, secret }: RequestContext,
): Promise<Outcome> {
  const settings = settingsSchema.parse({ ...said, passwords: linesOf(secret('passwords')) })
  const { version } =
    cached(processingSettings.cache, processingSettings.key({ projectId })) ??
    (await call(getProcessingSettings, { projectId }))
  try {
    const kept = await call(putProcessingSettings, { projectId, body: { ...settings, version } })
    return {
      cache: keep(projectId, kept),
      commands: [answerSave({ projectId, message: null, conflict: false })],
    }
  } catch (thrown) {
    if (!isOutrun(thrown)) throw thrown
    const { message } = failureOf(thrown)
    const now = await call(getProcessingSettings, { projectId })
    // Where the others have made it what was wanted, it is.
    const conflict = !equal(settings, now)
    return {
      cache: keep(projectId, now),
      commands: [answerSave({ projectId, message: conflict ? message : null, conflict })],
    }
  }
}

/** Somebody else's change came first. */
function isOutrun(thrown: unknown): boolean {
  const { status, detail } = failureOf(thrown)
  return status === 409 && detail === 'version'
}

/** One a line, each once, in the order in which they are tried. Blanks may belong to a password. */
const linesOf = (text: string): string[] => [
  ...new Set(text.split(/\r?\n/).filter((line) => line.trim() !== '')),
]

const equal = (one: ProcessingSettings, other: ProcessingSettings): boolean =>
  Object.entries(one).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof ProcessingSettings]),
  )

/** Keeps a password before the others, and has the jobs try again; one that cannot now is passed over. */
async function addPassword(
  { projectId, retries }: PayloadOf<typeof passwordAdded>,
  { call, secret }: RequestContext,
): Promise<Outcome> {
  const settings = await withPassword(projectId, secret('password'), call)
  let again = 0
  for (const { jobId, exceptionIds } of retries) {
    try {
      const body = { jobId, ...(exceptionIds === null ? {} : { exceptionIds: [...exceptionIds] }) }
      await call(retryJob, { projectId, body })
      again += 1
    } catch (thrown) {
      if (failureOf(thrown).status !== 409) throw thrown
    }
  }
  const tries = again === 1 ? '1 job tries' : `${again} jobs try`
  const what = retries.every(({ exceptionIds }) => exceptionIds === null) ? 'what failed' : 'what was chosen'
  const message = `The password is kept; ${tries} again ${what}`
  return {
    cache: keep(projectId, settings),
    commands: [
      addToast({ kind: 'success', message }),
      noteSettled({ projectId }),
      projectJobs.request({ projectId }),
      requestProgress({ projectId }),
    ],
  }
}

/** The settings with a password in them. Whatever else somebody changes meanwhile stands: then it is added to that. */
async function withPassword(
  projectId: number,
  password: string,
  call: RequestContext['call'],
): Promise<ProcessingSeen> {
  for (;;) {
    const known = await call(getProcessingSettings, { projectId })
    if (known.passwords.includes(password)) return known
    const body = { ...known, passwords: [password, ...known.passwords] }
    try {
      return await call(putProcessingSettings, { projectId, body })
    } catch (thrown) {
      if (!isOutrun(thrown)) throw thrown
    }
  }
}

async function sendAutomatic(
  { projectId, jobId, what, on }: PayloadOf<typeof automaticAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const contract = what === 'process' ? setAutoProcess : setAutoPromote
  return cacheValue(
    jobSettings.cache,
    jobSettings.key({ projectId, jobId }),
    await call(contract, { projectId, body: { jobId, on } }),
  )
}

const retry = { times: 3, base: 300, cap: 5_000 } as const

const save = effect({
  name: 'processing.save',
  on: saveAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => saveSettings(payload, ctx),
  done: asOutcome,
  fail: ({ payload: { projectId } }, { message }) => ({
    commands: [answerSave({ projectId, message, conflict: false })],
  }),
})

const sendPassword = effect({
  name: 'processing.addPassword',
  on: passwordAdded,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => addPassword(payload, ctx),
  done: asOutcome,
  fail: (_, failure) => toastError(failure),
})

const setAutomatic = effect({
  name: 'processing.setAutomatic',
  on: automaticAsked,
  strategy: 'queue',
  retry,
  request: ({ payload }, ctx) => sendAutomatic(payload, ctx),
  done: asOutcome,
  // It may have come too late: what is so is shown again.
  fail: ({ payload: { projectId, jobId } }, failure) => {
    const { commands = [] } = toastError(failure)
    return { commands: [...commands, jobSettings.request({ projectId, jobId })] }
  },
})

export const processingEffects = [save, sendPassword, setAutomatic]
