/** Receipts of bulk changes, as callers see them. */

import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type BulkReceipt, type BulkRow, bulkWhat, type LeftReason, leftReason } from '#contracts/bulk.ts'
import { bulkKind } from '#contracts/bulk-changes.ts'
import { shownValue } from '#contracts/coding-values.ts'
import { jobState } from '#contracts/jobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import { rulesOf } from '../coding/rules.ts'
import { storedValue } from '../coding-values/values.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview } from '../documents/visible.ts'
import { namedCategories } from '../tags/tags.ts'
import { ownBulk } from './reverse.ts'

/** Said in the text of a query and not bound to it: only so can an index that leaves these rows out be chosen. */
const written = sql.lit('written')

interface Page {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** One's own bulk changes, and everybody's for who may; newest first. */
export async function listReceipts(
  ctx: ProjectContext,
  { before, limit = 50 }: Page,
): Promise<{ data: BulkReceipt[]; totalCount: number }> {
  const { read } = ctx.records
  const visible = () => {
    const all = receipts(read).where('b.project_id', '=', ctx.project.projectId)
    return ctx.can('coding.bulkOfOthers') ? all : all.where('root.created_by', '=', ctx.caller.userId)
  }
  const { count } = await visible()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  let page = shown(visible())
  if (before !== undefined) page = page.where('b.job_id', '<', before)
  const rows = await page.orderBy('b.job_id', 'desc').limit(limit).execute()
  return { data: await present(read, rows), totalCount: count }
}

/** A bulk change with all that was done to it since. */
export async function receiptOf(
  ctx: ProjectContext,
  jobId: number,
): Promise<{ receipt: BulkReceipt; chain: BulkReceipt[] }> {
  const { read } = ctx.records
  const { root_id } = await ownBulk(read, ctx, jobId)
  const rows = await shown(receipts(read).where('b.root_id', '=', root_id))
    .orderBy('b.job_id')
    .execute()
  const chain = await present(read, rows)
  const receipt = chain.find((one) => one.jobId === jobId)
  if (receipt === undefined) throw new Error(`Receipt ${jobId} is not in its own chain.`)
  return { receipt, chain }
}

const receipts = (read: Reader) =>
  read
    .selectFrom('bulk as b')
    .innerJoin('job as j', 'j.job_id', 'b.job_id')
    .innerJoin('job as root', 'root.job_id', 'b.root_id')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .leftJoin('bulk as back', 'back.reverses', 'b.job_id')

const shown = (query: ReturnType<typeof receipts>) =>
  query
    .selectAll('b')
    .select(['j.title', 'j.state', 'j.items_total', 'j.items_done', 'j.rate', 'j.seconds_left', 'j.message'])
    .select(['j.created_by', 'j.created_at', 'j.ended_at', 'u.name', 'back.job_id as reversed_by'])

type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

async function present(read: Reader, rows: readonly Row[]): Promise<BulkReceipt[]> {
  const left = await leftOf(
    read,
    rows.map((row) => row.job_id),
  )
  return rows.map((row) => {
    const running = row.state === 'Running'
    return {
      jobId: row.job_id,
      kind: bulkKind.parse(row.kind),
      rootId: row.root_id,
      reverses: row.reverses,
      reversedBy: row.reversed_by,
      commandId: row.command_id,
      what: bulkWhat.parse(row.what),
      title: row.title,
      userId: row.created_by,
      by: row.name,
      at: row.created_at,
      endedAt: row.ended_at,
      state: jobState.parse(row.state),
      rate: running ? row.rate : null,
      secondsLeft: running ? row.seconds_left : null,
      message: row.message,
      documents: row.items_total,
      done: row.items_done,
      writtenDocuments: row.written_documents,
      written: row.written,
      alreadySo: row.already_so,
      left: left(row.job_id),
    }
  })
}

async function leftOf(read: Reader, jobIds: readonly number[]) {
  const counts =
    jobIds.length === 0
      ? []
      : await read
          .selectFrom('bulk_row')
          .select((eb) => ['job_id', 'outcome', eb.fn.countAll<number>().as('count')])
          .where('job_id', 'in', jobIds)
          .where('outcome', '<>', written)
          .groupBy(['job_id', 'outcome'])
          .execute()
  return (jobId: number): Record<LeftReason, number> => {
    const of = (reason: LeftReason): number =>
      counts.find((one) => one.job_id === jobId && one.outcome === reason)?.count ?? 0
    return {
      ...{ gone: of('gone'), changed: of('changed'), readOnly: of('readOnly'), refused: of('refused') },
      ...{ direct: of('direct'), held: of('held'), privilege: of('privilege') },
    }
  }
}

/** The rows of a receipt, in the order of the documents. */
export async function receiptRows(
  ctx: ProjectContext,
  query: {
    readonly jobId: number
    readonly show: 'written' | 'left'
    readonly afterDocument?: number | undefined
    readonly afterTarget?: number | undefined
    readonly limit?: number | undefined
  },
): Promise<{ data: BulkRow[]; totalCount: number }> {
  const { read } = ctx.records
  await ownBulk(read, ctx, query.jobId)
  const all = read
    .selectFrom('bulk_row as r')
    .where('r.job_id', '=', query.jobId)
    .where('r.outcome', query.show === 'written' ? '=' : '<>', written)
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { afterDocument = 0, afterTarget = 0 } = query
  const rows = await all
    .leftJoin('document as d', (join) =>
      join
        .onRef('d.document_id', '=', 'r.document_id')
        .on('d.project_id', '=', ctx.project.projectId)
        .on('d.state', '=', inReview),
    )
    .leftJoin('app_user as u', 'u.user_id', 'r.by_user')
    .selectAll('r')
    .select(['d.control', 'u.name'])
    .where((eb) =>
      eb.or([
        eb('r.document_id', '>', afterDocument),
        eb.and([eb('r.document_id', '=', afterDocument), eb('r.target_id', '>', afterTarget)]),
      ]),
    )
    .orderBy('r.document_id')
    .orderBy('r.target_id')
    .limit(query.limit ?? 100)
    .execute()
  const words = await wordsOf(
    ctx,
    query.jobId,
    rows.map((row) => row.target_id),
  )
  const data = rows.map((row): BulkRow => {
    const { name, shown: value } = words(row.target_id)
    const isLeft = row.outcome !== 'written'
    return {
      documentId: row.document_id,
      controlNumber: row.control === null ? null : controlNumber(ctx.project.prefix, row.control),
      targetId: row.target_id,
      name,
      outcome: isLeft ? leftReason.parse(row.outcome) : 'written',
      before: value(row.before),
      after: value(row.after),
      by: isLeft ? row.name : null,
      at: isLeft ? row.at : null,
    }
  })
  return { data, totalCount: count }
}

/** What fields or categories are called, and how their values are read. */
async function wordsOf({ records, project }: ProjectContext, jobId: number, targetIds: readonly number[]) {
  const { what } = await records.read
    .selectFrom('bulk')
    .select('what')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const unknown = { name: '', shown: () => '' }
  if (what === 'coding') {
    const rules = await rulesOf(records.read, project.projectId, [...new Set(targetIds)])
    return (targetId: number): { name: string; shown: (column: string) => string } => {
      const rule = rules.get(targetId)
      if (rule === undefined) return unknown
      return { name: rule.field_name, shown: (column) => shownValue(rule, storedValue(column)) }
    }
  }
  if (what === 'customIds') {
    const words = {
      name: 'Custom id',
      shown: (column: string) => z.nullable(z.string()).parse(JSON.parse(column)) ?? 'none',
    }
    return () => words
  }
  if (what === 'folders') {
    const words = {
      name: 'Folder',
      shown: (column: string) => (column === 'null' ? 'Not in the folder' : 'In the folder'),
    }
    return () => words
  }
  const categories = await namedCategories(records.read, project.projectId)
  return (targetId: number): { name: string; shown: (column: string) => string } => {
    const category = categories.find(({ tagCategoryId }) => tagCategoryId === targetId)
    if (category === undefined) return unknown
    return {
      name: category.name,
      shown: (column) => {
        const ids = z.nullable(z.array(z.int())).parse(JSON.parse(column)) ?? []
        const on = category.tags.filter(({ tagId }) => ids.includes(tagId))
        return on.map((tag) => tag.name).join(', ') || 'no tag'
      },
    }
  }
}
