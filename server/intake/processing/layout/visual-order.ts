/**
 * Lines with letters that are read from the right, in the order in which they stand: whole runs, by the main rules of the
 * bidirectional algorithm (Unicode, annex 9: W2 to W7 for digits, N1, N2, L2 and L4), without its marks of direction.
 */

import { joinedForms } from './arabic-forms.ts'
import { letterOf, widthOf } from './faces.ts'
import type { Line, Piece } from './lines.ts'

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const digit = /\p{Nd}/u
const letter = /[\p{L}\p{N}]/u
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

interface Sign {
  readonly char: string
  readonly piece: Piece
  /** 0 and 2 are read from the left, 1 from the right; null until it is known. */
  level: number | null
  /** Which direction it gives to what stands beside it. */
  right: boolean
}

/** The line as it is drawn from left to right. */
export function visualOrder(line: Line, size: number): Line {
  if (!line.pieces.some(({ text }) => fromRight.test(text))) return line
  const signs: Sign[] = line.pieces.flatMap((piece) =>
    [...piece.text].map((char) => ({ char, piece, level: null, right: false })),
  )
  const first = signs.find(({ char }) => letter.test(char) && !digit.test(char))
  const isRight = first !== undefined && fromRight.test(first.char)
  const ofLeft = isRight ? 2 : 0
  let right = isRight
  for (const sign of signs) {
    if (digit.test(sign.char)) {
      sign.level = right ? 2 : ofLeft
      sign.right = right
    } else if (letter.test(sign.char) || fromRight.test(sign.char)) {
      right = fromRight.test(sign.char)
      sign.level = right ? 1 : ofLeft
      sign.right = right
    }
  }
  settleOthers(signs, isRight)
  return lineOf(reordered(joined(signs)), size)
}

/** Arabic letters in the forms in which they stand beside each other; before they are reordered, as that is how they are read. */
function joined(signs: readonly Sign[]): Sign[] {
  const letters = signs.map(({ char }) => char)
  const has = (form: string, at: number): boolean => {
    const face = signs[at]?.piece.face
    return face !== undefined && !letterOf(face, form.codePointAt(0) ?? 0).isMissing
  }
  const forms = joinedForms(letters, has)
  return signs.flatMap((sign, at) => {
    const char = forms[at] ?? null
    return char === null ? [] : { ...sign, char }
  })
}

/** What has no direction takes that of both its neighbors, or of the line. */
function settleOthers(signs: readonly Sign[], isRight: boolean): void {
  for (let from = 0; from < signs.length; from++) {
    if (signs[from]?.level !== null) continue
    let to = from
    while (to < signs.length && signs[to]?.level === null) to++
    const [before, after] = [signs[from - 1], signs[to]]
    const sides = [before?.right ?? isRight, after?.right ?? isRight]
    const right = sides[0] === sides[1] ? sides[0] === true : isRight
    const isOfNumber =
      to - from === 1 &&
      /[.,:/-]/.test(signs[from]?.char ?? '') &&
      [before, after].every((sign) => sign !== undefined && digit.test(sign.char))
    const level = isOfNumber ? (before?.level ?? 0) : right ? 1 : isRight ? 2 : 0
    for (const sign of signs.slice(from, to)) sign.level = level
    from = to - 1
  }
}

/** Reverses each run from the highest level down (L2), and turns brackets (L4). */
function reordered(signs: readonly Sign[]): Sign[] {
  let order = [...signs]
  for (let level = 2; level >= 1; level--) {
    const next: Sign[] = []
    for (let at = 0; at < order.length; ) {
      let end = at
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++
      if (end === at) next.push(...order.slice(at, ++end))
      else next.push(...order.slice(at, end).reverse())
      at = end
    }
    order = next
  }
  return order.map((sign) => ({
    ...sign,
    char: sign.level === 1 ? (mirrored[sign.char] ?? sign.char) : sign.char,
  }))
}

function lineOf(signs: readonly Sign[], size: number): Line {
  const pieces: Piece[] = []
  for (const { char, piece } of signs) {
    const last = pieces.at(-1)
    if (last !== undefined && last.face === piece.face && last.line === piece.line)
      pieces[pieces.length - 1] = { ...last, text: last.text + char }
    else pieces.push({ ...piece, text: char })
  }
  const measured = pieces.map((piece) => ({ ...piece, width: widthOf(piece.text, piece.face, size) }))
  return { pieces: measured, width: measured.reduce((sum, { width }) => sum + width, 0) }
}
