/** A list as CSV, a page at a time on its way: however long it is, little of it is held. */
import { byteOrderMark, csvLine } from '#contracts/csv.ts'

const page = 500

/** `next` answers the rows behind an id, in the order of their ids; `idOf` and `cellsOf` are about one row. */
export async function* csvPages<Row>(
  columns: readonly string[],
  next: (place: { readonly after?: number; readonly limit: number }) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
  cellsOf: (row: Row) => Parameters<typeof csvLine>[0],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for (let after: number | undefined; ; ) {
    const rows = await next({ ...(after === undefined ? {} : { after }), limit: page })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => csvLine(cellsOf(row))).join('')
    after = idOf(last)
  }
}
