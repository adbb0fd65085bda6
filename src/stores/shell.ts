/** The workspace's frame: a view per tab, and what a person has set for all of them. */
import { combine } from 'effector'
import {
  activityNoted,
  type DocumentListName,
  followingSet,
  listModeSet,
  type listModes,
  type PanelId,
  type PanelState,
  pageSizeSet,
  panelIds,
  panelStates,
  panelsClosed,
  panelToggled,
  paneSized,
  pathEntered,
  restShown,
  type Settings,
  settingsLoaded,
  settingsSaved,
  sidebarCollapsed,
  singleKeysSet,
  type Theme,
  tabChosen,
  themeSet,
} from '../events/catalog/shell.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export const firstTab = 'tab1'

export interface TabView {
  readonly path: string
  readonly menu: 'main' | 'inspect'
  readonly panels: Readonly<Record<PanelId, PanelState>>
  readonly tab: string
  readonly collapsed: boolean
  /** ISO; null until the first beat. */
  readonly lastActivityAt: string | null
}

export interface ListMode {
  readonly mode: (typeof listModes)[number]
  readonly fullScreen: boolean
}
type ListModes = Readonly<Record<DocumentListName, ListMode>>

export interface Shell {
  readonly tabs: Readonly<Record<string, TabView>>
  /** Same view in all tabs: they show the view of `lead`, the tab in which something was last done. */
  readonly following: boolean
  readonly lead: string
  /** null until this person has chosen, here or on another machine; light then. */
  readonly theme: Theme | null
  readonly singleKeys: boolean
  /** null: the product's default. */
  readonly pageSize: 25 | 50 | 100 | 200 | null
  readonly panes: Readonly<Record<string, number>>
  /** Lists, by name, of which somebody wants to see what they leave out at first. */
  readonly whole: Readonly<Record<string, boolean>>
  /** By tab how each of its document lists is shown. */
  readonly lists: Readonly<Record<string, ListModes>>
  /** What was set here and the server has not confirmed yet: it holds against what comes in, and is sent again. */
  readonly unsaved: Settings
}

const allClosed = Object.fromEntries(panelIds.map((id) => [id, 'closed'])) as Record<PanelId, PanelState>

export const newView: TabView = {
  path: '',
  menu: 'main',
  panels: allClosed,
  tab: firstTab,
  collapsed: false,
  lastActivityAt: null,
}

/** The panels in groups; opening one closes the others of its group and the other groups. */
export const panelGroups: readonly (readonly PanelId[])[] = [
  ['facets'],
  ['folder', 'tags', 'keyword', 'savedSearch', 'assignment', 'assistant', 'codingForms'],
  ['production'],
  ['jobs'],
]

/** By substring, as the product specifies: names never stand in paths. */
export const isInspecting = (path: string): boolean => path.includes('review') || path.includes('inspect')

/** closed → open → collapsed to its strip → closed. */
export const nextPanelState = (state: PanelState): PanelState =>
  panelStates[(panelStates.indexOf(state) + 1) % panelStates.length] ?? 'closed'

export const viewOf = (shell: Shell, tabId: string): TabView =>
  shell.tabs[shell.following && shell.lead !== '' ? shell.lead : tabId] ?? newView

/** The panel that shows, with its state; at most one does. */
export function shownPanel(view: TabView): { id: PanelId; state: 'open' | 'collapsed' } | null {
  for (const id of panelIds) {
    const state = view.panels[id]
    if (state !== 'closed') return { id, state }
  }
  return null
}

function withView(shell: Shell, tabId: string, change: (view: TabView) => TabView): Shell {
  const next = change(viewOf(shell, tabId))
  return { ...shell, lead: tabId, tabs: putTab(shell.tabs, tabId, next) }
}

function withSettings(shell: Shell, set: Settings): Shell {
  return {
    ...shell,
    theme: set.theme ?? shell.theme,
    singleKeys: set.singleKeys ?? shell.singleKeys,
    pageSize: set.pageSize ?? shell.pageSize,
    panes: set.paneSizes ? { ...shell.panes, ...set.paneSizes } : shell.panes,
  }
}

const setHere = (shell: Shell, set: Settings): Shell => ({
  ...withSettings(shell, set),
  unsaved: { ...shell.unsaved, ...set },
})

