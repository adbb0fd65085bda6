/** Documents that do not go out: a slip sheet takes the place of each. And those that must not be among them at all. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionLimits } from '#contracts/production-settings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/input.tsx'
import { faultIn } from '../faults.ts'
import { moved, replaced, without } from './lists.ts'
import type { PartProps } from './part.ts'
import { RuleQuery } from './rule-query.tsx'
import { SlipSheetInput } from './slip-sheet.tsx'

export function WithheldPart({ settings, change, faults, mayChange }: PartProps): ReactElement {
  const { withheld, restriction } = settings
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" alignItems="flex-start">
      <chakra.p fontSize="sm" color="muted">
        What a rule finds is withheld: its slip sheet has the number, and says nothing of the document. The
        first rule that finds a document counts.
      </chakra.p>
      {withheld.map((rule, at) => (
        <chakra.div
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place: the first that finds a document counts
          key={at}
          role="group"
          aria-label={`Rule ${at + 1}`}
          width="full"
          display="grid"
          gap="3"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' }}
          pb="3"
          borderBottomWidth="1px"
          borderColor="line"
        >
          <RuleQuery
            label={`Withhold what this search finds (${at + 1})`}
            value={rule.query}
            error={faultIn(faults, `withheld.${at}.query`)}
            mayAsk={mayChange}
            onSay={(query) => change({ withheld: replaced(withheld, at, { ...rule, query }) })}
          />
          <SlipSheetInput
            label={`Slip sheet of rule ${at + 1}`}
            value={rule.slipSheet}
            error={faultIn(faults, `withheld.${at}.slipSheet`)}
            onChange={(slipSheet) => change({ withheld: replaced(withheld, at, { ...rule, slipSheet }) })}
          />
          <chakra.div display="flex" alignSelf="start" pt={{ base: '0', md: '5' }}>
            <IconButton
              icon="up"
              label={`Rule ${at + 1} up`}
              disabled={at === 0}
              onClick={() => change({ withheld: moved(withheld, at, at - 1) })}
            />
            <IconButton
              icon="close"
              label={`Remove rule ${at + 1}`}
              onClick={() => change({ withheld: without(withheld, at) })}
            />
          </chakra.div>
        </chakra.div>
      ))}
      {withheld.length < productionLimits.rules && (
        <Button
          size="sm"
          icon="plus"
          onClick={() =>
            change({
              withheld: [...withheld, { query: '', slipSheet: { text: 'DOCUMENT WITHHELD AS PRIVILEGED' } }],
            })
          }
        >
          Add a rule
        </Button>
      )}
      <Switch
        on={restriction !== null}
        onTurn={(on) => change({ restriction: on ? '' : null })}
        label="Block documents that must not be produced at all"
        hint="While the search below finds any of them in the production, it cannot be run."
      />
      {restriction !== null && (
        <chakra.div width="full">
          <RuleQuery
            label="Must not be in the production"
            value={restriction}
            error={faultIn(faults, 'restriction')}
            mayAsk={mayChange}
            onSay={(query) => change({ restriction: query })}
          />
        </chakra.div>
      )}
    </chakra.div>
  )
}
