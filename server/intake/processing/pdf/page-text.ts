/** The text of a page as its content gives it, in the order in which it is written. */
import { storable } from '../text.ts'
import type { Pointer } from './engine.ts'
import { type LetterFault, letterFault } from './letters.ts'
import type { PdfFile } from './pdf-file.ts'

export interface PageText {
  /** Lines end with `\n`; there is no form feed in it. */
  readonly text: string
  /** Whether something is drawn on the page: where there is no text, that may be an image of it. */
  readonly drawn: boolean
  /** Whether its text is of characters that stand for no letters, as in fonts without a table of what they show. */
  readonly unreadable: boolean
  /** Why its text is not what can be read on it. */
  readonly fault: LetterFault | null
}

export function readPageText({ engine }: PdfFile, page: Pointer): PageText {
  const { api } = engine
  const raw = engine.hold(api.FPDFText_LoadPage(page), api.FPDFText_ClosePage, (textPage) => {
    const chars = textPage === 0 ? 0 : api.FPDFText_CountChars(textPage)
    if (chars <= 0) return ''
    // Room for two units a character, which the function may write, and for the NUL behind them.
    return engine.withMemory(4 * chars + 4, (at) => {
      const units = api.FPDFText_GetText(textPage, 0, chars, at)
      return Buffer.from(engine.memory.buffer, at, Math.max(0, units - 1) * 2).toString('utf16le')
    })
  })
  const text = cleanText(raw)
  const readable = /[\p{L}\p{N}]/u.test(text)
  return {
    text: readable ? text : '',
    drawn: api.FPDFPage_CountObjects(page) > 0,
    unreadable: !readable && raw.trim() !== '',
    fault: readable ? letterFault(text) : null,
  }
}

/**
 * What PDFium gives, as text: without control characters (codes that no table turns into letters), and with words that the
 * end of a line breaks as they are shown. Whether a hyphen there is one of the word, as in "attorney-client", nobody can
 * tell: the search reads both (query/broken-words.ts).
 */
function cleanText(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return storable(raw.replaceAll(brokenAt, '-\n')).replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uffff]/g, '')
}

/** PDFium's sign for a hyphen at the end of a line; the line break behind it is left out. */
const brokenAt = '\ufffe'
