/** The choice as a search: what is typed, and the fields that the filter has no list for, as one query. */
import type { SearchQuery } from '#contracts/documents.ts'
import type { ChosenDocuments } from '#contracts/filter.ts'
import { quoted } from '#query/lex.ts'

/** Fields whose values are put together by powers of ten: a value stands for all from it up to the next one. */
export const sizes: ReadonlySet<string> = new Set(['File_Size'])

export function searchOf({ query, narrowed }: ChosenDocuments, includeFamily: boolean): SearchQuery {
  const clauses = Object.entries(narrowed).flatMap(([field, values]) =>
    values.length === 0 ? [] : [`(${values.map((value) => clauseOf(field, value)).join(' OR ')})`],
  )
  const typed = query.trim()
  const parts = clauses.length === 0 || typed === '' ? [typed, ...clauses] : [`(${typed})`, ...clauses]
  return {
    queryString: parts.filter((part) => part !== '').join(' AND '),
    includeFamily,
    objectId: null,
    type: null,
  }
}

export function clauseOf(field: string, value: string): string {
  if (!sizes.has(field)) return `${field} is ${quoted(value)}`
  const least = Number(value)
  return least === 0 ? `${field} = 0` : `${field} between ${least} and ${least * 10 - 1}`
}
