/** Workbooks in the binary formats of Excel, whose cells a library reads. */
import { type CellObject, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { Draft } from './draft.ts'
import { type SheetState, SheetWriter } from './sheet-writer.ts'

const states: readonly SheetState[] = ['visible', 'hidden', 'veryHidden']

/** Writes all sheets: cells as they are shown, comments, links. Throws what the library throws, and LimitPassed. */
export function readWorkbook(bytes: Buffer, draft: Draft, password = ''): void {
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellStyles: true,
    ...(password === '' ? {} : { password }),
  })
  const writer = new SheetWriter(draft)
  for (const { shown, state, sheet } of sheetsIn(book)) {
    writer.sheet(shown, state)
    if (sheet !== undefined) readSheet(sheet, writer, draft)
  }
}

/** The sheets of a workbook as the library gives it. */
export function* sheetsIn(book: WorkBook): Generator<{
  readonly name: string
  readonly shown: string
  readonly state: SheetState
  readonly sheet: WorkSheet | undefined
}> {
  for (const [index, name] of book.SheetNames.entries())
    yield {
      name,
      // Longer names there are none: what the library gives then is rubbish that it read past the name.
      shown: name.length > 31 ? `Sheet ${index + 1}` : name,
      state: states[Number(book.Workbook?.Sheets?.[index]?.Hidden ?? 0)] ?? 'visible',
      sheet: book.Sheets[name],
    }
}

function readSheet(sheet: WorkSheet, writer: SheetWriter, draft: Draft): void {
  const rows = sheet['!data'] ?? []
  const comments: [cell: string, author: string, words: string][] = []
  // Only what is there: the extent that a sheet states may be a million empty rows.
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      writer.cell(c, shownIn(cell))
      // Within the workbook it leads nowhere else.
      if (cell.l?.Target.startsWith('#') === false) draft.link(cell.l.Target)
      for (const { a, t } of cell.c ?? []) comments.push([utils.encode_cell({ r, c }), a ?? '', t ?? ''])
    })
    writer.endRow()
  })
  for (const comment of comments) writer.comment(...comment)
  const hidden = [...(sheet['!rows'] ?? []), ...(sheet['!cols'] ?? [])].some((line) => line?.hidden === true)
  if (hidden) draft.fields.hides('Hidden rows or columns')
}

/** What a cell shows. Its format may hide what it holds: that is in the document all the same. */
export function shownIn({ t, v, w = '' }: CellObject): string {
  if (t === 'z') return ''
  return w.trim() === '' ? String(v ?? '') : w
}
