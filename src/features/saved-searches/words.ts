/** What a saved search asks for, in words. */
import type { NamedSort, Sort } from '#contracts/documents.ts'
import type { SearchSettings } from '#contracts/saved-searches.ts'
import { widenedBy, widenedWords } from '#contracts/widened.ts'

const filters: Readonly<Record<SearchSettings['filter'], string | null>> = {
  all: null,
  reviewed: 'Coded documents only',
  unreviewed: 'Documents that are not coded only',
  tagged: 'Tagged documents only',
  untagged: 'Documents without a tag only',
}
const viewers: Readonly<Record<SearchSettings['viewer'], string | null>> = {
  parentsAndChildren: null,
  parentsOnly: 'Parents only',
  childrenOnly: 'Attachments only',
}
const sorts: Readonly<Record<NamedSort, string>> = {
  parentDateAsc: 'Oldest first',
  parentDateDesc: 'Newest first',
  documentId: 'By control number',
  custodian: 'By custodian',
  relevance: 'By relevance',
}

export const sortWords = (sort: Sort): string =>
  typeof sort === 'string'
    ? sorts[sort]
    : `By ${sort.by.map(({ field, descending }) => (descending ? `${field}, descending` : field)).join(', then ')}`

export const settingsWords = ({
  queryString,
  sort,
  viewer,
  filter,
  ...beside
}: SearchSettings): readonly string[] => [
  queryString.trim() === '' ? 'All documents' : queryString,
  ...[
    widenedBy(beside).length === 0 ? null : `With ${widenedWords(widenedBy(beside))}`,
    viewers[viewer],
    filters[filter],
  ].filter((said) => said !== null),
  sortWords(sort),
]
