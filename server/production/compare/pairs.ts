/** The documents of two productions from the record, each with what both have of it. */
import type { Reader } from '../../platform/records/records.ts'
import type { Kept, Pair } from './differences.ts'

/** Documents that are read at once. */
const step = 1_000

/** From where it goes on: behind this place of the first production, or of those that only the second has. */
export interface From {
  readonly side: 1 | 2
  readonly place: number
}

/** Those of the first in its order, then those that only the second has in its own. */
export async function* pairsOf(
  read: Reader,
  [firstId, secondId]: readonly [number, number],
  from: From = { side: 1, place: 0 },
): AsyncGenerator<readonly Pair[]> {
  if (from.side === 1)
    for await (const rows of slicesOf(read, firstId, from.place)) {
      const others = await alsoIn(read, secondId, rows)
      yield rows.map((first) => ({
        ...{ documentId: first.documentId, first },
        second: others.get(first.documentId) ?? null,
      }))
    }
  for await (const rows of slicesOf(read, secondId, from.side === 2 ? from.place : 0, firstId))
    yield rows.map((second) => ({ documentId: second.documentId, first: null, second }))
}

/** `without`: nothing that this production has too. */
async function* slicesOf(
  read: Reader,
  productionId: number,
  behind: number,
  without: number | null = null,
): AsyncGenerator<Kept[]> {
  for (let after = behind; ; ) {
    const rows = await kept(read, productionId)
      .where('p.place', '>', after)
      .$if(without !== null, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('production_document as o')
                .select('o.place')
                .whereRef('o.document_id', '=', 'p.document_id')
                .where('o.production_id', '=', without ?? 0),
            ),
          ),
        ),
      )
      .orderBy('p.place')
      .limit(step)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.place
    yield rows.map(keptOf)
  }
}

async function alsoIn(
  read: Reader,
  productionId: number,
  documents: readonly Kept[],
): Promise<ReadonlyMap<number, Kept>> {
  const ids = documents.map(({ documentId }) => documentId)
  const rows = await kept(read, productionId).where('p.document_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.document_id, keptOf(row)]))
}

const kept = (read: Reader, productionId: number) =>
  read
    .selectFrom('production_document as p')
    .leftJoin('production_row as r', (on) =>
      on.onRef('r.production_id', '=', 'p.production_id').onRef('r.place', '=', 'p.place'),
    )
    .select(['p.document_id', 'p.place', 'p.pages', 'p.pages_before', 'p.treatment', 'p.slip_sheet'])
    .select(['p.designation', 'p.redaction_revision', 'p.redacted', 'p.file_sha256', 'p.drawn'])
    .select(['r.sums', 'r.text_sum', 'r.file_sum'])
    .where('p.production_id', '=', productionId)

type Row = Awaited<ReturnType<ReturnType<typeof kept>['execute']>>[number]

const keptOf = (row: Row): Kept => ({
  ...{ documentId: row.document_id, place: row.place, pages: row.pages, pagesBefore: row.pages_before },
  ...{ treatment: row.treatment, slipSheet: row.slip_sheet, designation: row.designation },
  ...{ redactionRevision: row.redaction_revision, redacted: row.redacted === 1 },
  ...{ fileSha256: row.file_sha256, drawn: row.drawn, sums: row.sums },
  ...{ textSum: row.text_sum, fileSum: row.file_sum },
})
