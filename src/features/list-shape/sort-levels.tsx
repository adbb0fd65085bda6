/** By which fields the list is sorted: one, and another where documents are equal in it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { defaultSort, type Sort, sortLevels } from '#contracts/documents.ts'
import { sortWords } from '../saved-searches/words.ts'
import { Field } from '../ui/field.tsx'
import { type Choice, Select } from '../ui/input.tsx'

const levels = ['Sort by', 'then by'].slice(0, sortLevels)

export function SortLevels({
  sort,
  choices,
  onChange,
}: {
  readonly sort: Sort | null
  readonly choices: readonly Choice[]
  readonly onChange: (sort: Sort) => void
}): ReactElement {
  const named = typeof sort === 'string' ? sort : defaultSort
  const by = sort === null || typeof sort === 'string' ? [] : sort.by
  return (
    <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
      {levels.map((label, at) => {
        const level = by[at]
        if (at > by.length) return null
        const put = (changed: readonly (typeof by)[number][]) =>
          onChange(changed.length === 0 ? defaultSort : { by: [...changed] })
        return (
          <chakra.div key={label} display="flex" alignItems="flex-end" gap="2">
            <Field label={label}>
              <Select
                value={level?.field ?? ''}
                choices={[
                  { value: '', label: at === 0 ? sortWords(named) : 'Nothing else' },
                  ...choices.filter(({ value }) =>
                    by.every(({ field }, nth) => nth === at || field !== value),
                  ),
                ]}
                onChoose={(field) =>
                  put(
                    field === ''
                      ? by.slice(0, at)
                      : [
                          ...by.slice(0, at),
                          { field, descending: level?.descending ?? false },
                          ...by.slice(at + 1),
                        ],
                  )
                }
              />
            </Field>
            {level !== undefined && (
              <Select
                aria-label={`Direction of ${label.toLowerCase()}`}
                width="130px"
                value={level.descending ? 'descending' : 'ascending'}
                choices={[
                  { value: 'ascending', label: 'Ascending' },
                  { value: 'descending', label: 'Descending' },
                ]}
                onChoose={(way) =>
                  put(by.map((one, nth) => (nth === at ? { ...one, descending: way === 'descending' } : one)))
                }
              />
            )}
          </chakra.div>
        )
      })}
    </chakra.div>
  )
}
