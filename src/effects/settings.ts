/** Has a project's settings changed. */
import { putExcludedFields } from '#contracts/excluded-fields.ts'
import { getProject } from '#contracts/project.ts'
import { putReviewSettings, putSettings, type Settings } from '#contracts/settings.ts'
import { takeProject } from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import { excludedAsked, reviewSettingsAsked, settingsAsked } from '../events/catalog/settings.ts'
import type { PayloadOf } from '../events/define.ts'
import { excludedFields, projectSettings } from '../reads/settings.ts'
import type { Call } from './call.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const sendSettings = async (
  body: PayloadOf<typeof settingsAsked>,
  { call }: RequestContext,
): Promise<Outcome> => toldAnew(await call(putSettings, { body }), call)

const sendReviewSettings = async (
  body: PayloadOf<typeof reviewSettingsAsked>,
  { call }: RequestContext,
): Promise<Outcome> => toldAnew(await call(putReviewSettings, { body }), call)

/** Dates are shown in the project's zone, and forms say where coding goes: the project is told anew. */
async function toldAnew(settings: Settings, call: Call): Promise<Outcome> {
  const project = await call(getProject)
  return {
    ...cacheValue(projectSettings.cache, projectSettings.key({}), settings),
    commands: [takeProject(project), addToast({ kind: 'success', message: 'The settings are saved' })],
  }
}

async function sendExcluded(
  body: PayloadOf<typeof excludedAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  return {
    ...cacheValue(excludedFields.cache, excludedFields.key({}), await call(putExcludedFields, { body })),
    commands: [addToast({ kind: 'success', message: 'Excluded fields are saved' })],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
} as const

/** What is so is shown again: somebody else may have changed it, or fixed it. */
const shownAgain = (_: unknown, failure: CallFailure): Outcome => {
  const { commands = [] } = toastError(failure)
  return { commands: [...commands, projectSettings.request({})] }
}

export const settingsEffects = [
  effect({
    ...policy,
    name: 'settings.send',
    on: settingsAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendSettings(payload, ctx),
    fail: shownAgain,
  }),
  effect({
    ...policy,
    name: 'settings.sendReview',
    on: reviewSettingsAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendReviewSettings(payload, ctx),
    fail: shownAgain,
  }),
  effect({
    ...policy,
    name: 'settings.sendExcluded',
    on: excludedAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendExcluded(payload, ctx),
    fail: (_, failure) => {
      const { commands = [] } = toastError(failure)
      return { commands: [...commands, excludedFields.request({})] }
    },
  }),
]
