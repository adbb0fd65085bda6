/** A file with values as a spreadsheet saves it: its text, and its records. */
import { commaSeparated } from '../../platform/delimited/delimiters.ts'
import { markedEncoding } from '../../platform/delimited/encoding.ts'
import { DelimitedFault, type FaultCode } from '../../platform/delimited/reader.ts'
import { rowsIn } from '../../platform/delimited/rows.ts'
import { separatorOf } from '../../platform/delimited/separator.ts'
import { ApiError } from '../../platform/http/error.ts'
import { storable } from '../../platform/records/dialect.ts'

const refused = (message: string): ApiError => new ApiError('request.invalid', message, { detail: 'body' })

/** The text of a file: UTF-8, or UTF-16 where it begins with its mark. */
export function textOf(bytes: Uint8Array): string {
  try {
    const decoder = new TextDecoder(markedEncoding(bytes) ?? 'utf-8', { fatal: true })
    return storable(decoder.decode(bytes))
  } catch {
    throw refused('This is no text in UTF-8. Save the file as "CSV UTF-8".')
  }
}

const separators = [',', ';', '\t'] as const

/**
 * The records of a text; an empty line is one without cells, which spreadsheets count all the same. The heading tells what
 * parts the cells. Throws where a quote is not closed or text follows a closed one.
 */
export function* recordsOf(text: string, separator = separatorOf(text, separators, 1)): Generator<string[]> {
  try {
    for (const { values } of rowsIn(text, { ...commaSeparated, separator, strict: true })) yield values
  } catch (error) {
    if (!(error instanceof DelimitedFault)) throw error
    throw refused(`The file cannot be read: ${reasons[error.code]} (line ${error.line}).`)
  }
}

const reasons: Readonly<Record<FaultCode, string>> = {
  unclosed: 'a quote is not closed',
  textBehind: 'text follows a closing quote',
  tooManyValues: 'a row has too many cells',
  tooLong: 'a cell is too long',
  encoding: 'it is no text',
}
