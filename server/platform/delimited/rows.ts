/** The rows of delimited text. */
import { NotInEncoding, StrictDecoder } from './encoding.ts'
import { DelimitedFault, DelimitedReader, type Reading, type Row } from './reader.ts'

/** Characters that are read before the rows among them are handed on. */
const pieceChars = 64 * 1024

/** Of a text that is held, read as far as rows are asked for. Throws DelimitedFault. */
export function* rowsIn(text: string, reading: Reading): Generator<Row> {
  let rows: Row[] = []
  const reader = new DelimitedReader(reading, (values, line) => rows.push({ values, line }))
  for (let at = 0; at <= text.length; at += pieceChars) {
    const fault = faultOf(() => {
      reader.push(text.slice(at, at + pieceChars))
      if (at + pieceChars > text.length) reader.end()
    })
    yield* rows
    if (fault !== null) throw fault
    rows = []
  }
}

/**
 * Of a file of any length: those that each piece of it makes whole, so that the reader may wait between two. Where the
 * reading is strict, bytes that are not of the encoding are a fault, too. Rows before a fault come first, then it is thrown.
 */
export async function* rowsFrom(
  pieces: AsyncIterable<Uint8Array>,
  encoding: string,
  reading: Reading,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  const reader = new DelimitedReader(reading, (values, line) => rows.push({ values, line }))
  const decode = decoderOf(encoding, reading.strict)
  const take = (bytes: Uint8Array | null): DelimitedFault | null =>
    faultOf(() => {
      try {
        reader.push(decode(bytes))
        if (bytes === null) reader.end()
      } catch (error) {
        if (!(error instanceof NotInEncoding)) throw error
        reader.push(error.before)
        throw new DelimitedFault('encoding', reader.line, error.message)
      }
    })
  let fault: DelimitedFault | null = null
  for await (const piece of pieces) {
    if (rows.length > 0) yield rows
    rows = []
    fault = take(piece)
    if (fault !== null) break
  }
  fault ??= take(null)
  if (rows.length > 0) yield rows
  if (fault !== null) throw fault
}

/** Null for the end. */
function decoderOf(encoding: string, strict: boolean): (bytes: Uint8Array | null) => string {
  if (strict) {
    const decoder = new StrictDecoder(encoding)
    return (bytes) => (bytes === null ? decoder.end() : decoder.push(bytes))
  }
  const decoder = new TextDecoder(encoding)
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}

function faultOf(read: () => void): DelimitedFault | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof DelimitedFault) return error
    throw error
  }
}
