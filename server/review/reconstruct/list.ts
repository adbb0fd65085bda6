/** Documents as of a moment, with their coding then. */

import { type SqlBool, sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Subject } from '#contracts/reconstruct.ts'
import {
  type AsOfFilter,
  type listAsOf,
  listLimit,
  type PastRow,
  type StoodAt,
} from '#contracts/reconstruct.ts'
import { namesOf } from '../../platform/auth/names.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { type ChoiceNames, choiceNames, namesKey } from '../coding-history/choice-names.ts'
import { stands } from '../coding-history/open-end.ts'
import { controlNumber } from '../documents/control.ts'
import { wasInReview } from '../documents/visible.ts'
import { type BatchMeant, batchOf } from './batch.ts'
import { type Counts, countsAt } from './counts.ts'
import { type Past, resolve } from './moments.ts'
import { hasChoices, type Subjects, subjectsOf } from './subjects.ts'
import { pastValues } from './trail.ts'

/** Documents that one statement looks through: nobody waits for a list whose matches are few. */
const windowSize = 5000

export async function readList(
  past: Past,
  { asOf: asked, filter, after = 0, limit = listLimit.default }: BodyOf<typeof listAsOf>,
): Promise<ReplyOf<typeof listAsOf>> {
  const { read, projectId } = past
  const subjects = await subjectsOf(read, projectId)
  const subject = subjectIn(subjects, filter)
  const batch = filter.is === 'batch' ? await batchOf(past, filter.batchId) : null
  const asOf = await resolve(past, asked)
  const names = await choiceNames(read, projectId)
  const found: number[] = []
  let from = after
  const wanted = { filter, subject, batch, names }
  while (found.length <= limit) {
    const end = batch === null ? await windowEnd(past, from) : null
    const ids = await matching(past, asOf, wanted, from, end, limit + 1 - found.length)
    found.push(...ids)
    if (end === null) break
    from = end
    if (found.length <= limit) await breathe()
  }
  const page = found.slice(0, limit)
  return {
    asOf,
    data: await rowsOf(past, asOf, { subjects, names }, page),
    next: found.length > limit ? (page.at(-1) ?? null) : null,
    totalCount:
      batch === null
        ? totalOf(filter, subject, await countsAt(past, asOf))
        : (await matching(past, asOf, wanted, 0, null, batch.size)).length,
  }
}

/** The field or category that is asked for; one of another project is answered as one that is not there. */
function subjectIn(subjects: Subjects, filter: AsOfFilter): Subject | null {
  if (filter.is !== 'field' && filter.is !== 'tags') return null
  const known =
    filter.is === 'field'
      ? subjects.fields.find(({ subjectId }) => subjectId === filter.fieldId)
      : subjects.categories.find(({ subjectId }) => subjectId === filter.tagCategoryId)
  if (known === undefined) throw notFound(filter.is === 'field' ? 'field' : 'tag category')
  if ('value' in filter && !hasChoices(known))
    throw new ApiError('request.invalid', `${known.name} has no choices: ask whether it was coded.`, {
      detail: known.name,
    })
  return known
}

/** The last document of the next window; null where that is the last window. */
async function windowEnd({ read, projectId }: Past, after: number): Promise<number | null> {
  const row = await read
    .selectFrom('document')
    .select('document_id')
    .where('project_id', '=', projectId)
    .where('document_id', '>', after)
    .orderBy('document_id')
    .offset(windowSize - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.document_id ?? null
}

interface ListQuestion {
  readonly filter: AsOfFilter
  readonly subject: Subject | null
  readonly batch: BatchMeant | null
  readonly names: ChoiceNames
}

/** Documents after one and up to another that the filter means, in order. */
async function matching(
  { read, projectId }: Past,
  asOf: StoodAt,
  { filter, subject, batch, names }: ListQuestion,
  after: number,
  end: number | null,
  limit: number,
): Promise<number[]> {
  const reviewedFieldId = batch?.reviewedFieldId ?? null
  const kind = subject?.kind ?? (reviewedFieldId === null ? 'document' : 'field')
  const subjectId = subject?.subjectId ?? reviewedFieldId ?? 0
  const isCoded = asksForCoded(filter)
  if (isCoded) {
    let spans = read
      .selectFrom('coding_span')
      .select('document_id')
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('document_id', '>', after)
      .where('document_id', '<=', end ?? stands)
      .where('from_seq', '<=', asOf.seq)
      .where('until_seq', '>', asOf.seq)
      .where('coded', '=', 1)
      .orderBy('document_id')
      .limit(limit)
    if (batch !== null) spans = spans.where('document_id', 'in', documentsIn(read, batch))
    if ('value' in filter && subject !== null)
      spans = spans.where(holds(filter.value, subject, names, asOf.seq))
    return (await spans.execute()).map(({ document_id }) => document_id)
  }
  let documents = read
    .selectFrom('document as d')
    .select('d.document_id')
    .where('d.project_id', '=', projectId)
    .where('d.document_id', '>', after)
    .where('d.document_id', '<=', end ?? stands)
    .where(wasInReview(asOf.at))
    .orderBy('d.document_id')
    .limit(limit)
  if (batch !== null) documents = documents.where('d.document_id', 'in', documentsIn(read, batch))
  const isAll = filter.is === 'all' || (filter.is === 'batch' && filter.reviewed === null)
  if (!isAll)
    documents = documents.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('coding_span as s')
            .select('s.from_seq')
            .where('s.project_id', '=', projectId)
            .where('s.kind', '=', kind)
            .where('s.subject_id', '=', subjectId)
            .whereRef('s.document_id', '=', 'd.document_id')
            .where('s.from_seq', '<=', asOf.seq)
            .where('s.until_seq', '>', asOf.seq)
            .where('s.coded', '=', 1),
        ),
      ),
    )
  return (await documents.execute()).map(({ document_id }) => document_id)
}

