/** What of a text is kept to be searched. */

import type { ProcessingException } from '../member.ts'
import { htmlText } from './html.ts'

/**
 * The text part; the HTML's own text where there is none or where it says a good deal more. Where each says what the other
 * does not, both: a program may write no more into the text part than that the message is HTML, and what is not in the text
 * is not found, and tells no two messages apart.
 */
export function bodyText(text: string, html: string | null): string {
  if (html === null) return text
  if (text.trim() === '') return htmlText(html)
  const fromHtml = htmlText(html)
  const isLonger = fromHtml.length > text.length * 2 + 400
  // Of what is longer than anybody writes the words would take more memory than the message.
  if (Math.max(text.length, fromHtml.length) > maxCompared) return isLonger ? fromHtml : text
  const [own, shown] = [wordsOf(text), wordsOf(fromHtml)]
  if (!isLonger && !isPast(shown, own)) return text
  return isPast(own, shown) ? `${text.trimEnd()}\n\n${fromHtml}` : fromHtml
}

/** Characters. */
const maxCompared = 2_000_000

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether more than a tenth of the words are not among the others: links and pictures are told in other words. */
function isPast(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  let past = 0
  for (const word of words) if (!others.has(word)) past++
  return past * 10 > words.size
}

/** Cuts to what the project keeps searchable, and says so. */
export function cutText(
  text: string,
  max: number,
  flaws: ProcessingException[],
): { text: string; truncated: boolean } {
  if (text.length <= max) return { text, truncated: false }
  const reason = `Only the first ${max} of ${text.length} characters can be searched.`
  flaws.push({ code: 'textTruncated', reason, stage: 'text' })
  // Never between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max
  return { text: text.slice(0, end), truncated: true }
}
