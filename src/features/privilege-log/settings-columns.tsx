/** The columns of the log in their order, each with the heading that the other side reads. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { type LogColumn, logSources, privilegeLogLimits } from '#contracts/privilege-log.ts'
import { moved, replaced, without } from '../production/parts/lists.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Fault, Field } from '../ui/field.tsx'
import { DraftInput, Select } from '../ui/input.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { sourceNames } from './words.ts'

interface Row {
  readonly column: LogColumn
  readonly at: number
}

export function SettingsColumns({
  columns,
  fields,
  faults,
  onChange,
}: {
  readonly columns: readonly LogColumn[]
  /** Of the project, by their names in queries. */
  readonly fields: readonly { readonly name: string; readonly displayName: string }[]
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (columns: LogColumn[]) => void
}): ReactElement {
  const [chosen, setChosen] = useState('')
  const labels = new Map<string, string>([
    ...fields.map(({ name, displayName }) => [name, displayName] as const),
    ...logSources.map((source) => [source, sourceNames[source]] as const),
  ])
  const free = [...labels]
    .filter(([source]) => !columns.some((one) => one.source === source))
    .map(([value, label]) => ({ value, label }))
  const isFree = free.some(({ value }) => value === chosen)
  const shown: readonly Column<Row>[] = [
    { id: 'place', head: '#', align: 'end', width: '40px', cell: ({ at }) => at + 1 },
    {
      id: 'source',
      head: 'Shows',
      cell: ({ column: { source } }) => (
        <chakra.div minWidth="120px">
          {labels.get(source) ?? source}
          <chakra.div fontSize="xs" color="faint" fontFamily="mono">
            {source}
          </chakra.div>
        </chakra.div>
      ),
    },
    {
      id: 'heading',
      head: 'Heading',
      cell: ({ column, at }) => {
        const fault = faults.get(`columns.${at}.heading`)
        return (
          <chakra.div minWidth="160px">
            <DraftInput
              aria-label={`Heading of column ${at + 1}`}
              aria-invalid={fault !== undefined || undefined}
              value={column.heading}
              maxLength={100}
              onChange={(heading) => onChange(replaced(columns, at, { ...column, heading }))}
            />
            {fault !== undefined && <Fault id={`log-column-${at}-fault`}>{fault}</Fault>}
          </chakra.div>
        )
      },
    },
    {
      id: 'acts',
      head: <chakra.span srOnly>Move or remove</chakra.span>,
      align: 'end',
      width: '108px',
      cell: ({ column: { heading }, at }) => (
        <>
          <IconButton
            icon="up"
            label={`${heading} up`}
            disabled={at === 0}
            onClick={() => onChange(moved(columns, at, at - 1))}
          />
          <IconButton
            icon="down"
            label={`${heading} down`}
            disabled={at === columns.length - 1}
            onClick={() => onChange(moved(columns, at, at + 1))}
          />
          <IconButton
            icon="close"
            label={`Remove ${heading}`}
            onClick={() => onChange(without(columns, at))}
          />
        </>
      ),
    },
  ]
  return (
    <>
      <Table
        label="Columns of the log"
        rows={columns.map((column, at) => ({ column, at }))}
        columns={shown}
        keyOf={({ column: { source }, at }) => `${at} ${source}`}
      />
      <chakra.div p="4" display="flex" flexDirection="column" gap="2">
        {faults.has('columns') && <Fault id="log-columns-fault">{faults.get('columns')}</Fault>}
        {columns.length < privilegeLogLimits.columns && (
          <chakra.div display="flex" gap="2" alignItems="end" maxWidth="440px">
            <Field label="Another column">
              <Select
                value={isFree ? chosen : ''}
                placeholder="Choose what it shows"
                choices={free}
                onChoose={setChosen}
              />
            </Field>
            <Button
              icon="plus"
              disabled={!isFree}
              onClick={() => {
                const heading = (labels.get(chosen) ?? chosen).slice(0, 100)
                onChange([...columns, { source: chosen, heading }])
                setChosen('')
              }}
            >
              Add
            </Button>
          </chakra.div>
        )}
      </chakra.div>
    </>
  )
}
