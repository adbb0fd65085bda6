/** What the standing productions say of documents, for fields and the search. */
import { batesFields } from '#contracts/excluded-fields.ts'
import { treatment } from '#contracts/productions.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { BatesField, ProducedFacts } from '../../review/search/produced.ts'
import { numbersOf } from '../record/bates.ts'
import { batesValue } from '../volumes/bates-values.ts'
import { kinOf } from '../volumes/kin.ts'
import { standingProductions } from './standing.ts'

type Standing = Awaited<ReturnType<typeof standingProductions>>[number]

export async function producedFactsOf(
  read: Reader,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProducedFacts>> {
  const held = await read
    .selectFrom('production_document')
    .select(['production_id', 'document_id', 'family_id'])
    .where('document_id', 'in', [...ids])
    .execute()
  if (held.length === 0) return new Map()
  const all = await standingProductions(read, projectId, [
    ...new Set(held.map(({ production_id }) => production_id)),
  ])
  const holding = Map.groupBy(held, ({ production_id }) => production_id)
  const names = new Map<number, string[]>()
  const bates = new Map<number, ProducedFacts['bates']>()
  for (const production of all) {
    const rows = holding.get(production.production_id) ?? []
    const latest = rows.filter(({ document_id }) => !names.has(document_id))
    for (const { document_id } of rows)
      names.set(document_id, [...(names.get(document_id) ?? []), production.name])
    const families = [...new Set(latest.map(({ family_id }) => family_id))]
    const values = await valuesIn(read, production, families)
    for (const { document_id } of latest) {
      const own = values.get(document_id)
      if (own !== undefined) bates.set(document_id, own)
    }
  }
  return new Map(
    [...bates].map(([id, own]) => [id, { bates: own, productions: names.get(id) ?? [] }] as const),
  )
}

/** The Bates fields of all members of families, as one production has them. */
async function valuesIn(
  read: Reader,
  { production_id: productionId, first_number: first, settings }: Standing,
  families: readonly number[],
): Promise<ReadonlyMap<number, ProducedFacts['bates']>> {
  if (families.length === 0 || first === null) return new Map()
  const rows = await read
    .selectFrom('production_document')
    .select(['document_id', 'family_id', 'parent_id', 'place', 'pages', 'pages_before'])
    .select(['treatment', 'redacted'])
    .where('production_id', '=', productionId)
    .where('family_id', 'in', [...families])
    .orderBy('place')
    .execute()
  const members = rows.map((row) => ({
    ...{ documentId: row.document_id, familyId: row.family_id, parentId: row.parent_id },
    ...{ treatment: treatment.parse(row.treatment), redacted: row.redacted === 1 },
    ...numbersOf(settings.numbering, first, {
      ...{ place: row.place, pages: row.pages, pagesBefore: row.pages_before },
    }),
  }))
  const values = new Map<number, ProducedFacts['bates']>()
  for (const family of Map.groupBy(members, ({ familyId }) => familyId).values()) {
    const kins = kinOf(family)
    for (const member of family) {
      const kin = kins.get(member.documentId)
      if (kin === undefined) continue
      const of = (field: BatesField): readonly string[] =>
        [batesValue(field, member, kin, settings.loadFile)].flat().filter((value) => value !== '')
      values.set(
        member.documentId,
        Object.fromEntries(batesFields.map((field) => [field, of(field)])) as ProducedFacts['bates'],
      )
    }
  }
  return values
}
