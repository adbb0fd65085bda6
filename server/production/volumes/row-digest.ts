/**
 * What a reader must find in a row, as a few bytes: the values of the record, by what every load file may change of them
 * (docs/decisions/0136-load-file-formats.md). Told apart from what the writers do, so that a fault of theirs is seen. Pure.
 */
import { createHash } from 'node:crypto'
import { decoded, type Encoding, encoded } from '../../platform/load-files/encodings.ts'
import type { Cell } from '../../platform/load-files/write-delimited.ts'

export const digestBytes = 16

/** `cells`: of the record, or as they were read. */
export function rowDigest(cells: readonly Cell[], encoding: Encoding): Buffer {
  let said = ''
  for (const cell of cells) {
    const value = asRead(cell, encoding)
    said += `${value.length} ${value}`
  }
  return createHash('sha256').update(said).digest().subarray(0, digestBytes)
}

function asRead(cell: Cell, encoding: Encoding): string {
  if (typeof cell === 'string') return plain(cell, encoding)
  const values = cell.map((value) =>
    plain(typeof value === 'string' ? value : value.join('\\'), encoding)
      .replaceAll(';', ',')
      .trim(),
  )
  return values.filter((value) => value !== '').join(';')
}

const unusual = /[^\x20-\x7e]/

/** Without what stands in no load file; its line ends are alike. */
function plain(value: string, encoding: Encoding): string {
  // Most values are such that no load file changes them.
  if (!unusual.test(value)) return value
  const text = value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replaceAll('®', '(R)')
  if (encoding !== 'windows-1252') return text
  return decoded(encoded(text, encoding).bytes, encoding) ?? text
}
