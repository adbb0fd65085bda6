/** What a person has searched in a project: theirs alone, each search once, the latest first. */
import { createHash } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import {
  historyLength,
  type listHistory,
  pastSearchSettings,
  type rememberSearch as rememberCall,
} from '#contracts/searching.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { viewKey } from '../search/kept-sets.ts'
import { readingOf } from '../search/query.ts'

const ownRows = (read: Reader | Writer, { project, caller }: ProjectContext) =>
  read
    .selectFrom('search_history')
    .where('project_id', '=', project.projectId)
    .where('user_id', '=', caller.userId)
    .orderBy('searched_at', 'desc')
    .orderBy('search_history_id', 'desc')

export async function history(ctx: ProjectContext): Promise<ReplyOf<typeof listHistory>> {
  const rows = await ownRows(ctx.records.read, ctx).selectAll().limit(historyLength).execute()
  const view = viewKey(ctx)
  return {
    data: rows.map((row) => ({
      pastSearchId: row.search_history_id,
      search: pastSearchSettings.parse(JSON.parse(row.search)),
      precedence: row.precedence === 'dtsearch' ? 'dtsearch' : 'standard',
      searchedAt: row.searched_at,
      count: row.view === view ? row.found : null,
    })),
    totalCount: rows.length,
  }
}

export async function rememberSearch(
  ctx: ProjectContext,
  { search, count }: BodyOf<typeof rememberCall>,
): Promise<void> {
  const { precedence } = await readingOf(ctx.records.read, ctx.project)
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  const kept = {
    ...{ search: JSON.stringify(search), precedence, view: viewKey(ctx), found: count },
    searched_at: instantOf(ctx.now()),
  }
  await ctx.records.write('interactive', async (trx) => {
    await trx
      .insertInto('search_history')
      .values({
        ...{ project_id: projectId, user_id: userId, search_key: keyOf(search), ...kept },
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'search_key']).doUpdateSet(kept))
      .execute()
    const old = await ownRows(trx, ctx).select('search_history_id').offset(historyLength).limit(100).execute()
    if (old.length > 0)
      await trx
        .deleteFrom('search_history')
        .where(
          'search_history_id',
          'in',
          old.map((row) => row.search_history_id),
        )
        .execute()
  })
}

export async function forgetSearches(ctx: ProjectContext, pastSearchId: number | undefined): Promise<void> {
  await ctx.records.write('interactive', async (trx) => {
    await trx
      .deleteFrom('search_history')
      .where('project_id', '=', ctx.project.projectId)
      .where('user_id', '=', ctx.caller.userId)
      .$if(pastSearchId !== undefined, (all) => all.where('search_history_id', '=', pastSearchId ?? 0))
      .execute()
  })
}

/** The order of the list does not make another search of it. */
function keyOf({ sort: _, queryString, ...search }: BodyOf<typeof rememberCall>['search']): string {
  const said = [queryString.trim(), search.includeFamily, search.viewer, search.filter]
  // Where nothing else is asked for, the key is as it was before that could be.
  const also = search.also === undefined || search.also.length === 0 ? [] : [search.also.toSorted()]
  return createHash('sha256')
    .update(JSON.stringify([...said, search.type, search.objectId, ...also]))
    .digest('hex')
}