function asksForCoded(filter: AsOfFilter): boolean {
  if (filter.is === 'batch') return filter.reviewed === true
  return filter.is === 'coded' || ('coded' in filter ? filter.coded : 'value' in filter)
}

const documentsIn = (read: Past['read'], { batchId }: BatchMeant) =>
  read.selectFrom('batch_document').select('document_id').where('batch_id', '=', batchId)

/** Whether a span's value is a choice or tag, or has it in its list, by any name that it had while that was coded. */
function holds(
  value: string | boolean,
  { kind, subjectId, typeId }: Subject,
  names: ChoiceNames,
  seq: number,
) {
  const words: readonly { text: string | boolean; fromSeq: number; untilSeq: number }[] =
    typeof value === 'string'
      ? names.wordsFor(namesKey(kind, subjectId), value, seq)
      : [{ text: value, fromSeq: 0, untilSeq: stands }]
  const isList = kind === 'tags' || typeId === fieldTypes.multipleChoice
  const conditions = words.map(({ text, fromSeq, untilSeq }) => {
    const json = JSON.stringify(text)
    const during = sql`from_seq >= ${fromSeq} and from_seq < ${untilSeq}`
    // One choice: the index alone can say.
    if (!isList) return sql`(${during} and value = ${json})`
    // A quotation mark after a bracket or comma begins an element: inside of one it would be escaped.
    const held = sql`coalesce(value, long_value)`
    return sql`(${during} and (replace(${held}, ${`[${json}`}, '') <> ${held}
      or replace(${held}, ${`,${json}`}, '') <> ${held}))`
  })
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

function totalOf(filter: AsOfFilter, subject: Subject | null, counts: Counts): number {
  if (subject === null)
    return filter.is === 'coded'
      ? counts.coded
      : filter.is === 'notCoded'
        ? counts.notCoded
        : counts.documents
  const own = counts.subjects.find(
    ({ kind, subjectId }) => kind === subject.kind && subjectId === subject.subjectId,
  )
  if ('value' in filter) return own?.choices.find(({ value }) => value === filter.value)?.documents ?? 0
  const coded = 'coded' in filter && filter.coded
  return coded ? (own?.coded ?? 0) : (own?.notCoded ?? counts.documents)
}

/** Longer texts are for the document's own view. */
const longest = 80

async function rowsOf(
  past: Past,
  asOf: StoodAt,
  { subjects, names }: { readonly subjects: Subjects; readonly names: ChoiceNames },
  ids: readonly number[],
): Promise<PastRow[]> {
  if (ids.length === 0) return []
  const { read, projectId, prefix } = past
  const documents = await read
    .selectFrom('document as d')
    .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
    .select([
      'd.document_id',
      'd.control',
      'd.title',
      'd.file_name',
      'd.from_text',
      'd.parent_date',
      'd.record_type',
    ])
    .select('c.name as custodian')
    .where('d.document_id', 'in', ids)
    .execute()
  const spans = await read
    .selectFrom('coding_span')
    .selectAll()
    .where('document_id', 'in', ids)
    .where(checkedOnly('project_id'), '=', projectId)
    .where('until_seq', '>', asOf.seq)
    .where('from_seq', '<=', asOf.seq)
    .where('kind', '!=', 'document')
    .orderBy('kind')
    .orderBy('subject_id')
    .execute()
  const valueIn = await pastValues(read, names, spans, asOf.seq)
  const people = await namesOf(
    past.read,
    spans.map(({ user_id }) => user_id),
  )
  const byDocument = Map.groupBy(spans, ({ document_id }) => document_id)
  const byId = new Map(documents.map((row) => [row.document_id, row]))
  return ids.flatMap((documentId): PastRow[] => {
    const row = byId.get(documentId)
    if (row === undefined) return []
    const own = byDocument.get(documentId) ?? []
    const last = own.reduce<(typeof own)[number] | null>(
      (latest, span) => (latest === null || span.from_seq > latest.from_seq ? span : latest),
      null,
    )
    return [
      {
        documentId,
        controlNumber: controlNumber(prefix, row.control),
        title: row.title === '' ? row.file_name : row.title,
        from: row.from_text,
        parentDate: row.parent_date,
        recordType: row.record_type,
        custodian: row.custodian,
        values: own
          .filter(({ coded }) => coded === 1)
          .map((span) => {
            const { value, erased } = valueIn(span)
            const { kind, subjectId, name } = subjects.of(span.kind, span.subject_id)
            const isLong = typeof value === 'string' && value.length > longest
            return {
              kind,
              subjectId,
              name,
              value: isLong ? `${value.slice(0, longest - 1)}…` : value,
              erased,
            }
          }),
        codedBy: last === null || last.user_id === null ? null : (people.get(last.user_id) ?? null),
        codedAt: last?.at ?? null,
      },
    ]
  })
}
