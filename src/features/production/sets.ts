/** What a production can be taken from: all documents, or what holds some of them. */
import { useUnit } from 'effector-react'
import type { DocumentSet } from '#contracts/document-sets.ts'
import { hasResult } from '#src/events/review/views.ts'
import { folders } from '#src/reads/folders.ts'
import { savedSearches } from '#src/reads/saved-searches.ts'
import { samples } from '#src/reads/search-reports.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import type { Choice } from '../ui/input.tsx'

type Inside = Pick<DocumentSet['query'], 'type' | 'objectId'>

/** A holder as a choice of a list; what is not among them any more is said. */
export const insideValue = ({ type, objectId }: Inside): string =>
  type === null || objectId === null ? 'all' : `${type} ${objectId}`

export function insideOf(value: string): Inside {
  const [type = '', objectId = ''] = value.split(' ')
  return objectId === '' ? { type: null, objectId: null } : { type, objectId: Number(objectId) }
}

/** All that holds documents; `now` is among them in any case. */
export function useInsides(now: string): readonly Choice[] {
  const saved = useRead(savedSearches, {}, { once: true }).value ?? []
  const drawn = useRead(samples, {}, { once: true }).value ?? []
  const kept = useRead(folders, {}, { once: true }).value ?? []
  const known: readonly Choice[] = [
    { value: 'all', label: 'All documents in review' },
    ...saved
      .filter(({ fault }) => fault === null)
      .map(({ savedSearchId, name }) => ({
        value: `savedSearch ${savedSearchId}`,
        label: `Saved search: ${name}`,
      })),
    ...kept.map(({ folderId, name }) => ({ value: `folder ${folderId}`, label: `Folder: ${name}` })),
    ...drawn.map(({ sampleId, name }) => ({ value: `sample ${sampleId}`, label: `Sample: ${name}` })),
  ]
  return known.some(({ value }) => value === now)
    ? known
    : [...known, { value: now, label: 'Something else that holds documents' }]
}

/** The present search of the review screen; null: there is none. */
export function usePresentSearch(): DocumentSet | null {
  const list = useUnit($list)
  if (list === null || !hasResult(list)) return null
  const { query, viewer, filter } = list.answers ?? list
  return { query, viewer, filter }
}
