/** A web page that was saved with all that belongs to it: in the form of a message, with the page as its text. */
import { identifyWhole } from '../identify/identify.ts'
import { BrokenMessage, readMessage } from '../mail/eml.ts'
import type { Part } from '../mail/mime.ts'
import { htmlText, shownHtml } from './html.ts'
import { told } from './html-told.ts'
import { type Reader, Unreadable } from './reading.ts'

/** Its pictures and styles are how it looks; they are counted and not taken out. All else that it holds is. */
export const readMhtml: Reader = async (bytes, _kind, { limits }) => {
  try {
    const { html: source, text, subject, sentAt, parts, faults, flaws } = await readMessage(bytes, limits)
    const page = source === null ? null : shownHtml(source)
    const html = page?.html ?? null
    const said = page === null ? null : told(page)
    const images = new Set(parts.filter(isImage))
    const styles = new Set(parts.filter(isStyle))
    return {
      text: html === null ? text : htmlText(html),
      html: html === null || html.length > limits.htmlChars ? null : html,
      hidden: page?.hidden ?? '',
      metadata: {
        ...said?.metadata,
        ...(subject === '' ? {} : { Doc_Title: [subject] }),
        ...(sentAt === null ? {} : { Created_Date: [sentAt] }),
        ...(images.size === 0 ? {} : { Embedded_Images: [String(images.size)] }),
        ...(styles.size === 0 ? {} : { Style_Sheets: [String(styles.size)] }),
      },
      embedded: parts
        .filter((part) => !images.has(part) && !styles.has(part))
        .map((part) => ({ name: part.fileName, bytes: part.bytes })),
      flaws: [
        ...faults.map((reason) => ({ code: 'corrupt', reason, stage: 'parse' }) as const),
        ...flaws,
        ...(said?.flaws ?? []),
      ],
    }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    throw new Unreadable('corrupt', error.message)
  }
}

/** By their bytes, not by what is declared alone: a document does not hide in what it is called. */
const isImage = ({ bytes }: Part): boolean => identifyWhole(bytes, '').category === 'Image'
const isStyle = ({ bytes, mimeType }: Part): boolean =>
  mimeType === 'text/css' && identifyWhole(bytes, '').mimeType === 'text/plain'
