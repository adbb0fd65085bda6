/** The terms that hit one document. */
import { keywordField } from '#contracts/keywords.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { keywordsOf } from '../search/keyword-terms.ts'
import { plainList } from '../search/list.ts'
import { readingOf } from '../search/query.ts'

/** Where the search cannot say, it says so in their place: nothing at all would mean that none hit. */
export async function keywordHitsOf(ctx: ProjectContext, documentId: number): Promise<readonly string[]> {
  const { read } = ctx.records
  const { projectId, timeZone } = ctx.project
  const reading = await readingOf(read, ctx.project)
  const keywords = await keywordsOf(read, ctx.project, reading)
  if (keywords.length === 0) return []
  try {
    const { facets } = await ctx.search.figures(
      projectId,
      {
        ...plainList,
        ...{ stage: 'processing', tree: null, includeFamily: false, fields: [], timeZone },
        noise: [...reading.noise],
      },
      {
        ...{ keywords, inside: [documentId], histograms: [], matrix: null },
        facets: [
          {
            field: { name: keywordField, kind: 'keyword', store: { in: 'keywords' } },
            most: keywords.length,
          },
        ],
      },
      { userId: ctx.caller.userId, signal: ctx.signal },
    )
    return facets.flatMap(({ values }) => values.map(({ value }) => value)).sort()
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'unavailable' || error.code === 'search.timeout'))
      return [`Not known: ${error.message}`]
    throw error
  }
}
