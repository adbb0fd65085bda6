/** What stands beside a document, as far as the caller may see it. */

import * as z from 'zod/mini'
import { type Inclusive, type Related, relatedLimits } from '#contracts/analysis.ts'
import type { DocumentState } from '#contracts/documents.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { controlNumber } from '../documents/control.ts'
import { familyOf } from '../documents/family.ts'
import { inReview, requireReadable } from '../documents/visible.ts'
import type { Side } from './protocol.ts'
import { treeOf } from './thread-tree.ts'

/** 404 where the project has none of this id. */
export async function relatedTo(ctx: ProjectContext, documentId: number): Promise<Related> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  await requireReadable(ctx, documentId)
  const side: Side = ctx.can('collect.view') ? 'processing' : 'review'
  const seen = analysed(read, side)
  const own = await read
    .selectFrom('document as d')
    .leftJoin(foundOn[side](read).as('a'), 'a.document_id', 'd.document_id')
    .select(['d.family_id', 'a.known', 'a.thread_id', 'a.near_dup_group'])
    .where('d.document_id', '=', documentId)
    .where('d.project_id', '=', projectId)
    .executeTakeFirst()
  if (own === undefined) throw notFound('document')
  const [family, thread, nearDuplicates, copies] = await Promise.all([
    familyOf(read, projectId, prefix, own.family_id),
    threadOf(seen, prefix, own.thread_id, absent[side]),
    nearDuplicatesOf(seen, prefix, own.near_dup_group),
    copiesOf(read, own.family_id),
  ])
  const found = { documentId, analysed: own.known === 1, family, thread, nearDuplicates, copies }
  return ctx.project.view === null ? found : ofPart(found)
}

/** What was found among all documents is not told to whoever sees a part: only which of these belong together. */
function ofPart({ thread, nearDuplicates, ...found }: Related): Related {
  const seen = thread.data.filter(({ message }) => message !== null)
  const isGroup = nearDuplicates.data.length > 1 && nearDuplicates.data.some(({ principal }) => principal)
  return {
    ...found,
    thread: {
      ...thread,
      data: seen.map(({ depth, message }) => ({
        depth,
        message: message === null ? null : { ...message, inclusive: null },
      })),
    },
    nearDuplicates: isGroup ? nearDuplicates : { data: [], totalCount: 0 },
  }
}

/** What was found on each side, in the same columns. */
const foundOn = {
  processing: (read: Reader) =>
    read
      .selectFrom('document_analysis')
      .select((eb) => [
        'document_id',
        eb.lit<number>(1).as('known'),
        'thread_id',
        'thread_parent',
        'thread_missing',
        'near_dup_group',
        'near_dup_similarity',
        'thread_inclusive',
        'review_thread_inclusive',
      ]),
  review: (read: Reader) =>
    read
      .selectFrom('document_analysis')
      .select([
        'document_id',
        'review_known as known',
        'review_thread_id as thread_id',
        'review_thread_parent as thread_parent',
        'review_thread_missing as thread_missing',
        'review_near_dup_group as near_dup_group',
        'review_near_dup_similarity as near_dup_similarity',
        'review_thread_inclusive as thread_inclusive',
        'review_thread_inclusive',
      ]),
} as const

/** Reviewers are not told which of the two it is: what is not in review is for them not there. */
const absent = { processing: 'notCollected', review: 'notInReview' } as const

/**
 * Documents with what was found about them on a side, those that the side sees. Ids of threads and groups are ids of
 * documents: of one project each.
 */
const analysed = (read: Reader, side: Side) =>
  read
    .selectFrom(foundOn[side](read).as('a'))
    .innerJoin('document as d', 'd.document_id', 'a.document_id')
    .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
    .$if(side === 'review', (query) => query.where('d.state', '=', inReview))
type Analysed = ReturnType<typeof analysed>

const counted = { data: [], totalCount: 0 }

