/** Queries for other applications: whether one can be read, and all that it finds. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { findIds, validateQuery } from '#contracts/searching.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { documentsOfSet } from '../search/document-sets.ts'
import { parseOptions, readingOf } from '../search/query.ts'
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
  const { tree, includeFamily, also, notes } = parsed
  return {
    ...{ valid: true, reading: tree === null ? '' : print(tree), includeFamily, precedence },
    also: [...also],
    ...{ notes: [...notes, ...unknownTags(tree, by.fields)], fault: null },
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
