/** What the privilege log of a project is made by. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { isExcludedAlways } from '#contracts/excluded-fields.ts'
import {
  type getLogSettings,
  logSources,
  type PrivilegeLogSettings,
  privilegeLogLimits,
  privilegeLogSettings,
  type saveLogSettings,
} from '#contracts/privilege-log.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { leaving } from '../../review/document-list/leaving.ts'
import { labelsInUse } from '../../review/redactions/labels.ts'
import { type ListColumn, listColumns } from '../../review/search/columns.ts'
import { readQuery } from '../../review/search/query.ts'

export interface LogSettings {
  /** 0: nobody has saved any. */
  readonly version: number
  readonly changed: { readonly by: string; readonly at: string } | null
  readonly settings: PrivilegeLogSettings
}

/** What is usual in logs that go document by document (domain practice under Rule 26(b)(5)(A)). */
const usual: PrivilegeLogSettings = {
  withheld: { query: null, productions: true },
  redacted: { labels: [], reasons: [] },
  columns: [
    { source: 'Log_Number', heading: 'No.' },
    { source: 'Begin_Bates', heading: 'Begin Bates' },
    { source: 'End_Bates', heading: 'End Bates' },
    { source: 'Family', heading: 'Family' },
    { source: 'Date', heading: 'Date' },
    { source: 'Type', heading: 'Type' },
    { source: 'Author', heading: 'Author' },
    { source: 'To', heading: 'To' },
    { source: 'CC', heading: 'CC' },
    { source: 'BCC', heading: 'BCC' },
    { source: 'Title', heading: 'Subject or title' },
    { source: 'Basis', heading: 'Privilege' },
    { source: 'Description', heading: 'Description' },
    { source: 'Treatment', heading: 'Treatment' },
  ],
  ...{ lawyers: [], lawyerMark: '*', people: [] },
  ...{ basisField: null, descriptionField: null },
  bases: ['Attorney-client privilege', 'Attorney work product', 'Common interest'],
  phrases: [
    'Communication with counsel requesting legal advice regarding',
    'Communication with counsel providing legal advice regarding',
    'Communication reflecting legal advice of counsel regarding',
    'Document prepared at the direction of counsel in anticipation of litigation regarding',
  ],
  dates: { form: 'MM/DD/YYYY', time: false },
}

export async function logSettingsOf(read: Reader, projectId: number): Promise<LogSettings> {
  const row = await read
    .selectFrom('privilege_log as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.changed_by')
    .select(['l.version', 'l.settings', 'l.changed_at', 'u.name'])
    .where('l.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) return { version: 0, changed: null, settings: usual }
  return {
    version: row.version,
    changed: { by: row.name, at: row.changed_at },
    settings: privilegeLogSettings.parse(JSON.parse(row.settings)),
  }
}

/** A field of the project, and whether the project lets it out. */
export interface LogField {
  readonly column: ListColumn
  readonly mayLeave: boolean
}

/** Fields that the log can be filled from, for whoever asks, by their names in lower case. */
export async function logFields(ctx: ProjectContext): Promise<ReadonlyMap<string, LogField>> {
  const all = await listColumns(ctx.records.read, ctx.project)
  const { columns } = await leaving(ctx, all)
  const out = new Set(columns)
  return new Map(
    all.map((column) => [
      column.field.name.toLowerCase(),
      { column, mayLeave: out.has(column) && !isExcludedAlways('export', column.field.name) },
    ]),
  )
}

export async function settingsNow(ctx: ProjectContext): Promise<ReplyOf<typeof getLogSettings>> {
  const [stored, fields, inUse] = await Promise.all([
    logSettingsOf(ctx.records.read, ctx.project.projectId),
    logFields(ctx),
    labelsInUse(ctx),
  ])
  const most = privilegeLogLimits.labels
  const once = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))].slice(0, most)
  return {
    ...stored,
    fields: [...fields.values()].map(({ column: { field }, mayLeave }) => ({
      ...{ name: field.name, displayName: field.displayName, mayLeave },
    })),
    labels: once(inUse.data.map(({ label }) => label)),
    reasons: once(inUse.data.map(({ reason }) => reason)),
  }
}

export async function saveSettings(
  ctx: ProjectContext,
  { settings, version }: BodyOf<typeof saveLogSettings>,
): Promise<ReplyOf<typeof saveLogSettings>> {
  await requireReadable(ctx, settings)
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const before = await logSettingsOf(trx, projectId)
    if (before.version !== version)
      throw new ApiError(
        'conflict',
        `${before.changed?.by ?? 'Somebody'} has changed these settings since you looked at them. Look at them again first.`,
        { detail: 'version' },
      )
    const row = {
      ...{ version: version + 1, settings: JSON.stringify(settings) },
      ...{ changed_by: ctx.caller.userId, changed_at: instantOf(ctx.now()) },
    }
    await trx
      .insertInto('privilege_log')
      .values({ project_id: projectId, ...row })
      .onConflict((on) => on.column('project_id').doUpdateSet(row))
      .execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'privilegeLog.settingsChanged', how: 'manual' },
        ...{ oldValue: before.settings, newValue: settings, facts: { version: version + 1 } },
      },
    ])
    return { version: version + 1 }
  })
  return await settingsNow(ctx)
}

/** Throws where its query cannot be read, or one of its fields is not there. */
async function requireReadable(ctx: ProjectContext, settings: PrivilegeLogSettings): Promise<void> {
  const { withheld, columns, basisField, descriptionField } = settings
  if (withheld.query !== null)
    await readQuery(ctx, {
      ...{ queryString: withheld.query, includeFamily: false, objectId: null, type: null },
    })
  const fields = await logFields(ctx)
  const sources = columns.map(({ source }) => source)
  const twice = sources.find((source, at) => sources.indexOf(source) !== at)
  if (twice !== undefined) throw refused('columns', `${twice} is two columns. Take one of them out.`)
  for (const source of sources) {
    if (logSources.some((own) => own === source)) continue
    const field = fields.get(source.toLowerCase())
    if (field === undefined) throw refused('columns', `Documents of this project have no field ${source}.`)
    if (!field.mayLeave)
      throw refused('columns', `${source} is left out of exports, so it cannot be a column of the log.`)
  }
  for (const name of [basisField, descriptionField])
    if (name !== null && !fields.has(name.toLowerCase()))
      throw refused('fields', `Documents of this project have no field ${name}.`)
}

const refused = (detail: string, message: string) => new ApiError('request.invalid', message, { detail })
