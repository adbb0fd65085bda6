/** Asks for a project's settings, and has them changed. */
import { requestExcluded, requestSettings } from '../commands/settings.ts'
import {
  excludedAsked,
  excludedRequested,
  settingsAsked,
  settingsRequested,
} from '../events/catalog/settings.ts'
import { excludedKey, settingsKey } from '../stores/settings.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const calls = later(() => import('./settings-calls.ts'))
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
    request: async (_, ctx) => (await calls()).readSettings(ctx),
    fail: (_, failure) => missed(settingsKey, failure),
  }),
  effect({
    ...policy,
    name: 'settings.send',
    on: settingsAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).sendSettings(payload, ctx),
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
    request: async (_, ctx) => (await calls()).readExcluded(ctx),
    fail: (_, failure) => missed(excludedKey, failure),
  }),
  effect({
    ...policy,
    name: 'settings.sendExcluded',
    on: excludedAsked,
    strategy: 'queue',
    request: async ({ payload }, ctx) => (await calls()).sendExcluded(payload, ctx),
    fail: (_, failure) => {
      const { commands = [] } = refused(failure)
      return { commands: [...commands, requestExcluded({})] }
    },
  }),
]
