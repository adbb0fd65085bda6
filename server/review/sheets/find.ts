/** The work of a process that finds a text, or the terms of a query, in the blocks of a spreadsheet. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { SheetHit, SoughtTerm } from '#contracts/sheets.ts'
import type { Tools } from '../../platform/jobs/protocol.ts'
import { seekerOfTerms } from './seek-terms.ts'
import { placesOf, type Seeker } from './seeker.ts'
import { cellsOf, rowsIn, unpackText } from './stored.ts'

/** A text in any case of letters, or words and phrases of a query. */
export type Sought =
  | { readonly text: string }
  | { readonly terms: readonly SoughtTerm[]; readonly noise: readonly string[] }
export interface FindRequest {
  readonly file: string
  /** In the order of sheets and rows. */
  readonly blocks: readonly { readonly sheet: number; readonly at: number; readonly length: number }[]
  readonly sought: Sought
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

function findIn(file: number, { blocks, sought, most }: FindRequest, sign: () => void): Found {
  const seeker =
    'text' in sought ? seekerOfText(sought.text) : seekerOfTerms(sought.terms, new Set(sought.noise))
  const hits: SheetHit[] = []
  for (const [index, { sheet, at, length }] of blocks.entries()) {
    if (index % stride === 0) sign()
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, at)
    const block = unpackText(bytes)
    if (!seeker.mayStandIn(block)) continue
    for (const stored of rowsIn(block))
      for (const cell of cellsOf(stored)) {
        const found = seeker.foundIn(cell)
        if (found === null) continue
        if (hits.length >= most) return { hits, more: true }
        hits.push({ sheet, row: stored[0], column: cell.column, ...found })
      }
  }
  return { hits, more: false }
}

function seekerOfText(text: string): Seeker {
  const wanted = folded(text)
  // As it stands in the JSON of a block: where it is not in there, no cell of the block has it.
  const written = folded(JSON.stringify(text).slice(1, -1))
  return {
    mayStandIn: (block) => folded(block).includes(written),
    foundIn: (cell) => {
      const place = placesOf(cell).find(([, words]) => folded(words).includes(wanted))
      return place === undefined ? null : { in: place[0] }
    },
  }
}

/** Without case. The Greek letter that has another form at a word's end has one here, wherever it stands. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
