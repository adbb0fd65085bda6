/** Where pages stand below each other, and which of them are in view. Pure. */
import type { PageImage } from '#contracts/pages.ts'
import type { Turn, Zoom } from '#src/stores/pages.ts'

/** Pixels between pages, in which their numbers stand, and around them. */
export const gap = 32
export const margin = 16
/** Browsers clamp an element's height: past it, pages are drawn smaller. */
const maxPixels = 30_000_000
/** Fitted to a wide pane, a page is not blown up beyond this; a small picture not at all. */
const maxFitted = 2
const screenDpi = 96

export interface Placed {
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly pages: readonly Placed[]
  readonly width: number
  readonly height: number
  /** Of the first page, as people read it: 1 is its own size. */
  readonly scale: number
}

/** Lays pages out in a pane of this size, turned and zoomed. */
export function layOut(
  images: readonly PageImage[],
  { zoom, turn, small }: { readonly zoom: Zoom; readonly turn: Turn; readonly small: boolean },
  pane: { readonly width: number; readonly height: number },
): Layout {
  const own = images.map(({ width, height, dpi }) => {
    const [w, h] = turn % 180 === 0 ? [width, height] : [height, width]
    return { width: (w * screenDpi) / dpi, height: (h * screenDpi) / dpi }
  })
  const most = small ? 1 : maxFitted
  const scaleOf = ({ width, height }: { width: number; height: number }): number => {
    if (typeof zoom === 'number') return zoom
    const across = Math.max(1, pane.width - 2 * margin) / width
    const down = zoom === 'page' ? Math.max(1, pane.height - gap - margin) / height : across
    return Math.min(across, down, most)
  }
  const wanted = own.reduce((sum, page) => sum + page.height * scaleOf(page) + gap, 0)
  const shrink = Math.min(1, maxPixels / wanted)
  let top = margin
  let widest = 0
  const pages = own.map((page) => {
    const scale = scaleOf(page) * shrink
    const placed = { top, width: Math.round(page.width * scale), height: Math.round(page.height * scale) }
    top += placed.height + gap
    widest = Math.max(widest, placed.width)
    return placed
  })
  const [first] = own
  return {
    pages,
    width: widest + 2 * margin,
    height: top,
    scale: first === undefined ? 1 : scaleOf(first) * shrink,
  }
}

/** The first page (from 0) that ends below a height; the last where none does. */
export function pageAt({ pages }: Layout, y: number): number {
  let low = 0
  let high = Math.max(0, pages.length - 1)
  while (low < high) {
    const middle = (low + high) >> 1
    const page = pages[middle]
    if (page !== undefined && page.top + page.height + gap > y) high = middle
    else low = middle + 1
  }
  return low
}

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger or smaller size from where one is. */
export function zoomedBy(scale: number, by: 1 | -1): number {
  const near = 0.01
  const next =
    by === 1 ? steps.find((step) => step > scale + near) : steps.findLast((step) => step < scale - near)
  return next ?? (by === 1 ? 4 : 0.25)
}
