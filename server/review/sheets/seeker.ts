/** What is asked of each cell while a spreadsheet is looked through. */
import type { SheetCell, SheetHit } from '#contracts/sheets.ts'

/** What knows whether a cell holds what is looked for. */
export interface Seeker {
  /** Told from the JSON of a block before its cells are made: false only where none of them holds it. */
  readonly mayStandIn: (block: string) => boolean
  readonly foundIn: (cell: SheetCell) => Pick<SheetHit, 'in' | 'terms'> | null
}

/** The texts of a cell, what it shows first. */
export function placesOf({ text, formula, comment }: SheetCell): (readonly [SheetHit['in'], string])[] {
  const places: (readonly [SheetHit['in'], string])[] = [['text', text]]
  if (formula !== undefined) places.push(['formula', formula])
  if (comment !== undefined) places.push(['comment', comment])
  return places
}
