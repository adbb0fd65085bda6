/** What the first screen of a production needs. */
import type { ReplyOf } from '#contracts/call.ts'
import { isExcludedAlways } from '#contracts/excluded-fields.ts'
import { producedFields } from '#contracts/production-settings.ts'
import type { initStuff, sortFields } from '#contracts/productions.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { leaving } from '../../review/document-list/leaving.ts'
import { listColumns } from '../../review/search/columns.ts'
import { presets } from './presets.ts'
import { prefixOf } from './ranges.ts'
import { ownTemplates } from './templates.ts'

/** Fields that the project lets out, by their names. */
export async function fieldsOut(ctx: ProjectContext): Promise<{ name: string; displayName: string }[]> {
  const { columns } = await leaving(ctx, await listColumns(ctx.records.read, ctx.project))
  return columns
    .map(({ field: { name, displayName } }) => ({ name, displayName }))
    .filter(({ name }) => !isExcludedAlways('export', name))
}

export async function beginWith(ctx: ProjectContext): Promise<ReplyOf<typeof initStuff>> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  const fields = await fieldsOut(ctx)
  const known = new Set<string>([...producedFields, ...fields.map(({ name }) => name)])
  const rows = await read
    .selectFrom('bates_prefix')
    .select('prefix')
    .where('project_id', '=', projectId)
    .orderBy('prefix')
    .execute()
  const prefixes = await Promise.all(
    rows.map(async (row) => {
      const { digits, next } = (await prefixOf(read, projectId, row.prefix)) ?? { digits: 0, next: 1 }
      return { prefix: row.prefix, digits, next }
    }),
  )
  const builtIn = presets.map(({ name, settings }) => ({
    ...{ templateId: null, name, made: null },
    settings: {
      ...settings,
      numbering: { ...settings.numbering, prefix: ownPrefix(prefix) ?? settings.numbering.prefix },
      loadFile: {
        ...settings.loadFile,
        // What the project keeps to itself is in no load file that somebody has not asked for.
        columns: settings.loadFile.columns.filter(({ source }) => known.has(source)),
      },
    },
  }))
  return {
    templates: [...builtIn, ...(await ownTemplates(ctx))],
    fields,
    prefixes,
  }
}

/** The prefix of the project's control numbers, where Bates numbers can have it too. */
const ownPrefix = (prefix: string): string | null =>
  /^[A-Za-z0-9_.-]{0,18}[A-Za-z_.-]$/.test(prefix) ? `${prefix}-P` : null

export async function sortableFields(ctx: ProjectContext): Promise<ReplyOf<typeof sortFields>> {
  const data = (await listColumns(ctx.records.read, ctx.project)).map(({ field: { name, displayName } }) => ({
    ...{ name, displayName },
  }))
  return { data, totalCount: data.length }
}
