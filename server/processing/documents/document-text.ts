/** What of a document can be searched, or the reason why nothing can. */

import type { Kind } from '../identify/identify.ts'
import type { Limits } from '../limits.ts'
import type { ExceptionCode, Flaw } from '../member.ts'
import { decodeText } from '../text.ts'
import { htmlText } from './html.ts'
import { htmlSource, shownHtml } from './html-document.ts'

/** The text part; the HTML's own text where there is none or where it says a good deal more. */
export function bodyText(text: string, html: string | null): string {
  if (html === null) return text
  if (text.trim() === '') return htmlText(html)
  if (html.length < text.length) return text
  const fromHtml = htmlText(html)
  return fromHtml.length > text.length * 2 + 400 ? fromHtml : text
}

export interface FileText {
  readonly text: string | null
  readonly html: string | null
  readonly noText: string | null
}

const textTypes = /^(text\/|message\/|application\/(xml|json|sql|ics|javascript|x-sh)$)/

/** The text of a file whose bytes are text; for all others the reason why there is none yet. */
export function fileText(bytes: Buffer, kind: Kind, limits: Limits, flaws: Flaw[]): FileText {
  const none = (code: ExceptionCode, reason: string): FileText => {
    flaws.push({ code, reason, stage: 'text' })
    return { text: null, html: null, noText: reason }
  }
  if (bytes.length === 0) return none('zeroByte', 'The file is empty.')
  if (kind.category === 'Encrypted') return none('encrypted', 'The content is encrypted.')
  if (kind.mimeType === 'text/html') return { ...shownHtml(htmlSource(bytes, kind), limits), noText: null }
  if (textTypes.test(kind.mimeType))
    return { text: decodeText(bytes, kind.charset), html: null, noText: null }
  const what =
    kind.category === 'Unknown'
      ? 'files of an unknown type'
      : `files of type ${kind.extension || kind.mimeType}`
  return none('noTextYet', `Text is not taken from ${what} yet.`)
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
