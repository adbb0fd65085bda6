/** What goes out: a search, in all documents or in what holds some of them, with the rest of their families. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionFamilies } from '#src/reads/production.ts'
import { DocumentLink } from '../../processing/document-link.tsx'
import { useHeld } from '../../ui/answer.ts'
import { counted } from '../../ui/format.ts'
import { Switch } from '../../ui/input.tsx'
import type { PartProps } from './part.ts'
import { SetInput } from './set-input.tsx'

/** Members of families that are named at most. */
const named = 20

export function WhatPart({ settings: { set, families }, change, mayChange }: PartProps): ReactElement {
  const { value: counts, failure } = useHeld(productionFamilies, mayChange ? { set } : null)
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <SetInput
        set={set}
        onChange={(next) => change({ set: next })}
        error={failure?.message}
        mayChange={mayChange}
      />
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
