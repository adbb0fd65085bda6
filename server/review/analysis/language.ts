/**
 * The languages of a text: of each piece of it the most likely one, their shares, and how sure that is. The text alone is
 * asked, never what the file declares.
 */
import { detectAll } from 'tinyld'
import { isDisclaimer } from './disclaimers.ts'

export interface Language {
  /** ISO 639-1. */
  readonly code: string
  /** Of the letters that were looked at, in whole percent. */
  readonly share: number
  /** How much speaks for it in the pieces that are in it, in whole percent: of what is told by its writing, 100. */
  readonly confidence: number
}

/** Shorter texts could be of any language. */
const minLetters = 40
/** A piece is long enough to be told, and short enough to be of one language. */
const pieceChars = 600
/** Characters that are looked at: the beginning, and pieces from all over a longer text. */
const maxPieces = 60
/** What has less of a text is a name or a quotation. */
const minShare = 5
/** Of a piece for which nothing speaks more than this, nothing is known. */
const minCertainty = 0.05
/** What is said with less certainty of a piece may be said of others too: it may be in any of them. */
const sure = 0.2

/** A piece of a text that is in some language. */
interface Heard {
  readonly letters: number
  /** From 0 to 1. */
  readonly likely: readonly { readonly code: string; readonly certainty: number }[]
}

/** The most common first; none where the text is too short, or no language. */
export function languagesOf(text: string): readonly Language[] {
  const heard = spread(piecesOf(withoutForeign(text))).flatMap((piece) => guessesOf(piece) ?? [])
  // A few words of a list may look like several languages: they are in what all of the text is in, where they may be.
  const main = likeliest(heard)
  const found = new Map<string, { letters: number; certain: number }>()
  let all = 0
  for (const { letters, likely } of heard) {
    const [best] = likely
    if (best === undefined) continue
    const { code, certainty } =
      (best.certainty < sure ? likely.find((guess) => guess.code === main) : undefined) ?? best
    all += letters
    const before = found.get(code) ?? { letters: 0, certain: 0 }
    found.set(code, {
      letters: before.letters + letters,
      certain: before.certain + letters * Math.min(1, certainty),
    })
  }
  if (all < minLetters) return []
  return [...found]
    .map(([code, { letters, certain }]) => ({
      code,
      share: Math.round((letters * 100) / all),
      confidence: Math.round((certain * 100) / letters),
    }))
    .filter(({ share }) => share >= minShare)
    .sort((a, b) => b.share - a.share || (a.code < b.code ? -1 : 1))
}

/** The language for which most letters speak, each as far as it is certain of it. */
function likeliest(heard: readonly Heard[]): string | null {
  const votes = new Map<string, number>()
  for (const { letters, likely } of heard)
    for (const { code, certainty } of likely) votes.set(code, (votes.get(code) ?? 0) + letters * certainty)
  let main: string | null = null
  for (const [code, vote] of votes) if (main === null || vote > (votes.get(main) ?? 0)) main = code
  return main
}

/** What is of no language: tags of markup, addresses, headers of quoted mail. */
const withoutForeign = (text: string): string =>
  text
    .replace(/<[/!?]?[\p{L}_][^<>]{0,1000}>/gu, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S+|(?<!\S)\S{1,64}@\S{1,255}(?!\S)/gi, ' ')
    .replace(
      /^[ \t>|]*(?:from|to|cc|bcc|sent|date|subject|von|an|gesendet|betreff|de|para|asunto|message-id)\s*:.*$/gim,
      '',
    )

const quotation = /^[ \t>|]*/
/** An empty line, or one that is drawn. */
const rule = /^[\s_*=~-]*$/

/** Of its paragraphs; what is short stands with what comes next. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  // Those of the piece: counted anew for each of many short paragraphs, they take a second for each megabyte.
  let letters = 0
  for (const paragraph of paragraphsOf(text)) {
    if (isDisclaimer(paragraph)) continue
    piece += paragraph
    if (piece.length < pieceChars) letters += lettersIn(paragraph)
    else {
      while (piece.length >= pieceChars) {
        const at = piece.lastIndexOf(' ', pieceChars)
        const end = at > 0 ? at : pieceChars
        pieces.push(piece.slice(0, end))
        piece = piece.slice(end)
      }
      letters = lettersIn(piece)
    }
    if (letters < minLetters) continue
    pieces.push(piece)
    piece = ''
    letters = 0
  }
  return piece.trim() === '' ? pieces : [...pieces, piece]
}

/** They end also where a quotation begins and ends, so that an answer and what it quotes are told apart. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = []
  let lines: string[] = []
  let wasQuoted = false
  for (const line of text.split('\n')) {
    const [marks = ''] = quotation.exec(line) ?? []
    const said = line.slice(marks.length)
    const isEmpty = rule.test(said)
    const isQuoted: boolean = isEmpty ? wasQuoted : /[>|]/.test(marks)
    if ((isEmpty || isQuoted !== wasQuoted) && lines.length > 0) {
      paragraphs.push(lines.join(''))
      lines = []
    }
    wasQuoted = isQuoted
    if (!isEmpty) lines.push(`${said} `)
  }
  return lines.length === 0 ? paragraphs : [...paragraphs, lines.join('')]
}

const spread = (pieces: readonly string[]): readonly string[] =>
  pieces.length <= maxPieces
    ? pieces
    : Array.from({ length: maxPieces }, (_, n) => pieces[Math.floor((n * pieces.length) / maxPieces)] ?? '')

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/** By writing, where only one language has it; else by its words. */
const writings: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Georgian}/gu, 'ka'],
]

/** A piece by what languages it may be in, the likeliest first; null for what is of none. */
function guessesOf(piece: string): Heard | null {
  const letters = lettersIn(piece)
  for (const [writing, code] of writings) {
    const count = piece.match(writing)?.length ?? 0
    // Japanese has as many Chinese signs as its own.
    if (count >= letters * (code === 'ja' ? 0.1 : 0.3) && count > 0)
      return { letters, likely: [{ code, certainty: 1 }] }
  }
  const said = wordsIn(piece)
  const saidLetters = lettersIn(said)
  if (saidLetters < minLetters || !hasWords(piece)) return null
  const likely = detectAll(said)
    .filter(({ lang }) => !planned.has(lang))
    .map(({ lang, accuracy }) => ({ code: lang, certainty: accuracy }))
  return (likely[0]?.certainty ?? 0) < minCertainty ? null : { letters: saidLetters, likely }
}

/**
 * Its words alone, each with the punctuation around it. Sums of changes, paths, names of variables and of fields in exported
 * records are of no language, and look like one that few people write.
 */
const wordsIn = (piece: string): string =>
  piece
    .split(/\s+/)
    .filter((token) => word.test(token) && !/\p{Ll}\p{Lu}/u.test(token))
    .join(' ')
/** With what joins and parts letters without being seen. */
const word =
  /^[\p{P}\p{S}]*[\p{L}\p{M}\u00ad\u200b-\u200d]+(?:['’…—–-]+[\p{L}\p{M}\u00ad\u200b-\u200d]+)*[\p{P}\p{S}]*$/u

/** Made up by somebody: nobody's mail is in one, and names and signatures look like them (Klingon, Esperanto, Volapük). */
const planned: ReadonlySet<string> = new Set(['tlh', 'eo', 'vo'])

/** A list of parts is all capitals and figures. */
function hasWords(piece: string): boolean {
  const words = piece.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const real = words.filter((word) => !/\d/.test(word))
  return real.length * 2 >= words.length && /\p{Ll}|\p{Lo}/u.test(piece)
}
