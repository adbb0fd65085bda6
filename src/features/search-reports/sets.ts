/** Sets that a report is run over or a sample is drawn from, and how a set is told. */
import { useUnit } from 'effector-react'
import type { DocumentSet, KeptSet } from '#contracts/document-sets.ts'
import { widenedBy, widenedWords } from '#contracts/widened.ts'
import { hasResult } from '#src/events/review/views.ts'
import { savedSearches } from '#src/reads/saved-searches.ts'
import { samples } from '#src/reads/search-reports.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'

export interface SetChoice {
  readonly value: string
  readonly label: string
  readonly set: DocumentSet
}

const whole: DocumentSet = {
  query: { queryString: '', includeFamily: false, objectId: null, type: null },
  viewer: 'parentsAndChildren',
  filter: 'all',
}
const inside = (type: string, objectId: number): DocumentSet => ({
  ...whole,
  query: { ...whole.query, objectId, type },
})

/** The present search first, where it is not simply all documents. */
export function useSets(): readonly [SetChoice, ...SetChoice[]] {
  const list = useUnit($list)
  const saved = useRead(savedSearches, {}, { once: true }).value ?? []
  const drawn = useRead(samples, {}, { once: true }).value ?? []
  const others: readonly [SetChoice, ...SetChoice[]] = [
    { value: 'all', label: 'All documents in review', set: whole },
    ...saved
      .filter(({ fault }) => fault === null)
      .map(({ savedSearchId, name }) => ({
        value: `savedSearch ${savedSearchId}`,
        label: `Saved search: ${name}`,
        set: inside('savedSearch', savedSearchId),
      })),
    ...drawn.map(({ sampleId, name }) => ({
      value: `sample ${sampleId}`,
      label: `Sample: ${name}`,
      set: inside('sample', sampleId),
    })),
  ]
  if (list === null || !hasResult(list)) return others
  const { query, viewer, filter } = list.answers ?? list
  const set = { query, viewer, filter }
  if (JSON.stringify(set) === JSON.stringify(whole)) return others
  const said = query.queryString.trim()
  return [{ value: 'present', label: `The present search${said === '' ? '' : `: ${said}`}`, set }, ...others]
}

const viewers = { parentsAndChildren: null, parentsOnly: 'parents only', childrenOnly: 'attachments only' }
const filters = {
  all: null,
  reviewed: 'coded only',
  unreviewed: 'not coded only',
  tagged: 'tagged only',
  untagged: 'without a tag only',
}

/** A set in words. */
export const setWords = ({ query, inside: within, viewer, filter }: KeptSet): string =>
  [
    query.queryString.trim() === '' ? (within === null ? 'All documents' : null) : query.queryString,
    within === null ? null : `inside ${within}`,
    widenedBy(query).length === 0 ? null : `with ${widenedWords(widenedBy(query))}`,
    viewers[viewer],
    filters[filter],
  ]
    .filter((said) => said !== null)
    .join(', ')
