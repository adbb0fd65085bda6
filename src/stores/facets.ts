/** Figures of documents as the server counted them, by what was asked. */
import type { Facet, Histogram, Matrix } from '#contracts/facets.ts'
import type { FiguresQuestion } from '../events/catalog/facets.ts'
import { askedKey } from './asked-key.ts'
import { createCache } from './cache.ts'

export interface Figures {
  readonly documents: number
  readonly bytes: number
  /** Families with at least one of these documents. */
  readonly families: number
  /** By field. A field's own figures leave out what is chosen of it, so that more of it can be chosen (see `families`). */
  readonly facets: Readonly<Record<string, Facet>>
  readonly histograms: Readonly<Record<string, Histogram>>
  readonly matrix: Matrix | null
  /** How query and choice were read, as one query. */
  readonly reading: string
}

export const figures = createCache<Figures>('figures', 60)
export const figuresKey = (question: FiguresQuestion): string => `facets:${askedKey(question)}`
