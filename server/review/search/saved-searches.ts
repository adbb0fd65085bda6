/** Saved searches as the record has them, and who sees and changes them. */
import { type SearchSettings, searchSettings } from '#contracts/saved-searches.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { everybody } from '../own-or-shared/own-or-shared.ts'
import { find } from './find.ts'
import type { SavedSearchTable } from './tables.ts'

/**
 * Those of the project that the caller sees: their own and the shared ones. Whoever is behind a wall sees no shared one of
 * others: its name and its words may tell of documents that are closed to them.
 */
export const selectSearches = (read: Reader | Writer, { project, caller }: ProjectContext) =>
  read
    .selectFrom('saved_search as s')
    .innerJoin('app_user as m', 'm.user_id', 's.made_by')
    .innerJoin('app_user as w', 'w.user_id', 's.saved_by')
    .selectAll('s')
    .select(['m.name as maker', 'w.name as saver'])
    .where('s.project_id', '=', project.projectId)
    .where('s.listed_for', 'in', [everybody, caller.userId])
    .$if(project.view !== null, (all) => all.where('s.made_by', '=', caller.userId))

export type SavedSearchRow = Awaited<ReturnType<ReturnType<typeof selectSearches>['execute']>>[number]

/** One that the caller sees; else it is answered as not there. */
export async function searchOf(
  ctx: ProjectContext,
  read: Reader | Writer,
  savedSearchId: number,
): Promise<SavedSearchRow> {
  const row = await selectSearches(read, ctx)
    .where('s.saved_search_id', '=', savedSearchId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('saved search')
  return row
}

export const settingsOf = ({ settings }: Pick<SavedSearchTable, 'settings'>): SearchSettings =>
  searchSettings.parse(JSON.parse(settings))

/** What it finds for the caller now. */
export async function foundBy(ctx: ProjectContext, row: SavedSearchRow): Promise<Int32Array> {
  const search = settingsOf(row)
  const { viewer, filter } = search
  return (await find(ctx, { query: queryOf(search), viewer, filter })).ids
}

/** The query of a saved search, in all documents of the project. */
export const queryOf = ({ queryString, includeFamily, also }: SearchSettings) => ({
  ...{ queryString, includeFamily, also },
  objectId: null,
  type: null,
})
