/** Moments: which changes count as of an instant, or as of a row of the chain. */
import type { Moment, StoodAt } from '#contracts/reconstruct.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/** What all of Reconstruct is asked about. */
export interface Past {
  readonly read: Reader
  readonly projectId: number
  readonly prefix: string
  readonly now: () => Date
}

/** The project's past, where it is whole. */
export async function pastOf(ctx: ProjectContext): Promise<Past> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  const head = await read
    .selectFrom('span_head')
    .select('complete')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (head?.complete === 0)
    throw new ApiError(
      'unavailable',
      "This project's past is being worked out from its audit trail. Try again in a few minutes.",
    )
  return { read, projectId, prefix, now: ctx.now }
}

/**
 * The last change at or before an instant, in the order of the chain. Where the clock was set back, a change counts as made
 * no earlier than the one before it (`moment`), so that no later change counts without the earlier ones.
 */
export async function resolve(past: Past, asked: Moment | undefined): Promise<StoodAt> {
  const { read, projectId } = past
  const spans = read.selectFrom('coding_span').select(['from_seq', 'at']).where('project_id', '=', projectId)
  if (asked !== undefined && 'seq' in asked) {
    const row = await spans
      .where('from_seq', '<=', asked.seq)
      .orderBy('from_seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const then = await read
      .selectFrom('audit')
      .select('at')
      .where('chain', '=', `project:${projectId}`)
      .where('seq', '<=', asked.seq)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return stood(row, then?.at ?? instantOf(new Date(0)))
  }
  if (asked === undefined) {
    // The end of the chain, whatever a clock says that was set back since.
    const row = await spans.select('moment').orderBy('from_seq', 'desc').limit(1).executeTakeFirst()
    const now = instantOf(past.now())
    return stood(row, row !== undefined && row.moment > now ? row.moment : now)
  }
  const at = instantOf(new Date(asked.at))
  const row = await spans
    .where('moment', '<=', at)
    .orderBy('moment', 'desc')
    .orderBy('from_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return stood(row, at)
}

const stood = (row: { from_seq: number; at: string } | undefined, at: string): StoodAt => ({
  seq: row?.from_seq ?? 0,
  changedAt: row?.at ?? null,
  at,
})

/** The moment of a request's address. */
export function momentIn(query: { readonly at?: string | undefined; readonly seq?: number | undefined }) {
  if (query.seq !== undefined) return { seq: query.seq }
  return query.at === undefined ? undefined : { at: query.at }
}
