/** What a saved search finds for the caller, and what of it is new since they last opened it. */
import type { SavedSearchCount } from '#contracts/saved-searches.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { packIds, unpackIds } from '../search/documents-kept.ts'
import { foundBy, searchOf } from '../search/saved-searches.ts'

interface Counted extends SavedSearchCount {
  readonly ids: Int32Array
}

export async function countSavedSearch(
  ctx: ProjectContext,
  savedSearchId: number,
): Promise<SavedSearchCount> {
  const { count, added, openedAt } = await counted(ctx, savedSearchId)
  return { count, added, openedAt }
}

/** Answers the count before it was opened: that is what the caller wants to see marked as new. */
export async function openSavedSearch(ctx: ProjectContext, savedSearchId: number): Promise<SavedSearchCount> {
  const { ids, count, added } = await counted(ctx, savedSearchId)
  const openedAt = instantOf(ctx.now())
  const kept = { opened_at: openedAt, documents: packIds(ids) }
  await ctx.records.write('interactive', async (trx) => {
    // It may have been deleted meanwhile.
    await searchOf(ctx, trx, savedSearchId)
    await trx
      .insertInto('saved_search_opening')
      .values({
        ...kept,
        saved_search_id: savedSearchId,
        user_id: ctx.caller.userId,
        project_id: ctx.project.projectId,
      })
      .onConflict((conflict) => conflict.columns(['saved_search_id', 'user_id']).doUpdateSet(kept))
      .execute()
  })
  return { count, added, openedAt }
}

async function counted(ctx: ProjectContext, savedSearchId: number): Promise<Counted> {
  const { read } = ctx.records
  const [row, opening] = await Promise.all([
    searchOf(ctx, read, savedSearchId),
    read
      .selectFrom('saved_search_opening')
      .select(['opened_at', 'documents'])
      .where('saved_search_id', '=', savedSearchId)
      .where('user_id', '=', ctx.caller.userId)
      .executeTakeFirst(),
  ])
  const ids = await foundBy(ctx, row)
  const count = ids.length
  if (opening === undefined) return { ids, count, added: null, openedAt: null }
  const known = unpackIds(opening.documents)
  const added = ids.reduce((sum, id) => (known.has(id) ? sum : sum + 1), 0)
  return { ids, count, added, openedAt: opening.opened_at }
}
