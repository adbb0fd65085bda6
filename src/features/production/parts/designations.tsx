/** Which documents have which designation, as CONFIDENTIAL: the strictest stands first. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionLimits } from '#contracts/production-settings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Switch, TextInput } from '../../ui/input.tsx'
import { faultIn } from '../faults.ts'
import { moved, replaced, without } from './lists.ts'
import type { PartProps } from './part.ts'
import { RuleQuery } from './rule-query.tsx'

export function DesignationsPart({ settings, change, faults, mayChange }: PartProps): ReactElement {
  const { designations, designateFamilies, exclusiveDesignations = false, needsDesignation = null } = settings
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" alignItems="flex-start">
      <chakra.p fontSize="sm" color="muted">
        The first that finds a document counts, so the strictest stands first. It is printed where
        “Designation” is stamped.
      </chakra.p>
      {designations.map((one, at) => (
        <chakra.div
          // biome-ignore lint/suspicious/noArrayIndexKey: a designation is its place: the first counts
          key={at}
          role="group"
          aria-label={`Designation ${at + 1}`}
          width="full"
          display="grid"
          gap="3"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' }}
        >
          <RuleQuery
            label={`Documents of designation ${at + 1}`}
            value={one.query}
            error={faultIn(faults, `designations.${at}.query`)}
            mayAsk={mayChange}
            onSay={(query) => change({ designations: replaced(designations, at, { ...one, query }) })}
          />
          <Field label={`Designation ${at + 1}`} error={faultIn(faults, `designations.${at}.text`)}>
            <TextInput
              value={one.text}
              maxLength={productionLimits.stamp}
              onSay={(text) => change({ designations: replaced(designations, at, { ...one, text }) })}
            />
          </Field>
          <chakra.div display="flex" alignSelf="start" pt={{ base: '0', md: '5' }}>
            <IconButton
              icon="up"
              label={`Designation ${at + 1} up`}
              disabled={at === 0}
              onClick={() => change({ designations: moved(designations, at, at - 1) })}
            />
            <IconButton
              icon="close"
              label={`Remove designation ${at + 1}`}
              onClick={() => change({ designations: without(designations, at) })}
            />
          </chakra.div>
        </chakra.div>
      ))}
      {designations.length < productionLimits.rules && (
        <Button
          size="sm"
          icon="plus"
          onClick={() => change({ designations: [...designations, { query: '', text: 'CONFIDENTIAL' }] })}
        >
          Add a designation
        </Button>
      )}
      <Switch
        on={designateFamilies}
        onTurn={(on) => change({ designateFamilies: on })}
        label="For whole families"
        hint="All members of a family have the strictest designation of any of them."
      />
      <Switch
        on={exclusiveDesignations}
        onTurn={(on) => change({ exclusiveDesignations: on })}
        label="Designations exclude each other"
        hint="While several of them find the same document, the production cannot be run; the documents are listed."
      />
      <Switch
        on={needsDesignation !== null}
        onTurn={(on) => change({ needsDesignation: on ? '' : null })}
        label="Block confidential documents without a designation"
        hint="While the search below finds any that no rule designates, the production cannot be run."
      />
      {needsDesignation !== null && (
        <chakra.div width="full">
          <RuleQuery
            label="Must have a designation"
            value={needsDesignation}
            error={faultIn(faults, 'needsDesignation')}
            mayAsk={mayChange}
            onSay={(query) => change({ needsDesignation: query })}
          />
        </chakra.div>
      )}
    </chakra.div>
  )
}
