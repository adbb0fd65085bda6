/** What names and tables of an Excel workbook mean, and which of its cells a pivot table fills (ECMA-376 part 1, 18.2, 18.5, 18.10). */
import type { OfficeFile } from '../documents/ooxml/office-file.ts'
import { decodeXml, walkXml } from '../documents/xml.ts'
import type { Derived } from './dependents.ts'
import type { Meanings, Reads, Table } from './formula-references.ts'
import { type CellRange, cellsNamed } from './redactions.ts'

export interface ListedSheet {
  readonly name: string
  readonly part: string | undefined
}

export interface WorkbookMeanings extends Meanings {
  /** Cells that pivot tables fill, with what these sum up. */
  readonly pivots: readonly Derived[]
}

export function readMeanings(
  file: OfficeFile,
  book: string,
  sheets: readonly ListedSheet[],
): WorkbookMeanings {
  const names = readNames(file, book)
  const numbers = new Map<string, number>()
  for (const [number, { name }] of sheets.entries()) {
    // Of two with the same name nobody knows which one is meant: the first is, as in all that look names up.
    const key = name.toLowerCase()
    if (!numbers.has(key)) numbers.set(key, number)
  }
  const tables = new Map<string, Table>()
  for (const [sheet, { part }] of sheets.entries())
    for (const target of part === undefined ? [] : file.related(part, 'table'))
      for (const [name, table] of readTable(file, target, sheet)) tables.set(name, table)
  const meanings: Meanings = {
    sheet: (name) => numbers.get(name.toLowerCase()) ?? null,
    name: (name, sheet) =>
      names.get(`${sheet} ${name.toLowerCase()}`) ?? names.get(` ${name.toLowerCase()}`) ?? null,
    table: (name) => tables.get(name.toLowerCase()) ?? null,
  }
  const pivots = sheets.flatMap(({ part }, sheet) =>
    (part === undefined ? [] : file.related(part, 'pivotTable')).flatMap((target) =>
      readPivot(file, target, sheet, meanings),
    ),
  )
  return { ...meanings, pivots }
}

/** By the number of the sheet that they are of, or nothing, and the name. */
function readNames(file: OfficeFile, book: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let open: string | null = null
  let text = ''
  walkPart(file, book, {
    open(name, attributes) {
      if (name !== 'definedName') return
      open = `${attributes.get('localSheetId') ?? ''} ${(attributes.get('name') ?? '').toLowerCase()}`
      text = ''
    },
    text(more) {
      if (open !== null) text += more
    },
    close(name) {
      if (name !== 'definedName' || open === null) return
      names.set(open, text)
      open = null
    },
  })
  return names
}

function readTable(file: OfficeFile, part: string, sheet: number): [string, Table][] {
  const columns: string[] = []
  const names: string[] = []
  let range: CellRange | null = null
  walkPart(file, part, {
    open(name, attributes) {
      if (name === 'table') {
        range = cellsNamed(attributes.get('ref') ?? '')
        for (const key of ['name', 'displayName']) names.push((attributes.get(key) ?? '').toLowerCase())
      } else if (name === 'tableColumn') columns.push(attributes.get('name') ?? '')
    },
  })
  const found: CellRange | null = range
  return found === null ? [] : names.map((name) => [name, { sheet, range: found, columns }])
}

const unknownSource: Reads = { targets: [], unread: 'It is of a pivot table whose source is not seen.' }

function readPivot(file: OfficeFile, part: string, sheet: number, meanings: Meanings): Derived[] {
  const ranges: CellRange[] = []
  walkPart(file, part, {
    open(name, attributes) {
      const range = name === 'location' ? cellsNamed(attributes.get('ref') ?? '') : null
      if (range === null) return
      ranges.push(range)
      // Its filters stand above it, with a row between.
      const pages = Number(attributes.get('rowPageCount') ?? 0)
      const columns = Number(attributes.get('colPageCount') ?? 1)
      const { firstRow, firstColumn } = range
      if (pages > 0 && firstRow > 0)
        ranges.push({
          firstRow: Math.max(0, firstRow - pages - 1),
          lastRow: firstRow - 1,
          firstColumn,
          lastColumn: firstColumn + 3 * Math.max(1, columns) - 1,
        })
    },
  })
  const source = sourceOf(file, file.related(part, 'pivotCacheDefinition').at(0), meanings) ?? unknownSource
  return ranges.map((range) => ({ sheet, range, formula: source }))
}

function sourceOf(file: OfficeFile, cache: string | undefined, meanings: Meanings): Reads | string | null {
  let found: Reads | string | null = null
  if (cache === undefined) return null
  walkPart(file, cache, {
    open(name, attributes) {
      if (name !== 'worksheetSource' || attributes.relation() !== undefined) return
      const range = cellsNamed(attributes.get('ref') ?? '')
      const sheet = meanings.sheet(attributes.get('sheet') ?? '')
      if (range !== null && sheet !== null)
        found = { targets: [{ first: sheet, last: sheet, range }], unread: null }
      else found = attributes.get('name') ?? null
    },
  })
  return found
}

/** However often: the list of sheets and the names stand in the same part. */
function walkPart(file: OfficeFile, part: string, handler: Parameters<typeof walkXml>[1]): void {
  const bytes = file.parts.read(part)
  if (bytes !== null) walkXml(decodeXml(bytes), handler)
}
