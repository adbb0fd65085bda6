/** The redactions of a document for whoever makes something of it: pages, files, texts. */
import * as z from 'zod/mini'
import { type RedactionKind, redactionKind } from '#contracts/redactions.ts'
import type { Reader } from '../../platform/records/records.ts'

export interface DrawnRedaction {
  /** From 0. */
  readonly page: number
  readonly kind: RedactionKind
  /** Left, top, right and bottom of each box, in parts of a page (contracts/redactions.ts). */
  readonly boxes: readonly number[]
  /** Empty: none. */
  readonly label: string
}

export interface RedactionsOfDocument {
  /** Part of the name of everything that is made of the document. */
  readonly revision: number
  readonly redactions: readonly DrawnRedaction[]
  /** Some were drawn on another file or on other pages: nothing of the document goes out. */
  readonly toCheck: boolean
  /** Cells of it are covered: no page of it leaves, since pages show what its redacted copy does not have. */
  readonly inCells: boolean
}

/**
 * Those that are in force, all as of one moment, and whether somebody has to look at them first. `pagesVersion`: of the pages
 * that are drawn; where it is not given, what was last found out about the pages counts, and where nothing was, somebody has
 * to look. A document that is not there has none.
 */
export async function redactionsOf(
  read: Reader,
  documentId: number,
  pagesVersion?: number,
): Promise<RedactionsOfDocument> {
  const rows = await read
    .selectFrom('document as d')
    .leftJoin('document_pages as p', 'p.document_id', 'd.document_id')
    .leftJoin('redaction as r', (on) =>
      on.onRef('r.document_id', '=', 'd.document_id').on('r.removed_at', 'is', null),
    )
    .select(['d.redaction_revision', 'd.sha256 as file', 'p.version as pages'])
    .select(['r.page', 'r.kind', 'r.boxes', 'r.label', 'r.sha256', 'r.pages_version'])
    .select((eb) =>
      eb
        .selectFrom('redacted_cells as c')
        .select('c.redacted_cells_id')
        .whereRef('c.document_id', '=', 'd.document_id')
        .where('c.removed_at', 'is', null)
        .where('c.kind', '<>', 'kept')
        .limit(1)
        .as('cells'),
    )
    .where('d.document_id', '=', documentId)
    .orderBy('r.page')
    .orderBy('r.redaction_id')
    .execute()
  const drawn = rows.flatMap(({ page, kind, boxes, label, ...row }) =>
    page === null || boxes === null ? [] : { ...row, page, kind, boxes, label: label ?? '' },
  )
  return {
    revision: rows[0]?.redaction_revision ?? 0,
    redactions: drawn.map(({ page, kind, boxes, label }) => ({
      page: page - 1,
      kind: redactionKind.parse(kind),
      boxes: boxesIn(boxes),
      label,
    })),
    toCheck: drawn.some(
      (row) => row.sha256 !== row.file || row.pages_version !== (pagesVersion ?? row.pages),
    ),
    inCells: (rows[0]?.cells ?? null) !== null,
  }
}

const numbers = z.array(z.int())

/** Boxes as the column holds them. */
export const boxesIn = (column: string): readonly number[] => numbers.parse(JSON.parse(column))
