/** How each type of file goes out, with how many there are, and what stands for those that cannot go out so. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { type GoesAs, goesAs } from '#contracts/production-settings.ts'
import { productionTypes } from '#src/reads/production.ts'
import { useRead } from '../../ui/answer.ts'
import { number } from '../../ui/format.ts'
import { Select, Switch } from '../../ui/input.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { faultIn } from '../faults.ts'
import { goesAsWords } from '../words.ts'
import type { PartProps } from './part.ts'
import { SlipSheetInput } from './slip-sheet.tsx'

const choices = goesAs.options.map((value) => ({ value, label: goesAsWords[value] }))
const asOf = (value: string): GoesAs => goesAs.options.find((one) => one === value) ?? 'images'

interface Row {
  /** null: all other types. */
  readonly category: string | null
  readonly documents: number | null
  readonly goes: GoesAs
}

export function TypesPart({ settings, change, faults, mayChange }: PartProps): ReactElement {
  const { set, families, goesAs: goes, nativeSlipSheet, failedSlipSheet } = settings
  const counts = useRead(productionTypes, mayChange ? { set, families } : null).value ?? []
  const named = Object.keys(goes.byCategory)
  const categories = [
    ...counts.map(({ category }) => category),
    ...named.filter((category) => !counts.some((one) => one.category === category)),
  ]
  const rows: Row[] = [
    ...categories.map((category) => ({
      category,
      documents: counts.find((one) => one.category === category)?.documents ?? 0,
      goes: goes.byCategory[category] ?? goes.otherwise,
    })),
    { category: null, documents: null, goes: goes.otherwise },
  ]
  const put = (category: string | null, as: GoesAs) =>
    change({
      goesAs:
        category === null
          ? { ...goes, otherwise: as }
          : { ...goes, byCategory: { ...goes.byCategory, [category]: as } },
    })
  const columns: readonly Column<Row>[] = [
    {
      id: 'type',
      head: 'Type of file',
      cell: ({ category }) => category ?? <chakra.em color="muted">All other types</chakra.em>,
    },
    {
      id: 'documents',
      head: 'Documents',
      align: 'end',
      width: '96px',
      cell: ({ documents }) => (documents === null ? '' : number(documents)),
    },
    {
      id: 'goes',
      head: 'Goes out as',
      width: '50%',
      cell: ({ category, goes: as }) => (
        <Select
          aria-label={`${category ?? 'All other types'} go out as`}
          value={as}
          choices={choices}
          onChoose={(value) => put(category, asOf(value))}
        />
      ),
    },
  ]
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <chakra.div mx="-4" mt="-4">
        <Table
          label="How types of files go out"
          rows={rows}
          columns={columns}
          keyOf={({ category }) => category ?? ''}
        />
      </chakra.div>
      <chakra.p fontSize="xs" color="faint">
        A file never goes out as it is where something of it is redacted or withheld: its pages do.
      </chakra.p>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      >
        <SlipSheetInput
          label="Slip sheet of a file that goes out as it is"
          value={nativeSlipSheet}
          error={faultIn(faults, 'nativeSlipSheet')}
          onChange={(slipSheet) => change({ nativeSlipSheet: slipSheet })}
        />
        <chakra.div display="flex" flexDirection="column" gap="3">
          <Switch
            on={failedSlipSheet !== null}
            onTurn={(on) => change({ failedSlipSheet: on ? { text: 'FILE COULD NOT BE PROCESSED' } : null })}
            label="Slip sheet for what has no pages"
            hint="Without it, documents without pages block the production."
          />
          {failedSlipSheet !== null && (
            <SlipSheetInput
              label="Slip sheet of what has no pages"
              value={failedSlipSheet}
              error={faultIn(faults, 'failedSlipSheet')}
              onChange={(slipSheet) => change({ failedSlipSheet: slipSheet })}
            />
          )}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}
