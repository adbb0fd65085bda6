import { describe, expect, it } from 'vitest'
import {
  activityNoted,
  followingSet,
  panelIds,
  panelToggled,
  pathEntered,
  settingsLoaded,
  settingsSaved,
  sidebarCollapsed,
  tabChosen,
  themeSet,
} from '../events/catalog/shell.ts'
import type { Draft, Envelope } from '../events/envelope.ts'
import { tabsKept } from './by-tab.ts'
import { foldAll } from './projection.ts'
import {
  firstTab,
  newView,
  panelGroups,
  type Shell,
  shell,
  shellInitial,
  shownPanel,
  viewOf,
} from './shell.ts'

const me = 'tab-me'
const folded = (...drafts: readonly Draft[]): Shell =>
  foldAll(shell, shellInitial, drafts as readonly Envelope[])
const view = (state: Shell, tabId = me) => viewOf(state, tabId)
const goTo = (path: string, tabId = me) => pathEntered({ tabId, path })
const toggle = (panel: (typeof panelIds)[number]) => panelToggled({ tabId: me, panel })

describe('the side bar', () => {
  it('[sidebar-two-menus] shows the main menu, and the inspect menu on review and inspect paths', () => {
    expect(view(folded(goTo('/overview'))).menu).toBe('main')
    expect(view(folded(goTo('/overview/review'))).menu).toBe('inspect')
    expect(view(folded(goTo('/overview/inspect-fullscreen'))).menu).toBe('inspect')
    expect(view(folded(goTo('/overview/inspect'), goTo('/overview/collect'))).menu).toBe('main')
  })

  it('[sidebar-panel-toggle] turns a panel from closed to open, to its strip, and to closed again', () => {
    const states = [1, 2, 3, 4].map(
      (times) => view(folded(...Array.from({ length: times }, () => toggle('tags')))).panels.tags,
    )
    expect(states).toEqual(['open', 'collapsed', 'closed', 'open'])
  })

  it('[sidebar-panel-others-close] closes every other panel when one is opened', () => {
    for (const first of panelIds) {
      for (const second of panelIds.filter((id) => id !== first)) {
        const { panels } = view(folded(toggle(first), toggle(second)))
        expect(panelIds.filter((id) => panels[id] !== 'closed')).toEqual([second])
      }
    }
  })

  it('[sidebar-panel-groups] keeps production and jobs in groups of their own, each excluding the others', () => {
    expect(panelGroups.map((group) => group.length)).toEqual([1, 7, 1, 1])
    expect(panelGroups.flat().toSorted()).toEqual([...panelIds].toSorted())
    expect(shownPanel(view(folded(toggle('production'), toggle('jobs'))))).toEqual({
      id: 'jobs',
      state: 'open',
    })
    expect(shownPanel(view(folded(toggle('jobs'), toggle('production'))))?.id).toBe('production')
    expect(shownPanel(view(folded(toggle('jobs'), toggle('folder'))))?.id).toBe('folder')
  })

  it('[sidebar-leave-closes] closes all panels when review and inspect are left, and not on the way between them', () => {
    const opened = [goTo('/overview/review'), toggle('folder')]
    expect(shownPanel(view(folded(...opened, goTo('/overview/inspect'))))?.id).toBe('folder')
    expect(shownPanel(view(folded(...opened, goTo('/overview'))))).toBeNull()
  })

  it('[sidebar-main-resets-tab] goes back to the tab "tab1" when the main menu comes back', () => {
    expect(firstTab).toBe('tab1')
    expect(newView.tab).toBe('tab1')
    const inMain = folded(goTo('/project/datahub'), tabChosen({ tabId: me, tab: 'tab3' }))
    expect(view(inMain).tab).toBe('tab3')
    expect(view(foldAll(shell, inMain, [goTo('/overview') as Envelope])).tab).toBe('tab3')
    const back = folded(
      tabChosen({ tabId: me, tab: 'tab3' }),
      goTo('/overview/review'),
      goTo('/project/datahub'),
    )
    expect(view(back).tab).toBe('tab1')
  })

  it('[sidebar-collapsed-flag] holds whether it is collapsed', () => {
    expect(newView.collapsed).toBe(false)
    expect(view(folded(sidebarCollapsed({ tabId: me, collapsed: true }))).collapsed).toBe(true)
  })

  it('[sidebar-last-activity] holds when somebody was last active, without moving other tabs', () => {
    const at = '2026-03-01T10:00:00.000Z'
    const state = folded(
      goTo('/client', 'tab-other'),
      followingSet({ tabId: 'tab-other', following: true }),
      activityNoted({ tabId: me, at }),
    )
    expect(newView.lastActivityAt).toBeNull()
    expect(state.tabs[me]?.lastActivityAt).toBe(at)
    expect(state.lead).toBe('tab-other')
  })
})

