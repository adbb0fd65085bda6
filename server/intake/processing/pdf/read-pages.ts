/** All pages of a PDF, one after the other, within the bounds of what one document may cost. */
import type { Limits } from '../limits.ts'
import type { ProcessingException } from '../member.ts'
import { type PageNotes, readAnnotations } from './annotations.ts'
import type { Pointer } from './engine.ts'
import { type PageText, readPageText } from './page-text.ts'
import type { PdfFile } from './pdf-file.ts'
import { isImageOfText } from './scans.ts'

export interface ReadPage extends PageText, PageNotes {
  /** Whether it is an image of text, or may be one. */
  readonly image: boolean
}

/** Characters that are read of one document: more than any project keeps searchable. */
const maxChars = 32_000_000
/** Pages in a row that cannot be read, after which the number of pages is not believed. */
const maxMissing = 1000

/**
 * Adds the pages to `pages` in their order, null for one that cannot be read; those that were read stay there when a page
 * ends the engine. `form` is the handle of the document's form. What was left out is told in `flaws`.
 */
export function readPages(
  pdf: PdfFile,
  form: Pointer,
  limits: Limits,
  pages: (ReadPage | null)[],
  flaws: ProcessingException[],
): void {
  const { pageCount } = pdf
  // Half of the time that an item has: what was read is worth more than a process that is ended over the rest.
  const end = Date.now() + limits.itemMs / 2
  let missing = 0
  let chars = 0
  while (pages.length < pageCount && missing < maxMissing) {
    const late = Date.now() > end && pages.length > 0
    if (late || chars > maxChars) {
      const why = late ? 'the others would take too long' : `they have ${chars} characters`
      flaws.push({
        code: late ? 'timedOut' : 'textTruncated',
        reason: `Only the first ${pages.length} of its ${pageCount} pages were read: ${why}.`,
        stage: 'text',
      })
      return
    }
    const read = pdf.page(pages.length, (page) => {
      const content = readPageText(pdf, page)
      const image = isImageOfText(pdf, page, content)
      return { ...content, image, ...readAnnotations(pdf, page, form, content.text) }
    })
    missing = read === null ? missing + 1 : 0
    for (const text of read === null ? [] : [read.text, ...read.notes]) chars += text.length
    pages.push(read)
  }
  const unread = pageCount - pages.filter((page) => page !== null).length
  // The last ones are not there; what stands in the middle keeps its place.
  pages.length -= missing
  if (unread > 0)
    flaws.push({
      code: 'corrupt',
      reason: `${unread} of its ${pageCount} pages cannot be read.`,
      stage: 'text',
    })
}
