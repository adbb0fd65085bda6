/** All terms of a project, each once, as queries. */
import { fieldNames } from '#query/field-names.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { productFields } from './fields.ts'
import { readTerm, type TermRead, type TermReading, termKey } from './keyword-term.ts'
import type { Keyword } from './list.ts'

/** The terms of a list as the record has them. */
export const termsIn = (row: { readonly terms: string }): readonly string[] => JSON.parse(row.terms)

/** The lists of a project by name, with the names of who made and saved them. */
export const selectLists = (read: Reader | Writer, projectId: number) =>
  read
    .selectFrom('keyword_list as k')
    .innerJoin('app_user as m', 'm.user_id', 'k.made_by')
    .innerJoin('app_user as s', 's.user_id', 'k.saved_by')
    .selectAll('k')
    .select(['m.name as maker', 's.name as saver'])
    .where('k.project_id', '=', projectId)
    .orderBy('k.name_key')

export type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

/** Terms, each once: what two lists have in common is one value. */
export function distinct(terms: Iterable<string>): string[] {
  const byKey = new Map<string, string>()
  for (const term of terms) if (!byKey.has(termKey(term))) byKey.set(termKey(term), term)
  return [...byKey.values()]
}

type Asking = Pick<ProjectContext['project'], 'projectId' | 'view'>

/** The terms of a list, for whoever asks: behind a wall none that look for what the wall closes. */
export const termsFor = (
  { view }: Pick<Asking, 'view'>,
  row: { readonly terms: string },
  reading: TermReading,
): readonly string[] =>
  view === null ? termsIn(row) : termsIn(row).filter((term) => readTerm(term, reading, false).ok)

/** What the documents of a project can have in their field of keyword hits. */
export async function keywordsOf(
  read: Reader,
  project: Asking,
  reading: TermReading,
): Promise<readonly Keyword[]> {
  const rows = await selectLists(read, project.projectId).execute()
  const terms = rows.flatMap((row) => termsFor(project, row, reading))
  return distinct(terms).map((term) => keywordOf(term, reading, project.view === null))
}

/** A term of a list, or of somebody's own, as the search takes it: read as it was taken. */
export function keywordOf(term: string, reading: TermReading, seesAll = true): Keyword {
  const { tree } = readKept(term, reading, seesAll)
  const named = fieldNames(tree)
  const fields = productFields.filter(({ name }) => named.has(name))
  return { term, tree, fields: fields.map(({ name, kind, store }) => ({ name, kind, store })) }
}

/** A term that was taken once can be read: what it may say does not depend on what a project has or how it is set. */
export function readKept(
  term: string,
  reading: TermReading,
  seesAll = true,
): Extract<TermRead, { ok: true }> {
  const read = readTerm(term, reading, seesAll)
  if (read.ok) return read
  throw new ApiError(
    'query.invalid',
    `The keyword “${term}” can no longer be read: ${read.fault.message} Change it in its list.`,
    { detail: term },
  )
}
