/** What stands in the records though no row of the audit chain tells of it, and histories that do not hang together. */
import { sql } from 'kysely'
import type { Reader } from '../../platform/records/records.ts'
import type { Naming } from '../coding-history/changes.ts'
import { namesKey, theField } from '../coding-history/choice-names.ts'
import { stands } from '../coding-history/open-end.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { tagCategories } from '../tags/tags.ts'
import type { Difference } from './differences.ts'

/** So many of a kind are looked for: whoever sees a thousand need not have the others counted. */
const atMost = 1_000

/** `namings`: what the chain says of the choices of fields, in its order. */
export async function unclaimed(
  read: Reader,
  projectId: number,
  namings: readonly Naming[],
): Promise<Difference[]> {
  return [
    ...(await values(read, projectId)),
    ...(await tags(read, projectId)),
    ...(await batches(read, projectId)),
    ...(await ends(read, projectId)),
    ...(await documents(read, projectId)),
    ...(await choices(read, projectId, namings)),
  ]
}

async function values(read: Reader, projectId: number): Promise<Difference[]> {
  const { rows } = await sql<{ documentId: number; subjectId: number }>`
    select v.document_id as "documentId", v.field_id as "subjectId" from coding_value as v
    where v.project_id = ${projectId} and not exists (
      select 1 from coding_span as s where s.document_id = v.document_id and s.until_seq = ${stands}
        and s.kind = 'field' and s.subject_id = v.field_id)
    limit ${atMost}`.execute(read)
  return rows.map((row) => ({ ...row, kind: 'field', what: 'value', seq: null }))
}

async function tags(read: Reader, projectId: number): Promise<Difference[]> {
  const { rows } = await sql<{ documentId: number; subjectId: number }>`
    select distinct d.document_id as "documentId", t.tag_category_id as "subjectId"
    from document_tag as d join tag as t on t.tag_id = d.tag_id
    where d.project_id = ${projectId} and not exists (
      select 1 from coding_span as s where s.document_id = d.document_id and s.until_seq = ${stands}
        and s.kind = 'tags' and s.subject_id = t.tag_category_id)
    limit ${atMost}`.execute(read)
  return rows.map((row) => ({ ...row, kind: 'tags', what: 'value', seq: null }))
}

async function batches(read: Reader, projectId: number): Promise<Difference[]> {
  const { rows } = await sql<{ subjectId: number }>`
    select b.batch_id as "subjectId" from batch as b
    where b.project_id = ${projectId} and not exists (
      select 1 from batch_span as s where s.project_id = b.project_id and s.batch_id = b.batch_id
        and s.until_seq = ${stands})
    limit ${atMost}`.execute(read)
  return rows.map((row) => ({ ...row, kind: 'batch', documentId: null, what: 'value', seq: null }))
}

/** A span ends where the next one of the same subject begins, and nowhere else. */
async function ends(read: Reader, projectId: number): Promise<Difference[]> {
  const coding = await sql<{ documentId: number; subjectId: number; kind: 'field' | 'tags'; seq: number }>`
    select document_id as "documentId", subject_id as "subjectId", kind, from_seq as seq
    from (select document_id, subject_id, kind, from_seq, until_seq,
        lead(from_seq, 1, cast(${stands} as bigint))
          over (partition by document_id, kind, subject_id order by from_seq) as next
      from coding_span where project_id = ${projectId} and kind <> 'document') as spans
    where until_seq <> next limit ${atMost}`.execute(read)
  const batch = await sql<{ subjectId: number; seq: number }>`
    select batch_id as "subjectId", from_seq as seq
    from (select batch_id, from_seq, until_seq,
        lead(from_seq, 1, cast(${stands} as bigint)) over (partition by batch_id order by from_seq) as next
      from batch_span where project_id = ${projectId}) as spans
    where until_seq <> next limit ${atMost}`.execute(read)
  return [
    ...coding.rows.map((row) => ({ ...row, what: 'history' as const })),
    ...batch.rows.map((row) => ({
      ...row,
      kind: 'batch' as const,
      documentId: null,
      what: 'history' as const,
    })),
  ]
}

