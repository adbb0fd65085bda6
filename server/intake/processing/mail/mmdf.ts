/**
 * Where messages begin and end in a mailbox of MMDF: a line of four control characters (^A) stands before each and another
 * behind it. So two stand in a row between two messages; who left one of them out is understood as well.
 */
const marker = Buffer.from([1, 1, 1, 1])
const markedLine = Buffer.concat([Buffer.from('\n'), marker])
const newline = 0x0a
const carriageReturn = 0x0d

export const beginsMarked = (bytes: Buffer): boolean => bytes.subarray(0, marker.length).equals(marker)

/**
 * The next lines of marks and their length; where there are none, up to where the bytes are surely the message's. `fresh`: they
 * begin behind such lines. Of lines of marks that the bytes end in nothing is told before it is known what follows.
 */
export function nextMarkers(bytes: Buffer, fresh: boolean, ended: boolean): { at: number; length: number } {
  let at = fresh && beginsMarked(bytes) ? 0 : nextMarked(bytes, 0)
  while (at >= 0) {
    const length = markersAt(bytes, at, ended)
    // With the end of the line before it, by which it is found again.
    if (length === null) return { at: Math.max(0, at - 1), length: 0 }
    if (length > 0) return { at, length }
    at = nextMarked(bytes, at)
  }
  return { at: ended ? bytes.length : Math.max(0, bytes.length - marker.length), length: 0 }
}

/** How long the lines of marks are that begin here, two at most; 0 where none does, null where that cannot be told yet. */
export function markersAt(bytes: Buffer, at: number, ended: boolean): number | null {
  const first = markerAt(bytes, at, ended)
  if (first === null || first === 0) return first
  const second = markerAt(bytes, at + first, ended)
  if (second === null) return null
  const isLast = at + first + second >= bytes.length
  return isLast && !ended ? null : first + second
}

const nextMarked = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf(markedLine, from)
  return end < 0 ? -1 : end + 1
}

function markerAt(bytes: Buffer, at: number, ended: boolean): number | null {
  const here = bytes.subarray(at, at + marker.length)
  if (!here.equals(marker.subarray(0, here.length))) return 0
  if (here.length < marker.length) return ended ? 0 : null
  const [one, two] = bytes.subarray(at + marker.length, at + marker.length + 2)
  if (one === newline) return marker.length + 1
  if (one === carriageReturn && two === newline) return marker.length + 2
  if (one === undefined || (one === carriageReturn && two === undefined))
    return ended ? bytes.length - at : null
  return 0
}
