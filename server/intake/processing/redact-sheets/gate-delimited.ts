/** Reads a redacted table with the reader that shows tables: only what is covered differs from what was there. */

import { columnName as nameOf } from '#contracts/cell-names.ts'
import type { SheetCell } from '#contracts/sheets.ts'
import { type ReadPart, sheetLimits } from '../../../review/sheets/protocol.ts'
import { cellsOf, rowsIn, unpackText } from '../../../review/sheets/stored.ts'
import { work } from '../sheets/worker.ts'
import type { Cover } from './cover.ts'
import { saysAny } from './gate-forms.ts'
import { Needles } from './gate-needles.ts'
import type { GateAnswer, OpenCell } from './gate-workbook.ts'
import { delimitedMark, safeText } from './redact-delimited.ts'

const mostOpen = 1_000

export async function gateDelimited({
  file,
  original,
  name,
  values,
  cover,
}: {
  readonly file: string
  readonly original: string
  readonly name: string
  readonly values: Iterable<string>
  readonly cover: Cover
}): Promise<GateAnswer> {
  const refused = (reason: string): GateAnswer => ({ ok: false, faults: [{ part: 'the table', reason }] })
  const needles = new Needles(values)
  const alsoOpen: OpenCell[] = []
  let more = false
  const before = (await rowsOf(original, name))[Symbol.iterator]()
  let was = before.next()
  const [own] = cover.sheets
  if (own === undefined) return refused('It has no cells.')
  for (const [row, cells] of await rowsOf(file, name)) {
    // A row in which nothing stood is not told: it may say a label now.
    const oldCells = was.done !== true && was.value[0] === row ? was.value[1] : []
    if (was.done !== true && was.value[0] < row) return refused('It has fewer rows than before.')
    if (was.done !== true && was.value[0] === row) was = before.next()
    const old = new Map(oldCells.map(({ column, text }) => [column, text]))
    const there = new Set(cells.map(({ column }) => column))
    if (oldCells.some(({ column }) => !there.has(column)))
      return refused(`Row ${row + 1} has fewer values than before.`)
    for (const { column, text } of cells) {
      const label = own.labelAt(row, column)
      const cell = `${nameOf(column)}${row + 1}`
      if (label !== null) {
        // The encoding of the table may have no letter for all of it.
        const said = safeText(label === '' ? delimitedMark : label)
        if (!isSaidAs(text, said))
          return refused(`${cell} is covered, and says something else than its label.`)
        continue
      }
      if (own.piecesAt(row, column).length === 0 && old.get(column) !== text)
        return refused(`${cell} is not covered, and says something else than before.`)
      if (!saysAny(text, needles)) continue
      if (alsoOpen.length < mostOpen) alsoOpen.push({ sheet: 0, cell })
      else more = true
    }
  }
  return before.next().done === true
    ? { ok: true, alsoOpen, more }
    : refused('It has fewer rows than before.')
}

async function rowsOf(
  file: string,
  name: string,
): Promise<Iterable<readonly [number, readonly SheetCell[]]>> {
  const blocks: Buffer[] = []
  await work(
    { file, name, passwords: [], limits: sheetLimits },
    {
      at() {},
      async emit(said) {
        const part = said as ReadPart
        if (part.kind === 'block') blocks.push(part.bytes)
      },
    },
  )
  return rowsAmong(blocks)
}

function* rowsAmong(blocks: readonly Buffer[]): Generator<readonly [number, readonly SheetCell[]]> {
  for (const block of blocks) for (const row of rowsIn(unpackText(block))) yield [row[0], cellsOf(row)]
}

/** A letter that the encoding of the table lacks is a question mark. */
const isSaidAs = (text: string, label: string): boolean => {
  const [found, wanted] = [[...text], [...label]]
  return found.length === wanted.length && found.every((sign, at) => sign === wanted[at] || sign === '?')
}
