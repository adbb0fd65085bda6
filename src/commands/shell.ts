/** What a person does to the frame of the workspace. Nothing here is undoable: it is about looking, not about the record. */
import * as z from 'zod/mini'
import { viewerSetting } from '#contracts/auth.ts'
import {
  activityNoted,
  documentLists,
  followingSet,
  listModeSet,
  listModes,
  type PanelId,
  pageSizeSet,
  panelId,
  panelsClosed,
  panelToggled,
  paneSized,
  pathEntered,
  restShown,
  settingsLoaded,
  settingsSaved,
  sidebarCollapsed,
  singleKeysSet,
  tabChosen,
  theme,
  themeSet,
} from '../events/catalog/shell.ts'
import { command } from './define.ts'

/** What panels are called on the screen. */
export const panelNames: Readonly<Record<PanelId, string>> = {
  folder: 'Folders',
  assistant: 'AI assistant',
  tags: 'Tags',
  keyword: 'Keyword hits',
  production: 'Productions',
  assignment: 'Assignments',
  jobs: 'Jobs',
  savedSearch: 'Saved searches',
  codingForms: 'Coding forms',
  facets: 'Narrow by field',
}

const look = { capture: 'never' } as const
const nothing = z.strictObject({})

export const enterPath = command({
  ...look,
  type: 'shell.enterPath',
  payload: z.strictObject({ path: z.string() }),
  decide: (_state, { path }, { tabId }) => [pathEntered({ tabId, path })],
  label: ({ path }) => `Go to ${path}`,
})

export const togglePanel = command({
  ...look,
  type: 'shell.togglePanel',
  payload: z.strictObject({ panel: panelId }),
  decide: (_state, { panel }, { tabId }) => [panelToggled({ tabId, panel })],
  label: ({ panel }) => `Turn ${panelNames[panel]} over`,
})

/** Shows one of the two document lists otherwise; the other stays as it is. */
export const setListMode = command({
  ...look,
  type: 'shell.setListMode',
  payload: z.strictObject({
    of: z.enum(documentLists),
    mode: z.optional(z.enum(listModes)),
    fullScreen: z.optional(z.boolean()),
  }),
  decide: (_state, asked, { tabId }) => [listModeSet({ tabId, ...asked })],
  label: ({ fullScreen, mode }) =>
    fullScreen === undefined
      ? `Show the list ${mode === 'compact' ? 'in compact rows' : 'with its columns'}`
      : fullScreen
        ? 'Go to full screen'
        : 'Leave full screen',
})

export const closePanels = command({
  ...look,
  type: 'shell.closePanels',
  payload: nothing,
  decide: (_state, _payload, { tabId }) => [panelsClosed({ tabId })],
  label: () => 'Close panels',
})

export const chooseTab = command({
  ...look,
  type: 'shell.chooseTab',
  payload: z.strictObject({ tab: z.string() }),
  decide: (_state, { tab }, { tabId }) => [tabChosen({ tabId, tab })],
  label: ({ tab }) => `Show ${tab}`,
})

export const collapseSidebar = command({
  ...look,
  type: 'shell.collapseSidebar',
  payload: z.strictObject({ collapsed: z.boolean() }),
  decide: (_state, { collapsed }, { tabId }) => [sidebarCollapsed({ tabId, collapsed })],
  label: ({ collapsed }) => (collapsed ? 'Narrow the side bar' : 'Widen the side bar'),
})

export const noteActivity = command({
  ...look,
  type: 'shell.noteActivity',
  payload: nothing,
  decide: (_state, _payload, { tabId, now }) => [activityNoted({ tabId, at: now.toISOString() })],
  label: () => 'Active',
})

export const setFollowing = command({
  ...look,
  type: 'shell.setFollowing',
  payload: z.strictObject({ following: z.boolean() }),
  decide: (_state, { following }, { tabId }) => [followingSet({ tabId, following })],
  label: ({ following }) => (following ? 'Same view in all tabs' : 'Each tab its own view'),
})

export const setTheme = command({
  ...look,
  type: 'shell.setTheme',
  payload: z.strictObject({ theme }),
  decide: (_state, payload) => [themeSet(payload)],
  label: ({ theme: to }) => `Use the ${to} theme`,
})

export const setSingleKeys = command({
  ...look,
  type: 'shell.setSingleKeys',
  payload: z.strictObject({ on: z.boolean() }),
  decide: (_state, payload) => [singleKeysSet(payload)],
  label: ({ on }) => `Single-letter keys ${on ? 'on' : 'off'}`,
})

export const setPageSize = command({
  ...look,
  type: 'shell.setPageSize',
  payload: z.strictObject({
    pageSize: z.union([z.literal(25), z.literal(50), z.literal(100), z.literal(200)]),
  }),
  decide: (_state, payload) => [pageSizeSet(payload)],
  label: ({ pageSize }) => `${pageSize} documents a page`,
})

export const sizePane = command({
  ...look,
  type: 'shell.sizePane',
  payload: z.strictObject({ pane: z.string(), size: z.number() }),
  decide: (_state, payload) => [paneSized(payload)],
  label: ({ pane }) => `Size the pane ${pane}`,
})

export const showRest = command({
  ...look,
  type: 'shell.showRest',
  payload: restShown.payload,
  decide: (_state, payload) => [restShown(payload)],
  label: ({ list, on }) => `${on ? 'Show all of' : 'Show the main part of'} the ${list}`,
})

/** By the effect that asked the server what this person has set. */
export const loadSettings = command({
  ...look,
  type: 'shell.loadSettings',
  payload: viewerSetting,
  decide: (_state, payload) => [settingsLoaded(payload)],
  label: () => 'Settings came in',
})

/** By the effect that had the server keep them. */
export const confirmSettings = command({
  ...look,
  type: 'shell.confirmSettings',
  payload: viewerSetting,
  decide: (_state, payload) => [settingsSaved(payload)],
  label: () => 'Settings were saved',
})