/** What was changed again since it was sent stays unsaved. */
const without = (unsaved: Settings, saved: Settings): Settings =>
  Object.fromEntries(
    Object.entries(unsaved).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof Settings]),
    ),
  )

function entered(view: TabView, path: string): TabView {
  const inspecting = isInspecting(path)
  if (inspecting) return { ...view, path, menu: 'inspect' }
  const back = view.menu === 'inspect'
  return {
    ...view,
    path,
    menu: 'main',
    panels: allClosed,
    tab: back ? firstTab : view.tab,
  }
}

const atFirst: ListMode = { mode: 'columns', fullScreen: false }
const listsAtFirst: ListModes = { inspect: atFirst, review: atFirst }

/** The list that an address is of. */
export const listOf = (path: string): DocumentListName => (path.includes('inspect') ? 'inspect' : 'review')
export const isFullScreen = (path: string): boolean => path.endsWith('-fullscreen')

export const shellInitial: Shell = {
  tabs: {},
  following: false,
  lead: '',
  theme: null,
  singleKeys: true,
  pageSize: null,
  panes: {},
  whole: {},
  lists: {},
  unsaved: {},
}

export const shell = projection<Shell>({
  name: 'shell',
  version: 5,
  log: 'account',
  initial: shellInitial,
  handlers: [
    on(pathEntered, (s, p) => withView(s, p.tabId, (view) => entered(view, p.path))),
    on(panelToggled, (s, p) =>
      withView(s, p.tabId, (view) => ({
        ...view,
        panels: { ...allClosed, [p.panel]: nextPanelState(view.panels[p.panel]) },
      })),
    ),
    on(panelsClosed, (s, p) => withView(s, p.tabId, (view) => ({ ...view, panels: allClosed }))),
    on(tabChosen, (s, p) => withView(s, p.tabId, (view) => ({ ...view, tab: p.tab }))),
    on(sidebarCollapsed, (s, p) => withView(s, p.tabId, (view) => ({ ...view, collapsed: p.collapsed }))),
    on(listModeSet, (s, { tabId, of, mode, fullScreen }) => {
      const own = s.lists[tabId] ?? listsAtFirst
      const next = { mode: mode ?? own[of].mode, fullScreen: fullScreen ?? own[of].fullScreen }
      return { ...s, lists: putTab(s.lists, tabId, { ...own, [of]: next }) }
    }),
    // A beat says that somebody is there, not that the others should look where they look.
    on(activityNoted, (s, p) => ({
      ...s,
      tabs: putTab(s.tabs, p.tabId, { ...(s.tabs[p.tabId] ?? newView), lastActivityAt: p.at }),
    })),
    on(followingSet, (s, p) => ({
      ...s,
      // What the tab showed stays what it shows when it stops following.
      tabs: putTab(s.tabs, p.tabId, viewOf(s, p.tabId)),
      following: p.following,
      lead: p.tabId,
    })),
    on(themeSet, (s, { theme }) => setHere(s, { theme })),
    on(singleKeysSet, (s, p) => setHere(s, { singleKeys: p.on })),
    on(pageSizeSet, (s, { pageSize }) => setHere(s, { pageSize })),
    on(paneSized, (s, p) => setHere(s, { paneSizes: { ...s.panes, [p.pane]: p.size } })),
    on(restShown, (s, p) => ({ ...s, whole: { ...s.whole, [p.list]: p.on } })),
    on(settingsSaved, (s, p) => ({ ...s, unsaved: without(s.unsaved, p) })),
    on(settingsLoaded, (s, p) => {
      const loaded = withSettings(s, { ...p, ...s.unsaved })
      return { ...loaded, theme: loaded.theme ?? 'light' }
    }),
  ],
})

/** How this tab's lists are shown. */
export const $listModes = combine(shell.$state, $tabId, ({ lists }, tabId) => lists[tabId] ?? listsAtFirst)
/** This tab's view. */
export const $view = combine(shell.$state, $tabId, viewOf)
/** null: leave the page as it was first painted. */
export const $chosenTheme = shell.$state.map((s) => s.theme, { skipVoid: false })
export const $theme = shell.$state.map((s) => s.theme ?? 'light')
export const $singleKeys = shell.$state.map((s) => s.singleKeys)
/** Lists of which everything is wanted, by name. */
export const $whole = shell.$state.map((s) => s.whole)
