/**
 * A figure says what was measured and what it has to keep. How long something takes depends on the machine and on what else
 * runs on it; so each time and each rate stands beside a reference (references.ts) that was measured in the same run, and the
 * bound is on how the two compare. Sizes, counts and shares are the same everywhere: their bound is on the value.
 */
export type Figure = SizeFigure | TimeFigure

interface Named {
  readonly group: string
  readonly name: string
  readonly value: number
  readonly bound: number
  /** Which side of the bound is good. */
  readonly better: 'lower' | 'higher'
}

/** Of what no machine makes more or less. `times as long` is itself a ratio of two times of one run. */
export interface SizeFigure extends Named {
  readonly unit:
    | 'kB gzipped'
    | 'kB'
    | 'MB'
    | '%'
    | 'files'
    | 'items'
    | 'sums'
    | 'kills'
    | 'saves'
    | 'left'
    | 'times as long'
  readonly reference?: never
}

export interface TimeFigure extends Named {
  readonly unit: TimeUnit
  readonly reference: Reference
}

export type TimeUnit =
  | 'ms'
  | 's'
  | 'min'
  | 'messages/s'
  | 'saves/s'
  | 'documents/s'
  | 'items/s'
  | 'files/s'
  | 'pages/s'
  | 'pages/min'
  | 'MiB/s'

/** What the same machine does in the same run, in the unit of the figure. */
export interface Reference {
  /** What it is: a bare loop, a bare library, or another program. */
  readonly name: string
  /** Null where it cannot be had here: then nothing is held against it, and the report says so. */
  readonly value: number | null
  /**
   * What of the two is bound: how many times the reference the figure is, or how many frames it is above it (where what people
   * notice is a frame that is late, whatever the machine does in one).
   */
  readonly by: 'times' | 'frames'
}

/** What a figure sums up, for people to look into. */
export interface Table {
  readonly group: string
  readonly title: string
  readonly text: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A screen that is drawn 60 times a second. */
const frameMs = 1000 / 60

/** What the bound is on: the value itself, its ratio to the reference, or the frames above it; null where that is not here. */
export function held({ value, reference }: Figure): number | null {
  if (reference === undefined) return value
  if (reference.value === null) return null
  return reference.by === 'times' ? value / reference.value : (value - reference.value) / frameMs
}

/** Null where there was nothing to hold it against. */
export function met(figure: Figure): boolean | null {
  const found = held(figure)
  if (found === null) return null
  return figure.better === 'lower' ? found <= figure.bound : found >= figure.bound
}

/** The bound as people read it: `≤ 2 ×`, `≤ 2 frames above`, `≤ 300`. */
export function boundText({ better, bound, reference }: Figure): string {
  const sign = better === 'lower' ? '≤' : '≥'
  if (reference === undefined) return `${sign} ${bound}`
  return `${sign} ${bound} ${reference.by === 'times' ? '×' : 'frames above'}`
}

/** How it compares, as people read it; empty for what stands for itself. */
export function heldText(figure: Figure): string {
  if (figure.reference === undefined) return ''
  const found = held(figure)
  if (found === null) return 'not measured here'
  return figure.reference.by === 'times' ? `${rounded(found)} ×` : `${rounded(found)} frames above`
}

/** Three digits, or whole. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** The value below which 95 of 100 samples lie. */
export function p95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

/** Makes the timed figures of a group. */
export const timedIn =
  (group: string) =>
  (
    name: string,
    value: number,
    unit: TimeUnit,
    reference: Reference,
    bound: number,
    better: Figure['better'] = 'lower',
  ): TimeFigure => ({ group, name, value, unit, reference, bound, better })
