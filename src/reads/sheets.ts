/** Sheets, cells and what is found in them. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { fetchGrid } from '#contracts/redacted-cells.ts'
import {
  findInSheets,
  findTermsInSheets,
  getSheetCells,
  getSheetFile,
  rangeColumns,
  rangeRows,
  type SheetCells,
  type SheetRow,
  soughtTerms,
} from '#contracts/sheets.ts'
import type { RequestContext } from '../effects/define.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { copies, findings, sheetFiles, shownIn, tiles } from '../stores/sheets-cache.ts'
import { answersIn, questions, withoutTab } from './read.ts'

const whole = z.int().check(z.nonnegative())
const range = {
  documentId: id,
  sheet: whole,
  firstRow: whole,
  rows: whole,
  firstColumn: whole,
  columns: whole,
  /** Of the redacted copy, made with the redactions of this revision. */
  redacted: z.exactOptional(whole),
}

const sheetQuestion = z.union([
  z.strictObject({ about: z.literal('file'), documentId: id }),
  z.strictObject({ about: z.literal('tile'), ...range }),
  z.strictObject({ about: z.literal('find'), documentId: id, text: z.string().check(z.maxLength(500)) }),
  z.strictObject({ about: z.literal('hits'), documentId: id, terms: soughtTerms }),
  z.strictObject({ about: z.literal('copy'), ...range, formulas: z.boolean() }),
])
export type SheetQuestion = z.infer<typeof sheetQuestion>
type Tile = SheetQuestion & { about: 'tile' }

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
      const { about: _, ...asked } = question
      const { data, upTo } = await cellsOf(asked, ctx)
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

/** Of the file, or of its redacted copy. */
const cellsOf = (
  { redacted, ...query }: Omit<Tile, 'about'>,
  { call }: RequestContext,
): Promise<SheetCells> =>
  redacted === undefined
    ? call(getSheetCells, { query })
    : call(fetchGrid, { query: { ...query, revision: redacted } })

/** A range as text with tabs, as other programs take it. */
async function asTable(
  { about: _, formulas, ...asked }: SheetQuestion & { about: 'copy' },
  ctx: RequestContext,
): Promise<string> {
  const { firstRow, rows, firstColumn, columns } = asked
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
      const { data } = await cellsOf({ ...asked, ...range }, ctx)
      for (const one of data) put(one)
    }
  return table.map((line) => line.join('\t')).join('\n')
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const sheetAnswers = questions({
  name: 'sheets.ask',
  event: 'sheets.asked',
  ...withoutTab,
  label: ({ question }) => `Ask for the spreadsheet: ${question.about}`,
  log: 'project',
  payload: z.strictObject({ question: sheetQuestion }),
  of: ({ question }) => question,
  // Tiles come side by side; of the rest what is asked last is what is waited for.
  lane: ({ question }) => `sheets:${question.about === 'tile' ? sheetKey(question) : question.about}`,
  // A large file is read, and searched through, in one go.
  timeout: 300_000,
  ask: async ({ question }, ctx) => [await answerOf(question, ctx)],
})

/** Under which the answer to a question is held. */
export const sheetKey = (question: SheetQuestion): string => sheetAnswers.key({ question })

/** By what a question is about: where its answers are. */
export const sheetAnswersAbout = {
  file: answersIn(sheetAnswers, sheetFiles),
  hits: answersIn(sheetAnswers, findings),
} as const
