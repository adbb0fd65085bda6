/** Which fields an export may have, and what a new one begins with. */
import type { ReplyOf } from '#contracts/call.ts'
import { isExcludedAlways } from '#contracts/excluded-fields.ts'
import { type beginExport, type ExportSettings, exportColumns, neverExported } from '#contracts/exports.ts'
import { type LoadFileColumn, productionLimits } from '#contracts/production-settings.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { listColumns } from '../../review/search/columns.ts'
import { fieldsOut } from '../record/begin-with.ts'

/** It tells the rows apart, and names the files. */
const number = 'Control_Number'

/** Fields that can hold what is covered on the page say REDACTED, as in productions. */
const usual: readonly (readonly [source: string, name: string, ofRedacted?: LoadFileColumn['ofRedacted']])[] =
  [
    [number, 'Control Number'],
    ['Export_Parent', 'Parent'],
    ['Custodian', 'Custodian'],
    ['From', 'From'],
    ['To', 'To'],
    ['CC', 'CC'],
    ['BCC', 'BCC'],
    ['Subject', 'Subject', 'redacted'],
    ['Sent_Date', 'Date Sent'],
    ['File_Name', 'File Name', 'redacted'],
    ['File_Extension', 'File Extension'],
    ['Created_Date', 'Date Created'],
    ['Modified_Date', 'Date Modified'],
    ['MD5', 'MD5 Hash', 'blank'],
    ['Export_Pages', 'Pages'],
    ['Export_Native', 'Native'],
    ['Export_Text', 'Text'],
  ]

export async function beginWith(ctx: ProjectContext): Promise<ReplyOf<typeof beginExport>> {
  const fields = await fieldsOut(ctx)
  const known = new Set<string>([...exportColumns, ...fields.map(({ name }) => name)])
  return {
    fields,
    settings: {
      set: {
        query: { queryString: '', includeFamily: false, objectId: null, type: null },
        ...{ viewer: 'parentsAndChildren', filter: 'all' },
      },
      ...{ families: true, order: [], natives: true, texts: true },
      images: { format: 'pdf', color: 'jpeg', stamped: true },
      loadFile: {
        ...{ formats: ['dat', 'opt', 'csv'], encoding: 'utf-8-bom', standAlone: 'blank' },
        dates: { form: 'YYYY-MM-DD', time: true },
        columns: usual
          .filter(([source]) => known.has(source))
          .map(([source, name, ofRedacted = 'keep']) => ({ source, name, ofRedacted })),
      },
      volume: {
        name: 'EXP001',
        filesPerFolder: productionLimits.filesPerFolder.usual,
        gigabytes: productionLimits.volumeGigabytes.usual,
      },
    },
  }
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Throws where a column is of a field that does not leave, or that the caller is shown in no list. */
export async function requireColumns(
  ctx: ProjectContext,
  { loadFile: { columns } }: Pick<ExportSettings, 'loadFile'>,
): Promise<void> {
  const out = await fieldsOut(ctx)
  const all = await listColumns(ctx.records.read, ctx.project)
  for (const { source } of columns) {
    if (exportColumns.some((name) => same(name, source)) || out.some(({ name }) => same(name, source)))
      continue
    const isThere = all.some(({ field }) => same(field.name, source))
    const isKept =
      isThere || isExcludedAlways('export', source) || neverExported.some((name) => same(name, source))
    throw refused(
      source,
      isKept
        ? `The field ${source} is excluded from exports. Leave it out.`
        : `Documents of this project have no field ${source}.`,
    )
  }
  if (!columns.some(({ source }) => same(source, number)))
    throw refused(number, `A list needs the column ${number}: it tells the rows apart and names the files.`)
  const twice = columns.find(({ name }, at) => columns.findIndex((other) => same(other.name, name)) !== at)
  if (twice !== undefined)
    throw refused(twice.name, `Two columns are called ${twice.name}. Give each its own name.`)
}

const refused = (detail: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail })
