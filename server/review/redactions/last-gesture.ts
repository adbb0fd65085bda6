/** What would take back somebody's last gesture on the pages or in the cells of a document: the record alone says it, in any browser. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReplyOf } from '#contracts/call.ts'
import type { lastCellsGesture } from '#contracts/redacted-cells.ts'
import { type lastGesture, redactionLimits } from '#contracts/redactions.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { requireInReview } from './standing.ts'

const box = z.object({ boxes: z.array(z.int()), label: z.string() })
const cells = z.object({ range: z.nullable(z.string()), label: z.string() })

export const lastGestureOf = (
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof lastGesture>> =>
  lastOf(ctx, documentId, box, ({ boxes, label }, reason) => ({ boxes, label, reason }))

export const lastCellsGestureOf = (
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof lastCellsGesture>> =>
  lastOf(ctx, documentId, cells, ({ label }, reason) => ({ label, reason }))

interface TakenBack<Look> {
  readonly at: string
  readonly remove: string[]
  readonly restore: string[]
  readonly change: { readonly key: string; readonly from: Look; readonly to: Look }[]
}

/** `shape`: what a row of the trail says of one of these, and of no other. Only what was done by hand: what a job or a copying did is undone as a whole, from there. */
async function lastOf<Said extends { readonly label: string }, Look>(
  ctx: ProjectContext,
  documentId: number,
  shape: z.ZodMiniType<Said>,
  lookOf: (said: Said, reason: string) => Look,
): Promise<{ documentId: number; last: TakenBack<Look> | null }> {
  await requireInReview(ctx, documentId)
  const rows = await ctx.records.read
    .selectFrom('audit')
    .select(['action', 'at', 'correlation_id', 'text', 'erasable'])
    .where('document_id', '=', documentId)
    .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    .where('action', '>=', sql.lit('redaction.'))
    .where('action', '<', sql.lit('redaction/'))
    .where('user_id', '=', ctx.caller.userId)
    .orderBy('audit_id', 'desc')
    .limit(redactionLimits.gesture)
    .execute()
  let last: TakenBack<Look> | null = null
  let gesture: string | null = null
  for (const row of rows) {
    const { how, facts } = said.parse(JSON.parse(row.text))
    const after = shape.safeParse(facts).data
    if (after === undefined || how !== 'manual' || row.action === 'redaction.checked') continue
    gesture ??= row.correlation_id
    if (row.correlation_id !== gesture) break
    last ??= { at: row.at, remove: [], restore: [], change: [] }
    const { key, before } = keyed.parse(facts)
    const was = shape.safeParse(before).data
    if (row.action === 'redaction.removed') last.restore.push(key)
    else if (row.action === 'redaction.changed' && was !== undefined)
      last.change.push({
        key,
        from: lookOf(after, textIn(row.erasable, 'reason')),
        to: lookOf(was, textIn(row.erasable, 'reasonBefore')),
      })
    else last.remove.push(key)
  }
  return { documentId, last }
}

const said = z.object({ how: z.string(), facts: z.unknown() })
const keyed = z.object({ key: z.string(), before: z.optional(z.unknown()) })

/** Empty too where the law had it erased. */
function textIn(erasable: string | null, name: string): string {
  const value = erasable === null ? undefined : parseErasable(erasable)?.[name]?.value
  return typeof value === 'string' ? value : ''
}
