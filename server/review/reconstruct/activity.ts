/** Changes of coding and tags as a list: newest first, page by page, without a cap. */
import { how } from '#contracts/audit.ts'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { type ActivityEvent, type activity, activityLimit } from '#contracts/reconstruct.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { type Tracking, tookOf, trackingOf } from './active-time.ts'
import { meantBy, meantSpans, type Scanned } from './filter.ts'
import type { Past } from './moments.ts'
import { nothing, trailRows } from './trail.ts'

export async function activityPage(
  past: Past,
  { filter, before, limit = activityLimit.default }: BodyOf<typeof activity>,
): Promise<ReplyOf<typeof activity>> {
  const meant = await meantBy(past, filter)
  let spans = past.read
    .selectFrom('coding_span')
    .select(['from_seq', 'kind', 'subject_id', 'document_id', 'user_id', 'how', 'audit_id', 'job_id', 'at'])
    .orderBy('from_seq', 'desc')
    .limit(limit + 1)
  if (before !== undefined) spans = spans.where('from_seq', '<', before)
  const rows = await meantSpans(spans, past.projectId, meant).execute()
  const page = rows.slice(0, limit)
  const data = await eventsOf(past, page, await trackingOf(past.read, past.projectId))
  return { data, next: rows.length > limit ? (page.at(-1)?.from_seq ?? null) : null }
}

/** Changes as the trail has them, in the order given. */
export async function eventsOf(
  past: Past,
  rows: readonly Scanned[],
  tracking: Tracking,
): Promise<ActivityEvent[]> {
  const { read } = past
  const [trail, numbers] = await Promise.all([
    trailRows(
      read,
      rows.map(({ audit_id }) => audit_id),
    ),
    controlNumbers(past, rows),
  ])
  const timed = rows.flatMap((row) =>
    byHand(row.how)
      ? [
          {
            seq: row.from_seq,
            at: row.at,
            userId: row.user_id,
            documentId: row.document_id,
            commandId: trail.get(row.audit_id)?.commandId ?? null,
          },
        ]
      : [],
  )
  const took = tracking.tracked ? await tookOf(past, timed, tracking.limitMs) : new Map<number, number>()
  return rows.map((row) => {
    const said = trail.get(row.audit_id)
    return {
      seq: row.from_seq,
      auditId: row.audit_id,
      at: row.at,
      userId: row.user_id,
      userName: said?.userName ?? '',
      roleName: said?.roleName ?? '',
      documentId: row.document_id,
      controlNumber: numbers.get(row.document_id) ?? '',
      kind: row.kind === 'tags' ? 'tags' : 'field',
      subjectId: row.subject_id,
      field: said?.field ?? '',
      old: said?.old ?? nothing,
      new: said?.new ?? nothing,
      how: how.parse(row.how),
      commandId: said?.commandId ?? null,
      jobId: row.job_id,
      tookMs: took.get(row.from_seq) ?? null,
    }
  })
}

/** Whether somebody did it there and then: only that takes time that can be told. */
const byHand = (means: string): boolean => means === 'manual' || means === 'undo' || means === 'redo'

/** The control numbers of documents. */
export async function controlNumbers(
  { read, prefix }: Past,
  rows: readonly { readonly document_id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Map<number, string>()
  for (const ids of slices([...new Set(rows.map(({ document_id }) => document_id))], 1))
    for (const row of await controlsOf(read, ids))
      numbers.set(row.document_id, controlNumber(prefix, row.control))
  return numbers
}

const controlsOf = (read: Reader, ids: readonly number[]) =>
  read.selectFrom('document').select(['document_id', 'control']).where('document_id', 'in', ids).execute()
