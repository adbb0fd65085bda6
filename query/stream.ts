/**
 * A text as an index is fed with it and keeps it: its tokens, and between them the signs that stand there. Each of these is
 * of ASCII, so that an engine that cuts text at them finds the same tokens.
 */
import { gap, mayBreak } from './broken-words.ts'
import { mostAlike, type Stretch, signsAround, signsOf } from './signs.ts'
import { longestToken, tokenise } from './tokenise.ts'

/** Between two texts or values: phrases do not reach over it. */
export const between = ` ${gap} `

const beyondAscii = /\P{ASCII}/u
/** By code of ASCII: whether it is a letter, a digit or an underscore. */
const isOfWord = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0))
const space = 32
const del = 127
const words = /[\w\u0080-\uffff]+/g

/** The stream of a text. The same tokens as `tokenise`, found faster. */
export function tokenStream(text: string): string {
  if (!beyondAscii.test(text) && !mayBreak.test(text)) return bounded(text.toLowerCase()).trim()
  const tokens = tokenise(text)
  const signs = signsAround(text, tokens)
  return tokens
    .reduce((stream, token, i) => stream + token.text + (signs[i + 1] ?? ''), signs[0] ?? '')
    .trim()
}

/** The tokens of a stream. */
export const streamTokens = (stream: string): string[] => stream.match(words) ?? []

/** The tokens of a stream and the signs around them. */
export function readStream(stream: string): Stretch {
  const tokens: string[] = []
  const signs: string[] = []
  let at = 0
  for (const match of stream.matchAll(words)) {
    signs.push(signsOf(stream.slice(at, match.index)))
    tokens.push(match[0])
    at = match.index + match[0].length
  }
  signs.push(signsOf(stream.slice(at)))
  return { tokens, signs }
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
