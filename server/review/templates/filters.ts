/** Filters that are saved: what of them can still be asked. */
import type { ReplyOf } from '#contracts/call.ts'
import { type ChosenDocuments, chosenDocuments, fieldsChosen } from '#contracts/filter.ts'
import type { listTemplates } from '#contracts/templates.ts'
import { type ParseOptions, parse } from '#query/parse.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { noField, readingOf, readQuery } from '../search/query.ts'
import { presentHeading, selectTemplates } from './rows.ts'

/** All filters of the project by name, each with what it has lost. */
export async function filterTemplates(ctx: ProjectContext): Promise<ReplyOf<typeof listTemplates>> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const [rows, reading] = await Promise.all([
    selectTemplates(read, projectId).where('t.kind', '=', 'filter').orderBy('t.name_key').execute(),
    readingOf(read, ctx.project),
  ])
  const data = rows.map((row) => {
    const choice = chosenDocuments.parse(JSON.parse(row.content))
    const typed = parse(choice.query, reading)
    return {
      ...presentHeading(ctx, row),
      kind: 'filter' as const,
      choice,
      lost: lostIn(choice, reading),
      fault: typed.ok ? null : typed.fault.message,
    }
  })
  return { data, totalCount: data.length }
}

/** Refuses a filter that could not be asked now. */
export async function requireAskable(ctx: ProjectContext, choice: ChosenDocuments): Promise<void> {
  const query = { queryString: choice.query, includeFamily: false, objectId: null, type: null }
  const { by } = await readQuery(ctx, query, choice.filter)
  const [missing] = lostIn(choice, by)
  if (missing !== undefined) throw noField(missing)
}

/** The fields that it names besides those that are typed, and the project does not have. */
function lostIn(choice: ChosenDocuments, { fields }: Pick<ParseOptions, 'fields'>): string[] {
  const known = new Set(fields.map(({ name }) => name.toLowerCase()))
  const { groupBy, pivotOn } = choice.filter
  const shownBy = [groupBy, pivotOn].filter((field) => typeof field === 'string')
  return [...new Set([...fieldsChosen(choice), ...shownBy])].filter((name) => !known.has(name.toLowerCase()))
}
