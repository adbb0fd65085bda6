/** A slip sheet of words as a page: in the middle of it, line by line. */
import { Unreadable } from '../../intake/processing/documents/reading.ts'
import { drawn, type Run } from '../../intake/processing/layout/blocks.ts'
import { widthOf } from '../../intake/processing/layout/faces.ts'
import { linesOf } from '../../intake/processing/layout/lines.ts'
import { pageHeight, pageWidth, writePdf } from '../../intake/processing/layout/pdf-writer.ts'

/** Points. */
const largest = 16
const smallest = 8
const margin = 72
const leading = 1.4

/** A PDF of one page. Letters are smaller where there are many lines. */
export function slipSheetPage(text: string): Buffer {
  const run: Run = { text: drawn(text), face: 'plain', line: 'none' }
  const most = pageHeight - 2 * margin
  let size = largest
  let lines = linesOf([run], size, pageWidth - 2 * margin)
  while (size > smallest && lines.length * size * leading > most) {
    size -= 1
    lines = linesOf([run], size, pageWidth - 2 * margin)
  }
  if (lines.length * size * leading > most)
    throw new Unreadable('tooMany', 'The slip sheet has more lines than a page has room for.')
  const pdf = writePdf()
  let y = (pageHeight + lines.length * size * leading) / 2 - size
  for (const { pieces } of lines) {
    const words = pieces.map((piece) => piece.text).join('')
    const left = (pageWidth - widthOf(words, 'plain', size)) / 2
    if (words.trim() !== '') pdf.text(words, 'plain', size, left, y)
    y -= size * leading
  }
  pdf.endPage()
  return pdf.end()
}
