/** A part of a long text that stands for all of it. */

/** UTF-16 units that are looked at of any text, and of a long one in one piece. */
const maxChars = 200_000
const pieceChars = 4_000

/** The text, or pieces from all over it that begin and end between lines. */
export function sampleOf(text: string): string {
  if (text.length <= maxChars) return text
  const pieces = maxChars / pieceChars
  return Array.from({ length: pieces }, (_, n) => {
    const start = Math.floor((n * (text.length - pieceChars)) / (pieces - 1))
    return whole(text.slice(start, start + pieceChars))
  }).join('\n\n')
}

/** Without the lines that were cut through; a piece of one line stays as it is. */
function whole(piece: string): string {
  const [first, last] = [piece.indexOf('\n'), piece.lastIndexOf('\n')]
  return first < last ? piece.slice(first + 1, last) : piece.toWellFormed()
}
