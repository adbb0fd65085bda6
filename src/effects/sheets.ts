/** Asks for sheets, cells and what is found. */
import {
  findInSheets,
  findTermsInSheets,
  getSheetCells,
  getSheetFile,
  rangeColumns,
  rangeRows,
  type SheetRow,
} from '#contracts/sheets.ts'
import { type SheetQuestion, sheetAsked } from '../events/catalog/sheets.ts'
import { failures } from '../stores/answers.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { sheetKey } from '../stores/sheets.ts'
import { copies, findings, sheetFiles, shownIn, tiles } from '../stores/sheets-cache.ts'
import { effect, type RequestContext } from './define.ts'
import { missed } from './outcomes.ts'

/** It goes out as a write, and is a read: it may be asked again, and nothing of it is to be kept. */
const reads = { idempotencyKey: null, repeatable: true } as const

async function answerOf(question: SheetQuestion, ctx: RequestContext): Promise<CacheWrite> {
  const key = sheetKey(question)
  switch (question.about) {
    case 'file':
      return write(
        sheetFiles,
        key,
        await ctx.call(getSheetFile, { query: { documentId: question.documentId } }),
      )
    case 'tile': {
      const { about: _, ...query } = question
      const { data, upTo } = await ctx.call(getSheetCells, { query })
      return write(tiles, key, {
        rows: new Map(data.map(({ row, cells }) => [row, cells])),
        cells: data.reduce((sum, { cells }) => sum + cells.length, 0),
        upTo,
      })
    }
    case 'find': {
      const { documentId, text } = question
      return write(findings, key, await ctx.call(findInSheets, { ...reads, body: { documentId, text } }))
    }
    case 'hits': {
      const { documentId, terms } = question
      return write(
        findings,
        key,
        await ctx.call(findTermsInSheets, { ...reads, body: { documentId, terms } }),
      )
    }
    case 'copy':
      return write(copies, key, await asTable(question, ctx))
  }
}

/** A range as text with tabs, as other programs take it. */
async function asTable(
  { documentId, sheet, firstRow, rows, firstColumn, columns, formulas }: SheetQuestion & { about: 'copy' },
  { call }: RequestContext,
): Promise<string> {
  const table = Array.from({ length: rows }, () => new Array<string>(columns).fill(''))
  const put = ({ row, cells }: SheetRow): void => {
    for (const cell of cells) {
      const line = table[row - firstRow]
      if (line !== undefined) line[cell.column - firstColumn] = quoted(shownIn(cell, formulas))
    }
  }
  for (let row = firstRow; row < firstRow + rows; row += rangeRows)
    for (let column = firstColumn; column < firstColumn + columns; column += rangeColumns) {
      const range = {
        firstRow: row,
        rows: Math.min(rangeRows, firstRow + rows - row),
        firstColumn: column,
        columns: Math.min(rangeColumns, firstColumn + columns - column),
      }
      const { data } = await call(getSheetCells, { query: { documentId, sheet, ...range } })
      for (const one of data) put(one)
    }
  return table.map((line) => line.join('\t')).join('\n')
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const askForSheets = effect({
  name: 'sheets.askForSheets',
  on: sheetAsked,
  strategy: 'latest',
  scope: 'project',
  // Tiles come side by side; of the rest what is asked last is what is waited for.
  key: ({ stream, payload: { question } }) =>
    question.about === 'tile' ? `${stream}:${sheetKey(question)}` : stream,
  retry: { times: 2, base: 300, cap: 5_000 },
  // A large file is read, and searched through, in one go.
  timeout: 300_000,
  request: ({ payload: { question } }, ctx) => answerOf(question, ctx),
  done: ({ payload: { question } }, answer) => ({
    cache: [answer, write(failures, sheetKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) => missed(sheetKey(question), failure),
})

export const sheetsEffects = [askForSheets]
