/** A measured figure beside the bound that it has to keep. */
export interface Figure {
  readonly group: string
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly bound: number
  /** Which side of the bound is good. */
  readonly better: 'lower' | 'higher'
}

/** What a figure sums up, for people to look into. */
export interface Table {
  readonly group: string
  readonly title: string
  readonly text: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export const met = ({ value, bound, better }: Figure): boolean =>
  better === 'lower' ? value <= bound : value >= bound

/** The value below which 95 of 100 samples lie. */
export function p95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}
