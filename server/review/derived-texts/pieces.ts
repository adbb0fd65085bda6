/** A long text in pieces that a model takes: cut between paragraphs where there are any, else between sentences, else between words. */

/** Pieces of at most `size` characters, in order; together they are all of the text but white space between them. */
export function piecesOf(text: string, size: number): readonly string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > size) {
    const end = cutIn(rest, size)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}

/** A piece is at least half as long as it may be, so that there are not many. */
function cutIn(text: string, size: number): number {
  const least = Math.floor(size / 2)
  const head = text.slice(0, size)
  for (const mark of ['\f', '\n\n', '\n', '. ', ' ']) {
    const at = head.lastIndexOf(mark)
    if (at >= least) return at + mark.length
  }
  // Never between the halves of one character.
  return head.isWellFormed() ? size : size - 1
}
