/** An Excel workbook of XML parts, with or without macros, as it is read for a rebuilding (ECMA-376 part 1, 18.3). */
import { Draft } from '../documents/draft.ts'
import { readCellFormats } from '../documents/ooxml/excel-styles.ts'
import { OfficeFile } from '../documents/ooxml/office-file.ts'
import { readSheetList } from '../documents/ooxml/sheet-list.ts'
import type { Parts } from '../documents/parts.ts'
import { type ReadOptions, Unreadable } from '../documents/reading.ts'
import { walkXml } from '../documents/xml.ts'
import { wholeRows } from '../sheets/xlsx.ts'
import type { BookSource } from './book-source.ts'
import { readStrings } from './strings.ts'
import { rebuiltStyles } from './styles.ts'
import { rebuiltTheme } from './theme.ts'
import { readMeanings } from './workbook-meanings.ts'
import { XlsxRows } from './xlsx-rows.ts'

/** Parts that stay, as they are rebuilt; what the others are called where it is told that they are left out. */
const others: readonly (readonly [RegExp, string])[] = [
  [/vbaProject/i, 'Macros were left out.'],
  [/\/(?:pivotTables|pivotCache|slicers|slicerCaches|timelines)\//i, 'Pivot tables stay as their values.'],
  [/\/(?:charts|drawings|media|diagrams|chartsheets)\//i, 'Charts, drawings and pictures were left out.'],
  [/\/(?:comments\w*|threadedComments|persons)(?:\.|\/)/i, 'Comments were left out.'],
  [/\/(?:externalLinks|queryTables|connections|model)/i, 'Links to other files and to data were left out.'],
  [/\/embeddings\//i, 'Embedded files were left out.'],
]

export function xlsxSource(parts: Parts, options: ReadOptions): BookSource {
  const file = new OfficeFile(parts, new Draft(options))
  const book = file.related('', 'officeDocument').at(0) ?? 'xl/workbook.xml'
  const { sheets: listed, date1904 } = readSheetList(file, book)
  if (listed.length === 0) throw new Unreadable('corrupt', 'It is damaged: it has no sheets.')
  const sheets = listed.map(({ name, relationId }) => ({ name, part: file.byId(book, relationId) }))
  const one = (type: string): string | undefined => file.related(book, type).at(0)
  const stylesPart = one('styles')
  const themePart = one('theme')
  const theme = themePart === undefined ? null : parts.read(themePart)
  const styles = rebuiltStyles(stylesPart === undefined ? null : parts.read(stylesPart))
  const strings = readStrings(parts, one('sharedStrings') ?? 'xl/sharedStrings.xml')
  const formats = readCellFormats(file, stylesPart, date1904)
  const meanings = readMeanings(file, book, sheets)
  const said = new Set([
    ...styles.leftOut,
    ...others.flatMap(([names, words]) => (parts.names.some((name) => names.test(name)) ? [words] : [])),
  ])
  return {
    sheets: listed.map(({ name, state }) => ({ name, isHidden: state !== 'visible' })),
    meanings,
    derived: meanings.pivots,
    date1904,
    styles,
    theme: theme === null ? null : rebuiltTheme(theme),
    leftOut: () => [...said, ...parts.losses],
    async read(number, taker) {
      const part = sheets[number]?.part
      const rows = new XlsxRows({ strings, formats, styles: styles.count }, taker)
      if (part === undefined || !parts.has(part))
        said.add('A sheet is missing from the file: only its name is there.')
      else for await (const piece of wholeRows(parts.pieces(part))) walkXml(piece, rows)
      rows.end()
      if (rows.isOther) said.add('A sheet without cells, such as a chart, is empty.')
      return rows.hidden
    },
  }
}
