/**
 * A text as an index is fed with it and keeps it: its tokens, and between them the signs that stand there. Each of these is
 * of ASCII, so that an engine that cuts text at them finds the same tokens.
 */
import { gap, mayBreak } from './broken-words.ts'
import { placesOf } from './places.ts'
import { mostAlike, type Stretch, signsAround, signsOf } from './signs.ts'
import { longestToken, type Token, tokenise } from './tokenise.ts'

/** Between two texts or values: phrases do not reach over it. */
export const between = ` ${gap} `

const beyondAscii = /\P{ASCII}/u
/** By code of ASCII: whether it is a letter, a digit or an underscore. */
const isOfWord = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0))
const space = 32
const del = 127
/** The tokens in a stream. */
export const streamWords = /[\w\u0080-\uffff]+/g
/** Bits of a number, and one sign for each further part of a joined word: no text leaves them in its stream. */
const [zero, one, part] = ['\x01', '\x02', '\x03']
const anyMark = new RegExp(`[${zero}${one}${part}]`)
const marks = new RegExp(`[${zero}${one}${part}]+`, 'g')
const bits = new RegExp(`[${zero}${one}]+`)

/** The stream of a text. The same tokens as `tokenise`, found faster. */
export function tokenStream(text: string): string {
  if (!beyondAscii.test(text) && !mayBreak(text)) {
    const plain = text.toLowerCase()
    return bounded(anyMark.test(plain) ? plain.replace(marks, ' ') : plain).trim()
  }
  const tokens = tokenise(text)
  const signs = signsAround(text, tokens)
  return tokens
    .reduce((stream, token, i) => stream + marked(token) + (signs[i + 1] ?? ''), signs[0] ?? '')
    .trim()
}

/** A token, and what a stream says beside one of a reading: where the reading begins, of how many parts a word is. */
function marked({ text, from, parts }: Token): string {
  if (from !== undefined) return text + from.toString(2).replaceAll('0', zero).replaceAll('1', one)
  return parts === undefined ? text : text + part.repeat(parts - 1)
}

/** The tokens of a stream. */
export const streamTokens = (stream: string): string[] => stream.match(streamWords) ?? []

/** Whether a stream tells words joined that lines break. */
export const tellsJoined = (stream: string): boolean => anyMark.test(stream)

/** The tokens of a stream, the signs around them, and where they stand. */
export function readStream(stream: string): Stretch {
  const tokens: string[] = []
  const signs: string[] = []
  const from = new Map<number, number>()
  const parts = new Map<number, number>()
  let at = 0
  for (const match of stream.matchAll(streamWords)) {
    signs.push(readBetween(stream.slice(at, match.index), tokens.length - 1, from, parts))
    tokens.push(match[0])
    at = match.index + match[0].length
  }
  signs.push(readBetween(stream.slice(at), tokens.length - 1, from, parts))
  return { tokens, signs, ...placesOf(tokens, from, parts, gap) }
}

/**
 * The signs of what stands behind a token of a stream. What else is said there of the token goes into `from`, the word with which
 * a reading begins, or into `parts`, of how many a joined word is.
 */
export function readBetween(
  between: string,
  token: number,
  from: Map<number, number>,
  parts: Map<number, number>,
): string {
  // So it is between most words.
  if (between === ' ') return between
  const [found] = between.match(marks) ?? []
  if (found === undefined) return signsOf(between)
  const [number] = bits.exec(found) ?? []
  if (number === undefined) parts.set(token, found.length + 1)
  else from.set(token, Number.parseInt(number.replaceAll(zero, '0').replaceAll(one, '1'), 2))
  return signsOf(between.replace(marks, ''))
}

/** The same of a text and its tokens. */
export function stretchOf(text: string, tokens: readonly Token[]): Stretch {
  const words = tokens.map((token) => token.text)
  const from = new Map(
    tokens.flatMap((token, at) => (token.from === undefined ? [] : [[at, token.from] as const])),
  )
  const parts = new Map(
    tokens.flatMap((token, at) => (token.parts === undefined ? [] : [[at, token.parts] as const])),
  )
  let signs: readonly string[] | undefined
  return {
    ...{ tokens: words, ...placesOf(words, from, parts, gap) },
    // Words alone decide most: signs are cut out where somebody asks for them.
    get signs() {
      signs ??= signsAround(text, tokens)
      return signs
    },
  }
}

/** Plain text without what a stream leaves out: the rest of endless words, spaces behind spaces, long runs of one sign. */
function bounded(text: string): string {
  let kept = ''
  let from = 0
  let skips = false
  let before = -1
  let run = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = isOfWord[code] === 1 ? 0 : code <= space || code === del ? space : code
    run = kind === before ? run + 1 : 1
    before = kind
    const isLeftOut = run > (kind === 0 ? longestToken : kind === space ? 1 : mostAlike)
    if (isLeftOut === skips) continue
    if (isLeftOut) kept += text.slice(from, i)
    else from = i
    skips = isLeftOut
  }
  return from === 0 && !skips ? text : kept + (skips ? '' : text.slice(from))
}
