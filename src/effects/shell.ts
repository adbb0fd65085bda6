/** What a person sets for the screens is saved by the server, so that it is the same on every machine. */
import { getViewerSetting, putViewerSetting, type ViewerSetting } from '#contracts/auth.ts'
import type { CommandInput } from '../commands/define.ts'
import { confirmSettings, loadSettings } from '../commands/shell.ts'
import { addToast } from '../commands/toasts.ts'
import { tabJoined } from '../events/catalog/selection.ts'
import { pageSizeSet, paneSized, singleKeysSet, themeSet } from '../events/catalog/shell.ts'
import { effect, type RequestContext } from './define.ts'
import type { CallFailure } from './failure.ts'

interface Saved {
  readonly unsaved: ViewerSetting
  readonly settings: ViewerSetting
}

const retry = { times: 3, base: 500, cap: 10_000 } as const

/** Sends what is unsaved; answers all that is set. */
async function saveUnsaved({ state, call }: Pick<RequestContext, 'state' | 'call'>): Promise<Saved> {
  const { unsaved } = state().shell
  return { unsaved, settings: await call(putViewerSetting, { body: unsaved }) }
}

/** What was set before the page was left, and may not have reached the server, goes first. */
const fetchSettings = effect({
  name: 'shell.fetchSettings',
  on: tabJoined,
  key: () => 'settings',
  strategy: 'latest',
  retry,
  request: async (_, { state, call }) =>
    Object.keys(state().shell.unsaved).length > 0
      ? saveUnsaved({ state, call })
      : { unsaved: {}, settings: await call(getViewerSetting) },
  done: (_, { unsaved, settings }) => ({
    commands: [...confirmed(unsaved), loadSettings(settings)],
  }),
  fail: () => ({}),
})

const notSaved = (_: unknown, failure: CallFailure): { commands: readonly CommandInput[] } => ({
  commands: [
    addToast({
      kind: 'warning',
      message: 'The setting holds here, but could not be saved.',
      detail: failure.message,
    }),
  ],
})

const confirmed = (settings: ViewerSetting): readonly CommandInput[] =>
  Object.keys(settings).length > 0 ? [confirmSettings(settings)] : []

const save = {
  key: () => 'settings',
  strategy: 'latest',
  retry,
  request: (_: unknown, context: RequestContext) => saveUnsaved(context),
  done: (_: unknown, { unsaved }: Saved) => ({ commands: confirmed(unsaved) }),
  fail: notSaved,
} as const

const saveTheme = effect({ ...save, name: 'shell.saveTheme', on: themeSet })
const saveSingleKeys = effect({ ...save, name: 'shell.saveSingleKeys', on: singleKeysSet })
const savePageSize = effect({ ...save, name: 'shell.savePageSize', on: pageSizeSet })
const savePanes = effect({ ...save, name: 'shell.savePanes', on: paneSized, fail: () => ({}) })

export const shellEffects = [fetchSettings, saveTheme, saveSingleKeys, savePageSize, savePanes]
