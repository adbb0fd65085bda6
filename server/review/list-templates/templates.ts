/** Templates of the document list: listing, saving and deleting them. All of it is on the record. */
import * as z from 'zod/mini'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { sort as anySort, type Sort } from '#contracts/documents.ts'
import {
  columnWidths,
  type deleteTemplate as deleteCall,
  type ListColumn,
  type ListShape,
  listColumn,
  type listTemplates,
  type saveTemplate as saveCall,
  templateLimits,
} from '#contracts/list-templates.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { everybody, isShared, mayChange } from '../own-or-shared/own-or-shared.ts'
import { columnsNamed, listColumns, sortFields } from '../search/columns.ts'

/** Whoever is behind a wall sees no shared one of others: its name may tell of documents that are closed to them. */
const selectTemplates = (read: Reader | Writer, { project, caller }: ProjectContext) =>
  read
    .selectFrom('list_template as t')
    .innerJoin('app_user as m', 'm.user_id', 't.made_by')
    .innerJoin('app_user as s', 's.user_id', 't.saved_by')
    .selectAll('t')
    .select(['m.name as maker', 's.name as saver'])
    .where('t.project_id', '=', project.projectId)
    .where('t.listed_for', 'in', [everybody, caller.userId])
    .$if(project.view !== null, (all) => all.where('t.made_by', '=', caller.userId))

type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number]

export async function templates(ctx: ProjectContext): Promise<ReplyOf<typeof listTemplates>> {
  const { read } = ctx.records
  const [rows, columns] = await Promise.all([
    selectTemplates(read, ctx).orderBy('t.name_key').orderBy('t.listed_for').execute(),
    listColumns(read, ctx.project),
  ])
  const known = new Set(columns.map(({ field }) => field.name))
  const data = rows.map((row) => {
    const shape = shapeOf(row)
    return {
      templateId: row.template_id,
      name: row.name,
      columns: shape.columns.filter(({ field }) => known.has(field)),
      sort: sortIn(shape.sort, known),
      shared: isShared(row),
      madeBy: row.maker,
      savedBy: row.saver,
      savedAt: row.saved_at,
      version: row.version,
      mayChange: mayChange(ctx, row),
    }
  })
  return { data, totalCount: data.length }
}

function sortIn(sort: Sort | null, known: ReadonlySet<string>): Sort | null {
  if (sort === null || typeof sort === 'string') return sort
  const by = sort.by.filter(({ field }) => known.has(field))
  return by.length === 0 ? null : { by }
}

/** Saves one under a name that is free, or over the one that was seen. Writers take turns: of two the second is told. */
export async function saveTemplate(
  ctx: ProjectContext,
  { name, columns, sort, shared, over }: BodyOf<typeof saveCall>,
): Promise<ReplyOf<typeof saveCall>> {
  if (shared && !ctx.can('search.share'))
    throw new ApiError(
      'permission.denied',
      'Review managers and stronger roles share templates. Save this one for yourself.',
      { detail: 'search.share' },
    )
  const fields = await columnsNamed(
    ctx,
    columns.map(({ field }) => field),
  )
  if (sort !== null) await columnsNamed(ctx, sortFields(sort))
  const shape = {
    columns: columns.map((column, at) => ({ ...column, field: fields[at]?.field.name ?? column.field })),
    sort,
  }
  const saved = {
    ...{ name, name_key: nameKey(name) },
    ...{ columns_shown: JSON.stringify(shape.columns), sort: JSON.stringify(sort) },
    ...{ saved_by: ctx.caller.userId, saved_at: instantOf(ctx.now()) },
  }
  return await idempotent(ctx, async (trx) => {
    const before = over === null ? null : await changeable(ctx, trx, over.templateId)
    if (before !== null && before.version !== over?.version)
      throw new ApiError(
        'conflict',
        `${before.saver} has saved ${before.name} since you looked at it. Choose it again before you save over it.`,
        { detail: 'version' },
      )
    const made_by = before?.made_by ?? ctx.caller.userId
    const row = {
      ...saved,
      listed_for: shared ? everybody : made_by,
      version: (before?.version ?? 0) + 1,
    }
    await requireRoom(ctx, trx, row, before)
    const templateId = await write(trx, before, { ...row, project_id: ctx.project.projectId, made_by })
    await tell(trx, ctx, before === null ? 'saved' : 'changed', {
      facts: { templateId, name },
      ...(before === null ? {} : { oldValue: asKept(before) }),
      newValue: { name, shared, ...shape },
    })
    return { templateId, version: row.version }
  })
}

