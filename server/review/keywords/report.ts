/** The search term report: what the terms of each list find on a side, and how they were read. */
import type { QueryOf } from '#contracts/call.ts'
import type { KeywordReport, ReportedList, readKeywordReport } from '#contracts/keywords.ts'
import { print } from '#query/print.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { TermReading } from '../search/keyword-term.ts'
import { keywordOf, type ListRow, readKept, selectLists, termsFor } from '../search/keyword-terms.ts'
import { plainList } from '../search/list.ts'
import { readingOf } from '../search/query.ts'

export async function keywordReport(
  ctx: ProjectContext,
  { stage, keywordListId }: QueryOf<typeof readKeywordReport>,
): Promise<KeywordReport> {
  if (stage === 'processing' && !ctx.can('collect.view'))
    throw new ApiError('permission.denied', 'Your role does not see documents that are not in review.', {
      detail: 'collect.view',
    })
  const { read } = ctx.records
  const { projectId, timeZone } = ctx.project
  const [all, reading] = await Promise.all([
    selectLists(read, projectId).execute(),
    readingOf(read, ctx.project),
  ])
  const rows = keywordListId === undefined ? all : all.filter((row) => row.keyword_list_id === keywordListId)
  if (keywordListId !== undefined && rows.length === 0) throw notFound('keyword list')
  const { noise, precedence } = reading
  const terms = rows.map((row) => termsFor(ctx.project, row, reading))
  const seesAll = ctx.project.view === null
  const lists = terms.map((own) => own.map((term) => keywordOf(term, reading, seesAll)))
  const found = await ctx.search.termReport(
    projectId,
    {
      ...plainList,
      seen: await ctx.seenSets.of(ctx.project.view),
      ...{ stage, tree: null, includeFamily: false, fields: [], timeZone, noise: [...noise] },
    },
    lists,
    { inside: null, by: null },
    { userId: ctx.caller.userId, signal: ctx.signal },
  )
  const { documents, withoutText, indexedAsOf } = found
  return {
    data: rows.map((row, at): ReportedList => {
      const figures = found.lists[at]
      const own = terms[at] ?? []
      if (figures === undefined) throw new Error('The report has fewer lists than were asked for.')
      return {
        ...headingOf(row),
        terms: figures.terms.map((one, at) => ({ ...one, ...wordsOf(own[at] ?? '', reading) })),
        total: figures.total,
      }
    }),
    totalCount: rows.length,
    ...{ stage, documents, withoutText, indexedAsOf, precedence, noise: [...noise] },
  }
}

/** How a term is read, for people. */
function wordsOf(term: string, reading: TermReading): Pick<ReportedTerm, 'term' | 'reading' | 'notes'> {
  const { tree, notes } = readKept(term, reading)
  return { term, reading: print(tree), notes: notes.map(({ message }) => message) }
}

type ReportedTerm = ReportedList['terms'][number]

const headingOf = (
  row: ListRow,
): Pick<ReportedList, 'keywordListId' | 'name' | 'version' | 'savedBy' | 'savedAt'> => ({
  keywordListId: row.keyword_list_id,
  name: row.name,
  version: row.version,
  savedBy: row.saver,
  savedAt: row.saved_at,
})
