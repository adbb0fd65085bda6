/** How productions that left, or may leave, treat documents. What was rolled back, or is not made yet, does not count. */
import { type Treatment, treatment } from '#contracts/productions.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { standingProductions, standingStates } from '../fields/standing.ts'
import { numbersOf } from '../record/bates.ts'

/** Documents that are looked up at once: the server answers others between them. */
const step = 500

/** What the latest production of a document says of it. */
export interface Produced {
  readonly production: string
  readonly treatment: Treatment
  readonly redacted: boolean
  readonly first: string
  readonly last: string
  /** When its volume was read back. */
  readonly at: string
}

/** By document; those that no production has are not there. */
export async function latestProduced(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Produced>> {
  const all = await standingProductions(read, projectId)
  if (all.length === 0) return new Map()
  const rankOf = new Map(all.map(({ production_id }, rank) => [production_id, rank]))
  const latest = new Map<number, { readonly rank: number; readonly produced: Produced }>()
  for (let at = 0; at < ids.length; at += step) {
    const slice = ids.slice(at, at + step)
    const rows = await read
      .selectFrom('production_document')
      .select(['production_id', 'document_id', 'place', 'pages', 'pages_before', 'treatment', 'redacted'])
      .where('document_id', 'in', slice)
      .where('production_id', 'in', [...rankOf.keys()])
      .execute()
    for (const row of rows) {
      const rank = rankOf.get(row.production_id) ?? 0
      const of = all[rank]
      if (of === undefined || of.first_number === null) continue
      if ((latest.get(row.document_id)?.rank ?? rank + 1) < rank) continue
      const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before }
      latest.set(row.document_id, {
        rank,
        produced: {
          ...{ production: of.name, treatment: treatment.parse(row.treatment), redacted: row.redacted === 1 },
          at: of.produced_at ?? '',
          ...numbersOf(of.settings.numbering, of.first_number, numbered),
        },
      })
    }
    await breathe()
  }
  return new Map([...latest].map(([id, { produced }]) => [id, produced]))
}

/** Documents that some production withholds, or has let out with redactions. */
export const withheldOrRedacted = async (
  read: Reader,
  projectId: number,
  which: 'withheld' | 'redacted',
): Promise<number[]> =>
  (
    await read
      .selectFrom('production_document as o')
      .innerJoin('production as p', 'p.production_id', 'o.production_id')
      .select('o.document_id')
      .distinct()
      .where('p.project_id', '=', projectId)
      .where('p.purpose', '=', 'production')
      .where('p.state', 'in', standingStates)
      .$if(which === 'withheld', (query) => query.where('o.treatment', '=', 'withheld'))
      .$if(which === 'redacted', (query) =>
        query.where('o.redacted', '=', 1).where('o.treatment', '<>', 'withheld'),
      )
      .execute()
  ).map(({ document_id }) => document_id)

/** Those of some documents that any production has let out: with what they say, or with a part of it. */
export async function letOut(read: Reader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const out = new Set<number>()
  for (const slice of slices(ids, 1)) {
    const rows = await read
      .selectFrom('production_document as o')
      .innerJoin('production as p', 'p.production_id', 'o.production_id')
      .select('o.document_id')
      .distinct()
      .where('o.document_id', 'in', slice)
      .where('p.purpose', '=', 'production')
      .where('p.state', 'in', standingStates)
      .where('o.treatment', 'not in', ['withheld', 'failed'])
      .execute()
    for (const { document_id } of rows) out.add(document_id)
  }
  return out
}
