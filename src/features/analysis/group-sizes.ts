/** Documents put together by how many stand in the group of each. */
import type { Facet } from '#contracts/facets.ts'
import type { Band } from '#src/events/filter/bands.ts'
import type { BandAmount } from '../filter/number-chart.tsx'

const bands: readonly Band[] = [
  ...[1, 2, 3, 4, 5].map((size) => ({ least: size, most: size })),
  { least: 6, most: 10 },
  { least: 11, most: 50 },
  { least: 51, most: null },
]

/** The amounts of the bands that any document is in; `facet`: by the size of the group, every size that there is. */
export const groupSizes = (facet: Facet | null): readonly BandAmount[] =>
  bands.flatMap((band) => {
    const inside = (facet?.values ?? []).filter(
      ({ value }) => Number(value) >= band.least && (band.most === null || Number(value) <= band.most),
    )
    const sum = (of: 'documents' | 'bytes'): number => inside.reduce((all, one) => all + one[of], 0)
    return inside.length === 0 ? [] : [{ band, documents: sum('documents'), bytes: sum('bytes') }]
  })
