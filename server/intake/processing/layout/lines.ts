/** Breaks paragraphs into lines. */
import type { Run } from './blocks.ts'
import { letterOf, widthOf } from './faces.ts'
import { visualOrder } from './visual-order.ts'

/** A part of a line, of one look. */
export interface Piece extends Run {
  readonly width: number
}
/** Pieces from left to right. */
export interface Line {
  readonly pieces: readonly Piece[]
  readonly width: number
}

const token = /\n|[ \t]+|[^\s]+|\s/g

/** The lines of a paragraph; words that no line has room for are cut. */
export function linesOf(runs: readonly Run[], size: number, room: number): Line[] {
  const lines: Line[] = []
  let pieces: Piece[] = []
  let width = 0
  /** Spaces before the word that is read. */
  let gaps: Piece[] = []
  let word: Piece[] = []
  let wordWidth = 0

  const put = (piece: Piece): void => {
    const last = pieces.at(-1)
    if (last !== undefined && last.face === piece.face && last.line === piece.line)
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
    else pieces.push(piece)
    width += piece.width
  }
  const endLine = (): void => {
    lines.push(visualOrder({ pieces, width }, size))
    pieces = []
    width = 0
    gaps = []
  }
  const cut = (piece: Piece): void => {
    for (const char of piece.text) {
      const own = (letterOf(piece.face, char.codePointAt(0) ?? 0).width * size) / 1000
      if (width > 0 && width + own > room) endLine()
      put({ ...piece, text: char, width: own })
    }
  }
  const endWord = (): void => {
    if (word.length === 0) return
    const space = gaps.reduce((sum, gap) => sum + gap.width, 0)
    if (pieces.length > 0 && width + space + wordWidth > room) endLine()
    // Spaces between two lines have no place; those before the first word move it to the right.
    if (space < room) for (const gap of gaps) put(gap)
    gaps = []
    for (const piece of word)
      if (width + wordWidth > room) cut(piece)
      else put(piece)
    word = []
    wordWidth = 0
  }

  for (const run of runs)
    for (const [text] of run.text.matchAll(token)) {
      if (text === '\n') {
        endWord()
        endLine()
        continue
      }
      const piece: Piece = { ...run, text, width: widthOf(text, run.face, size) }
      if (/^\s/.test(text)) {
        endWord()
        gaps.push(piece)
      } else {
        word.push(piece)
        wordWidth += piece.width
      }
    }
  endWord()
  if (pieces.length > 0 || lines.length === 0) endLine()
  return lines
}
