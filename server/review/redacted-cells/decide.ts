/** What a gesture on cells comes to: where it may be, and what of it is news. */
import type { Insertable } from 'kysely'
import type { CellsMarkup } from '#contracts/redacted-cells.ts'
import type { RedactionOrigin } from '#contracts/redactions.ts'
import { storable } from '../../platform/records/dialect.ts'
import type { RedactedCellsTable } from '../redaction-rows/tables.ts'
import { type ActOf, type AskedOf, type DecidedOf, decideGesture, refused } from '../redactions/gestures.ts'
import { plainRange } from './places.ts'
import type { CellsRow } from './rows.ts'

export type NewRow = Insertable<RedactedCellsTable>
export type Act = ActOf<CellsRow, NewRow>

/** The sheets that a document's file has now. */
export interface SheetsNow {
  readonly sha256: string
  readonly count: number
  /** A table that is text: its one sheet has no name of its own. */
  readonly isText: boolean
  /** Why there are none. */
  readonly reason: string
}

interface Asked extends AskedOf<CellsRow, CellsMarkup> {
  readonly sheets: SheetsNow
  /** How what is added came to be; absent: by hand. */
  readonly origin?: RedactionOrigin
}

export const decide = (asked: Asked): DecidedOf<CellsRow, NewRow> =>
  decideGesture(asked, {
    added: (one: CellsMarkup['add'][number], field) => added(asked, one, field),
    changed: (one: CellsMarkup['change'][number], before, field) => changed(asked.sheets, one, before, field),
    words: { made: 'made', fewer: 'Redact rows, columns or sheets in place of many cells.' },
  })

function added(asked: Asked, one: CellsMarkup['add'][number], field: string): NewRow {
  const { sheets } = asked
  requireSheet(sheets, one.sheet, `${field}.sheet`)
  if (one.kind === 'sheetName' && sheets.isText)
    throw refused(`${field}.kind`, 'A text table has no name that could be covered. Cover its cells.')
  return {
    ...{ project_id: asked.projectId, document_id: asked.documentId, key: one.key },
    ...{ sha256: sheets.sha256, sheet: one.sheet, kind: one.kind, cell_range: plainRange(one, field) },
    pieces: JSON.stringify(one.pieces),
    ...{ label: storable(one.label), reason: storable(one.reason), origin: asked.origin ?? 'hand' },
    ...{ gesture: asked.gesture, version: 1 },
    ...{ by_user: asked.userId, at: asked.at, changed_by: null, changed_at: null },
    ...{ removed_by: null, removed_at: null },
  }
}

function changed(
  sheets: SheetsNow,
  { label, reason, checked }: CellsMarkup['change'][number],
  before: CellsRow,
  field: string,
): { done: 'changed' | 'checked'; to: Partial<CellsRow> } | null {
  const said = {
    label: label === undefined ? before.label : storable(label),
    reason: reason === undefined ? before.reason : storable(reason),
  }
  const isChanged = said.label !== before.label || said.reason !== before.reason
  const isChecked = checked === true && before.sha256 !== sheets.sha256
  if (!isChanged && !isChecked) return null
  if (isChecked) requireSheet(sheets, before.sheet, `${field}.checked`)
  return {
    done: isChanged ? 'changed' : 'checked',
    to: { ...said, ...(isChecked ? { sha256: sheets.sha256 } : {}) },
  }
}

function requireSheet({ count, reason }: SheetsNow, sheet: number, field: string): void {
  if (count === 0)
    throw refused(
      field,
      `This spreadsheet cannot be read, so none of it can be redacted: it can only be withheld. ${reason}`.trim(),
    )
  if (sheet >= count)
    throw refused(
      field,
      `There is no sheet ${sheet + 1}: the file has ${count === 1 ? 'one sheet' : `${count} sheets`}.`,
    )
}
