/** Image lists of Opticon (OPT): a line for each page, with commas, and without quotes or a heading. */
import type { Encoding } from './encodings.ts'
import { type RefusedRow, refusal } from './faults.ts'
import { checkNames, type ImageDocument, type ListedPage } from './images.ts'
import { textLines } from './list-lines.ts'

/** Number, volume, path, document break, folder break, box break, pages. The last three may be missing. */
const columns = 7
const needed = 4

/** The pages of a list, in its order. A line that is none is refused, and reading goes on. */
export async function* readOpt(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding | null = null,
): AsyncGenerator<ListedPage | RefusedRow> {
  let isFirst = true
  for await (const item of textLines(pieces, encoding)) {
    const page = item.kind === 'refused' ? item : pageOf(item, item.text)
    if (page.kind === 'page' && isFirst && page.begins === null)
      yield refusal(
        page,
        'form',
        'The first page of a list must begin a document: its fourth value must be Y.',
      )
    else yield page
    if (page.kind === 'page' && page.begins !== null) isFirst = false
  }
}

function pageOf(place: { line: number; from: number; to: number }, text: string): ListedPage | RefusedRow {
  const { line, from, to } = place
  const values = text.split(',').map((value) => value.trim())
  if (values.length < needed || values.length > columns)
    return refusal(
      place,
      'fieldCount',
      `It has ${values.length} values; a line of an OPT has ${columns}. Paths hold no commas.`,
      values.length,
    )
  const [key = '', volume = '', path = '', documentBreak = '', , , pages = ''] = values
  if (key === '' || path === '') return refusal(place, 'form', 'It has no number or no path.')
  if (!/^[yn]?$/i.test(documentBreak))
    return refusal(place, 'form', 'The fourth value says whether a document begins: it is Y or empty.')
  if (!/^\d{0,9}$/.test(pages)) return refusal(place, 'form', 'The seventh value is the number of pages.')
  return {
    kind: 'page',
    line,
    from,
    to,
    key,
    volume,
    path,
    begins: /^y$/i.test(documentBreak) ? 'document' : null,
    pages: pages === '' ? null : Number(pages),
    pageOfFile: null,
    rotation: 0,
  }
}

/** The lines of a document. A file of several pages is named once. Throws a RangeError for names that part a line. */
export function optLines({ volume, pages }: ImageDocument): string {
  checkNames(pages, volume)
  return pages
    .map(({ key, path }, at) => {
      if (at > 0 && path === pages[at - 1]?.path) return ''
      return `${key},${volume},${path.replaceAll('/', '\\')},${at === 0 ? `Y,,,${pages.length}` : ',,,'}\r\n`
    })
    .join('')
}