describe('views of tabs', () => {
  it('folds every tab for itself', () => {
    const state = folded(goTo('/client', 'tab-a'), goTo('/overview/review', 'tab-b'))
    expect(view(state, 'tab-a').path).toBe('/client')
    expect(view(state, 'tab-b').menu).toBe('inspect')
  })

  it('shows the view of the tab that leads while tabs follow, and each its own again afterwards', () => {
    const following = folded(
      goTo('/client', 'tab-a'),
      goTo('/overview', 'tab-b'),
      followingSet({ tabId: 'tab-a', following: true }),
      goTo('/project', 'tab-b'),
    )
    expect(view(following, 'tab-a').path).toBe('/project')
    const apart = foldAll(shell, following, [
      followingSet({ tabId: 'tab-a', following: false }),
      goTo('/client', 'tab-b'),
    ] as Envelope[])
    expect(view(apart, 'tab-a').path).toBe('/project')
    expect(view(apart, 'tab-b').path).toBe('/client')
  })
})

describe('the theme', () => {
  it('[theme-light-default] is light until something else is chosen', () => {
    expect(folded().theme).toBeNull()
    expect(folded(settingsLoaded({})).theme).toBe('light')
    expect(folded(settingsLoaded({ theme: 'dark' })).theme).toBe('dark')
  })

  it('keeps a choice that was made here before the settings came in without one', () => {
    expect(folded(themeSet({ theme: 'dark' }), settingsLoaded({})).theme).toBe('dark')
  })

  it('keeps a choice that the server has not confirmed against an older one that comes in', () => {
    const chosen = [settingsLoaded({ theme: 'light' }), themeSet({ theme: 'dark' })]
    expect(folded(...chosen, settingsLoaded({ theme: 'light', pageSize: 50 }))).toMatchObject({
      theme: 'dark',
      pageSize: 50,
      unsaved: { theme: 'dark' },
    })
    const saved = folded(...chosen, settingsSaved({ theme: 'dark' }), settingsLoaded({ theme: 'light' }))
    expect(saved).toMatchObject({ theme: 'light', unsaved: {} })
    const again = folded(...chosen, themeSet({ theme: 'system' }), settingsSaved({ theme: 'dark' }))
    expect(again.unsaved).toEqual({ theme: 'system' })
  })
})

describe('tabs that were closed', () => {
  it('are forgotten in the end, and never one that is in use', () => {
    const drafts = Array.from({ length: tabsKept + 10 }, (_, nth) => [
      activityNoted({ tabId: me, at: '2026-01-05T09:00:00.000Z' }),
      goTo('/overview/collect', `tab-${nth}`),
    ])
    const state = folded(goTo('/overview/review'), ...drafts.flat())
    expect(Object.keys(state.tabs)).toHaveLength(tabsKept)
    expect(state.tabs[me]?.path).toBe('/overview/review')
    expect(state.tabs['tab-0']).toBeUndefined()
  })
})
