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
  /** Lies on each page, and is turned with it. One component for all drawings. */
  readonly Layer: ComponentType<PageLayerProps>
  /** What is brought into view, whenever it is another one. */
  readonly goTo: Rect | null
  /** In the bar of the pages. */
  readonly tools: ReactNode
  /** The page that is looked at, from 0. */
  readonly onPage: (page: number, turn: Turn) => void
}
