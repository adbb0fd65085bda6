/** The order of the documents: families stay together, the parent first. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { productionLimits } from '#contracts/production-settings.ts'
import { productionSortFields } from '#src/reads/production.ts'
import { useRead } from '../../ui/answer.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/input.tsx'
import { moved, replaced, without } from './lists.ts'
import type { PartProps } from './part.ts'

export function OrderPart({ settings: { order }, change, mayChange }: PartProps): ReactElement {
  const fields = useRead(productionSortFields, mayChange ? {} : null, { once: true }).value ?? []
  const choicesWith = (field: string) => {
    const known = fields.map(({ name, displayName }) => ({ value: name, label: displayName }))
    return known.some(({ value }) => value === field) ? known : [{ value: field, label: field }, ...known]
  }
  const free = fields.find(({ name }) => !order.some(({ field }) => field === name))
  return (
    <chakra.div display="flex" flexDirection="column" gap="2" alignItems="flex-start">
      <chakra.p fontSize="sm" color="muted">
        {order.length === 0
          ? 'By control number. Families stay together, the parent first.'
          : 'By these fields of the parents, the first first; then by control number. Families stay together, the parent first.'}
      </chakra.p>
      {order.map(({ field, descending }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field of the order is its place
        <chakra.div key={at} display="flex" gap="2" alignItems="center" width="full" maxWidth="560px">
          <Select
            aria-label={`Field ${at + 1}`}
            value={field}
            choices={choicesWith(field)}
            onChoose={(next) => change({ order: replaced(order, at, { field: next, descending }) })}
          />
          <Select
            aria-label={`Direction of field ${at + 1}`}
            width="160px"
            value={descending ? 'down' : 'up'}
            choices={directions}
            onChoose={(next) =>
              change({ order: replaced(order, at, { field, descending: next === 'down' }) })
            }
          />
          <IconButton
            icon="up"
            label={`Field ${at + 1} up`}
            disabled={at === 0}
            onClick={() => change({ order: moved(order, at, at - 1) })}
          />
          <IconButton
            icon="close"
            label={`Remove field ${at + 1}`}
            onClick={() => change({ order: without(order, at) })}
          />
        </chakra.div>
      ))}
      {order.length < productionLimits.sortFields && free !== undefined && (
        <Button
          size="sm"
          icon="plus"
          onClick={() => change({ order: [...order, { field: free.name, descending: false }] })}
        >
          Add a field
        </Button>
      )}
    </chakra.div>
  )
}

const directions = [
  { value: 'up', label: 'Ascending' },
  { value: 'down', label: 'Descending' },
]
