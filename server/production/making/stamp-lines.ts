/** Where stamps stand in a band, and how much of each there is room for. Pure. */
import type { StampPlace } from '#contracts/production-settings.ts'
import { drawn } from '../../intake/processing/layout/blocks.ts'
import { letterOf, widthOf } from '../../intake/processing/layout/faces.ts'
import type { Stamps } from './frame.ts'

/** Points. */
export const stampSize = 9
const edge = 18
const gap = 12

export interface PlacedStamp {
  readonly text: string
  /** Points from the left edge of the sheet. */
  readonly left: number
  readonly side: 'header' | 'footer'
}

/** A text as it is stamped: one line, without what has no look. */
const stamped = (text: string): string => drawn(text).replace(/\s+/g, ' ').trim()

/** The first character that no font has; null where it can all be drawn. */
export function unstampable(text: string): string | null {
  for (const char of stamped(text)) if (letterOf('plain', char.codePointAt(0) ?? 0).isMissing) return char
  return null
}

const sides = [
  ['header', 'headerLeft', 'headerCenter', 'headerRight'],
  ['footer', 'footerLeft', 'footerCenter', 'footerRight'],
] as const satisfies readonly (readonly ['header' | 'footer', StampPlace, StampPlace, StampPlace])[]

/**
 * Stamps on a sheet of so many points across. What would run into another one is cut, but for those of `whole`, as numbers
 * are; null where there is no room for these.
 */
export function placeStamps(
  stamps: Stamps,
  whole: readonly StampPlace[],
  across: number,
): readonly PlacedStamp[] | null {
  const room = across - 2 * edge
  const placed: PlacedStamp[] = []
  for (const [side, ...places] of sides) {
    const texts = places.map((place) => stamped(stamps[place] ?? ''))
    const rooms = roomsFor(
      texts.map(widthIn),
      places.map((place) => whole.includes(place)),
      room,
    )
    for (const [at, text] of texts.entries()) {
      const most = rooms[at] ?? 0
      if (text === '') continue
      if (whole.includes(places[at] ?? 'headerLeft') && widthIn(text) > most) return null
      const fitting = cut(text, most)
      const free = room - widthIn(fitting)
      if (fitting !== '') placed.push({ text: fitting, left: edge + (free * at) / 2, side })
    }
  }
  return placed
}

const widthIn = (text: string): number => widthOf(text, 'plain', stampSize)

/** How wide the left, the middle and the right one may be. The middle one stands in the middle, whatever the others are. */
function roomsFor(widths: readonly number[], whole: readonly boolean[], room: number): readonly number[] {
  const [left = 0, center = 0, right = 0] = widths
  if (center === 0) {
    if (left === 0 || right === 0) return [room, room, room]
    const half = (room - gap) / 2
    const least = (width: number, isWhole: boolean | undefined): number =>
      isWhole === true ? width : Math.min(width, half)
    return [room - gap - least(right, whole[2]), 0, room - gap - least(left, whole[0])]
  }
  const third = (room - 2 * gap) / 3
  const beside = Math.max(
    ...[0, 2].map((at) => (whole[at] === true ? (widths[at] ?? 0) : Math.min(widths[at] ?? 0, third))),
  )
  const most = beside === 0 ? room : room - 2 * (beside + gap)
  const middle = whole[1] === true ? room : most
  const side = (room - Math.min(center, middle)) / 2 - gap
  return [side, middle, side]
}

function cut(text: string, room: number): string {
  if (widthIn(text) <= room) return text
  const letters = [...text]
  for (let count = letters.length - 1; count >= 1; count--) {
    const shorter = `${letters.slice(0, count).join('').trimEnd()}…`
    if (widthIn(shorter) <= room) return shorter
  }
  return ''
}
