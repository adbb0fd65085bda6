/** Facts about the workspace's frame: where each tab is, which panels it shows, how the person likes it. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

/** The inspect menu's panels. */
export const panelIds = [
  'folder',
  'assistant',
  'tags',
  'keyword',
  'production',
  'assignment',
  'jobs',
  'savedSearch',
  'codingForms',
  'facets',
] as const
export const panelId = z.enum(panelIds)
export type PanelId = z.infer<typeof panelId>

/** `collapsed`: only its title strip shows. */
export const panelStates = ['closed', 'open', 'collapsed'] as const
export type PanelState = (typeof panelStates)[number]

/** Light or dark, or what the machine asks for. */
export const theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof theme>

const inTab = { tabId: z.string() }
const ofTab = (p: { tabId: string }) => `tab:${p.tabId}`
const view = { log: 'account', retention: 'session', stream: ofTab } as const
const kept = { log: 'account', retention: 'session', stream: () => 'settings' } as const

export const pathEntered = event({
  ...view,
  type: 'shell.pathEntered',
  payload: z.strictObject({ ...inTab, path: z.string() }),
})

export const panelToggled = event({
  ...view,
  type: 'shell.panelToggled',
  payload: z.strictObject({ ...inTab, panel: panelId }),
})

export const panelsClosed = event({
  ...view,
  type: 'shell.panelsClosed',
  payload: z.strictObject(inTab),
})

export const tabChosen = event({
  ...view,
  type: 'shell.tabChosen',
  payload: z.strictObject({ ...inTab, tab: z.string() }),
})

export const sidebarCollapsed = event({
  ...view,
  type: 'shell.sidebarCollapsed',
  payload: z.strictObject({ ...inTab, collapsed: z.boolean() }),
})

/** Written by earlier versions and read by none of this one: without it their logs would hold what nobody knows. */
export const reviewModeClicked = event({
  ...view,
  type: 'shell.reviewModeClicked',
  payload: z.strictObject({ ...inTab, clicked: z.boolean() }),
})

/** The two document lists: each has a mode and a full screen of its own. */
export const documentLists = ['inspect', 'review'] as const
const documentList = z.enum(documentLists)
export type DocumentListName = z.infer<typeof documentList>
/** With the columns that were chosen, or in compact rows. */
export const listModes = ['columns', 'compact'] as const

export const listModeSet = event({
  ...view,
  type: 'shell.listModeSet',
  payload: z.strictObject({
    ...inTab,
    of: documentList,
    mode: z.optional(z.enum(listModes)),
    fullScreen: z.optional(z.boolean()),
  }),
})

/** Somebody was active; at most one a while, so that it is a beat and not a flood. */
export const activityNoted = event({
  ...view,
  type: 'shell.activityNoted',
  payload: z.strictObject({ ...inTab, at: z.iso.datetime() }),
})

export const followingSet = event({
  ...kept,
  type: 'shell.followingSet',
  payload: z.strictObject({ ...inTab, following: z.boolean() }),
})

export const themeSet = event({
  ...kept,
  type: 'shell.themeSet',
  // The first version knew no theme of the system.
  version: 2,
  upcasts: [(first) => first],
  payload: z.strictObject({ theme }),
})

export const singleKeysSet = event({
  ...kept,
  type: 'shell.singleKeysSet',
  payload: z.strictObject({ on: z.boolean() }),
})

export const pageSizeSet = event({
  ...kept,
  type: 'shell.pageSizeSet',
  payload: z.strictObject({
    pageSize: z.union([z.literal(25), z.literal(50), z.literal(100), z.literal(200)]),
  }),
})

export const paneSized = event({
  ...kept,
  type: 'shell.paneSized',
  payload: z.strictObject({ pane: z.string(), size: z.number() }),
})

/** A list shows what it leaves out at first, or leaves it out again: which list, by its name. Kept in this browser. */
export const restShown = event({
  ...kept,
  type: 'shell.restShown',
  payload: z.strictObject({ list: z.string(), on: z.boolean() }),
})

/** What a person sets for the screens; the server keeps it for every machine. */
const settings = z.strictObject({
  theme: z.optional(theme),
  singleKeys: z.optional(z.boolean()),
  pageSize: z.optional(z.union([z.literal(25), z.literal(50), z.literal(100), z.literal(200)])),
  paneSizes: z.optional(z.record(z.string(), z.number())),
})
export type Settings = z.infer<typeof settings>

/** The server has confirmed these. */
export const settingsSaved = event({ ...kept, type: 'shell.settingsSaved', payload: settings })

/** What the server keeps for this person came in (another machine may have set it). */
export const settingsLoaded = event({
  ...kept,
  type: 'shell.settingsLoaded',
  // As of the theme.
  version: 2,
  upcasts: [(first) => first],
  payload: settings,
})
