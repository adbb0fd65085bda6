/** What would take back somebody's last gesture on the pages of a document: the record alone says it, in any browser. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReplyOf } from '#contracts/call.ts'
import { type lastGesture, redactionLimits } from '#contracts/redactions.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { requireInReview } from './standing.ts'

type TakenBack = NonNullable<ReplyOf<typeof lastGesture>['last']>

const look = z.object({ boxes: z.array(z.int()), label: z.string() })
/** What a row of the trail says of a redaction on a page; those of cells have no boxes. */
const said = z.object({
  how: z.string(),
  facts: z.extend(look, { key: z.string(), before: z.optional(look) }),
})

/** Only what was done by hand: what a job or a copying did is undone as a whole, from there. */
export async function lastGestureOf(
  ctx: ProjectContext,
  documentId: number,
): Promise<ReplyOf<typeof lastGesture>> {
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
  let last: TakenBack | null = null
  let gesture: string | null = null
  for (const row of rows) {
    const read = said.safeParse(JSON.parse(row.text))
    if (!read.success || read.data.how !== 'manual' || row.action === 'redaction.checked') continue
    gesture ??= row.correlation_id
    if (row.correlation_id !== gesture) break
    last ??= { at: row.at, remove: [], restore: [], change: [] }
    const { key, before, boxes, label } = read.data.facts
    if (row.action === 'redaction.removed') last.restore.push(key)
    else if (row.action === 'redaction.changed' && before !== undefined)
      last.change.push({
        key,
        from: { boxes, label, reason: textIn(row.erasable, 'reason') },
        to: { ...before, reason: textIn(row.erasable, 'reasonBefore') },
      })
    else last.remove.push(key)
  }
  return { documentId, last }
}

/** Empty too where the law had it erased. */
function textIn(erasable: string | null, name: string): string {
  const value = erasable === null ? undefined : parseErasable(erasable)?.[name]?.value
  return typeof value === 'string' ? value : ''
}
