/** Excel workbooks (SpreadsheetML): cells as they are shown, a line a row, then what stands beside the cells of a sheet. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { type SheetState, SheetWriter } from '../sheet-writer.ts'
import { embedFiles } from './embedded.ts'
import { readBesideSheets, readPersons } from './excel-beside.ts'
import { SheetCells } from './excel-cells.ts'
import { type CellFormats, readCellFormats } from './excel-styles.ts'
import { type OfficeFile, openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'

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

interface Sheet {
  readonly name: string
  readonly state: SheetState
  readonly relationId: string
}

/** Whether no limit was passed. */
async function readSheets(file: OfficeFile, book: string): Promise<boolean> {
  const { draft } = file
  const sheets: Sheet[] = []
  let date1904 = false
  await draft.attempt('Its list of sheets', () => {
    file.walk(book, {
      open(name, attributes) {
        if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '')
        if (name !== 'sheet') return
        const state = attributes.get('state')
        sheets.push({
          name: attributes.get('name') ?? '',
          state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
          relationId: attributes.relation() ?? '',
        })
      },
    })
  })
  const relations = file.relations(book)
  const one = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && !relation.external)?.target
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
      const cells = new SheetCells(draft, writer, shared.strings, formats)
      file.walk(part, cells)
      writer.endRow()
      cells.readBeside(file, part, persons)
    })
    if (!goOn) return false
  }
  for (const reading of shared.aloud) draft.text.wholeLine(reading)
  if (sheets.length === 0) draft.flaw('textFailed', 'It has no sheet that could be read.', 'text')
  return true
}
