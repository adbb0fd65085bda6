/** The cells of all sheets that hold words of the query, and the way from one to the next. */
import { useEffect, useMemo, useState } from 'react'
import { maxTerms, maxTokens, type SheetHit } from '#contracts/sheets.ts'
import type { LegendEntry } from '#query/hits.ts'
import { sheetAnswersAbout, sheetKey } from '#src/reads/sheets.ts'
import { useRead } from '../ui/answer.ts'

export interface QueryHits {
  readonly hits: readonly SheetHit[]
  /** There are more than these. */
  readonly more: boolean
  /** The one that was gone to; null before the first. */
  readonly focused: number | null
  readonly focus: (index: number) => void
  readonly step: (by: 1 | -1) => void
  /** Looked for still, or what kept it from being found; empty once it is known. */
  readonly says: string
}

const none: readonly SheetHit[] = []

export function useQueryHits(
  documentId: number,
  terms: readonly LegendEntry[],
  goTo: (hit: SheetHit) => void,
): QueryHits {
  const question = useMemo(
    () => ({
      about: 'hits' as const,
      documentId,
      terms: terms.slice(0, maxTerms).map(({ tokens, signs, clauses }) => ({
        tokens: tokens.slice(0, maxTokens),
        ...(signs === undefined || tokens.length > maxTokens ? {} : { signs: [...signs] }),
        ...(clauses === undefined ? {} : { clauses: [...clauses] }),
      })),
    }),
    [documentId, terms],
  )
  const key = sheetKey(question)
  const { value, failure } = useRead(sheetAnswersAbout.hits, terms.length > 0 ? { question } : null, {
    once: true,
  })
  const [focused, setFocused] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hits of another query are counted anew
  useEffect(() => setFocused(null), [key])
  const hits = value?.hits ?? none
  const focus = (index: number) => {
    const hit = hits[index]
    if (hit === undefined) return
    setFocused(index)
    goTo(hit)
  }
  return {
    hits,
    more: value?.more ?? false,
    focused,
    focus,
    step: (by) => focus(((focused ?? (by === 1 ? -1 : 0)) + by + hits.length) % Math.max(1, hits.length)),
    says: value === null ? (failure?.message ?? 'Searching …') : '',
  }
}
