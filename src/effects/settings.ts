/** Asks for a project's settings, and has them changed. */
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import { getProject } from '#contracts/project.ts'
import { getSettings, putSettings } from '#contracts/settings.ts'
import { takeProject } from '../commands/selection.ts'
import { requestExcluded, requestSettings } from '../commands/settings.ts'
import { addToast } from '../commands/toasts.ts'
import {
  excludedAsked,
  excludedRequested,
  settingsAsked,
  settingsRequested,
} from '../events/catalog/settings.ts'
import type { PayloadOf } from '../events/define.ts'
import { excludedKey, excludedNow, settingsKey, settingsNow } from '../stores/settings.ts'
import { effect, type Outcome, type RequestContext } from './define.ts'
import { came, missed, refused, told } from './outcomes.ts'

async function readSettings({ call }: RequestContext): Promise<Outcome> {
  return came(settingsNow, settingsKey, await call(getSettings))
}

/** Dates are shown in the project's zone: the project is told anew with it. */
async function sendSettings(
  change: PayloadOf<typeof settingsAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const settings = await call(putSettings, { body: change })
  const project = await call(getProject)
  return {
    ...came(settingsNow, settingsKey, settings),
    commands: [takeProject(project), addToast({ kind: 'success', message: 'The settings are saved' })],
  }
}

async function readExcluded({ call }: RequestContext): Promise<Outcome> {
  return came(excludedNow, excludedKey, await call(getExcludedFields))
}

async function sendExcluded(
  body: PayloadOf<typeof excludedAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  return {
    ...came(excludedNow, excludedKey, await call(putExcludedFields, { body })),
    commands: [addToast({ kind: 'success', message: 'Which fields are left out is saved' })],
  }
}

const policy = {
  scope: 'project',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: told,
} as const

export const settingsEffects = [
  effect({
    ...policy,
    name: 'settings.fetch',
    on: settingsRequested,
    strategy: 'latest',
    request: (_, ctx) => readSettings(ctx),
    fail: (_, failure) => missed(settingsKey, failure),
  }),
  effect({
    ...policy,
    name: 'settings.send',
    on: settingsAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendSettings(payload, ctx),
    // What is so is shown again: somebody else may have changed it, or fixed it.
    fail: (_, failure) => {
      const { commands = [] } = refused(failure)
      return { commands: [...commands, requestSettings({})] }
    },
  }),
  effect({
    ...policy,
    name: 'settings.fetchExcluded',
    on: excludedRequested,
    strategy: 'latest',
    request: (_, ctx) => readExcluded(ctx),
    fail: (_, failure) => missed(excludedKey, failure),
  }),
  effect({
    ...policy,
    name: 'settings.sendExcluded',
    on: excludedAsked,
    strategy: 'queue',
    request: ({ payload }, ctx) => sendExcluded(payload, ctx),
    fail: (_, failure) => {
      const { commands = [] } = refused(failure)
      return { commands: [...commands, requestExcluded({})] }
    },
  }),
]
