/** Making, changing and deleting keyword lists. All of it is on the record, with what a list was and what it became. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import {
  type changeKeywordList,
  type createKeywordList,
  type KeywordList,
  keywordLimits,
} from '#contracts/keywords.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { requireSeen } from '../../platform/http/seen-version.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import { readTerm, termKey, writtenTerm } from '../search/keyword-term.ts'
import { distinct, type ListRow, selectLists, termsIn } from '../search/keyword-terms.ts'
import { readingOf } from '../search/query.ts'
import { requireReadable } from '../search/term-faults.ts'

type Draft = BodyOf<typeof createKeywordList>
type Saved = ReplyOf<typeof createKeywordList>

/** All lists of the project by name. */
export async function keywordLists(ctx: ProjectContext): Promise<KeywordList[]> {
  const rows = await selectLists(ctx.records.read, ctx.project.projectId).execute()
  return rows.map((row) => ({
    keywordListId: row.keyword_list_id,
    name: row.name,
    version: row.version,
    terms: [...termsIn(row)],
    madeBy: row.maker,
    savedBy: row.saver,
    savedAt: row.saved_at,
  }))
}

/** Writers take turns, so that of two who use the same name, or the last free terms, the second is told so. */
export async function addList(ctx: ProjectContext, draft: Draft): Promise<Saved> {
  const terms = await readable(ctx, draft)
  return await idempotent(ctx, async (trx) => {
    const saved = await fitting(ctx, trx, { ...draft, terms }, null)
    const { keyword_list_id: keywordListId } = await trx
      .insertInto('keyword_list')
      .values({ ...saved, project_id: ctx.project.projectId, version: 1, made_by: saved.saved_by })
      .returning('keyword_list_id')
      .executeTakeFirstOrThrow()
    await tell(trx, ctx, 'keywordList.created', {
      facts: { keywordListId, name: saved.name },
      newValue: { name: saved.name, terms },
    })
    return { keywordListId, version: 1 }
  })
}

export async function changeList(
  ctx: ProjectContext,
  keywordListId: number,
  { version, ...draft }: BodyOf<typeof changeKeywordList>,
): Promise<Saved> {
  const terms = await readable(ctx, draft)
  return await idempotent(ctx, async (trx) => {
    const before = await asSeen(ctx, trx, keywordListId, version)
    const saved = await fitting(ctx, trx, { ...draft, terms }, before)
    await trx
      .updateTable('keyword_list')
      .set({ ...saved, version: version + 1 })
      .where('keyword_list_id', '=', keywordListId)
      .execute()
    await tell(trx, ctx, 'keywordList.changed', {
      facts: { keywordListId, name: saved.name },
      oldValue: asKept(before),
      newValue: { name: saved.name, terms },
    })
    return { keywordListId, version: version + 1 }
  })
}

/** The record still says what it was. */
export async function deleteList(ctx: ProjectContext, keywordListId: number, version: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const before = await asSeen(ctx, trx, keywordListId, version)
    await trx.deleteFrom('keyword_list').where('keyword_list_id', '=', keywordListId).execute()
    await tell(trx, ctx, 'keywordList.deleted', {
      facts: { keywordListId, name: before.name },
      oldValue: asKept(before),
    })
  })
}

/** The terms as they are kept, each once; refused with all their faults where any cannot be read. */
async function readable(ctx: ProjectContext, { terms }: Draft): Promise<readonly string[]> {
  const reading = await readingOf(ctx.records.read, ctx.project)
  const written = terms.map(writtenTerm)
  requireReadable(written, (term) => readTerm(term, reading, ctx.project.view === null))
  return distinct(written)
}

/** The list as the caller saw it; `conflict` where it has changed since. */
async function asSeen(
  ctx: ProjectContext,
  trx: Writer,
  keywordListId: number,
  version: number,
): Promise<ListRow> {
  const row = await selectLists(trx, ctx.project.projectId)
    .where('k.keyword_list_id', '=', keywordListId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('keyword list')
  requireSeen(row, version)
  return row
}

/** What is written of a list, where its name is free and the project has room for its terms. */
async function fitting(
  ctx: ProjectContext,
  trx: Writer,
  { name, terms }: { readonly name: string; readonly terms: readonly string[] },
  own: ListRow | null,
) {
  const key = nameKey(name)
  const others = (await selectLists(trx, ctx.project.projectId).execute()).filter(
    (row) => row.keyword_list_id !== own?.keyword_list_id,
  )
  const same = others.find((row) => row.name_key === key)
  if (same !== undefined)
    throw new ApiError('conflict', `There is a keyword list ${same.name}. Choose another name.`, {
      detail: 'name',
    })
  if (own === null && others.length >= keywordLimits.lists)
    throw new ApiError(
      'conflict',
      `This project has ${keywordLimits.lists} keyword lists. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
  const all = new Set([...others.flatMap(termsIn), ...terms].map(termKey))
  if (all.size > keywordLimits.terms)
    throw new ApiError(
      'conflict',
      `A project has at most ${keywordLimits.terms} different terms, all its lists together: with these it would have ${all.size}. Take ${all.size - keywordLimits.terms} out.`,
      { detail: 'terms' },
    )
  return kept({ name, terms }, ctx.caller.userId, ctx.now())
}

/** The columns of a list that say what it is and who saved it. */
export const kept = (
  { name, terms }: { readonly name: string; readonly terms: readonly string[] },
  savedBy: number,
  at: Date,
) => ({
  ...{ name, name_key: nameKey(name), terms: JSON.stringify(terms) },
  ...{ saved_by: savedBy, saved_at: instantOf(at) },
})

/** A name case aside, and however its letters are composed. */

/** As the record tells it. */
const asKept = (row: ListRow) => ({ name: row.name, terms: termsIn(row) })

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: `keywordList.${'created' | 'changed' | 'deleted'}`,
  said: {
    readonly facts: { readonly keywordListId: number; readonly name: string }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, ...said, how: 'manual' },
  ])
}
