/**
 * The words of a spreadsheet that its redacted cells cover, and that stand nowhere else in it: what its file shows and its
 * redacted copy does not. So what depends on covered cells counts with them.
 */
import { maxColumns } from '#contracts/sheets.ts'
import { passwordsOf } from '../../organization/settings/processing.ts'
import type { Services } from '../../platform/services.ts'
import { redactedCellsOf } from '../../review/redacted-cells/of-document.ts'
import type { SheetSource } from '../../review/sheets/sheets.ts'
import { wordsIn } from './covered-words.ts'

export type ReadsSheets = Pick<Services, 'records' | 'blobs' | 'sheets' | 'redactedSheets'>

/** Rows that are read at once. */
const step = 500

/** None where no cell is covered; null where the file or its copy cannot be read. */
export async function wordsUnderCells(
  { records: { read }, blobs, sheets, redactedSheets }: ReadsSheets,
  { documentId, projectId }: { readonly documentId: number; readonly projectId: number },
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const cells = await redactedCellsOf(read, documentId)
  if (cells === null || cells.covered.length === 0) return new Set()
  const { file_name: name } = await read
    .selectFrom('document')
    .select('file_name')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const { sha256 } = cells
  const passwords = await passwordsOf(read, projectId)
  const file = { sha256, path: blobs.pathOf(sha256), name, passwords }
  const copy = await redactedSheets.copy(documentId, file, cells)
  if (copy.source === null) return null
  const before = await wordsOf(sheets, file, signal)
  const open = await wordsOf(sheets, copy.source, signal)
  return before === null || open === null ? null : before.difference(open)
}

/** What its sheets are called, and what their cells show. */
async function wordsOf(
  sheets: Services['sheets'],
  source: SheetSource,
  signal: AbortSignal,
): Promise<Set<string> | null> {
  const book = await sheets.book(source)
  await book.until(() => !book.reading, signal)
  signal.throwIfAborted()
  const { state, sheets: all } = book.file()
  if (state === 'failed') return null
  const found = new Set<string>()
  const add = (text: string): void => {
    for (const word of wordsIn(text)) found.add(word)
  }
  for (const [sheet, { name, rows }] of all.entries()) {
    add(name)
    for (let firstRow = 0; firstRow < rows; firstRow += step) {
      const range = { sheet, firstRow, rows: step, firstColumn: 0, columns: maxColumns }
      const { data } = await sheets.cells(source, range, signal)
      for (const row of data) for (const { text } of row.cells) add(text)
    }
  }
  return found
}
