/** Listing, saving and deleting saved searches. All of it is on the record, with what one was and what it became. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import {
  type listSavedSearches,
  type SearchSettings,
  type saveSearch as saveCall,
  savedSearchLimits,
} from '#contracts/saved-searches.ts'
import { straighten } from '#query/lex.ts'
import { type ParseOptions, parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import { everybody, isShared, mayChange } from '../own-or-shared/own-or-shared.ts'
import { parseOptions, readingOf, readQuery } from '../search/query.ts'
import {
  queryOf,
  type SavedSearchRow,
  searchOf,
  selectSearches,
  settingsOf,
} from '../search/saved-searches.ts'

export async function savedSearches(ctx: ProjectContext): Promise<ReplyOf<typeof listSavedSearches>> {
  const { read } = ctx.records
  const [rows, reading] = await Promise.all([
    selectSearches(read, ctx).orderBy('s.folder').orderBy('s.name_key').execute(),
    readingOf(read, ctx.project),
  ])
  const options = parseOptions(ctx.project, reading)
  const data = rows.map((row) => {
    const search = settingsOf(row)
    const now = readNow(search, options)
    return {
      savedSearchId: row.saved_search_id,
      name: row.name,
      folder: row.folder,
      shared: isShared(row),
      madeBy: row.maker,
      savedBy: row.saver,
      savedAt: row.saved_at,
      version: row.version,
      mayChange: mayChange(ctx, row),
      search,
      ...now,
      readBefore: now.fault !== null || now.reading === row.reading ? null : row.reading,
    }
  })
  return { data, totalCount: data.length }
}

/** A project's fields, its precedence and the language itself may be others than when the search was saved. */
function readNow({ queryString }: SearchSettings, options: ParseOptions) {
  const parsed = parse(queryString, options)
  if (!parsed.ok) return { reading: '', fault: parsed.fault.message }
  return { reading: parsed.tree === null ? '' : print(parsed.tree), fault: null }
}

/**
 * Saves one under a name that is free, or over the one that was seen. Writers take turns, so that of two who save the same
 * name at once the second is told that it is taken.
 */
export async function saveSearch(
  ctx: ProjectContext,
  { name: written, folder, shared, search, over }: BodyOf<typeof saveCall>,
): Promise<ReplyOf<typeof saveCall>> {
  if (shared && !ctx.can('search.share'))
    throw new ApiError(
      'permission.denied',
      'Review managers and stronger roles share searches. Save this one for yourself.',
      { detail: 'search.share' },
    )
  const name = withoutUnderscores(written)
  const { reading } = await readQuery(ctx, queryOf(search))
  const saved = {
    ...{
      name,
      name_key: nameKey(name),
      folder,
      settings: JSON.stringify(search),
      reading,
    },
    ...{ saved_by: ctx.caller.userId, saved_at: instantOf(ctx.now()) },
  }
  return await idempotent(ctx, async (trx) => {
    const before = over === null ? null : await changeable(ctx, trx, over.savedSearchId)
    if (before !== null && before.version !== over?.version)
      throw new ApiError(
        'conflict',
        `${before.saver} has saved ${before.name} since you looked at it. Look at it again before you save over it.`,
        { detail: 'version' },
      )
    const made_by = before?.made_by ?? ctx.caller.userId
    const row = {
      ...saved,
      listed_for: shared ? everybody : made_by,
      version: (before?.version ?? 0) + 1,
    }
    await requireFree(ctx, trx, row, before)
    const savedSearchId = before === null ? await insert(ctx, trx, row) : await replace(trx, before, row)
    await tell(trx, ctx, before === null ? 'savedSearch.saved' : 'savedSearch.changed', {
      facts: { savedSearchId, name },
      ...(before === null ? {} : { oldValue: asKept(before) }),
      newValue: { name, folder, shared, search },
    })
    return { savedSearchId, version: row.version }
  })
}

