/** What browsers report of their logs: kept by person, browser and log; the newest word of each, and some before it. */
import type { FastifyReply } from 'fastify'
import type { BodyOf } from '#contracts/call.ts'
import type { LogCounts, report } from '#contracts/reconcile.ts'
import { createFlood, type FloodRules } from '../../platform/auth/flood.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'

/** A browser reports some seconds apart; many tabs, projects and machines of one person are still far below this. */
const rules: FloodRules = { burst: 60, perSecond: 1 }
const flood = createFlood(rules, 'This log is reported too often. Try again in a moment.')

/** Logs of one person in a project, and earlier reports of one log, that are kept. */
const maxLogs = 100
const maxReports = 50

/** The name of whoever reports is the session's. False where a newer report of the log is here. */
export async function takeReport(
  ctx: ProjectContext,
  reply: FastifyReply,
  body: BodyOf<typeof report>,
  machine: string,
): Promise<boolean> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  flood(ctx, reply, `${projectId}:${userId}`)
  const now = instantOf(ctx.now())
  const { browser, log } = body
  const columns = {
    machine,
    seq: body.seq,
    version: body.version,
    clock_offset: body.clockOffset,
    reconciled_at: body.reconciledAt,
    reconciled_to: body.reconciledTo,
    ...columnsOf(body.counts),
    odd: JSON.stringify(body.odd),
    last_at: now,
  }
  // Nobody's save waits for a report.
  return ctx.records.write('bulk', async (trx) => {
    const known = await trx
      .selectFrom('client_log')
      .select(['client_log_id', 'seq'])
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .where('browser', '=', browser)
      .where('log', '=', log)
      .executeTakeFirst()
    if (known !== undefined && known.seq >= body.seq) return false
    let logId = known?.client_log_id
    if (logId === undefined) {
      const added = await trx
        .insertInto('client_log')
        .values({ project_id: projectId, user_id: userId, browser, log, first_at: now, ...columns })
        // Another process may have taken the log's first word meanwhile: the next one comes.
        .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'browser', 'log']).doNothing())
        .returning('client_log_id')
        .executeTakeFirst()
      if (added === undefined) return false
      logId = added.client_log_id
      await dropOldest(trx, projectId, userId)
    } else {
      await trx.updateTable('client_log').set(columns).where('client_log_id', '=', logId).execute()
    }
    await trx
      .insertInto('client_log_report')
      .values({ client_log_id: logId, seq: body.seq, at: now, ...columnsOf(body.counts) })
      .execute()
    await dropEarlier(trx, logId)
    return true
  })
}

/** A report by its number, as far as it is one of this project. */
export async function requireReport(ctx: ProjectContext, reportId: number) {
  const row = await ctx.records.read
    .selectFrom('client_log')
    .selectAll()
    .where('client_log_id', '=', reportId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('report')
  return row
}

const columnsOf = (counts: LogCounts) => ({
  acknowledged: counts.acknowledged,
  matched: counts.matched,
  differs: counts.differs,
  missing: counts.missing,
  unsent: counts.unsent,
  local_only: counts.localOnly,
})

export const countsOf = (row: ReturnType<typeof columnsOf>): LogCounts => ({
  acknowledged: row.acknowledged,
  matched: row.matched,
  differs: row.differs,
  missing: row.missing,
  unsent: row.unsent,
  localOnly: row.local_only,
})

/** Beyond the limit the oldest go, those with differences last of all: ids of browsers can be made up. */
async function dropOldest(trx: Writer, projectId: number, userId: number): Promise<void> {
  const rows = await trx
    .selectFrom('client_log')
    .select(['client_log_id', 'differs', 'missing'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .orderBy('client_log_id', 'desc')
    .execute()
  const odd = rows.filter(({ differs, missing }) => differs + missing > 0)
  const even = rows.filter(({ differs, missing }) => differs + missing === 0)
  // The one that has just come is never among them.
  const gone = [...odd.slice(0, maxLogs - 1), ...even, ...odd.slice(maxLogs - 1)]
    .slice(maxLogs)
    .map(({ client_log_id }) => client_log_id)
  if (gone.length === 0) return
  await trx.deleteFrom('client_log_report').where('client_log_id', 'in', gone).execute()
  await trx.deleteFrom('client_log').where('client_log_id', 'in', gone).execute()
}

async function dropEarlier(trx: Writer, logId: number): Promise<void> {
  const oldest = await trx
    .selectFrom('client_log_report')
    .select('seq')
    .where('client_log_id', '=', logId)
    .orderBy('seq', 'desc')
    .offset(maxReports)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await trx
    .deleteFrom('client_log_report')
    .where('client_log_id', '=', logId)
    .where('seq', '<=', oldest.seq)
    .execute()
}
