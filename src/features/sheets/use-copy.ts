/** Copies a range as a table of text: its cells are fetched first, for most of them are not in view. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import type { Sheet } from '#contracts/sheets.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type SheetQuestion, sheetAnswers, sheetKey } from '#src/reads/sheets.ts'
import { copies } from '#src/stores/sheets-cache.ts'
import { counted, number } from '../ui/format.ts'
import { boundsOf, type Selection } from './selecting.ts'

/** Cells that are copied in one go: more are downloaded better. */
const most = 100_000

export interface Copying {
  readonly says: string
  readonly copy: (selection: Selection, sheet: Sheet) => void
}

export function useCopy(
  documentId: number,
  index: number,
  { formulas, redacted }: { readonly formulas: boolean; readonly redacted: number | null },
): Copying {
  const run = useUnit(dispatch)
  const [asked, setAsked] = useState<SheetQuestion | null>(null)
  const [says, say] = useState('')
  const key = asked === null ? '' : sheetKey(asked)
  const table = useStoreMap({
    store: copies.$entries,
    keys: [key] as const,
    fn: (entries, [of]) => entries.get(of) ?? null,
    defaultValue: null,
  })
  useEffect(() => {
    if (table === null || asked?.about !== 'copy') return
    setAsked(null)
    void navigator.clipboard?.writeText(table).then(
      () => say(`Copied ${counted(asked.rows * asked.columns, 'cell')}`),
      () => say('The browser does not allow copying here.'),
    )
  }, [table, asked])
  return {
    says,
    copy: (selection, sheet) => {
      const { firstRow, lastRow, firstColumn, lastColumn } = boundsOf(selection)
      const rows = Math.min(lastRow + 1, Math.max(firstRow + 1, sheet.rows)) - firstRow
      const columns = Math.min(lastColumn + 1, Math.max(firstColumn + 1, sheet.columns)) - firstColumn
      if (rows * columns > most) {
        say(`At most ${number(most)} cells can be copied at once: ${number(rows * columns)} are selected.`)
        return
      }
      const question: SheetQuestion = {
        about: 'copy',
        documentId,
        sheet: index,
        firstRow,
        rows,
        firstColumn,
        columns,
        formulas,
        ...(redacted === null ? {} : { redacted }),
      }
      say('')
      setAsked(question)
      run(sheetAnswers.request({ question }))
    },
  }
}
