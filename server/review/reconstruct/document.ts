/** One document as of a moment, and what the step before did to it. */

import { how } from '#contracts/audit.ts'
import type { ReplyOf } from '#contracts/call.ts'
import type { documentAsOf, Moment, Step, StoodValue } from '#contracts/reconstruct.ts'
import { notFound } from '../../platform/http/error.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { choiceNames, namesKey } from '../coding-history/choice-names.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview } from '../documents/visible.ts'
import { type Past, resolve } from './moments.ts'
import { type Subjects, subjectsOf } from './subjects.ts'
import { pastValues, type TrailRow, trailRows } from './trail.ts'

export async function readDocument(
  past: Past,
  documentId: number,
  asked: Moment | undefined,
): Promise<ReplyOf<typeof documentAsOf>> {
  const { read, projectId, prefix } = past
  const document = await read
    .selectFrom('document')
    .select(['control', 'created_at', 'promoted_at'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  const asOf = await resolve(past, asked)
  const subjects = await subjectsOf(read, projectId)
  const [values, earlier, later] = await Promise.all([
    valuesThen(past, subjects, documentId, asOf.seq),
    changesAround(past, documentId, asOf.seq, 'before'),
    changesAround(past, documentId, asOf.seq, 'after'),
  ])
  const lastStep = await stepOf(past, subjects, earlier)
  return {
    asOf,
    documentId,
    controlNumber: controlNumber(prefix, document.control),
    existed: (document.promoted_at ?? document.created_at) <= asOf.at || values.length > 0,
    values,
    lastStep: lastStep?.step ?? null,
    previousSeq: lastStep?.previousSeq ?? null,
    nextSeq: later[0]?.from_seq ?? null,
  }
}

async function valuesThen(
  { read, projectId }: Past,
  subjects: Subjects,
  documentId: number,
  seq: number,
): Promise<StoodValue[]> {
  const spans = await read
    .selectFrom('coding_span')
    .selectAll()
    .where('document_id', '=', documentId)
    .where(checkedOnly('project_id'), '=', projectId)
    .where('until_seq', '>', seq)
    .where('from_seq', '<=', seq)
    .where('kind', '!=', 'document')
    .orderBy('kind')
    .orderBy('subject_id')
    .execute()
  const names = await choiceNames(
    read,
    projectId,
    spans.flatMap(({ kind, subject_id }) => (kind === 'document' ? [] : [namesKey(kind, subject_id)])),
  )
  const trail = await trailRows(
    read,
    spans.map(({ audit_id }) => audit_id),
  )
  const valueIn = await pastValues(read, names, spans, seq, trail)
  return spans.map((span) => ({
    ...subjects.of(span.kind, span.subject_id),
    ...valueIn(span),
    userId: span.user_id,
    userName: trail.get(span.audit_id)?.userName ?? '',
    at: span.at,
    seq: span.from_seq,
    how: how.parse(span.how),
    jobId: span.job_id,
  }))
}

type Around = Awaited<ReturnType<typeof changesAround>>

/** More than a save has fields: the step and the change before it are among them. */
const maxInStep = 201

/** The document's changes up to a moment, the last first; or the first one after it. */
async function changesAround(
  { read, projectId }: Past,
  documentId: number,
  seq: number,
  side: 'before' | 'after',
) {
  return read
    .selectFrom('coding_span as s')
    .leftJoin('audit as a', 'a.audit_id', 's.audit_id')
    .select(['s.from_seq', 's.kind', 's.subject_id', 's.user_id', 's.how', 's.at', 's.audit_id'])
    .select('a.command_id')
    .where('s.document_id', '=', documentId)
    .where(checkedOnly('s.project_id'), '=', projectId)
    .where('s.kind', '!=', 'document')
    .where('s.from_seq', side === 'before' ? '<=' : '>', seq)
    .orderBy('s.from_seq', side === 'before' ? 'desc' : 'asc')
    .limit(side === 'before' ? maxInStep : 1)
    .execute()
}

/** The changes that were saved together last, and the row of the change before them. */
async function stepOf(
  { read }: Past,
  subjects: Subjects,
  changes: Around,
): Promise<{ step: Step; previousSeq: number | null } | null> {
  const [last] = changes
  if (last === undefined) return null
  const together = (change: Around[number]): boolean =>
    change === last || (last.command_id !== null && change.command_id === last.command_id)
  const before = changes.find((change) => !together(change))
  const own = before === undefined ? changes : changes.slice(0, changes.indexOf(before))
  const trail = await trailRows(
    read,
    own.map(({ audit_id }) => audit_id),
  )
  const rowOf = (change: Around[number]): TrailRow | undefined => trail.get(change.audit_id)
  return {
    previousSeq: before?.from_seq ?? null,
    step: {
      seq: last.from_seq,
      at: last.at,
      userId: last.user_id,
      userName: rowOf(last)?.userName ?? '',
      how: how.parse(last.how),
      changes: own.toReversed().flatMap((change) => {
        const row = rowOf(change)
        return row === undefined
          ? []
          : [{ ...subjects.of(change.kind, change.subject_id), old: row.old, new: row.new }]
      }),
    },
  }
}
