/** What each tab looks at of the past. What the record answers: reconstruct-cache.ts. */
import { combine } from 'effector'
import { firstLook, type LookView, looked } from '../events/catalog/reconstruct.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ReconstructState {
  readonly byTab: Readonly<Record<string, LookView>>
}

export const reconstruct = projection<ReconstructState>({
  name: 'reconstruct',
  version: 2,
  log: 'project',
  initial: { byTab: {} },
  handlers: [on(looked, ({ byTab }, { tabId, view }) => ({ byTab: putTab(byTab, tabId, view) }))],
})

/** What this tab looks at. */
export const $look = combine(reconstruct.$state, $tabId, ({ byTab }, tabId) => byTab[tabId] ?? firstLook)
