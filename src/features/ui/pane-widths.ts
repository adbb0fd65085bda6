/** How wide three panes side by side are: the one in the middle keeps a width at which it can be read. */

/** A pane at a side. All in px. */
export interface SidePane {
  /** As somebody set it, in whatever window that was; it is kept as it is and shown as far as there is room. */
  readonly size: number
  readonly min: number
  readonly max: number
}

export interface PaneWidths {
  /** Null: there is no room for it beside the others; a strip stands in its place. */
  readonly start: number | null
  readonly end: number
  /** How wide each can be made here. */
  readonly startMax: number
  readonly endMax: number
}

/** Of what stands for a start pane that has no room, in px. */
export const stripWidth = 28

/**
 * Invariant: the middle is never narrower than `mainMin`, as long as that, `end.min` and the strip fit. The start pane gives
 * way first: it narrows to its least width, then goes; only then does the end pane narrow. `total` 0: not measured yet.
 */
export function fitPanes(total: number, start: SidePane, end: SidePane, mainMin: number): PaneWidths {
  const room = (total === 0 ? Number.POSITIVE_INFINITY : total) - mainMin
  const endWidth = within(end.size, end.min, Math.min(end.max, room - stripWidth))
  const beside = room - endWidth >= start.min
  const startMax = Math.min(start.max, room - endWidth)
  return {
    start: beside ? within(start.size, start.min, startMax) : null,
    end: endWidth,
    startMax,
    // An edge that is dragged narrows the start pane; it does not make it go.
    endMax: Math.max(end.min, Math.min(end.max, room - (beside ? start.min : stripWidth))),
  }
}

export const within = (value: number, min: number, max: number): number =>
  Math.round(Math.max(min, Math.min(max, value)))
