/** Queries for other applications: whether one can be read, and all that it finds. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { findIds, validateQuery } from '#contracts/searching.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { documentsOfSet } from '../search/document-sets.ts'
import { parseOptions, readingOf, readQuery } from '../search/query.ts'
import { unknownTags } from '../search/unknown-tags.ts'

export async function validated(
  ctx: ProjectContext,
  queryString: string,
): Promise<ReplyOf<typeof validateQuery>> {
  const by = await readingOf(ctx.records.read, ctx.project)
  const { precedence } = by
  const parsed = parse(queryString, parseOptions(ctx.project, by))
  if (!parsed.ok) {
    const { code, message, start, end } = parsed.fault
    return {
      ...{ valid: false, reading: '', includeFamily: false, also: [], precedence, notes: [] },
      fault: { code, message, start, end },
    }
  }
  const fault = await faultOfRunning(ctx, queryString)
  const { tree, includeFamily, also, notes } = parsed
  if (fault !== null)
    return { ...{ valid: false, reading: '', includeFamily, also: [...also], precedence, notes: [] }, fault }
  return {
    ...{ valid: true, reading: tree === null ? '' : print(tree), includeFamily, precedence },
    also: [...also],
    ...{ notes: [...notes, ...unknownTags(tree, by.fields)], fault: null },
  }
}

/** What running it would refuse though it can be read: a folder or a term that is not there. */
async function faultOfRunning(
  ctx: ProjectContext,
  queryString: string,
): Promise<ReplyOf<typeof validateQuery>['fault']> {
  try {
    await readQuery(ctx, { queryString, includeFamily: false, objectId: null, type: null })
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'query.invalid') throw error
    // The field that it is asked of, where the query names it as it is called.
    const { message, detail } = error
    const at = detail === '' ? -1 : queryString.toLowerCase().indexOf(detail.toLowerCase())
    const [start, end] = at < 0 ? [0, queryString.length] : [at, at + detail.length]
    return { code: 'notThere', message, start, end }
  }
}

/** Ids ascend, so that documents that come in between two answers are neither missed nor told twice. */
export async function idsFound(
  ctx: ProjectContext,
  { query, after, size }: BodyOf<typeof findIds>,
): Promise<ReplyOf<typeof findIds>> {
  const found = await documentsOfSet(ctx, { query, viewer: 'parentsAndChildren', filter: 'all' })
  const rest = after === null ? found : found.filter((id) => id > after)
  const ids = [...rest.subarray(0, size)]
  return { ids, totalCount: found.length, next: rest.length > size ? (ids.at(-1) ?? null) : null }
}