/** A document counts as coded from its first value or tag until the last one goes. */
async function documents(read: Reader, projectId: number): Promise<Difference[]> {
  const { rows } = await sql<{ documentId: number }>`
    select document_id as "documentId" from coding_span
    where project_id = ${projectId} and until_seq = ${stands} and coded = 1
    group by document_id
    having count(case when kind = 'document' then 1 end) <>
      max(case when kind = 'document' then 0 else 1 end)
    limit ${atMost}`.execute(read)
  return rows.map((row) => ({ ...row, kind: 'document', subjectId: 0, what: 'history', seq: null }))
}

/** What choices and tags are called now, and were called at any time, is what the chain says. */
async function choices(read: Reader, projectId: number, namings: readonly Naming[]): Promise<Difference[]> {
  const fields = await read
    .selectFrom('field')
    .select(['field_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const current = await choicesOf(
    read,
    fields.map(({ field_id }) => field_id),
  )
  const spans = await read
    .selectFrom('choice_span')
    .select(['field_id', 'choice_id', 'from_seq', 'until_seq', 'position', 'text'])
    .where('project_id', '=', projectId)
    .execute()
  const past = Map.groupBy(spans, ({ field_id }) => field_id)
  const byField = Map.groupBy(namings, ({ fieldId }) => fieldId)
  const categories = new Map(
    (await tagCategories(read, projectId)).map((one) => [namesKey('tags', one.tagCategoryId), one]),
  )
  const ids = new Set([...past.keys(), ...byField.keys(), ...fields.map(({ field_id }) => field_id)])
  return [...ids].flatMap((fieldId): Difference[] => {
    const told = byField.get(fieldId) ?? []
    const last = told.at(-1)
    const field = fields.find(({ field_id }) => field_id === fieldId)
    const about = { kind: 'choices', subjectId: fieldId, documentId: null, seq: last?.seq ?? null } as const
    const category = categories.get(fieldId)
    const now =
      category === undefined
        ? (current.get(fieldId) ?? []).map(({ choice_id, text }) => [choice_id, text])
        : category.tags.map(({ tagId, name }) => [tagId, name])
    const wanted = last?.choices.map(({ choiceId, text }) => [choiceId, text])
    // A category that is gone has no tags; one that no row names is as it was begun.
    const name = field?.name ?? category?.name ?? (fieldId < 0 ? last?.name : undefined)
    const isNow =
      name === undefined || (name === last?.name && JSON.stringify(now) === JSON.stringify(wanted))
    const then = (past.get(fieldId) ?? []).map(({ choice_id, from_seq, until_seq, position, text }) =>
      JSON.stringify([choice_id, from_seq, until_seq, position, text]),
    )
    const isThen = then.sort().join() === spansOf(told).sort().join()
    return [
      ...(isNow ? [] : [{ ...about, what: 'value' as const }]),
      ...(isThen ? [] : [{ ...about, what: 'history' as const }]),
    ]
  })
}

/** The stretches in which a field and its choices had their names, as `choice_span` has them. */
function spansOf(namings: readonly Naming[]): string[] {
  const standing = new Map<
    number,
    { readonly from: number; readonly position: number; readonly text: string }
  >()
  const spans: string[] = []
  const end = (choiceId: number, until: number): void => {
    const span = standing.get(choiceId)
    if (span !== undefined) spans.push(JSON.stringify([choiceId, span.from, until, span.position, span.text]))
    standing.delete(choiceId)
  }
  const told = new Set<number>()
  for (const { seq, name, choices: named, before } of namings) {
    // Names that no row had told of have been so from the beginning.
    const earlier = [
      { choiceId: theField, text: before?.name ?? '', position: 0 },
      ...(before?.choices ?? []).map((choice, position) => ({ ...choice, position })),
    ]
    if (before !== null)
      for (const { choiceId, text, position } of earlier)
        if (!told.has(choiceId)) standing.set(choiceId, { from: 0, position, text })
    for (const { choiceId } of before === null ? [] : earlier) told.add(choiceId)
    const wanted = new Map([
      [theField, { text: name, position: 0 }],
      ...named.map(({ choiceId, text }, position) => [choiceId, { text, position }] as const),
    ])
    for (const [choiceId, { text, position }] of standing) {
      const now = wanted.get(choiceId)
      if (now?.text !== text || now.position !== position) end(choiceId, seq)
    }
    for (const choiceId of wanted.keys()) told.add(choiceId)
    for (const [choiceId, now] of wanted)
      if (!standing.has(choiceId)) standing.set(choiceId, { from: seq, ...now })
  }
  for (const choiceId of [...standing.keys()]) end(choiceId, stands)
  return spans
}
