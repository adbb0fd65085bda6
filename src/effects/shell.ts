/** What a person has set for the screens is kept by the server, so that it is the same on every machine. */
import { getViewerSetting, putViewerSetting, type ViewerSetting } from '#contracts/auth.ts'
import type { CommandInput } from '../commands/define.ts'
import { loadSettings } from '../commands/shell.ts'
import { addToast } from '../commands/toasts.ts'
import { tabJoined } from '../events/catalog/selection.ts'
import { pageSizeSet, paneSized, singleKeysSet, themeSet } from '../events/catalog/shell.ts'
import type { RootState } from '../stores/root.ts'
import { effect } from './define.ts'
import type { CallFailure } from './failure.ts'

const retry = { times: 3, base: 500, cap: 10_000 } as const

const fetchSettings = effect({
  name: 'shell.fetchSettings',
  on: tabJoined,
  key: () => 'settings',
  strategy: 'latest',
  retry,
  request: (_, { call }) => call(getViewerSetting),
  done: (_, settings) => ({ commands: [loadSettings(settings)] }),
  fail: () => ({}),
})

const notKept = (_: unknown, failure: CallFailure): { commands: readonly CommandInput[] } => ({
  commands: [
    addToast({
      kind: 'warning',
      message: 'The setting holds here, but could not be saved.',
      detail: failure.message,
    }),
  ],
})

const keep = {
  strategy: 'latest',
  retry,
  done: () => ({}),
  fail: notKept,
} as const

const keepTheme = effect({
  ...keep,
  name: 'shell.keepTheme',
  on: themeSet,
  key: () => 'theme',
  request: ({ payload }, { call }) => call(putViewerSetting, { body: payload }),
})

const keepSingleKeys = effect({
  ...keep,
  name: 'shell.keepSingleKeys',
  on: singleKeysSet,
  key: () => 'singleKeys',
  request: ({ payload }, { call }) => call(putViewerSetting, { body: { singleKeys: payload.on } }),
})

const keepPageSize = effect({
  ...keep,
  name: 'shell.keepPageSize',
  on: pageSizeSet,
  key: () => 'pageSize',
  request: ({ payload }, { call }) => call(putViewerSetting, { body: payload }),
})

/** All panes are sent: the server replaces the record of them as a whole. */
const keepPanes = effect({
  ...keep,
  name: 'shell.keepPanes',
  on: paneSized,
  key: () => 'panes',
  fail: () => ({}),
  request: (_, { call, state }) => call(putViewerSetting, { body: panesOf(state()) }),
})

export const shellEffects = [fetchSettings, keepTheme, keepSingleKeys, keepPageSize, keepPanes]

const panesOf = ({ shell }: RootState): ViewerSetting => ({ paneSizes: { ...shell.panes } })
