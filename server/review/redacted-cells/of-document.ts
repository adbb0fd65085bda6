/** What of a spreadsheet is covered, for whoever makes a copy of it. */
import { type RedactedCellsKind, redactedCellsKind } from '#contracts/redacted-cells.ts'
import type { Reader } from '../../platform/records/records.ts'
import { piecesIn } from './rows.ts'

export interface CoveredCells {
  /** From 0. */
  readonly sheet: number
  readonly kind: RedactedCellsKind
  /** As in contracts/redacted-cells.ts. */
  readonly range: string | null
  readonly pieces: readonly { readonly from: number; readonly to: number }[]
  /** Empty: none. */
  readonly label: string
}

export interface CellsOfDocument {
  /** Part of the name of everything that is made of the document. */
  readonly revision: number
  /** Of the document's file now. */
  readonly sha256: string
  /** What covers. */
  readonly covered: readonly CoveredCells[]
  /** Cells that stay although they depend on what is covered. */
  readonly kept: readonly CoveredCells[]
  /** Some are of another file: nothing of the document goes out. */
  readonly toCheck: boolean
}

/** Those that are in force, as of one moment; null: the document is not there. */
export async function redactedCellsOf(read: Reader, documentId: number): Promise<CellsOfDocument | null> {
  const rows = await read
    .selectFrom('document as d')
    .leftJoin('redacted_cells as r', (on) =>
      on.onRef('r.document_id', '=', 'd.document_id').on('r.removed_at', 'is', null),
    )
    .select(['d.redaction_revision', 'd.sha256 as file', 'r.sha256'])
    .select(['r.sheet', 'r.kind', 'r.cell_range', 'r.pieces', 'r.label'])
    .where('d.document_id', '=', documentId)
    .orderBy('r.sheet')
    .orderBy('r.redacted_cells_id')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const all = rows.flatMap(({ sheet, kind, cell_range, pieces, label }) =>
    sheet === null || kind === null || pieces === null
      ? []
      : {
          ...{ sheet, kind: redactedCellsKind.parse(kind), range: cell_range },
          ...{ pieces: piecesIn(pieces), label: label ?? '' },
        },
  )
  return {
    revision: first.redaction_revision,
    sha256: first.file,
    covered: all.filter(({ kind }) => kind !== 'kept'),
    kept: all.filter(({ kind }) => kind === 'kept'),
    toCheck: rows.some(({ sha256, file }) => sha256 !== null && sha256 !== file),
  }
}
