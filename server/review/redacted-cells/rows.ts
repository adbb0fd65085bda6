/** Redacted cells as the record holds them, and as they are told. */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import {
  type DocumentCells,
  type RedactedCells,
  type RemovedCells,
  redactedCellsKind,
} from '#contracts/redacted-cells.ts'
import { redactionLimits } from '#contracts/redactions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { RedactedCellsTable } from '../redaction-rows/tables.ts'
import { alikeOf, byKey, removalOf, type TellingNames } from '../redactions/told.ts'

export type CellsRow = Selectable<RedactedCellsTable>
export type ToldRow = CellsRow & TellingNames

const selectRows = (read: Reader) =>
  read
    .selectFrom('redacted_cells as r')
    .innerJoin('app_user as u', 'u.user_id', 'r.by_user')
    .leftJoin('app_user as c', 'c.user_id', 'r.changed_by')
    .leftJoin('app_user as m', 'm.user_id', 'r.removed_by')
    .selectAll('r')
    .select(['u.name as adder', 'c.name as changer', 'm.name as remover'])

/** Those of a project that have one of some keys, in force or not. */
export const rowsByKey = (
  read: Reader,
  projectId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ToldRow>> =>
  byKey(keys, (some) =>
    selectRows(read).where('r.project_id', '=', projectId).where('r.key', 'in', some).execute(),
  )

/** Those of a document that are in force, in the order in which they were added. */
export const cellsInForce = (read: Reader, documentId: number): Promise<CellsRow[]> =>
  read
    .selectFrom('redacted_cells')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('redacted_cells_id')
    .execute()

/** All of a document, which the caller may read, held against the file that it has now. */
export async function cellsNow(
  ctx: ProjectContext,
  read: Reader,
  documentId: number,
): Promise<DocumentCells> {
  // Before the rows: with a number that is older than they are, the next change is refused and nothing is overlooked.
  const document = await read
    .selectFrom('document')
    .select(['redaction_revision', 'sha256'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const ofDocument = selectRows(read).where('r.document_id', '=', documentId)
  const inForce = await ofDocument
    .where('r.removed_at', 'is', null)
    .orderBy('r.sheet')
    .orderBy('r.redacted_cells_id')
    .execute()
  const removed = await ofDocument
    .where('r.removed_at', 'is not', null)
    .orderBy('r.removed_at', 'desc')
    .orderBy('r.redacted_cells_id', 'desc')
    .limit(redactionLimits.removed)
    .execute()
  const tell = telling(ctx, document?.sha256 ?? '')
  return {
    documentId,
    revision: document?.redaction_revision ?? 0,
    data: inForce.map(tell.cells),
    totalCount: inForce.length,
    removed: removed.map(tell.removed),
  }
}

/** How rows are told to the caller, of a document with this file. */
export function telling({ caller }: ProjectContext, sha256: string) {
  const cells = (row: ToldRow): RedactedCells => ({
    ...alikeOf(row, caller.userId),
    sheet: row.sheet,
    kind: redactedCellsKind.parse(row.kind),
    range: row.cell_range,
    pieces: piecesIn(row.pieces),
    toCheck: row.sha256 !== sha256,
  })
  const removed = (row: ToldRow): RemovedCells => ({
    ...cells(row),
    ...removalOf(row),
  })
  return { cells, removed }
}

const pieces = z.array(z.object({ from: z.int(), to: z.int() }))

/** Pieces of a text as the column holds them. */
export const piecesIn = (column: string): z.infer<typeof pieces> => pieces.parse(JSON.parse(column))
