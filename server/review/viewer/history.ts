/** A document's history as people read it: from the very text that was hashed, with names as they were at the time. */

import * as z from 'zod/mini'
import { type AuditRow, how } from '#contracts/audit.ts'
import { undoMark } from '#contracts/coding.ts'
import { instant } from '#contracts/ids.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import { labelsOf } from '../../platform/auth/api-keys.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { controlNumber } from '../documents/control.ts'

export interface HistoryPage {
  readonly data: AuditRow[]
  /** All rows that the caller may read, on this page or not. */
  readonly totalCount: number
  /** Changes of coding and tags that the caller may not read. */
  readonly hidden: number
}

/**
 * Newest first, before a row where one is named. Whoever may read the project's trail reads all of it; a senior reviewer
 * that of documents he has coded himself; a reviewer what he did himself.
 */
export async function documentHistory(
  ctx: ProjectContext,
  query: {
    readonly documentId: number
    readonly before?: number | undefined
    readonly limit?: number | undefined
  },
): Promise<HistoryPage> {
  const all = await mayReadAll(ctx, query.documentId)
  const ofDocument = ctx.records.read
    .selectFrom('audit')
    .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    .where('document_id', '=', query.documentId)
  let rows = all ? ofDocument : ofDocument.where(checkedOnly('user_id'), '=', ctx.caller.userId)
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (query.before !== undefined) rows = rows.where('audit_id', '<', query.before)
  const page = await rows
    .selectAll()
    .orderBy('audit_id', 'desc')
    .limit(query.limit ?? defaultLimit)
    .execute()
  const hidden = all
    ? 0
    : (
        await ofDocument
          .where((eb) => eb.or([eb('user_id', '!=', ctx.caller.userId), eb('user_id', 'is', null)]))
          .where('action', 'in', changes)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
  return { data: await withSources(ctx, page), totalCount: count, hidden: Number(hidden) }
}

/** Rows with the numbers of the documents from which their values came, and what the keys are called by which they were made. */
async function withSources(ctx: ProjectContext, page: readonly StoredRow[]): Promise<AuditRow[]> {
  const from = page.map(sourceOf)
  const ids = [...new Set(from.flatMap((one) => one ?? []))]
  const documents =
    ids.length === 0
      ? []
      : await ctx.records.read
          .selectFrom('document')
          .select(['document_id', 'control'])
          .where('document_id', 'in', ids)
          .where(checkedOnly('project_id'), '=', ctx.project.projectId)
          .execute()
  const controls = new Map(documents.map(({ document_id, control }) => [document_id, control]))
  const keys = page.map(keyOf)
  const labels = await labelsOf(ctx.whole, [...new Set(keys.flatMap((one) => one ?? []))])
  return page.map((row, at) => {
    const documentId = from[at]
    const control = documentId === undefined ? undefined : controls.get(documentId)
    const keyId = keys[at]
    const presented = {
      ...presentRow(row),
      ...(keyId === undefined ? {} : { apiKey: { keyId, label: labels.get(keyId) ?? '' } }),
    }
    return documentId === undefined || control === undefined
      ? presented
      : {
          ...presented,
          propagatedFrom: { documentId, controlNumber: controlNumber(ctx.project.prefix, control) },
        }
  })
}

const sourceOf = ({ text }: StoredRow): number | undefined =>
  text.includes('"propagated"') ? said.parse(JSON.parse(text)).facts?.propagated?.documentId : undefined

const keyOf = ({ text }: StoredRow): number | undefined =>
  text.includes('"apiKeyId"') ? said.parse(JSON.parse(text)).apiKeyId : undefined

/** Rows that change what a document is coded or tagged with. */
const changes = ['coding.saved', 'tags.changed']

const defaultLimit = 100

async function mayReadAll(ctx: ProjectContext, documentId: number): Promise<boolean> {
  if (ctx.can('audit.project')) return true
  if (ctx.reach('audit.own') === 'own') return false
  const own = await ctx.records.read
    .selectFrom('audit')
    .select('audit_id')
    .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    .where('document_id', '=', documentId)
    .where(checkedOnly('user_id'), '=', ctx.caller.userId)
    .where('action', 'in', changes)
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

/** The other one of two values: who had written it, and when. */
const other = z.object({ by: z.nullable(z.string()), at: z.nullable(z.string()) })

/** What the hashed text says; parts that it does not have are null. */
const said = z.object({
  user: z.optional(z.nullable(z.object({ name: z.string(), role: z.string() }))),
  field: z.optional(z.string()),
  oldValue: z.optional(z.unknown()),
  newValue: z.optional(z.unknown()),
  how: z.optional(how),
  apiKeyId: z.optional(z.int()),
  undo: z.optional(undoMark),
  facts: z.optional(
    z.object({
      openedAt: z.optional(instant),
      overwrote: z.optional(other),
      took: z.optional(other),
      propagated: z.optional(z.object({ documentId: z.int() })),
      propagates: z.optional(z.array(z.string())),
      tagCategoryId: z.optional(z.int()),
      on: z.optional(z.array(z.int())),
      off: z.optional(z.array(z.int())),
    }),
  ),
})

export interface StoredRow {
  readonly audit_id: number
  readonly seq: number
  readonly at: string
  readonly user_id: number | null
  readonly action: string
  readonly document_id: number | null
  readonly job_id: number | null
  readonly command_id: string | null
  readonly correlation_id: string | null
  readonly text: string
  readonly erasable: string | null
  readonly hash: string
}

export function presentRow(row: StoredRow): AuditRow {
  const text = said.parse(JSON.parse(row.text))
  const beside = row.erasable === null ? null : parseErasable(row.erasable)
  return {
    auditId: row.audit_id,
    seq: row.seq,
    at: row.at,
    userId: row.user_id,
    userName: text.user?.name ?? 'Affiant',
    roleName: text.user?.role ?? '',
    action: row.action,
    documentId: row.document_id,
    field: text.field ?? null,
    // Values that people typed stand beside the text; where the law had them erased, nothing is left to show.
    oldValue: text.oldValue ?? beside?.oldValue?.value ?? null,
    newValue: text.newValue ?? beside?.newValue?.value ?? null,
    how: text.how ?? null,
    commandId: row.command_id,
    correlationId: row.correlation_id,
    undo: text.undo ?? null,
    ...decisionOf(text.facts),
    ...tagsOf(row.action, text.facts),
    jobId: row.job_id,
    ...(text.facts?.propagates === undefined ? {} : { propagatedTo: text.facts.propagates }),
    ...(text.facts?.openedAt === undefined ? {} : { openedAt: text.facts.openedAt }),
    hash: row.hash,
  }
}

function tagsOf(action: string, facts: z.infer<typeof said>['facts']): Pick<AuditRow, 'tags'> {
  const { tagCategoryId, on, off } = facts ?? {}
  if (action !== 'tags.changed' || tagCategoryId === undefined || on === undefined || off === undefined)
    return {}
  return { tags: { tagCategoryId, on, off } }
}

function decisionOf(facts: z.infer<typeof said>['facts']): Pick<AuditRow, 'decision'> {
  if (facts?.overwrote) return { decision: { kind: 'overwrote', ...facts.overwrote } }
  return facts?.took ? { decision: { kind: 'gaveUp', ...facts.took } } : {}
}
