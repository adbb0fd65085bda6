/** What effects of processing ask of the server. Passwords come from the command's secrets and go nowhere else. */
import { retryJob } from '#contracts/jobs.ts'
import {
  getProcessingSettings,
  type ProcessingSeen,
  type ProcessingSettings,
  putProcessingSettings,
  processingSettings as settingsSchema,
} from '#contracts/processing.ts'
import { noteSettled } from '../commands/collect.ts'
import { requestJobs, requestProgress } from '../commands/jobs.ts'
import { answerSave } from '../commands/processing.ts'
import { addToast } from '../commands/toasts.ts'
import type { passwordAdded } from '../events/catalog/processing.ts'
import type { PayloadOf } from '../events/define.ts'
import { failures } from '../stores/answers.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { processingSettings, settingsKey } from '../stores/processing.ts'
import type { Outcome, RequestContext } from './define.ts'
import { failureOf } from './failure.ts'

const keep = (projectId: number, settings: ProcessingSeen): readonly CacheWrite[] => [
  write(processingSettings, settingsKey(projectId), settings),
  write(failures, settingsKey(projectId), null),
]

export async function readSettings(projectId: number, { call }: RequestContext): Promise<Outcome> {
  return { cache: keep(projectId, await call(getProcessingSettings, { projectId })) }
}

/** Saves what the form says, unless the settings are others than those it was filled with: then they are what comes back. */
export async function saveSettings(
  { projectId, ...said }: { readonly projectId: number },
  { call, cached, secret }: RequestContext,
): Promise<Outcome> {
  const settings = settingsSchema.parse({ ...said, passwords: linesOf(secret('passwords')) })
  const { version } =
    cached(processingSettings, settingsKey(projectId)) ?? (await call(getProcessingSettings, { projectId }))
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
export async function addPassword(
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
      requestJobs({ projectId }),
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
