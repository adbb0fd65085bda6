/** Which documents go out: a search, in all documents or in what holds some of them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { DocumentSet } from '#contracts/document-sets.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, TextInput } from '../../ui/input.tsx'
import { insideOf, insideValue, useInsides, usePresentSearch } from '../sets.ts'

const viewers = [
  { value: 'parentsAndChildren', label: 'Parents and attachments' },
  { value: 'parentsOnly', label: 'Parents only' },
  { value: 'childrenOnly', label: 'Attachments only' },
] as const
const filters = [
  { value: 'all', label: 'Coded or not' },
  { value: 'reviewed', label: 'Coded only' },
  { value: 'unreviewed', label: 'Not coded only' },
  { value: 'tagged', label: 'Tagged only' },
  { value: 'untagged', label: 'Without a tag only' },
] as const

export function SetInput({
  set,
  onChange,
  error,
  mayChange,
}: {
  readonly set: DocumentSet
  readonly onChange: (set: DocumentSet) => void
  readonly error: string | null | undefined
  readonly mayChange: boolean
}): ReactElement {
  const inside = insideValue(set.query)
  const insides = useInsides(inside)
  const present = usePresentSearch()
  const query = (part: Partial<typeof set.query>) => onChange({ ...set, query: { ...set.query, ...part } })
  return (
    <>
      <Field
        label="Search"
        error={error}
        hint="As in the query bar of the review screen. Empty: all documents of what is searched in."
        aside={
          present !== null && mayChange ? (
            <Button size="sm" look="quiet" onClick={() => onChange(present)}>
              Take the search of the review screen
            </Button>
          ) : undefined
        }
      >
        <TextInput
          value={set.query.queryString}
          fontFamily="mono"
          spellCheck={false}
          autoComplete="off"
          placeholder="Responsive:Yes AND NOT Privileged:Yes"
          onSay={(queryString) => query({ queryString })}
        />
      </Field>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '2fr 1fr 1fr' }}>
        <Field label="Search in">
          <Select value={inside} choices={insides} onChoose={(value) => query(insideOf(value))} />
        </Field>
        <Field label="Family position">
          <Select
            value={set.viewer}
            choices={viewers}
            onChoose={(value) =>
              onChange({
                ...set,
                viewer: viewers.find((one) => one.value === value)?.value ?? 'parentsAndChildren',
              })
            }
          />
        </Field>
        <Field label="Coding">
          <Select
            value={set.filter}
            choices={filters}
            onChoose={(value) =>
              onChange({ ...set, filter: filters.find((one) => one.value === value)?.value ?? 'all' })
            }
          />
        </Field>
      </chakra.div>
    </>
  )
}
