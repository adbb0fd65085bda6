/** What a gesture comes to: what is refused is refused before anything is written. */
import type { Insertable } from 'kysely'
import type { CellsMarkup } from '#contracts/redacted-cells.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { storable } from '../../platform/records/dialect.ts'
import type { RedactedCellsTable } from '../redaction-rows/tables.ts'
import { plainRange, refused } from './places.ts'
import type { CellsRow } from './rows.ts'

export type NewRow = Insertable<RedactedCellsTable>

/** A change of one redaction. */
export type Act =
  | { readonly done: 'added'; readonly before: null; readonly after: NewRow }
  | {
      readonly done: 'changed' | 'checked' | 'removed' | 'restored'
      readonly before: CellsRow
      readonly after: CellsRow
    }

/** The sheets that a document's file has now. */
export interface SheetsNow {
  readonly sha256: string
  readonly count: number
  /** A table that is text: its one sheet has no name of its own. */
  readonly isText: boolean
  /** Why there are none. */
  readonly reason: string
}

export interface Asked {
  readonly projectId: number
  readonly documentId: number
  readonly gesture: string
  readonly markup: CellsMarkup
  readonly userId: number
  /** Whether the caller may change what others have added. */
  readonly ofOthers: boolean
  readonly at: string
  readonly sheets: SheetsNow
  /** What the record has of the keys that are named, of any document of the project. */
  readonly known: ReadonlyMap<string, CellsRow>
  /** In force in the document. */
  readonly inForce: number
}

/** `stale`: somebody has changed or removed what was seen otherwise; nothing is written. */
export type Decided = { readonly stale: true } | { readonly acts: readonly Act[] }

export function decide(asked: Asked): Decided {
  const { add, change, remove, restore } = asked.markup
  requireOnce(asked.markup)
  const added = add.map((one, at) => addedBy(asked, one, `markup.add[${at}]`))
  const own = (name: string, all: readonly { readonly key: string }[]) =>
    all.map(({ key }, at) => ownRow(asked, key, `markup.${name}[${at}].key`))
  const changing = own('change', change)
  const removing = own('remove', remove)
  const restoring = own('restore', restore)
  const isStale = [...change, ...remove].some(({ version }, at) => {
    const row = [...changing, ...removing][at]
    return row !== undefined && (row.removed_at !== null || row.version !== version)
  })
  if (isStale) return { stale: true }
  const acts = [
    ...added,
    ...change.flatMap((one, at) => changedBy(asked, one, changing[at], `markup.change[${at}]`)),
    ...removing.map((row): Act => removedBy(row, asked.userId, asked.at)),
    ...restoring.filter(({ removed_at }) => removed_at !== null).map(restored),
  ]
  requireRoom(asked.inForce, acts)
  return { acts }
}

/** A redaction as it is once somebody has removed it. */
export const removedBy = (before: CellsRow, userId: number, at: string): Act => ({
  done: 'removed',
  before,
  after: { ...before, version: before.version + 1, removed_by: userId, removed_at: at },
})

const restored = (before: CellsRow): Act => ({
  done: 'restored',
  before,
  after: { ...before, version: before.version + 1, removed_by: null, removed_at: null },
})

function requireOnce(markup: CellsMarkup): void {
  const keys = new Set<string>()
  for (const name of ['add', 'change', 'remove', 'restore'] as const)
    for (const [at, { key }] of markup[name].entries()) {
      if (keys.has(key))
        throw refused(
          `markup.${name}[${at}].key`,
          'A redaction stands once in a gesture. Send the others apart.',
        )
      keys.add(key)
    }
}

function addedBy(asked: Asked, one: CellsMarkup['add'][number], field: string): Act {
  const { sheets, known } = asked
  if (known.has(one.key))
    throw refused(`${field}.key`, 'There is a redaction with this key already. Add it with a key of its own.')
  requireSheet(sheets, one.sheet, `${field}.sheet`)
  if (one.kind === 'sheetName' && sheets.isText)
    throw refused(`${field}.kind`, 'A text table has no name that could be covered. Cover its cells.')
  return {
    done: 'added',
    before: null,
    after: {
      ...{ project_id: asked.projectId, document_id: asked.documentId, key: one.key },
      ...{ sha256: sheets.sha256, sheet: one.sheet, kind: one.kind, cell_range: plainRange(one, field) },
      pieces: JSON.stringify(one.pieces),
      ...{ label: storable(one.label), reason: storable(one.reason), gesture: asked.gesture, version: 1 },
      ...{ by_user: asked.userId, at: asked.at, removed_by: null, removed_at: null },
    },
  }
}

/** What stands already is nobody's news: no version, no row of the trail. */
function changedBy(
  { sheets }: Asked,
  { label, reason, checked }: CellsMarkup['change'][number],
  before: CellsRow | undefined,
  field: string,
): Act[] {
  if (before === undefined) return []
  const said = {
    label: label === undefined ? before.label : storable(label),
    reason: reason === undefined ? before.reason : storable(reason),
  }
  const isChanged = said.label !== before.label || said.reason !== before.reason
  const isChecked = checked === true && before.sha256 !== sheets.sha256
  if (!isChanged && !isChecked) return []
  if (isChecked) requireSheet(sheets, before.sheet, `${field}.checked`)
  const on = isChecked ? { sha256: sheets.sha256 } : {}
  return [
    {
      done: isChanged ? 'changed' : 'checked',
      before,
      after: { ...before, ...said, ...on, version: before.version + 1 },
    },
  ]
}

/** The redaction of this document with a key; refused where it is somebody else's and the caller may not change those. */
function ownRow({ known, documentId, userId, ofOthers }: Asked, key: string, field: string): CellsRow {
  const row = known.get(key)
  if (row === undefined || row.document_id !== documentId) throw notFound('redaction')
  if (row.by_user !== userId && !ofOthers)
    throw new ApiError(
      'permission.denied',
      'Somebody else has made this redaction, and you may change only your own. Ask them, or a review manager.',
      { detail: field },
    )
  return row
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

function requireRoom(inForce: number, acts: readonly Act[]): void {
  const count = (...what: Act['done'][]) => acts.filter(({ done }) => what.includes(done)).length
  const more = count('added', 'restored')
  if (more > 0 && inForce + more - count('removed') > redactionLimits.document)
    throw new ApiError(
      'conflict',
      `A document has at most ${redactionLimits.document} redactions. Redact rows, columns or sheets in place of many cells.`,
      { detail: 'markup' },
    )
}
