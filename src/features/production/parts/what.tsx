/** What goes out: a search, in all documents or in what holds some of them, with the rest of their families. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionFamilies } from '#src/reads/production.ts'
import { DocumentLink } from '../../processing/document-link.tsx'
import { useHeld } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { Select, Switch, TextInput } from '../../ui/input.tsx'
import { insideOf, insideValue, useInsides, usePresentSearch } from '../sets.ts'
import type { PartProps } from './part.ts'

/** Members of families that are named at most. */
const named = 20

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

export function WhatPart({ settings: { set, families }, change, mayChange }: PartProps): ReactElement {
  const inside = insideValue(set.query)
  const insides = useInsides(inside)
  const present = usePresentSearch()
  const { value: counts, failure } = useHeld(productionFamilies, mayChange ? { set } : null)
  const query = (part: Partial<typeof set.query>) =>
    change({ set: { ...set, query: { ...set.query, ...part } } })
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <Field
        label="Search"
        error={failure?.message}
        hint="As in the query bar of the review screen. Empty: all documents of what is searched in."
        aside={
          present !== null && mayChange ? (
            <Button size="sm" look="quiet" onClick={() => change({ set: present })}>
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
              change({
                set: {
                  ...set,
                  viewer: viewers.find((one) => one.value === value)?.value ?? 'parentsAndChildren',
                },
              })
            }
          />
        </Field>
        <Field label="Coding">
          <Select
            value={set.filter}
            choices={filters}
            onChoose={(value) =>
              change({ set: { ...set, filter: filters.find((one) => one.value === value)?.value ?? 'all' } })
            }
          />
        </Field>
      </chakra.div>
      <Switch
        on={families}
        onTurn={(on) => change({ families: on })}
        label="Complete the families"
        hint="All members of a family go out with it, also those that the search does not find. Without it, families that are not complete block the production."
      />
      {counts !== null && counts.missingCount > 0 && (
        <chakra.details fontSize="sm">
          <chakra.summary cursor="pointer">
            {counted(counts.missingCount, 'family member is', 'family members are')} not found by the search
            {families ? ' and goes out all the same' : ''}
          </chakra.summary>
          <chakra.ul display="flex" flexWrap="wrap" gap="3" mt="2" listStyleType="none">
            {counts.missing.slice(0, named).map(({ documentId, controlNumber }) => (
              <li key={documentId}>
                <DocumentLink documentId={documentId} controlNumber={controlNumber} />
              </li>
            ))}
            {counts.missingCount > named && <li>and {counts.missingCount - named} more</li>}
          </chakra.ul>
        </chakra.details>
      )}
    </chakra.div>
  )
}
