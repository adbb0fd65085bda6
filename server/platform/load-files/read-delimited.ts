/** Reads load files of delimited text (DAT, CSV and the like): bytes become rows, and what is wrong is refused by row. */
import { type Dialect, dialectFault } from './dialect.ts'
import { byteOrderMarks } from './encodings.ts'
import { LoadFileFault } from './faults.ts'
import { headBytes, headFirst } from './head-first.ts'
import { LineCutter } from './lines.ts'
import { maxRowBytes, type RowItem, RowReader } from './row-reader.ts'
import { checkEncoding } from './told-encoding.ts'

/**
 * The heading and the rows of a file, in their order, each with its line and its bytes. Empty lines are none. A row that
 * cannot be read comes as a refusal, and reading goes on. `columns`: how many values a row has where no heading says it;
 * as many as the first row if it is left out. Throws a LoadFileFault where nothing can be read: the file is of another
 * encoding, or its heading has no end.
 */
export async function* readDelimited(
  pieces: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  columns: number | null = null,
): AsyncGenerator<RowItem> {
  const reading = new FileReading(dialect, columns)
  let isHead = true
  for await (const piece of headFirst(pieces)) {
    yield* isHead ? reading.begin(piece) : reading.push(piece)
    isHead = false
  }
  yield* reading.end()
}

/** The same of a beginning that is held. A last row that it cuts is left out, unless the beginning is all there is. */
export function rowsOfHead(
  head: Buffer,
  isAll: boolean,
  dialect: Dialect,
  columns: number | null = null,
): RowItem[] {
  const reading = new FileReading(dialect, columns)
  const items = [...reading.begin(head)]
  if (isAll) items.push(...reading.end())
  return items
}

/** The values of a row by its bytes, which a pass over its file has told; none where they are no row. */
export function rowIn(bytes: Buffer, dialect: Dialect, columns: number | null): readonly string[] {
  const rows = new RowReader({ ...dialect, heading: false }, columns)
  const cutter = new LineCutter(dialect.encoding, maxRowBytes, 0)
  const items = [...rows.push(cutter.push(bytes)), ...rows.push(cutter.end()), ...rows.end()]
  const [item] = items
  return item === undefined || item.kind === 'refused' ? [] : item.values
}

class FileReading {
  readonly #dialect: Dialect
  readonly #rows: RowReader
  #cutter: LineCutter

  constructor(dialect: Dialect, columns: number | null) {
    const fault = dialectFault(dialect)
    if (fault !== null) throw new LoadFileFault('dialect', 1, fault)
    this.#dialect = dialect
    this.#rows = new RowReader(dialect, columns)
    this.#cutter = new LineCutter(dialect.encoding, maxRowBytes, 0)
  }

  begin(head: Buffer): RowItem[] {
    const { encoding } = this.#dialect
    checkEncoding(head.subarray(0, headBytes), encoding, this.#dialect)
    const mark = byteOrderMarks[encoding]
    const skipped = mark.length > 0 && head.subarray(0, mark.length).equals(mark) ? mark.length : 0
    this.#cutter = new LineCutter(encoding, maxRowBytes, skipped)
    return this.push(head.subarray(skipped))
  }

  push(piece: Uint8Array): RowItem[] {
    return this.#rows.push(this.#cutter.push(piece))
  }

  end(): RowItem[] {
    return [...this.#rows.push(this.#cutter.end()), ...this.#rows.end()]
  }
}
