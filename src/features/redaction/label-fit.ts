/** The label in its box: as large as fits, shortened, or left out. Pure. */

/** Width of a letter as a share of its height, on the safe side. */
const letter = 0.6
const least = 7
const most = 14
/** While one works. */
const small = 10
/** Of a box with one line in it the label takes no more: the rest can still be read. */
const share = 0.45

interface FittedLabel {
  readonly text: string
  readonly size: number
}

export interface PlacedLabel extends FittedLabel {
  /** From the upper left corner of the box, as it is read. */
  readonly plate: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

function fitLabel(label: string, width: number, height: number, largest: number): FittedLabel | null {
  const size = Math.min(largest, height * 0.8)
  if (label === '' || size < least) return null
  const letters = [...label]
  const room = Math.floor((width * 0.95) / (size * letter))
  if (letters.length <= room) return { text: label, size }
  return room < 3 ? null : { text: `${letters.slice(0, room - 1).join('')}…`, size }
}

/** As it will leave. */
export function inMiddle(label: string, width: number, height: number): PlacedLabel | null {
  const fitted = fitLabel(label, width, height, most)
  return fitted === null ? null : { ...fitted, plate: { x: 0, y: 0, width, height } }
}

/** While one works: on a plate of its own, so that it can be read over letters, and they beside it. */
export function inCorner(label: string, width: number, height: number): PlacedLabel | null {
  const hasOneLine = height < small * 2.4
  const fitted = fitLabel(label, hasOneLine ? width * share : width, height, small)
  if (fitted === null) return null
  const plate = {
    width: Math.min(width, ([...fitted.text].length + 1) * fitted.size * letter),
    height: hasOneLine ? height : fitted.size * 1.3,
  }
  return { ...fitted, plate: { ...plate, x: hasOneLine ? width - plate.width : 0, y: 0 } }
}
