/** How productions that left, or may leave, treat documents. What was rolled back, or is not made yet, does not count. */
import { productionSettings } from '#contracts/production-settings.ts'
import { type Treatment, treatment } from '#contracts/productions.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { numbersOf } from '../record/bates.ts'

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

const counting = ['Produced', 'Delivered'] as const

/** By document; those that no production has are not there. */
export async function latestProduced(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Produced>> {
  const productions = new Map(
    (
      await read
        .selectFrom('production')
        .select(['production_id', 'name', 'settings', 'first_number', 'produced_at'])
        .where('project_id', '=', projectId)
        .where('purpose', '=', 'production')
        .where('state', 'in', counting)
        .execute()
    ).map((row) => [
      row.production_id,
      { ...row, numbering: productionSettings.parse(JSON.parse(row.settings)).numbering },
    ]),
  )
  if (productions.size === 0) return new Map()
  const latest = new Map<number, { readonly id: number; readonly produced: Produced }>()
  for (const slice of slices(ids, 2)) {
    const rows = await read
      .selectFrom('production_document')
      .select(['production_id', 'document_id', 'place', 'pages', 'pages_before', 'treatment', 'redacted'])
      .where('document_id', 'in', slice)
      .where('production_id', 'in', [...productions.keys()])
      .execute()
    for (const row of rows) {
      const of = productions.get(row.production_id)
      if (of === undefined || of.first_number === null) continue
      const at = of.produced_at ?? ''
      const known = latest.get(row.document_id)
      if (
        known !== undefined &&
        !isLater({ id: row.production_id, at }, { id: known.id, at: known.produced.at })
      )
        continue
      const numbered = { place: row.place, pages: row.pages, pagesBefore: row.pages_before }
      latest.set(row.document_id, {
        id: row.production_id,
        produced: {
          ...{
            production: of.name,
            treatment: treatment.parse(row.treatment),
            redacted: row.redacted === 1,
            at,
          },
          ...numbersOf(of.numbering, of.first_number, numbered),
        },
      })
    }
  }
  return new Map([...latest].map(([id, { produced }]) => [id, produced]))
}

interface Moment {
  readonly id: number
  readonly at: string
}
const isLater = (one: Moment, other: Moment): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at

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
      .where('p.state', 'in', counting)
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
      .where('p.state', 'in', counting)
      .where('o.treatment', 'not in', ['withheld', 'failed'])
      .execute()
    for (const { document_id } of rows) out.add(document_id)
  }
  return out
}