async function threadOf(
  seen: Analysed,
  prefix: string,
  threadId: number | null,
  absent: Related['thread']['absent'],
): Promise<Related['thread']> {
  if (threadId === null) return { ...counted, absent }
  const messages = seen
    .where('a.thread_id', '=', threadId)
    // Those that stand in their family have it from its parent.
    .where('a.thread_inclusive', 'is not', null)
  const rows = await messages
    .select([
      'd.document_id',
      'd.control',
      'd.state',
      'd.title',
      'd.file_name',
      'd.record_type',
      'd.from_text',
      'd.sent_at',
      'd.attachment_count',
      'd.in_reply_to',
      'd.references',
      'c.name as custodian',
      'a.thread_parent',
      'a.thread_missing',
      'a.thread_inclusive',
      'a.review_thread_inclusive',
    ])
    .orderBy('d.document_id')
    .limit(relatedLimits.thread)
    .execute()
  const { n } = await messages.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const tree = treeOf(
    rows.map((row) => ({
      id: row.document_id,
      parent: row.thread_parent,
      // Answers to one message that was not collected name it in the same words.
      missing: row.thread_missing === 0 ? null : `${row.in_reply_to} ${row.references}`,
      at: row.sent_at,
      row,
    })),
  )
  return {
    data: tree.map(({ depth, message }) => ({
      depth,
      message:
        message === null
          ? null
          : {
              ...besideOf(message.row, prefix),
              from: message.row.from_text,
              sentAt: message.row.sent_at,
              attachments: message.row.attachment_count,
              inclusive: inclusiveOf(message.row),
            },
    })),
    totalCount: n,
    absent,
  }
}

/** As the field shows it: of what is in review as it stands there. Null until the analysis has come by there. */
const inclusiveOf = (row: {
  readonly state: DocumentState
  readonly thread_inclusive: string | null
  readonly review_thread_inclusive: string | null
}): Inclusive | null =>
  (row.state === inReview ? row.review_thread_inclusive : row.thread_inclusive) as Inclusive | null

async function nearDuplicatesOf(
  seen: Analysed,
  prefix: string,
  group: number | null,
): Promise<Related['nearDuplicates']> {
  if (group === null) return counted
  const members = seen.where('a.near_dup_group', '=', group)
  const rows = await members
    .select([
      'd.document_id',
      'd.control',
      'd.state',
      'd.title',
      'd.file_name',
      'd.record_type',
      'd.parent_date',
      'c.name as custodian',
      'a.near_dup_similarity',
    ])
    .orderBy((eb) => eb.case().when('d.document_id', '=', group).then(0).else(1).end())
    .orderBy('a.near_dup_similarity', 'desc')
    .orderBy('d.document_id')
    .limit(relatedLimits.nearDuplicates)
    .execute()
  const { n } = await members.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return {
    data: rows.map((row) => ({
      ...besideOf(row, prefix),
      parentDate: row.parent_date,
      principal: row.document_id === group,
      similarity: row.near_dup_similarity ?? 0,
    })),
    totalCount: n,
  }
}

const path = z.array(z.string())

async function copiesOf(read: Reader, familyId: number): Promise<Related['copies']> {
  const copies = read
    .selectFrom('document_copy as k')
    .innerJoin('custodian as c', 'c.custodian_id', 'k.custodian_id')
    .where('k.document_id', '=', familyId)
  const rows = await copies
    .select(['c.name as custodian', 'k.source_path'])
    .orderBy('k.copy_id')
    .limit(relatedLimits.copies)
    .execute()
  const { n } = await copies.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return {
    data: rows.map((row) => ({ custodian: row.custodian, path: path.parse(JSON.parse(row.source_path)) })),
    totalCount: n,
  }
}

interface BesideRow {
  readonly document_id: number
  readonly control: number
  readonly state: DocumentState
  readonly title: string
  readonly file_name: string
  readonly record_type: string
  readonly custodian: string
}

const besideOf = (row: BesideRow, prefix: string) => ({
  documentId: row.document_id,
  controlNumber: controlNumber(prefix, row.control),
  state: row.state,
  title: row.title === '' ? row.file_name : row.title,
  recordType: row.record_type,
  custodian: row.custodian,
})
