/** Reads CSV by RFC 4180, one record after the other. */
import { ApiError } from '../../platform/http/error.ts'
import { storable } from '../../platform/records/dialect.ts'

const refused = (message: string): ApiError => new ApiError('request.invalid', message, { detail: 'body' })

/** The text of a file: UTF-8, or UTF-16 where it begins with its mark. */
export function textOf(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    return storable(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    throw refused('This is no text in UTF-8. Save the file as "CSV UTF-8".')
  }
}

const separators = [',', ';', '\t']

/** What stands between the cells: what the heading has most of outside of quotes. */
export function separatorOf(text: string): string {
  const counts = separators.map((sign) => ({ sign, n: 0 }))
  let begins = true
  // Empty lines above it are none of the heading.
  for (let at = Math.max(0, text.search(/[^\r\n]/)); at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"' && begins) {
      const close = text.indexOf('"', at + 1)
      if (close === -1) break
      // Behind a doubled quote the quoted text goes on: it begins anew there.
      at = close
      begins = text[close + 1] === '"'
      continue
    }
    if (sign === '\n' || sign === '\r') break
    const known = counts.find((one) => one.sign === sign)
    if (known !== undefined) known.n++
    begins = known !== undefined
  }
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).sign
}

/** Of one row: what has more is no table of values. */
const mostCells = 10_000

/**
 * The records of a text; an empty line is one without cells, which spreadsheets count all the same. Throws where a quote is not
 * closed or text follows a closed one.
 */
export function* recordsOf(text: string, separator = separatorOf(text)): Generator<string[]> {
  let at = 0
  while (at < text.length) {
    const cells: string[] = []
    let quoted = false
    for (;;) {
      if (text[at] === '"') {
        quoted = true
        const { cell, end } = quotedCell(text, at)
        cells.push(cell)
        at = end
      } else {
        const end = endOf(text, at, separator)
        cells.push(text.slice(at, end))
        at = end
      }
      if (text[at] !== separator) break
      if (cells.length >= mostCells) throw refused(`A row of the file has more than ${mostCells} cells.`)
      at += 1
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
      throw refused('The file cannot be read: text follows a closing quote.')
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    yield cells.length > 1 || quoted || cells[0] !== '' ? cells : []
  }
}

function quotedCell(text: string, from: number): { readonly cell: string; readonly end: number } {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) throw refused('The file cannot be read: a quote is not closed.')
    if (text[at + 1] !== '"') return { cell: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
}

function endOf(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}
