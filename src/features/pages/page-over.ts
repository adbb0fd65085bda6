/** What lies on page images and beside them, for whoever does something with pages. */
import type { ComponentType, ReactNode } from 'react'
import type { Turn } from '#src/stores/pages.ts'
import type { Rect } from './page-words.ts'

export interface PageLayerProps {
  /** From 0. */
  readonly page: number
  /** Pixels of the page before it is turned. */
  readonly width: number
  readonly height: number
  readonly turn: Turn
}

export interface PageOver {
  /** Lies on each page, and is turned with it. One component for all drawings; null: nothing does. */
  readonly Layer: ComponentType<PageLayerProps> | null
  /** Pages are shown with the redactions of this revision burned in; null: as they are. */
  readonly burned: { readonly revision: number; readonly onFailed: () => void } | null
  /** What is brought into view, whenever it is another one. */
  readonly goTo: Rect | null
  /** In the bar of the pages. */
  readonly tools: ReactNode
  /** Between that bar and the pages. */
  readonly under: ReactNode
  /** The page that is looked at, from 0. */
  readonly onPage: (page: number, turn: Turn) => void
}
