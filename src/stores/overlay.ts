/** The file of values that each tab looks at, or has loaded. */
import { combine } from 'effector'
import type { OverlayKind, OverlayReport } from '#contracts/overlay.ts'
import { bulkRequested } from '../events/catalog/bulk.ts'
import { lookAsked, lookEnded } from '../events/catalog/overlay.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface OverlayFile {
  readonly overlayKey: string
  readonly kind: OverlayKind
  readonly fileName: string
  readonly phase: 'looking' | 'looked' | 'refused'
  readonly overlayId: number | null
  /** Why it could not be looked at. */
  readonly message: string | null
  /** The change of many that loads it. */
  readonly bulkId: string | null
}

export interface OverlayState {
  readonly byTab: Readonly<Record<string, OverlayFile>>
}

/** Of the tab's own file, unless it has another meanwhile. */
function became(
  { byTab }: OverlayState,
  tabId: string,
  overlayKey: string,
  now: Partial<OverlayFile>,
): OverlayState {
  const own = byTab[tabId]
  return own?.overlayKey === overlayKey ? { byTab: putTab(byTab, tabId, { ...own, ...now }) } : { byTab }
}

export const overlay = projection<OverlayState>({
  name: 'overlay',
  version: 1,
  log: 'project',
  initial: { byTab: {} },
  handlers: [
    on(lookAsked, ({ byTab }, { overlayKey, kind, fileName }, { tabId }) => ({
      byTab: putTab(byTab, tabId, {
        overlayKey,
        kind,
        fileName,
        phase: 'looking',
        overlayId: null,
        message: null,
        bulkId: null,
      }),
    })),
    on(lookEnded, (state, { overlayKey, overlayId, message }, { tabId }) =>
      became(state, tabId, overlayKey, {
        phase: message === null ? 'looked' : 'refused',
        overlayId,
        message,
      }),
    ),
    on(bulkRequested, (state, { ask, bulkId, tabId }) => {
      const own = state.byTab[tabId]
      return own && ask.what === 'overlay' && ask.overlayId === own.overlayId
        ? became(state, tabId, own.overlayKey, { bulkId })
        : state
    }),
  ],
})

export const $overlayFile = combine(overlay.$state, $tabId, ({ byTab }, tabId) => byTab[tabId] ?? null)

/** By the file's key: its bytes, in this tab only. */
export const overlayFiles = createCache<File>('overlayFiles', 4)
/** By the file's key: what it would change, and what is wrong with it. */
export const overlayReports = createCache<OverlayReport>('overlayReports', 4)
