/** Constructs of other search tools that are not read here: a clear fault each, never another meaning. */
import { type Span, stop } from './fault.ts'

/** What the chunk after this one is, as far as it matters here. */
export interface Following {
  /** Text of the next chunk; empty where there is none. */
  readonly next: string
  /** A bracket or quoted text follows without a space. */
  readonly gluedGroup: boolean
}

const quotesAdvice = 'To look for the words as they stand, put them in quotes.'

/** Stops where an unquoted chunk is a construct that is not supported. */
export function refuseUnsupported(chunk: string, at: Span, following: Following): void {
  const refusal = refusalOf(chunk, following)
  if (refusal !== null) stop('unsupported', `${refusal} ${quotesAdvice}`, at)
}

/** Of Westlaw and Lexis too: `/5`, `/s`, `/p`, `+s`, `w/sent`. */
const near = /^(?:(?:not)?(?:w|pre|within|near|onear)?\/|\+)(?:\d+|n|s|p|sent|para|seg|sentence|paragraph)$/i
const andInstead = 'AND finds the documents that hold both.'

function refusalOf(chunk: string, following: Following): string | null {
  if (near.test(chunk) || chunk === 'NEAR') {
    return `Words near each other (“${chunk}”) cannot be searched for yet. ${andInstead}`
  }
  if (/^(w|pre|within|near|onear)\/$/i.test(chunk)) {
    return `“${chunk}” lacks a number, and words near each other cannot be searched for yet. ${andInstead}`
  }
  const root = /^([\p{L}\p{N}_'’-]+)!+[.,;:]*$/u.exec(chunk)
  if (root !== null) return `For all words that begin so (“${chunk}”), write ${root[1]}*.`
  if (/^=[\p{L}\p{N}]/u.test(chunk)) return `For exactly these words, put the sign inside quotes: "${chunk}".`
  if (/^x(first|last)word$/i.test(chunk)) {
    return `The first and last word of a text (“${chunk}”) cannot be searched for yet.`
  }
  if (/[\p{L}\p{N}]~~/u.test(chunk) || (/^[[{]/.test(chunk) && following.next === 'TO')) {
    return `Ranges of numbers in the text (“${chunk}”) cannot be searched for yet.`
  }
  if (/[\p{L}\p{N}*?]~/u.test(chunk))
    return `Other forms of a word (“${chunk}”) cannot be searched for yet; use *.`
  if (/[\p{L}\p{N}]%+[\p{L}\p{N}]/u.test(chunk)) {
    return `Words with other spellings (“${chunk}”) cannot be searched for yet; use * or ?.`
  }
  if (/^#\p{L}/u.test(chunk)) return `Words that sound alike (“${chunk}”) cannot be searched for.`
  if (/[\p{L}\p{N}]=+$/u.test(chunk)) return `Patterns of digits (“${chunk}”) cannot be searched for.`
  if (/\p{L}\^\d/u.test(chunk)) return `Weights (“${chunk}”) are not supported.`
  if (chunk === '&&') return 'Write AND instead of “&&”.'
  if (chunk === '||') return 'Write OR instead of “||”.'
  return signRefusal(chunk, following)
}

const signs = new Map([
  ['-', 'Write NOT instead of a minus sign'],
  ['!', 'Write NOT instead of an exclamation mark'],
  ['+', 'Write AND instead of a plus sign'],
])

function signRefusal(chunk: string, following: Following): string | null {
  const advice = signs.get(chunk.charAt(0))
  if (advice === undefined) return null
  const before = chunk.length === 1 ? following.gluedGroup : /^.[\p{L}_*?]/u.test(chunk)
  return before ? `${advice} (“${chunk}”).` : null
}

/** A distance behind a quoted text: `"a b"~5`. */
export function refuseDistance(chunk: string, at: Span): void {
  if (/^~\d*/.test(chunk)) {
    stop(
      'unsupported',
      `Words near each other (“${chunk}”) cannot be searched for yet. ${andInstead} ${quotesAdvice}`,
      at,
    )
  }
}
