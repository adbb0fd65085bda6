/** Images of one byte a pixel: what text is recognised in. */

export interface GreyImage {
  readonly width: number
  readonly height: number
  /** 0 is black; row by row from the top, without gaps. */
  readonly pixels: Uint8Array
  /** Pixels an inch, as well as it is known. */
  readonly dpi: number
}

/** Turns by a quarter, clockwise. */
export const quarters = [0, 1, 2, 3] as const
export type Quarters = (typeof quarters)[number]

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Red, green and blue, a byte each, as the eye weighs them. */
export function greyOf(rgb: {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly dpi: number
}): GreyImage {
  const { width, height, pixels: colours, dpi } = rgb
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += 3)
    pixels[at] =
      ((colours[from] ?? 0) * 77 + (colours[from + 1] ?? 0) * 150 + (colours[from + 2] ?? 0) * 29) >> 8
  return { width, height, pixels, dpi }
}

/** The image turned clockwise. */
export function turned(image: GreyImage, by: Quarters): GreyImage {
  if (by === 0) return image
  const { width, height, pixels } = image
  const out = new Uint8Array(pixels.length)
  if (by === 2) {
    for (let at = 0; at < pixels.length; at++) out[pixels.length - 1 - at] = pixels[at] ?? 0
    return { ...image, pixels: out }
  }
  // The place of a pixel of the new image in the old one goes on by `step` along a row, and begins anew with each.
  const step = by === 1 ? -width : width
  for (let y = 0, at = 0; y < width; y++) {
    let from = by === 1 ? (height - 1) * width + y : width - 1 - y
    for (let x = 0; x < height; x++, at++, from += step) out[at] = pixels[from] ?? 0
  }
  return { ...image, width: height, height: width, pixels: out }
}

/** Where a box of an image that was turned by so much lies in the image as it was. */
export function boxBefore(
  { left, top, width, height }: Box,
  by: Quarters,
  before: { readonly width: number; readonly height: number },
): Box {
  const right = left + width
  const bottom = top + height
  switch (by) {
    case 0:
      return { left, top, width, height }
    case 1:
      return { left: top, top: before.height - right, width: height, height: width }
    case 2:
      return { left: before.width - right, top: before.height - bottom, width, height }
    case 3:
      return { left: before.width - bottom, top: left, width: height, height: width }
  }
}

/** A part of an image; what lies outside of it is left out. */
export function part(image: GreyImage, { left, top, width, height }: Box): GreyImage {
  const right = Math.min(image.width, left + width)
  const bottom = Math.min(image.height, top + height)
  const out = new Uint8Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y++)
    out.set(
      image.pixels.subarray(y * image.width + left, y * image.width + right),
      (y - top) * (right - left),
    )
  return { width: right - left, height: bottom - top, pixels: out, dpi: image.dpi }
}

/**
 * Differences that are edges, of letters for all that is known: of neighbours; and where hardly any are so sharp, as in print
 * that is faint, or blurred because it was made larger, of what lies a little further apart.
 */
const edges = [
  { apart: 1, difference: 64 },
  { apart: 3, difference: 16 },
] as const

/** Where most edges are, as a square of at most `side` pixels; null where there are hardly any: nothing is written there. */
export function densest(image: GreyImage, side: number): Box | null {
  for (const edge of edges) {
    const found = densestOf(image, side, edge)
    if (found !== null) return found
  }
  return null
}

function densestOf(
  { width, height, pixels }: GreyImage,
  side: number,
  { apart, difference }: (typeof edges)[number],
): Box | null {
  const cell = Math.max(8, Math.floor(side / 4))
  const across = Math.ceil(width / cell)
  const cells = new Uint32Array(across * Math.ceil(height / cell))
  let found = 0
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * across
    for (let x = apart; x < width; x++) {
      const here = pixels[y * width + x] ?? 0
      const before = pixels[y * width + x - apart] ?? 0
      if (here - before > difference || before - here > difference) {
        found++
        const at = row + Math.floor(x / cell)
        cells[at] = (cells[at] ?? 0) + 1
      }
    }
  }
  if (found < fewEdges) return null
  const down = cells.length / across
  const span = (cellsThere: number): number => Math.min(4, cellsThere)
  const sum = (cx: number, cy: number): number => {
    let all = 0
    for (let y = cy; y < cy + span(down); y++)
      for (let x = cx; x < cx + span(across); x++) all += cells[y * across + x] ?? 0
    return all
  }
  let best = { cx: 0, cy: 0, edges: -1 }
  for (let cy = 0; cy <= down - span(down); cy++)
    for (let cx = 0; cx <= across - span(across); cx++) {
      const here = sum(cx, cy)
      if (here > best.edges) best = { cx, cy, edges: here }
    }
  return { left: best.cx * cell, top: best.cy * cell, width: 4 * cell, height: 4 * cell }
}

/** One letter has more. */
const fewEdges = 24
