/** How many documents a random sample needs: Cochran's formula, with the correction for a finite population. */

/** Normal quantiles of the levels of confidence, two-sided. */
const quantiles = { 90: 1.644854, 95: 1.959964, 99: 2.575829 } as const
export const confidences = [90, 95, 99] as const
export type Confidence = (typeof confidences)[number]

/** Documents to draw so that a share is known to within `margin` percent; of what share it is nothing is assumed. */
export function sampleSize(population: number, confidence: Confidence, margin: number): number {
  const error = margin / 100
  const unlimited = (quantiles[confidence] ** 2 * 0.25) / error ** 2
  return Math.min(population, Math.ceil(unlimited / (1 + (unlimited - 1) / population)))
}
