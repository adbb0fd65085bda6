/**
 * What a report on a message says of each who was to have it (multipart/report, RFC 6522): whether it was delivered (RFC 3464),
 * shown (RFC 8098) or taken for abuse (RFC 5965). The part that says so is for programs; its words are the message's.
 */
import { bodyText } from '../documents/document-text.ts'
import { sanitiseHtml } from '../documents/html.ts'
import { decodeText, storable } from '../text.ts'
import type { Message } from './eml.ts'

/** What stands above each in the text. */
const headings: ReadonlyMap<string, string> = new Map([
  ['message/delivery-status', '[Delivery status]'],
  ['message/global-delivery-status', '[Delivery status]'],
  ['message/disposition-notification', '[Disposition]'],
  ['message/global-disposition-notification', '[Disposition]'],
  ['message/feedback-report', '[Feedback report]'],
])

/** The text of a message with that of its reports behind it; they stay parts of it. */
export function withReports({ text, html, parts }: Pick<Message, 'text' | 'html' | 'parts'>): string {
  const reports = parts.flatMap(({ mimeType, charset, bytes }) => {
    const heading = headings.get(mimeType.toLowerCase())
    return heading === undefined ? [] : [`${heading}\n${storable(decodeText(bytes, charset)).trim()}`]
  })
  if (reports.length === 0) return text
  // Whole beside an HTML that says more than the text.
  const own = bodyText(text, html === null ? null : sanitiseHtml(html, new Map()))
  return [own.trimEnd(), ...reports].filter((part) => part !== '').join('\n\n')
}
