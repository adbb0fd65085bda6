/** The log of redactions: who did what to which, when and where, from the trail. It never says the words. */
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReplyOf } from '#contracts/call.ts'
import {
  type RedactionLogRow,
  type redactionLog,
  redactionLogKind,
  redactionLogRow,
  redactionOrigin,
} from '#contracts/redactions.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview, requireReadable } from '../documents/visible.ts'

export interface LogAsked {
  readonly documentId?: number | undefined
  readonly label?: string | undefined
}

/** Rows of one answer. */
const page = 200

/** Refuses a document that the caller may not read. */
export async function requireLog(ctx: ProjectContext, { documentId }: LogAsked): Promise<void> {
  if (documentId !== undefined) await requireReadable(ctx, documentId)
}

export async function logPage(
  ctx: ProjectContext,
  { before, ...asked }: LogAsked & { readonly before?: number | undefined },
): Promise<ReplyOf<typeof redactionLog>> {
  await requireLog(ctx, asked)
  const { all } = await selectLog(ctx, asked)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  const rows = await logRows(ctx, asked, { before, limit: page + 1 })
  const shown = rows.slice(0, page)
  return {
    data: shown.map(({ row }) => row),
    totalCount: Number(all),
    next: rows.length > page ? (shown.at(-1)?.auditId ?? null) : null,
  }
}

/** Rows of the log before one of the trail, the newest first. */
export async function logRows(
  ctx: ProjectContext,
  asked: LogAsked,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<{ readonly auditId: number; readonly row: RedactionLogRow }[]> {
  const rows = await selectLog(ctx, asked)
    .select(['a.audit_id', 'a.at', 'a.action', 'a.text', 'a.erasable', 'd.document_id', 'd.control'])
    .$if(before !== undefined, (query) => query.where('a.audit_id', '<', before ?? 0))
    .orderBy('a.audit_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const { facts, user } = said.parse(JSON.parse(row.text))
    return {
      auditId: row.audit_id,
      row: {
        documentId: row.document_id,
        controlNumber: controlNumber(ctx.project.prefix, row.control),
        act: act.parse(row.action.slice(prefix.length)),
        ...placeIn(facts),
        reason: reasonIn(row.erasable),
        by: user.name,
        at: row.at,
      },
    }
  })
}

const prefix = 'redaction.'
const { act } = redactionLogRow.shape

/** What a row of the trail says; the reason stands beside it. */
const said = z.object({
  user: z.object({ name: z.string() }),
  facts: z.object({
    ...{ key: z.string(), kind: redactionLogKind, label: z.string(), origin: redactionOrigin },
    version: z.int(),
    // On pages.
    ...{ page: z.optional(z.int()), boxes: z.optional(z.array(z.int())) },
    // In a spreadsheet.
    ...{ sheet: z.optional(z.int()), cells: z.optional(z.string()) },
  }),
})

/** Where it is: on a page, or in a sheet, whose number stands for that of a page. */
function placeIn({ page, boxes = [], sheet = 0, cells, ...all }: z.infer<typeof said>['facts']) {
  return { ...all, page: page ?? sheet + 1, boxes, ...(cells === undefined ? {} : { cells }) }
}

/** Empty too where the law had it erased. */
function reasonIn(erasable: string | null): string {
  const reason = erasable === null ? undefined : parseErasable(erasable)?.reason?.value
  return typeof reason === 'string' ? reason : ''
}

/** Of documents that the caller may read. */
function selectLog(ctx: ProjectContext, { documentId, label }: LogAsked) {
  const { projectId } = ctx.project
  const all = ctx.records.read
    .selectFrom('audit as a')
    .innerJoin('document as d', 'd.document_id', 'a.document_id')
    // As the index of these rows says it (migration 51).
    .where('a.action', '>=', sql.lit(prefix))
    .where('a.action', '<', sql.lit('redaction/'))
    .$if(!ctx.can('collect.view'), (query) => query.where('d.state', '=', inReview))
  const ofDocument =
    documentId === undefined
      ? all.where('a.project_id', '=', projectId)
      : all.where('a.document_id', '=', documentId).where(checkedOnly('a.project_id'), '=', projectId)
  if (label === undefined) return ofDocument
  // The text of a row is canonical: names of the facts in their order. Letter case counts, which LIKE does not say everywhere.
  const piece = `,"label":${JSON.stringify(label)},"origin":`
  return ofDocument.where(sql<SqlBool>`replace(${sql.ref('a.text')}, ${piece}, '') <> ${sql.ref('a.text')}`)
}
