/**
 * Words before the first part of a message, between its parts and behind the last (RFC 2046, 5.1.1): no mail program shows
 * them, and somebody may have written them.
 */
import type { ProcessingException } from '../member.ts'
import { decodeText, isBlank } from '../text.ts'

/** The field of what stands there. */
export const aroundField = 'Text_Around_Parts'

/** Characters of one value, and values that are kept of a message. */
const valueChars = 1000
const maxValues = 100

/** Lines that stand together, each place for itself, in values of the field: none where all are blank, or the usual notice. */
export function aroundParts(places: readonly Buffer[]): {
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly flaws: readonly ProcessingException[]
} {
  const values: string[] = []
  for (const place of places) {
    if (values.length > maxValues) break
    if (isBlank(place)) continue
    let rest = withoutNotices(decodeText(place).trim())
    while (rest !== '' && values.length <= maxValues) {
      const length = lengthOfValue(rest)
      values.push(rest.slice(0, length).trimEnd())
      rest = rest.slice(length).trimStart()
    }
  }
  if (values.length === 0) return { metadata: {}, flaws: [] }
  const kept = values.slice(0, maxValues)
  return { metadata: { [aroundField]: kept }, flaws: kept.length < values.length ? [cut] : [] }
}

const cut: ProcessingException = {
  code: 'textTruncated',
  reason: `Only the beginning of the words around its parts is kept as a field of it, in ${maxValues} values: the others are in the message only.`,
  stage: 'parse',
}

/** As many characters as a value holds, up to the end of a line or else of a word; a longer word is cut. */
function lengthOfValue(text: string): number {
  if (text.length <= valueChars) return text.length
  const head = text.slice(0, valueChars + 1)
  const line = head.lastIndexOf('\n')
  if (line > 0) return line
  const word = /^.*\s/su.exec(head)?.[0].length ?? 0
  if (word > 0) return word
  return isHighSurrogate(text.charCodeAt(valueChars - 1)) ? valueChars - 1 : valueChars
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** What programs say to those who read mail without MIME, in their own words. */
const notices: readonly RegExp[] = [
  'This is a multi-part message in MIME format.',
  'This is a multi-part message in MIME format...',
  'This is a multi part message in MIME format.',
  'This is a multipart message in MIME format.',
  'This is a multipart message in MIME format',
  'This is a multipart MIME message.',
  'This is a MIME-encapsulated message.',
  'This is a MIME-encapsulated message',
  'This is a MIME-formatted message.',
  'This is a cryptographically signed message in MIME format.',
  'This is an S/MIME signed message',
  'This is an OpenPGP/MIME signed message (RFC 4880 and 3156)',
  'This is an OpenPGP/MIME signed message (RFC 2440 and 3156)',
  'This is an OpenPGP/MIME encrypted message (RFC 4880 and 3156)',
  'This is an OpenPGP/MIME encrypted message (RFC 2440 and 3156)',
  'This message is in MIME format.',
  'Since your mail reader does not understand this format, some or all of this message may not be legible.',
  'The first part should be readable text, while the remaining parts are likely unreadable without MIME-aware tools.',
  'Send mail to mime@docserver.cac.washington.edu for more info.',
].map(noticeOf)

/** A sentence that is all that stands in its lines, or that another one follows; a line may end wherever a blank stands. */
function noticeOf(sentence: string): RegExp {
  const words = sentence.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`^(?:> ?)?${words.join('\\s+(?:> ?)?')}(?=\\s|$)\\s*`, 'i')
}

/** Sentences of one notice; who writes more of them makes a text of it. */
const maxSentences = 4

/** Where more stands behind them, that is what was written. */
function withoutNotices(text: string): string {
  let rest = text
  for (let n = 0; n < maxSentences; n++) {
    const notice = notices.find((one) => one.test(rest))
    if (notice === undefined) break
    rest = rest.replace(notice, '')
  }
  return rest
}
