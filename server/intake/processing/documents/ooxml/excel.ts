/** Excel workbooks (SpreadsheetML): cells as they are shown, a line a row, then what stands beside the cells of a sheet. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { SheetWriter } from '../sheet-writer.ts'
import { embedFiles } from './embedded.ts'
import { readBesideSheets, readPersons } from './excel-beside.ts'
import { CellReader } from './excel-cells.ts'
import { SheetLines } from './excel-lines.ts'
import { type CellFormats, readCellFormats } from './excel-styles.ts'
import { type OfficeFile, openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'
import { readSheetList, type SheetList } from './sheet-list.ts'

export const readExcel: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const book = file.related('', 'officeDocument').at(0) ?? 'xl/workbook.xml'
  const went = await readSheets(file, book)
  if (went && (await draft.attempt('What stands beside its sheets', () => readBesideSheets(file))))
    await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}

/** Whether no limit was passed. */
async function readSheets(file: OfficeFile, book: string): Promise<boolean> {
  const { draft } = file
  let list: SheetList = { sheets: [], date1904: false }
  await draft.attempt('Its list of sheets', () => {
    list = readSheetList(file, book)
  })
  const { sheets, date1904 } = list
  const one = (type: string): string | undefined => file.related(book, type).at(0)
  let shared: SharedStrings = { strings: [], aloud: new Set() }
  let formats: CellFormats | undefined
  const went =
    (await draft.attempt('Its strings', () => {
      shared = readSharedStrings(file, one('sharedStrings') ?? 'xl/sharedStrings.xml')
    })) &&
    (await draft.attempt('Its number formats', () => {
      formats = readCellFormats(file, one('styles'), date1904)
    }))
  if (!went) return false
  const persons = readPersons(file)
  const writer = new SheetWriter(draft)
  for (const { name, state, relationId } of sheets) {
    const part = file.byId(book, relationId)
    const goOn = await draft.attempt('A sheet', () => {
      writer.sheet(name, state)
      if (part === undefined) return
      const lines = new SheetLines(draft, writer)
      file.walk(part, new CellReader({ strings: shared.strings, formats }, lines))
      writer.endRow()
      lines.readBeside(file, part, persons)
    })
    if (!goOn) return false
  }
  for (const reading of shared.aloud) draft.text.wholeLine(reading)
  if (sheets.length === 0) draft.flaw('textFailed', 'It has no sheet that could be read.', 'text')
  return true
}
