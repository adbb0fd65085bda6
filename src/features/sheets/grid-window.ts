/**
 * Which cells of a very large grid are in view: rows of one height, columns of any width, and the first of both that stay.
 * Browsers clamp an element's height, so beyond that the scroll is scaled: the thumb still covers the whole sheet.
 */

export const maxPixels = 30_000_000

export interface Axis {
  /** Px from the first scrolled one to the end of the last. */
  readonly full: number
  /** The same as the browser is told. */
  readonly height: number
  /** Px of the sheet for each px that is scrolled. */
  readonly scale: number
}

export function axisOf(full: number, viewport: number): Axis {
  const height = Math.min(full, maxPixels)
  const scale = full <= height || height <= viewport ? 1 : (full - viewport) / (height - viewport)
  return { full, height, scale }
}

/** Where columns begin, in px, and behind them where the last one ends. */
export function offsetsOf(count: number, widthOf: (column: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1)
  for (let column = 0; column < count; column++)
    offsets[column + 1] = (offsets[column] ?? 0) + widthOf(column)
  return offsets
}

/** The column that a px lies in. */
export function columnAt(offsets: Float64Array, px: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= px) low = middle
    else high = middle - 1
  }
  return low
}

export interface Span {
  readonly first: number
  /** Behind the last one. */
  readonly end: number
}

/** Rows in view, with some more on both sides; `seen`: px from the first scrolled row. */
export const rowsSeen = (
  {
    seen,
    viewport,
    rowHeight,
    frozen,
    count,
  }: {
    readonly seen: number
    readonly viewport: number
    readonly rowHeight: number
    readonly frozen: number
    readonly count: number
  },
  overscan = 6,
): Span => ({
  first: Math.max(frozen, frozen + Math.floor(seen / rowHeight) - overscan),
  end: Math.min(count, frozen + Math.ceil((seen + viewport) / rowHeight) + overscan),
})

export const columnsSeen = (
  offsets: Float64Array,
  { seen, viewport, frozen }: { readonly seen: number; readonly viewport: number; readonly frozen: number },
  overscan = 2,
): Span => {
  const from = (offsets[frozen] ?? 0) + seen
  const count = offsets.length - 1
  return {
    first: Math.max(frozen, columnAt(offsets, from) - overscan),
    end: Math.min(count, columnAt(offsets, from + viewport) + 1 + overscan),
  }
}

/** How far to scroll so that a stretch is in view, moving as little as can be. */
export function revealed(seen: number, viewport: number, from: number, to: number): number {
  if (from < seen) return from
  return to > seen + viewport ? Math.min(from, to - viewport) : seen
}
