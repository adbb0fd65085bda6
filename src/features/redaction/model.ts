/** What the layers on the pages, the bar and the lists share of one document that is redacted. */
import { createContext, useContext } from 'react'
import type { Redaction, RedactionKind } from '#contracts/redactions.ts'
import type { RedactionTool } from '#src/events/catalog/redactions.ts'
import type { ShownRedaction } from '#src/events/redaction/document.ts'
import type { Turn } from '#src/stores/pages.ts'
import type { Box } from './geometry.ts'
import type { PageWord } from './page-steps.ts'

/** Words of a page that the keyboard has chosen: the first and the last that it went to. */
export interface WordCursor {
  /** From 1, as everywhere but in lists of pages. */
  readonly page: number
  readonly from: number
  readonly to: number
}

/** A box that is placed by the keyboard. */
export interface Ghost {
  readonly page: number
  readonly box: Box
}

export interface RedactingModel {
  readonly byPage: ReadonlyMap<number, readonly ShownRedaction[]>
  readonly on: boolean
  readonly tool: RedactionTool
  readonly preview: boolean
  readonly selected: Redaction | null
  /** The selected one as the keyboard has moved it, before that is said. */
  readonly nudged: { readonly key: string; readonly boxes: readonly Box[] } | null
  readonly cursor: WordCursor | null
  readonly ghost: Ghost | null
  readonly wordsOn: (page: number) => readonly PageWord[]
  readonly select: (key: string | null) => void
  readonly draw: (page: number, kind: RedactionKind, boxes: readonly number[]) => void
  readonly change: (key: string, boxes: readonly number[]) => void
}

export interface LookedAt {
  readonly page: number
  readonly turn: Turn
}

const Model = createContext<RedactingModel | null>(null)
export const RedactingProvider = Model.Provider
export const useRedactingModel = (): RedactingModel | null => useContext(Model)
