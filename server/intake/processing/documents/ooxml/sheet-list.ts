/** The sheets that a workbook lists (ECMA-376 part 1, 18.2), and how it counts days. */
import type { SheetState } from '../sheet-writer.ts'
import type { OfficeFile } from './office-file.ts'

export interface SheetList {
  readonly sheets: readonly {
    readonly name: string
    readonly state: SheetState
    readonly relationId: string
  }[]
  readonly date1904: boolean
}

export function readSheetList(file: OfficeFile, book: string): SheetList {
  const sheets: { name: string; state: SheetState; relationId: string }[] = []
  let date1904 = false
  file.walk(book, {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '')
      if (name !== 'sheet') return
      const state = attributes.get('state')
      sheets.push({
        name: attributes.get('name') ?? '',
        state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
        relationId: attributes.relation() ?? '',
      })
    },
  })
  return { sheets, date1904 }
}
