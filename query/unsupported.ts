/** Constructs of other search tools that are not read here: a clear fault each, never another meaning. */
import { type Span, stop } from './fault.ts'
import { withoutPieces } from './words.ts'

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
const near =
  /^(?<not>not)?(?<kind>w|pre|within|near|onear)?(?:\/|(?<plus>\+))(?<far>\d+|n|s|p|sent|para|seg|sentence|paragraph)$/i

/** What is written here instead; for sentences and paragraphs, which are not known, a number of words. */
function connectorFor(distance: RegExpExecArray | null): string {
  const { not = '', kind = '', plus = '', far = '' } = distance?.groups ?? {}
  const isOrdered = plus !== '' || /^(?:pre|onear)$/i.test(kind)
  const connector = `${not === '' ? '' : 'not '}${isOrdered && not === '' ? 'pre' : 'w'}`
  if (/^\d/.test(far)) return `${connector}/${far}`
  return `${connector}/15, with a number of words: sentences and paragraphs are not known`
}

function refusalOf(chunk: string, following: Following): string | null {
  const distance = near.exec(chunk)
  if (distance !== null || chunk === 'NEAR') return `Instead of “${chunk}” write ${connectorFor(distance)}.`
  if (/^(within|near|onear)\/$/i.test(chunk))
    return `Instead of “${chunk}” write w/5, with the number of words.`
  const root = /^([\p{L}\p{N}_'’-]+)!+[.,;:]*$/u.exec(chunk)
  if (root !== null) return `For all words that begin so (“${chunk}”), write ${root[1]}*.`
  if (/^=[\p{L}\p{N}]/u.test(chunk)) return `For exactly these words, put the sign inside quotes: "${chunk}".`
  if (/^x(first|last)word$/i.test(chunk)) {
    return `“${chunk}” stands alone beside a connector, as in merger w/5 ${chunk}.`
  }
  if (/^[[{]/.test(chunk) && following.next.toUpperCase() === 'TO') {
    return `Ranges of whole numbers stand alone between operators, as [900 TO 1300], or are written 900~~1300 (“${chunk}”).`
  }
  if (/^\d+~~/.test(chunk) && withoutPieces(chunk).includes('~'))
    return `“${chunk}” is no range: write 900~~1300.`
  if (/[\p{L}\p{N}*?]~/u.test(chunk) && withoutPieces(chunk).includes('~')) {
    return `“${chunk}”: for the forms of a word write apply~, for other spellings ba%nana, one % for each letter.`
  }
  if (/^%+\p{L}|\p{L}%+$/u.test(chunk))
    return `“${chunk}”: % stands between the letters of a word, as in ba%nana, for one that may be another.`
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
    const far = /\d+/.exec(chunk)?.[0] ?? '5'
    stop('unsupported', `Instead of “${chunk}” behind the quotes write w/${far} between the words.`, at)
  }
}
