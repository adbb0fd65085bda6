/** The label in its box: as large as fits, shortened, or left out. Pure. */

/** Width of a letter as a share of its height, on the safe side. */
const letter = 0.6
const least = 7
const most = 14

export interface FittedLabel {
  readonly text: string
  readonly size: number
}

export function fitLabel(label: string, width: number, height: number): FittedLabel | null {
  const size = Math.min(most, height * 0.8)
  if (label === '' || size < least) return null
  const letters = [...label]
  const room = Math.floor((width * 0.95) / (size * letter))
  if (letters.length <= room) return { text: label, size }
  return room < 3 ? null : { text: `${letters.slice(0, room - 1).join('')}…`, size }
}
