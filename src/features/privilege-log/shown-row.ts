/** A row as it is shown: as it was fetched, under what was written here since. */
import type { LogRow } from '#contracts/privilege-log.ts'
import type { WrittenCells } from '#src/events/catalog/privilege-log.ts'
import type { Overlay } from '#src/stores/privilege-log.ts'

export interface ShownCell {
  readonly text: string
  /** What somebody wrote; null: nobody has, and the text is what the record says. */
  readonly written: string | null
  /** What the record says. */
  readonly derived: string
  /** Somebody else has written there meanwhile. */
  readonly isMet: boolean
}

export interface ShownRow {
  readonly row: LogRow
  readonly overlay: Overlay | null
  /** The version that a save states. */
  readonly version: number
}

export const shownRow = (row: LogRow, overlay: Overlay | null): ShownRow => ({
  row,
  overlay,
  version: Math.max(row.version, overlay?.version ?? 0),
})

/** What was written last into a cell here, where it counts over the fetched row; undefined: nothing. */
function own({ row, overlay }: ShownRow, source: string): string | null | undefined {
  if (overlay === null) return undefined
  const met = overlay.conflict?.cells[source]
  if (source in overlay.pending) return overlay.pending[source]
  if (met !== undefined) return met.mine
  return overlay.version > row.version && source in overlay.cells ? overlay.cells[source] : undefined
}

export function shownCell(shown: ShownRow, source: string): ShownCell {
  const { row, overlay } = shown
  const fetched = row.values[source] ?? ''
  const isWritten = source in row.derived
  const derived = isWritten ? (row.derived[source] ?? '') : fetched
  const here = own(shown, source)
  const written = here === undefined ? (isWritten ? fetched : null) : here
  return {
    text: written ?? derived,
    written,
    derived,
    isMet: overlay?.conflict?.cells[source] !== undefined,
  }
}

/** The change that puts these into a row. */
export const changeOf = (shown: ShownRow, values: WrittenCells) => ({
  documentId: shown.row.documentId,
  controlNumber: shown.row.controlNumber,
  version: shown.version,
  before: Object.fromEntries(Object.keys(values).map((source) => [source, shownCell(shown, source).written])),
  values,
})

/** What typing makes of a cell: what the record says anyway is not written over it. */
export const typedInto = ({ derived }: ShownCell, typed: string): string | null => {
  const text = typed.trim()
  return text === derived ? null : text
}
