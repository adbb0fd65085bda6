/** Has a project's settings changed. */
import { putExcludedFields } from '#contracts/excluded-fields.ts'
import { getProject } from '#contracts/project.ts'
import { putSettings } from '#contracts/settings.ts'
import { takeProject } from '../commands/selection.ts'
import { addToast } from '../commands/toasts.ts'
import { excludedAsked, settingsAsked } from '../events/catalog/settings.ts'
import type { PayloadOf } from '../events/define.ts'
import { excludedFields, projectSettings } from '../reads/settings.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

/** Dates are shown in the project's zone: the project is told anew with it. */
async function sendSettings(
  change: PayloadOf<typeof settingsAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const settings = await call(putSettings, { body: change })
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

export const settingsEffects = [
  effect({
    ...policy,
    name: 'settings.send',
    on: settingsAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendSettings(payload, ctx),
    // What is so is shown again: somebody else may have changed it, or fixed it.
    fail: (_, failure) => {
      const { commands = [] } = toastError(failure)
      return { commands: [...commands, projectSettings.request({})] }
    },
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