/** Deletes one. The record still says what it was. */
export async function deleteTemplate(
  ctx: ProjectContext,
  { templateId }: z.infer<(typeof deleteCall)['query']>,
): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await changeable(ctx, trx, templateId)
    await trx.deleteFrom('list_template').where('template_id', '=', templateId).execute()
    await tell(trx, ctx, 'deleted', { facts: { templateId, name: row.name }, oldValue: asKept(row) })
  })
}

async function changeable(ctx: ProjectContext, trx: Writer, templateId: number): Promise<Row> {
  const row = await selectTemplates(trx, ctx).where('t.template_id', '=', templateId).executeTakeFirst()
  if (row === undefined) throw notFound('list template')
  if (!mayChange(ctx, row))
    throw new ApiError(
      'permission.denied',
      `${row.maker} made ${row.name}: only ${row.maker}, review managers and stronger roles change it.`,
      { detail: 'search.share' },
    )
  return row
}

type Written = Omit<Row, 'template_id' | 'maker' | 'saver'>

/** Among those that are listed together: one's own, or the shared ones. */
async function requireRoom(
  ctx: ProjectContext,
  trx: Writer,
  { name_key, listed_for }: Pick<Written, 'name_key' | 'listed_for'>,
  own: Row | null,
): Promise<void> {
  const others = await trx
    .selectFrom('list_template')
    .select(['template_id', 'name', 'name_key'])
    .where('project_id', '=', ctx.project.projectId)
    .where('listed_for', '=', listed_for)
    .where('template_id', '<>', own?.template_id ?? 0)
    .execute()
  const same = others.find((other) => other.name_key === name_key)
  if (same !== undefined)
    throw new ApiError(
      'conflict',
      `There is ${isShared({ listed_for }) ? 'a shared template' : 'a template'} called ${same.name}. Choose another name, or save over it.`,
      { detail: 'name' },
    )
  if (others.length >= templateLimits.templates)
    throw new ApiError(
      'conflict',
      `There are ${templateLimits.templates} templates. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
}

async function write(trx: Writer, before: Row | null, row: Written): Promise<number> {
  if (before !== null) {
    await trx.updateTable('list_template').set(row).where('template_id', '=', before.template_id).execute()
    return before.template_id
  }
  const { template_id } = await trx
    .insertInto('list_template')
    .values(row)
    .returning('template_id')
    .executeTakeFirstOrThrow()
  return template_id
}

/** A name alone is a column as it was kept before it had a width. */
const keptColumn = z.union([z.string(), listColumn])

function shapeOf({ columns_shown, sort }: Pick<Row, 'columns_shown' | 'sort'>): ListShape {
  const kept = z.array(keptColumn).parse(JSON.parse(columns_shown))
  return {
    columns: kept.map(
      (one): ListColumn =>
        typeof one === 'string' ? { field: one, width: columnWidths.usual, pinned: false } : one,
    ),
    sort: z.nullable(anySort).parse(JSON.parse(sort)),
  }
}

/** As the record tells it. */
const asKept = (row: Row) => ({ name: row.name, shared: isShared(row), ...shapeOf(row) })

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  what: 'saved' | 'changed' | 'deleted',
  said: {
    readonly facts: { readonly templateId: number; readonly name: string }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action: `listTemplate.${what}`, ...said, how: 'manual' },
  ])
}
