/** Figures of a result: looks the fields up, and has the search count. */
import type { BodyOf } from '#contracts/call.ts'
import type { FacetReply, readFacets } from '#contracts/facets.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { shownBy } from '../search/find.ts'
import { countedFolders } from '../search/folder-tests.ts'
import { insideOf } from '../search/inside.ts'
import { keywordsOf } from '../search/keyword-terms.ts'
import { type FiguresAsked, type IndexedField, plainList } from '../search/list.ts'
import { noField, readQuery, requireStage } from '../search/query.ts'

export async function figures(ctx: ProjectContext, body: BodyOf<typeof readFacets>): Promise<FacetReply> {
  if (body.stage === 'processing' && !ctx.can('collect.view'))
    throw new ApiError('permission.denied', 'Your role does not see documents that are not in review.', {
      detail: 'collect.view',
    })
  const { list, reading, by, widened } = await readQuery(ctx, body.query, body.filter)
  requireStage(widened, body.stage)
  const inside = await insideOf(ctx, body.query)
  const { projectId } = ctx.project
  const asked = await withFolders(ctx, meant(body, by.fields))
  const found = await ctx.search.figures(
    projectId,
    { ...list, ...plainList, ...(await shownBy(ctx, body.shown ?? {})), stage: body.stage },
    {
      ...asked,
      inside: inside === null ? null : [...inside],
      keywords: countsKeywords(asked) ? await keywordsOf(ctx.records.read, ctx.project, by) : [],
    },
    { userId: ctx.caller.userId, signal: ctx.signal },
  )
  return { ...found, reading }
}

type Asked = Omit<FiguresAsked, 'inside' | 'keywords'>

const countsKeywords = ({ facets, matrix }: Asked): boolean =>
  [...facets.map(({ field }) => field), ...(matrix === null ? [] : [matrix.pivotOn, matrix.groupBy])].some(
    ({ store }) => store.in === 'keywords',
  )

/** What is in folders is in the records: it is looked up where it is counted. */
async function withFolders(ctx: ProjectContext, asked: Asked): Promise<Asked> {
  if (!asked.facets.some(({ field }) => field.store.in === 'folders')) return asked
  const store = await countedFolders(ctx)
  return {
    ...asked,
    facets: asked.facets.map((facet) =>
      facet.field.store.in === 'folders' ? { ...facet, field: { ...facet.field, store } } : facet,
    ),
  }
}

/** What is asked for, its fields looked up; what cannot be counted is refused. */
function meant(
  { facets, histograms, matrix }: BodyOf<typeof readFacets>,
  fields: readonly IndexedField[],
): Asked {
  const named = (name: string): IndexedField => {
    const field = fields.find((known) => known.name.toLowerCase() === name.toLowerCase())
    if (field === undefined) throw noField(name)
    return field
  }
  const valued = (name: string): IndexedField => {
    const field = named(name)
    const isTyped =
      field.store.in === 'words' ||
      field.store.in === 'numbers' ||
      (field.store.in === 'coding' && field.kind === 'text')
    if (isTyped || field.kind === 'instant' || field.kind === 'day')
      throw refused(name, `${field.name} has too many values to be counted one by one.`)
    return field
  }
  const paired = (name: string): IndexedField => {
    const field = valued(name)
    if (field.store.in === 'folders')
      throw refused(name, 'Folders are not counted by pairs with another field.')
    return field
  }
  return {
    facets: facets.map(({ field, most }) => ({ field: valued(field), most })),
    histograms: histograms.map(({ field: name, by }) => {
      const field = named(name)
      const isDate = field.kind === 'instant' || field.kind === 'day'
      const isSize = field.kind === 'number' && field.store.in === 'facts'
      if (by === 'powers' ? !isSize : !isDate)
        throw refused(
          name,
          `${field.name} cannot be put together by ${by === 'powers' ? 'powers of ten' : by}.`,
        )
      return { field, by }
    }),
    matrix:
      matrix === null
        ? null
        : { pivotOn: paired(matrix.pivotOn), groupBy: paired(matrix.groupBy), most: matrix.most },
  }
}

const refused = (field: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: field })
