/** A web page that was saved with all that belongs to it: in the form of a message, with the page as its text. */
import { BrokenMessage, readMessage } from '../mail/eml.ts'
import { htmlText, sanitiseHtml } from './html.ts'
import { type Reader, Unreadable } from './reading.ts'

/** Its pictures are how it looks; they are counted and not taken out. */
export const readMhtml: Reader = async (bytes, _kind, { limits }) => {
  try {
    const { html: source, text, subject, sentAt, parts } = await readMessage(bytes, limits)
    const html = source === null ? null : sanitiseHtml(source)
    return {
      text: html === null ? text : htmlText(html),
      html: html === null || html.length > limits.htmlChars ? null : html,
      metadata: {
        ...(subject === '' ? {} : { Doc_Title: [subject] }),
        ...(sentAt === null ? {} : { Created_Date: [sentAt] }),
        ...(parts.length === 0 ? {} : { Embedded_Images: [String(parts.length)] }),
      },
      embedded: [],
      flaws: [],
    }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    throw new Unreadable('corrupt', error.message)
  }
}
