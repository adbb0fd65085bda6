/** How each tab shows page images. */
import { combine } from 'effector'
import type * as z from 'zod/mini'
import {
  imagesChosen,
  pageSought,
  pagesTurned,
  type turn,
  type zoom,
  zoomChosen,
} from '../events/catalog/pages.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export type Zoom = z.infer<typeof zoom>
export type Turn = z.infer<typeof turn>

interface PagesView {
  readonly zoom: Zoom
  /** The document that was turned last. */
  readonly turned: { readonly documentId: number; readonly turn: Turn } | null
  /** Whose pages are shown, where it has the document; null: the document's own. */
  readonly productionId: number | null
  /**
   * What was sought last: its document shows the pages of that production, and the page is brought into view each time that it
   * is sought. Other documents show what was chosen. Null: nothing was sought, or others were chosen since.
   */
  readonly sought: SoughtPage | null
}

export interface SoughtPage {
  readonly documentId: number
  readonly productionId: number
  /** From 1. */
  readonly page: number
}

interface PagesState {
  readonly byTab: Readonly<Record<string, PagesView>>
}

const usual: PagesView = { zoom: 'width', turned: null, productionId: null, sought: null }

const inTab = ({ byTab }: PagesState, tabId: string, change: Partial<PagesView>): PagesState => ({
  byTab: putTab(byTab, tabId, { ...(byTab[tabId] ?? usual), ...change }),
})

export const pageViews = projection<PagesState>({
  name: 'pageViews',
  version: 3,
  log: 'project',
  initial: { byTab: {} },
  handlers: [
    on(zoomChosen, (state, { tabId, zoom }) => inTab(state, tabId, { zoom })),
    on(imagesChosen, (state, { tabId, productionId }) => inTab(state, tabId, { productionId, sought: null })),
    on(pageSought, (state, { tabId, ...sought }) => inTab(state, tabId, { sought })),
    on(pagesTurned, (state, { tabId, documentId, turn }) =>
      inTab(state, tabId, { turned: { documentId, turn } }),
    ),
  ],
})

/** How this tab shows pages. */
export const $pagesView = combine(pageViews.$state, $tabId, ({ byTab }, tabId) => byTab[tabId] ?? usual)