/** Deletes one. The record still says what it was. */
export async function deleteSearch(ctx: ProjectContext, savedSearchId: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await changeable(ctx, trx, savedSearchId)
    await trx.deleteFrom('saved_search_opening').where('saved_search_id', '=', savedSearchId).execute()
    await trx.deleteFrom('saved_search').where('saved_search_id', '=', savedSearchId).execute()
    await tell(trx, ctx, 'savedSearch.deleted', {
      facts: { savedSearchId, name: row.name },
      oldValue: asKept(row),
    })
  })
}

async function changeable(ctx: ProjectContext, trx: Writer, savedSearchId: number): Promise<SavedSearchRow> {
  const row = await searchOf(ctx, trx, savedSearchId)
  if (!mayChange(ctx, row))
    throw new ApiError(
      'permission.denied',
      `${row.maker} made ${row.name}: only ${row.maker}, review managers and stronger roles change it.`,
      { detail: 'search.share' },
    )
  return row
}

type Saved = Omit<SavedSearchRow, 'saved_search_id' | 'project_id' | 'made_by' | 'maker' | 'saver'>

/** Underscores at the ends of a name say nothing. */
function withoutUnderscores(written: string): string {
  const name = written.replaceAll(/^[\s_]+|[\s_]+$/g, '')
  if (name !== '') return name
  throw new ApiError('request.invalid', 'Give the search a name with letters or digits.', { detail: 'name' })
}

/** What makes two names the same: case, straight or curly quotes, and spaces or underscores make no other name. */
const sameKey = (name: string): string => nameKey(straighten(name).text).replaceAll(/[\s_]+/g, '_')

/** Among those that are listed together: one's own, or the shared ones. */
async function requireFree(
  ctx: ProjectContext,
  trx: Writer,
  { name, listed_for }: Pick<Saved, 'name' | 'listed_for'>,
  own: SavedSearchRow | null,
): Promise<void> {
  const listed = await trx
    .selectFrom('saved_search')
    .select(['saved_search_id', 'name'])
    .where('project_id', '=', ctx.project.projectId)
    .where('listed_for', '=', listed_for)
    .execute()
  const same = listed.find(
    (other) => other.saved_search_id !== own?.saved_search_id && sameKey(other.name) === sameKey(name),
  )
  if (same !== undefined)
    throw new ApiError(
      'conflict',
      listed_for === everybody
        ? 'A shared search has this name already. Choose another name.'
        : `There is a saved search ${same.name} already. Choose another name.`,
      { detail: 'name' },
    )
}

async function insert(ctx: ProjectContext, trx: Writer, row: Saved): Promise<number> {
  const { projectId } = ctx.project
  const { count } = await trx
    .selectFrom('saved_search')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('listed_for', '=', row.listed_for)
    .executeTakeFirstOrThrow()
  if (Number(count) >= savedSearchLimits.searches)
    throw new ApiError(
      'conflict',
      `There are ${savedSearchLimits.searches} saved searches. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
  const { saved_search_id } = await trx
    .insertInto('saved_search')
    .values({ ...row, project_id: projectId, made_by: row.saved_by })
    .returning('saved_search_id')
    .executeTakeFirstOrThrow()
  return saved_search_id
}

/** What people found when they opened it is of another search, where that has changed: nothing is new in it. */
async function replace(trx: Writer, before: SavedSearchRow, row: Saved): Promise<number> {
  const { saved_search_id, settings } = before
  await trx.updateTable('saved_search').set(row).where('saved_search_id', '=', saved_search_id).execute()
  if (settings !== row.settings)
    await trx.deleteFrom('saved_search_opening').where('saved_search_id', '=', saved_search_id).execute()
  return saved_search_id
}

/** As the record tells it. */
const asKept = (row: SavedSearchRow) => ({
  name: row.name,
  folder: row.folder,
  shared: isShared(row),
  search: settingsOf(row),
})

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: `savedSearch.${'saved' | 'changed' | 'deleted'}`,
  said: {
    readonly facts: { readonly savedSearchId: number; readonly name: string }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, ...said, how: 'manual' },
  ])
}
