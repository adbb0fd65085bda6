/** What the activity consists of under the filters: in all, and for each filter as it would be without that one. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import type { LookFilter } from '#src/events/catalog/reconstruct.ts'
import type { LookQuestion } from '#src/reads/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { type Batches, batchesThen, type Summary, summaries } from '#src/stores/reconstruct-cache.ts'
import { type Answered, useRecordAnswer } from './use-answer.ts'
import { batchesNow, useBatch, useReadOn } from './use-batches.ts'

export interface Facets {
  /** With all filters. */
  readonly all: Answered<Summary>
  readonly people: Summary | null
  readonly subjects: Summary | null
  readonly means: Summary | null
  /** Those that there are now, whatever the filters. */
  readonly batches: Answered<Batches>
  /** Of people, fields and categories that have been seen; else their number. */
  readonly nameOf: (kind: 'person' | 'field' | 'tags', id: number) => string
}

const about = (filter: LookFilter): LookQuestion => ({ about: 'summary', filter })

export function useFacets(asOf: string): Facets {
  const { filter } = useUnit($look)
  const all = useRecordAnswer(summaries, 'summary', about(filter), asOf)
  const { userIds, fieldIds, tagCategoryIds, how } = filter
  const people = useRecordAnswer(
    summaries,
    'people',
    userIds.length === 0 ? null : about({ ...filter, userIds: [] }),
    asOf,
  )
  const subjects = useRecordAnswer(
    summaries,
    'subjects',
    fieldIds.length + tagCategoryIds.length === 0
      ? null
      : about({ ...filter, fieldIds: [], tagCategoryIds: [] }),
    asOf,
  )
  const means = useRecordAnswer(
    summaries,
    'means',
    how.length === 0 ? null : about({ ...filter, how: [] }),
    asOf,
  )
  const batches = useRecordAnswer(batchesThen, 'batchesNow', batchesNow, asOf)
  // A link may lead to one that stands on a later page: it has a name too.
  const chosen = useBatch(filter.batchId)
  useReadOn(batches.value, filter.batchId !== null && chosen === null)
  const seen = useRef(new Map<string, string>())
  const shown = {
    people: userIds.length === 0 ? all.value : people.value,
    subjects: fieldIds.length + tagCategoryIds.length === 0 ? all.value : subjects.value,
    means: how.length === 0 ? all.value : means.value,
  }
  const names = namesIn([shown.people, shown.subjects, all.value])
  useEffect(() => {
    for (const [key, name] of names) seen.current.set(key, name)
  })
  return {
    all,
    ...shown,
    batches,
    nameOf: (kind, id) =>
      names.get(`${kind} ${id}`) ??
      seen.current.get(`${kind} ${id}`) ??
      `${{ person: 'Person', field: 'Field', tags: 'Category' }[kind]} ${id}`,
  }
}

function namesIn(answers: readonly (Summary | null)[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const answer of answers) {
    for (const { userId, userName } of answer?.reviewers ?? [])
      if (userId !== null) names.set(`person ${userId}`, userName)
    for (const { kind, subjectId, name } of answer?.subjects ?? []) names.set(`${kind} ${subjectId}`, name)
  }
  return names
}
