/** Making, changing, ordering, deleting and restoring highlight sets. All of it is on the record. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { highlightLimits, type saveHighlightSet } from '#contracts/highlights.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { requireSeen } from '../../platform/http/seen-version.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import { writtenTerm } from '../search/keyword-term.ts'
import { distinct } from '../search/keyword-terms.ts'
import { wordReadingOf } from '../search/query.ts'
import { requireReadable } from '../search/term-faults.ts'
import { looksOf, type SetRow, selectSets, termsIn } from './sets.ts'
import { readHighlightTerm } from './terms.ts'

type Draft = BodyOf<typeof saveHighlightSet>
type Saved = ReplyOf<typeof saveHighlightSet>

/** Makes a set, or changes the one that was seen. Writers take turns, so that of two the second is told. */
export async function saveSet(ctx: ProjectContext, { over, ...draft }: Draft): Promise<Saved> {
  const written = draft.terms.map(writtenTerm)
  const reading = await wordReadingOf(ctx.records.read, ctx.project.projectId)
  requireReadable(written, (term) => readHighlightTerm(term, reading))
  const terms = distinct(written)
  return await idempotent(ctx, async (trx) => {
    const all = await liveSets(ctx, trx)
    const before = over === null ? null : asSeen(all, over.highlightSetId, over.version)
    const others = all.filter((row) => row !== before)
    requireRoom(others, draft)
    const version = (before?.version ?? 0) + 1
    const row = {
      ...{ name: draft.name, name_key: nameKey(draft.name), color: draft.color, line: draft.line },
      ...{ terms: JSON.stringify(terms), version },
      ...{ saved_by: ctx.caller.userId, saved_at: instantOf(ctx.now()) },
    }
    const highlightSetId = before === null ? await insert(ctx, trx, row, others) : before.highlight_set_id
    if (before !== null)
      await trx.updateTable('highlight_set').set(row).where('highlight_set_id', '=', highlightSetId).execute()
    const { name, color, line } = draft
    await tell(trx, ctx, before === null ? 'created' : 'changed', {
      facts: { highlightSetId, name },
      ...(before === null ? {} : { oldValue: asKept(before) }),
      newValue: { name, color, line, terms },
    })
    return { highlightSetId, version }
  })
}

export async function orderSets(ctx: ProjectContext, ids: readonly number[]): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const all = await liveSets(ctx, trx)
    const known = new Map(all.map((row) => [row.highlight_set_id, row]))
    const ordered = [...new Set(ids)].map((id) => {
      const row = known.get(id)
      if (row === undefined) throw notFound('highlight set')
      return row
    })
    if (ordered.length !== all.length)
      throw new ApiError(
        'conflict',
        'A highlight set was added since you looked at them. Look again first.',
        {
          detail: 'version',
        },
      )
    for (const [position, row] of ordered.entries())
      await trx
        .updateTable('highlight_set')
        .set({ position })
        .where('highlight_set_id', '=', row.highlight_set_id)
        .execute()
    await tell(trx, ctx, 'ordered', {
      facts: { name: 'highlight sets' },
      oldValue: all.map(({ name }) => name),
      newValue: ordered.map(({ name }) => name),
    })
  })
}

/** The record still says what it was, and it can be restored. */
export async function deleteSet(ctx: ProjectContext, highlightSetId: number, version: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const before = asSeen(await liveSets(ctx, trx), highlightSetId, version)
    await trx
      .updateTable('highlight_set')
      .set({ deleted_by: ctx.caller.userId, deleted_at: instantOf(ctx.now()) })
      .where('highlight_set_id', '=', highlightSetId)
      .execute()
    await tell(trx, ctx, 'deleted', {
      facts: { highlightSetId, name: before.name },
      oldValue: asKept(before),
    })
  })
}

export async function restoreSet(ctx: ProjectContext, highlightSetId: number): Promise<Saved> {
  return await idempotent(ctx, async (trx) => {
    const row = await selectSets(trx, ctx.project.projectId)
      .where('h.highlight_set_id', '=', highlightSetId)
      .executeTakeFirst()
    if (row === undefined) throw notFound('highlight set')
    if (row.deleted_at === null) return { highlightSetId, version: row.version }
    const others = await liveSets(ctx, trx)
    requireRoom(others, { name: row.name, ...looksOf(row) })
    const version = row.version + 1
    await trx
      .updateTable('highlight_set')
      .set({ deleted_by: null, deleted_at: null, version, position: behind(others) })
      .where('highlight_set_id', '=', highlightSetId)
      .execute()
    await tell(trx, ctx, 'restored', {
      facts: { highlightSetId, name: row.name },
      newValue: asKept(row),
    })
    return { highlightSetId, version }
  })
}

const liveSets = (ctx: ProjectContext, trx: Writer): Promise<SetRow[]> =>
  selectSets(trx, ctx.project.projectId).where('h.deleted_at', 'is', null).execute()

const behind = (others: readonly SetRow[]): number => Math.max(-1, ...others.map((row) => row.position)) + 1

async function insert(
  ctx: ProjectContext,
  trx: Writer,
  row: Omit<Parameters<typeof valuesOf>[0], 'project_id' | 'position'>,
  others: readonly SetRow[],
): Promise<number> {
  const { highlight_set_id } = await trx
    .insertInto('highlight_set')
    .values(valuesOf({ ...row, project_id: ctx.project.projectId, position: behind(others) }))
    .returning('highlight_set_id')
    .executeTakeFirstOrThrow()
  return highlight_set_id
}

const valuesOf = (
  row: Omit<SetRow, 'highlight_set_id' | 'deleted_by' | 'deleted_at' | 'saver' | 'deleter'>,
) => row

/** The set as the caller saw it; `conflict` where it has changed since. */
function asSeen(all: readonly SetRow[], highlightSetId: number, version: number): SetRow {
  const row = all.find(({ highlight_set_id }) => highlight_set_id === highlightSetId)
  if (row === undefined) throw notFound('highlight set')
  requireSeen(row, version)
  return row
}

/** Refuses a name that is taken, looks that no one could tell from another set's, and one set too many. */
function requireRoom(
  others: readonly SetRow[],
  { name, color, line }: Pick<Draft, 'name' | 'color' | 'line'>,
): void {
  const same = others.find((row) => row.name_key === nameKey(name))
  if (same !== undefined)
    throw new ApiError('conflict', `There is a highlight set ${same.name}. Choose another name.`, {
      detail: 'name',
    })
  const alike = others.find((row) => row.color === color && row.line === line)
  if (alike !== undefined)
    throw new ApiError(
      'conflict',
      `${alike.name} has this color and line already. Choose others, so that the sets can be told apart.`,
      { detail: 'line' },
    )
  if (others.length >= highlightLimits.sets)
    throw new ApiError(
      'conflict',
      `This project has ${highlightLimits.sets} highlight sets. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
}

/** As the record tells it. */
const asKept = (row: SetRow) => ({ name: row.name, ...looksOf(row), terms: termsIn(row) })

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: 'created' | 'changed' | 'ordered' | 'deleted' | 'restored',
  said: {
    readonly facts: { readonly highlightSetId?: number; readonly name: string }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action: `highlightSet.${action}`, ...said, how: 'manual' },
  ])
}
