/** Writes what was decided, with its rows of the trail, in the transaction of the caller. */
import { type DocumentEdit, placeWords, redactedCellsKind } from '#contracts/redacted-cells.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { grownBy } from '../redactions/gestures.ts'
import { type Drawer, entryOf, recordGesture } from '../redactions/trail.ts'
import type { Act, NewRow } from './decide.ts'
import { piecesIn } from './rows.ts'

export interface Written {
  /** The number that the document's redactions have now. */
  readonly revision: number
  readonly edit: DocumentEdit | null
}

interface Gesture {
  readonly documentId: number
  readonly gesture: string
  readonly acts: readonly Act[]
  /** In force before, without what is kept open. */
  readonly covering: number
  /** Before. */
  readonly revision: number
}

export async function writeActs(
  trx: Writer,
  drawer: Drawer,
  { acts, covering, ...of }: Gesture,
): Promise<Written> {
  if (acts.length === 0) return { revision: of.revision, edit: null }
  await insertAll(
    trx,
    'redacted_cells',
    acts.flatMap(({ done, after }) => (done === 'added' ? [after] : [])),
  )
  for (const { before, after } of acts) {
    if (before === null) continue
    const { label, reason, sha256, version, changed_by, changed_at, removed_by, removed_at } = after
    await trx
      .updateTable('redacted_cells')
      .set({ label, reason, sha256, version, changed_by, changed_at, removed_by, removed_at })
      .where('redacted_cells_id', '=', before.redacted_cells_id)
      .execute()
  }
  const edit = editOf(covering, acts)
  const entries = acts.map((act) => cellsEntry(drawer, of, act, edit))
  const revision = await recordGesture(trx, drawer, { ...of, isNews: edit !== null, entries })
  return { revision, edit }
}

/** The first one sets the fields of the document, and the last that goes takes them away. */
function editOf(before: number, acts: readonly Act[]): DocumentEdit | null {
  const covering = grownBy(
    acts.filter(({ after }) => after.kind !== 'kept'),
    before,
  )
  if (covering > 0 === before > 0) return null
  return {
    category: 'document-edits',
    action: covering > 0 ? 'addupdate' : 'remove',
    fields: { Redaction: covering > 0 ? 1 : null, Redaction_Type: 'Manual Native' },
  }
}

function cellsEntry(
  drawer: Drawer,
  of: Pick<Gesture, 'documentId' | 'gesture'>,
  act: Act,
  edit: DocumentEdit | null,
) {
  const { sheet, kind: named, cell_range: range = null, origin = 'hand' } = act.after
  const kind = redactedCellsKind.parse(named)
  const place = placeWords({ sheet, kind, range })
  return entryOf(drawer, of, act, {
    field: place,
    facts: { sheet, cells: place, kind, origin, ...(edit === null ? {} : { edit }) },
    lookOf,
    isChecked: (before, after) => before.sha256 !== after.sha256,
  })
}

const lookOf = ({ cell_range = null, pieces, label }: Pick<NewRow, 'cell_range' | 'pieces' | 'label'>) => ({
  range: cell_range,
  pieces: piecesIn(pieces),
  label,
})
