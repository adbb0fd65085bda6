/** Where a page stands on what leaves of it: in a white image, below and above the bands that are stamped. Pure. */
import { productionDpi, type StampPlace } from '#contracts/production-settings.ts'
import { type Frame, imageSize } from '../../intake/processing/pdf/render-page.ts'
import type { PageSize } from '../../review/pages/protocol.ts'

/** What is stamped on a page, by place. */
export type Stamps = Readonly<Partial<Record<StampPlace, string>>>

/** Of a band, in inches. */
const bandInches = 0.35
/** Points of a side of the smallest sheet: what is smaller has no room for stamps, and white around it. */
const smallestSheet = 360

export interface Bands {
  /** Pixels; 0 where nothing is stamped. */
  readonly header: number
  readonly footer: number
}

/** The bands of an image of so many pixels to an inch: only on the sides that have stamps. */
export function bandsOf(stamps: Stamps, dpi: number): Bands {
  const band = Math.ceil(bandInches * dpi)
  const on = (places: readonly StampPlace[]): number =>
    places.some((place) => (stamps[place] ?? '') !== '') ? band : 0
  return {
    header: on(['headerLeft', 'headerCenter', 'headerRight']),
    footer: on(['footerLeft', 'footerCenter', 'footerRight']),
  }
}

/** For a page of so many points. It keeps its shape and loses nothing; it is made smaller by as much as the bands take. */
export function frameOf(stamps: Stamps, across: number, down: number): Frame {
  const size = imageSize(Math.max(across, smallestSheet), Math.max(down, smallestSheet), productionDpi)
  const { header, footer } = bandsOf(stamps, size.dpi)
  const room = Math.max(1, size.height - header - footer)
  const wide = across >= smallestSheet ? size.width : pixelsOf(across, size.dpi)
  const high = down >= smallestSheet ? size.height : pixelsOf(down, size.dpi)
  const scale = Math.min(1, room / high)
  const inner = {
    across: Math.max(1, Math.round(wide * scale)),
    down: Math.min(room, Math.max(1, Math.round(high * scale))),
  }
  return {
    ...{ ...size, ...inner },
    left: Math.floor((size.width - inner.across) / 2),
    top: header + Math.floor((room - inner.down) / 2),
  }
}

/** Pixels of the shorter side by which a page may differ from the place in its frame: sizes are rounded. */
const rounding = 3

/** Whether an image that was made for a frame can stand in it as it is. */
export function fitsIn(image: Pick<Frame, 'width' | 'height'>, { width, across, down }: Frame): boolean {
  const differs = rounding * Math.max(1, across / down)
  return (
    image.width <= Math.min(width, across + differs) &&
    image.width >= across - differs &&
    image.height <= down &&
    image.height >= down - rounding
  )
}

/**
 * The resolution at which each page of a document fills its place in the frame; null where there is no such: its pages are not of
 * one size, or too large to be drawn as all others are. `sizes`: of its pages as they are printed, at any resolution.
 */
export function framedDpi(stamps: Stamps, sizes: readonly PageSize[]): number | null {
  const [first] = sizes
  const isOther = ({ width, height, dpi }: PageSize): boolean =>
    width !== first?.width || height !== first.height || dpi !== first.dpi
  if (first === undefined || sizes.some(isOther)) return null
  const [across, down] = [(first.width * 72) / first.dpi, (first.height * 72) / first.dpi]
  const frame = frameOf(stamps, across, down)
  if (frame.reduced) return null
  // A pixel less, as the size is no more exact than its own pixels.
  return frame.down < pixelsOf(down, frame.dpi) ? ((frame.down - 1) * 72) / down : frame.dpi
}

const pixelsOf = (points: number, dpi: number): number => Math.max(1, Math.round((points * dpi) / 72))
