/** What a spreadsheet says of itself that no sheet can be. */
import { expect, it } from 'vitest'
import { maxColumns, maxRows } from '#contracts/sheets.ts'
import { hiddenInOpenDocument } from './hidden.ts'

it.each(['1e999', '99999999999999999999', '100000000', '-5', 'many', ''])(
  'rows and columns that stand for “%s” others are as many as a sheet can have, at most',
  (repeated) => {
    const hidden = hiddenInOpenDocument(
      `<table:table table:name="A">
        <table:table-column table:number-columns-repeated="${repeated}" table:visibility="collapse"/>
        <table:table-column table:visibility="collapse"/>
        <table:table-row table:number-rows-repeated="${repeated}" table:visibility="collapse"/>
        <table:table-row table:visibility="collapse"/>
      </table:table>`,
    )('A')
    const isMany = /^\d+$/.test(repeated)
    expect(hidden?.hiddenRows).toEqual([{ first: 0, last: isMany ? maxRows - 1 : 1 }])
    expect(hidden?.hiddenColumns).toEqual([{ first: 0, last: isMany ? maxColumns - 1 : 1 }])
  },
)
