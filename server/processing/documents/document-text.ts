/** What of a text is kept to be searched. */

import type { Flaw } from '../member.ts'
import { htmlText } from './html.ts'

/** The text part; the HTML's own text where there is none or where it says a good deal more. */
export function bodyText(text: string, html: string | null): string {
  if (html === null) return text
  if (text.trim() === '') return htmlText(html)
  if (html.length < text.length) return text
  const fromHtml = htmlText(html)
  return fromHtml.length > text.length * 2 + 400 ? fromHtml : text
}

/** Cuts to what the project keeps searchable, and says so. */
export function cutText(text: string, max: number, flaws: Flaw[]): { text: string; truncated: boolean } {
  if (text.length <= max) return { text, truncated: false }
  const reason = `Only the first ${max} of ${text.length} characters can be searched.`
  flaws.push({ code: 'textTruncated', reason, stage: 'text' })
  // Never between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max
  return { text: text.slice(0, end), truncated: true }
}
