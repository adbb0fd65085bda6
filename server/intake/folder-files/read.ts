/** A file that names documents to be filed in a folder: which documents its rows name, and which rows name none. */
import { folderFileLimits } from '#contracts/folders.ts'
import { separatorOf } from '../../platform/delimited/separator.ts'
import { recordsOf } from '../overlay/csv.ts'
import type { Fault } from '../overlay/fault.ts'
import type { Among } from '../overlay/keys.ts'
import { readTable, type TableRow } from '../overlay/table.ts'

export interface FolderFile {
  readonly column: string
  readonly rowCount: number
  /** Rows that name documents, with the cell that does. */
  readonly rows: readonly (Pick<TableRow, 'row' | 'documentIds'> & { readonly value: string })[]
  /** Each once. */
  readonly documentIds: readonly number[]
  readonly faults: readonly Fault[]
}

const control = 'Control_Number'
/** As control numbers look, of whatever project. */
const controlNumber = /^[^\d\s]?.{0,30}\d{8,15}$/

/** A file without a heading is a list of control numbers. */
export async function readFolderFile(among: Among, text: string): Promise<FolderFile> {
  const separator = separatorOf(text, [',', ';', '\t'], 1)
  const first = recordsOf(text, separator).next().value ?? []
  const isBare = controlNumber.test((first[0] ?? '').trim())
  const heading = isBare ? `${control}${separator.repeat(Math.max(0, first.length - 1))}\n` : ''
  const table = await readTable(among, heading + text, {
    ...{ key: null, by: null, not: null },
    ...{ faultsKept: folderFileLimits.rows, isBare },
  })
  const rows = table.rows.map(({ row, documentIds, cells }) => ({
    row,
    documentIds,
    value: cells[table.key.at] ?? '',
  }))
  return {
    column: table.key.column,
    rowCount: table.rowCount,
    rows,
    documentIds: [...new Set(rows.flatMap(({ documentIds }) => documentIds))],
    faults: table.faults.first(),
  }
}
