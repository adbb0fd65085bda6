/** The work of a process that finds a text in the blocks of a spreadsheet; in any case of letters. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { SheetCell, SheetHit } from '#contracts/sheets.ts'
import type { Tools } from '../../jobs/protocol.ts'
import { cellsOf, rowsIn, unpackText } from './stored.ts'

export interface FindRequest {
  readonly file: string
  /** In the order of sheets and rows. */
  readonly blocks: readonly { readonly sheet: number; readonly at: number; readonly length: number }[]
  readonly text: string
  readonly most: number
}
export interface Found {
  readonly hits: readonly SheetHit[]
  readonly more: boolean
}

/** A sign of life after so many blocks. */
const stride = 100

export async function work(request: FindRequest, tools: Tools): Promise<Found> {
  const file = openSync(request.file, 'r')
  try {
    return findIn(file, request, () => tools.at(''))
  } finally {
    closeSync(file)
  }
}

function findIn(file: number, { blocks, text, most }: FindRequest, sign: () => void): Found {
  const wanted = folded(text)
  // As it stands in the JSON of a block: where it is not in there, no cell of the block has it.
  const written = folded(JSON.stringify(text).slice(1, -1))
  const hits: SheetHit[] = []
  for (const [index, { sheet, at, length }] of blocks.entries()) {
    if (index % stride === 0) sign()
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, at)
    const block = unpackText(bytes)
    if (!folded(block).includes(written)) continue
    for (const stored of rowsIn(block))
      for (const cell of cellsOf(stored)) {
        const where = placeIn(cell, wanted)
        if (where === null) continue
        if (hits.length >= most) return { hits, more: true }
        hits.push({ sheet, row: stored[0], column: cell.column, in: where })
      }
  }
  return { hits, more: false }
}

function placeIn(cell: SheetCell, wanted: string): SheetHit['in'] | null {
  if (folded(cell.text).includes(wanted)) return 'text'
  if (cell.formula !== undefined && folded(cell.formula).includes(wanted)) return 'formula'
  if (cell.comment !== undefined && folded(cell.comment).includes(wanted)) return 'comment'
  return null
}

/** Without case. The Greek letter that has another form at a word's end has one here, wherever it stands. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
