/**
 * Which rows of a very long list of equal rows are in view. Browsers clamp an element's height (Chromium at 33,554,428
 * px), so beyond that the scroll is scaled: the thumb still covers the whole list, and rows are drawn where the eye is.
 */
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useState } from 'react'

const maxPixels = 30_000_000
/** Rows that stay in view above and below the one that one is on: what comes next is seen before it is opened. */
const neighbors = 2

export interface RowWindow {
  /** The ref of the element that scrolls; it may come and go. */
  readonly scroller: RefCallback<HTMLDivElement>
  readonly onScroll: () => void
  /** Height of the scrolled element, in px. */
  readonly height: number
  /** Where the first drawn row stands, in px. */
  readonly offset: number
  /** Drawn rows: from `first` up to, not including, `end`. */
  readonly first: number
  readonly end: number
  /**
   * Brings a row into view with its neighbors, moving as little as it can. Another function once the list, which was out of
   * sight, is in view: whoever follows a row in an effect follows it then.
   */
  readonly reveal: (row: number) => void
  /** How many whole rows fit. */
  readonly fits: number
  /**
   * A key for a drawn row, by which the elements of rows that leave the view go to those that come: a long scroll makes
   * no new ones, and leaves none to be collected. No two drawn rows have the same.
   */
  readonly slotOf: (row: number) => number
}

/** `covered`: the height at the top of the scroller that stays covered, by the names of columns. */
export function useRowWindow(count: number, rowHeight: number, overscan = 6, covered = 0): RowWindow {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [top, setTop] = useState(0)
  const [viewport, setViewport] = useState(0)

  const full = count * rowHeight
  const height = Math.min(full, maxPixels)
  const scale = full <= height || height <= viewport ? 1 : (full - viewport) / (height - viewport)

  useLayoutEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setViewport(element.clientHeight - covered))
    observer.observe(element)
    setViewport(element.clientHeight - covered)
    return () => observer.disconnect()
  }, [element, covered])

  // A shorter list scrolls up by itself without a scroll event in some browsers.
  useEffect(() => {
    if (element && height >= 0) setTop(element.scrollTop)
  }, [element, height])

  const onScroll = useCallback(() => {
    if (element) setTop(element.scrollTop)
  }, [element])

  const seenAtAll = viewport > 0
  const reveal = useCallback(
    (row: number) => {
      if (!element || !seenAtAll) return
      const view = element.clientHeight - covered
      const from = element.scrollTop * scale
      // Where hardly more than the row itself fits, it is what counts.
      const beside = rowHeight * Math.max(0, Math.min(neighbors, Math.floor((view / rowHeight - 1) / 2)))
      const least = (row + 1) * rowHeight + beside - view
      const most = row * rowHeight - beside
      const wanted = Math.max(0, Math.min(full - view, most < from ? most : Math.max(from, least)))
      if (wanted !== from) element.scrollTop = wanted / scale
    },
    [element, rowHeight, scale, full, seenAtAll, covered],
  )

  const seen = top * scale
  const first = Math.max(0, Math.floor(seen / rowHeight) - overscan)
  const end = Math.min(count, Math.ceil((seen + viewport) / rowHeight) + overscan)
  const slots = Math.ceil(viewport / rowHeight) + 1 + 2 * overscan
  return {
    scroller: setElement,
    onScroll,
    height,
    offset: first * rowHeight - seen + top,
    first,
    end,
    reveal,
    fits: Math.max(1, Math.floor(viewport / rowHeight)),
    slotOf: (row) => row % slots,
  }
}
