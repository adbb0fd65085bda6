/** From the text of a query to what the search is asked. */
import type { SearchQuery } from '#contracts/documents.ts'
import type { DocumentFilter } from '#contracts/filter.ts'
import { keywordField } from '#contracts/keywords.ts'
import type { Stage } from '#contracts/stages.ts'
import { type Widened, widenedBy, widenedWords } from '#contracts/widened.ts'
import { group } from '#query/build.ts'
import { fieldNames } from '#query/field-names.ts'
import { type Note, type ParseOptions, parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import type { Node } from '#query/tree.ts'
import { widenings } from '#query/widening.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { formFieldIds } from '../coding-values/coded.ts'
import { withKeywords } from './expand-keywords.ts'
import { queryFields } from './fields.ts'
import { filterTree } from './filter.ts'
import { withLookedUp } from './folder-tests.ts'
import { keywordsOf } from './keyword-terms.ts'
import { batesNumberField, type IndexedField, type ListQuery } from './list.ts'
import { noiseOf } from './noise.ts'
import { type NumberForm, produced } from './produced.ts'
import { unknownTags } from './unknown-tags.ts'

export interface ReadQuery {
  readonly list: Pick<
    ListQuery,
    'seen' | 'codedByForms' | 'tree' | 'includeFamily' | 'also' | 'timeZone' | 'noise' | 'fields' | 'patterns'
  >
  /** How it was read, fully bracketed; empty for all documents. */
  readonly reading: string
  readonly notes: readonly Note[]
  /** What it brings beside what matches. */
  readonly widened: readonly Widened[]
  /** What it was read by. */
  readonly by: Reading
}

/** What queries of a project are read by: its fields, its precedence, what its Bates numbers look like. */
export type Reading = Omit<ParseOptions, 'fields' | 'numbers'> & {
  readonly fields: readonly IndexedField[]
  readonly bates: readonly NumberForm[]
}

/** What words are read by in a project now: its noise, its precedence. */
export async function wordReadingOf(
  read: Reader,
  projectId: number,
): Promise<Required<Pick<Reading, 'noise' | 'precedence'>>> {
  const settings = await read
    .selectFrom('project')
    .select(['precedence', 'noise'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return {
    noise: noiseOf(settings?.noise ?? null),
    precedence: settings?.precedence === 'dtsearch' ? 'dtsearch' : 'standard',
  }
}

/** What queries of a project are read by now. */
export async function readingOf(
  read: Reader,
  { projectId, view }: Pick<ProjectContext['project'], 'projectId' | 'view'>,
): Promise<Reading> {
  const [fields, words, bates] = await Promise.all([
    queryFields(read, projectId, view === null),
    wordReadingOf(read, projectId),
    produced().formsOf(read, projectId),
  ])
  return { fields, bates, ...words }
}

/** The same with the numbers of the project's documents and of their pages, which may be typed by themselves. */
export const parseOptions = (
  { prefix }: Pick<ProjectContext['project'], 'prefix'>,
  { bates, ...by }: Reading,
): ParseOptions => ({
  ...by,
  numbers: [
    { field: 'Control_Number', prefix, digits: null },
    ...bates.map((form) => ({ field: batesNumberField, ...form })),
  ],
})

/**
 * Reads a query, and a filter beside it, in the project's fields, precedence and time zone; throws `query.invalid` with the
 * fault's place.
 */
export async function readQuery(
  ctx: ProjectContext,
  query: SearchQuery,
  filter: DocumentFilter | null = null,
): Promise<ReadQuery> {
  const { records, project } = ctx
  const by = await readingOf(records.read, project)
  const { fields } = by
  const parsed = parse(query.queryString, parseOptions(project, by))
  if (!parsed.ok) {
    const { message, ...data } = parsed.fault
    throw new ApiError('query.invalid', message, { detail: 'query.queryString', data })
  }
  const asked = both(parsed.tree, filter === null ? null : filterTree(filter))
  // What is searched is what is marked: terms are searched by their own words.
  const tree =
    asked !== null && fieldNames(asked).has(keywordField)
      ? withKeywords(asked, await keywordsOf(records.read, project, by))
      : asked
  const named = tree === null ? new Set<string>() : fieldNames(tree)
  // What the query names was looked up when it was read.
  for (const name of named) if (!fields.some((field) => field.name === name)) throw noField(name)
  const fieldsNamed = fields.filter((field) => named.has(field.name))
  const includeFamily = query.includeFamily || parsed.includeFamily
  const also = widenings.filter((one) => query.also?.includes(one) === true || parsed.also.includes(one))
  const seen = await ctx.seenSets.of(project.view)
  return {
    list: {
      seen,
      ...(seen?.asTheyLeave === undefined
        ? {}
        : { codedByForms: await formFieldIds(records.read, project.projectId) }),
      tree,
      includeFamily,
      also,
      timeZone: project.timeZone,
      noise: [...(by.noise ?? [])],
      patterns: Object.fromEntries(parsed.patterns),
      fields: tree === null ? [] : await withLookedUp(ctx, fieldsNamed, tree),
    },
    reading: asked === null ? '' : print(asked),
    notes: [...parsed.notes, ...unknownTags(parsed.tree, fields)],
    widened: widenedBy({ includeFamily, also }),
    by,
  }
}

const both = (one: Node | null, other: Node | null): Node | null =>
  one === null || other === null ? (one ?? other) : group('and', [one, other])

/** Threads and groups of what is in review and of what is not are different ones. */
export function requireStage(widened: readonly Widened[], stage: Stage): void {
  const of = widened.find((one) => one !== 'families')
  if (stage === 'processing' && of !== undefined)
    throw new ApiError(
      'request.invalid',
      `Only searches of documents in review include ${widenedWords([of])}.`,
      {
        detail: 'query.also',
      },
    )
}

export const noField = (name: string): ApiError =>
  new ApiError('query.invalid', `Documents of this project have no field ${name}.`, { detail: name })
