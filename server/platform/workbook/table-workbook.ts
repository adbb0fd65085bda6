/** Tables as a workbook, made on its way: every cell is text, so no program runs what stands in it. */
import { Zip, ZipDeflate } from 'fflate'
import { columnName } from '#contracts/cell-names.ts'
import {
  contentTypes,
  escaped,
  head,
  mainSpace,
  relations,
  relationships,
  workbook,
} from './package-parts.ts'

export interface Table {
  /** At most 31 characters, none of them one of `:\/?*[]`. */
  readonly name: string
  /** Of each column, in characters. */
  readonly widths: readonly number[]
  /** Rows, some at a time; the first of all is the heading. */
  readonly rows: () => AsyncIterable<readonly (readonly string[])[]>
}

/** The earliest date that a zip can say: it says nothing of who made it when. */
const noDate = new Date(1980, 0, 1)
/** What a cell can hold, in characters. */
const longestCell = 32_767
/** How texts are cut and packed before others get a turn. */
const pieceChars = 128 * 1024

/** Two looks: of a cell and of the heading, both as text. */
const styles = `${head}<styleSheet xmlns="${mainSpace}"><fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

/** The bytes of an xlsx file. */
export async function* tableWorkbook(tables: readonly Table[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let fault: Error | null = null
  const zip = new Zip((error, bytes) => {
    if (error === null) made.push(bytes)
    else fault ??= error
  })
  const begin = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name, { level: 6 })
    part.mtime = noDate
    zip.add(part)
    return part
  }
  const whole = (name: string, text: string): void => begin(name).push(new TextEncoder().encode(text), true)
  whole('[Content_Types].xml', contentTypes(tables.length, ['styles']))
  whole('_rels/.rels', relationships([[`${relations}/officeDocument`, 'xl/workbook.xml']]))
  whole(
    'xl/workbook.xml',
    workbook(
      tables.map(({ name }) => name),
      false,
    ),
  )
  whole(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...tables.map((_, at) => [`${relations}/worksheet`, `worksheets/sheet${at + 1}.xml`] as const),
      [`${relations}/styles`, 'styles.xml'],
    ]),
  )
  whole('xl/styles.xml', styles)
  for (const [at, table] of tables.entries()) {
    const part = begin(`xl/worksheets/sheet${at + 1}.xml`)
    for await (const piece of pieces(sheetXml(table))) {
      part.push(new TextEncoder().encode(piece), false)
      if (fault !== null) throw fault
      yield* made.splice(0)
    }
    part.push(new Uint8Array(), true)
  }
  zip.end()
  if (fault !== null) throw fault
  yield* made.splice(0)
}

async function* sheetXml({ widths, rows }: Table): AsyncGenerator<string> {
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  yield `${head}<worksheet xmlns="${mainSpace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>`
  let row = 0
  for await (const some of rows())
    for (const cells of some) {
      row++
      yield rowXml(row, cells)
    }
  yield '</sheetData></worksheet>'
}

function rowXml(row: number, cells: readonly string[]): string {
  const look = row === 1 ? ' s="1"' : ' s="0"'
  const xml = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${columnName(column)}${row}"${look} t="inlineStr"><is><t xml:space="preserve">${escaped(asItStands(cut(text)))}</t></is></c>`,
  )
  return `<row r="${row}">${xml.join('')}</row>`
}

/** `_x202E_` stands for a sign by its number (ECMA-376 part 1, 22.9.2.19): what only looks like that is told apart. */
const asItStands = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** A longer text makes the file unreadable to the programs that it is made for. */
const cut = (text: string): string =>
  text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text

/** Joined to pieces that are worth packing. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceChars) continue
    yield piece
    piece = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield piece
}
