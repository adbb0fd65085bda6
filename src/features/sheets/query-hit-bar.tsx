/** What the query hit in the cells of all sheets: the same bar and the same keys as under a text. */
import type { ReactElement } from 'react'
import type { LegendEntry } from '#query/hits.ts'
import { HitBar } from '../viewer/hit-bar.tsx'
import { useHitKeys } from '../viewer/hit-keys.ts'
import type { QueryHits } from './use-query-hits.ts'

export function QueryHitBar({
  terms,
  found,
}: {
  readonly terms: readonly LegendEntry[]
  readonly found: QueryHits
}): ReactElement | null {
  const { hits, more, focused, focus, step, says } = found
  useHitKeys(hits.length > 0, step)
  if (terms.length === 0) return null
  return (
    <HitBar
      terms={terms.map(({ label }, term) => ({
        text: label,
        count: hits.filter((hit) => hit.terms?.includes(term)).length,
      }))}
      total={hits.length}
      more={more}
      says={says}
      focused={focused}
      onFocus={focus}
      onStep={step}
      firstOf={(term) =>
        Math.max(
          0,
          hits.findIndex((hit) => hit.terms?.includes(term)),
        )
      }
    />
  )
}
