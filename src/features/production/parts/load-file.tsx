/** The load file: its formats, its columns in their order, and what it says of redacted documents. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import {
  dateForms,
  type LoadFileColumn,
  loadFileEncodings,
  loadFileFormats,
  type ProductionSettings,
  producedFields,
  productionLimits,
} from '#contracts/production-settings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Fault, Field } from '../../ui/field.tsx'
import { DraftInput, Select, Switch } from '../../ui/input.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type Faults, faultIn } from '../faults.ts'
import { dateExamples, encodingWords, formatWords, ofRedactedWords, producedFieldNames } from '../words.ts'
import { moved, replaced, without } from './lists.ts'
import type { PartProps } from './part.ts'

const ofRedacted = (['keep', 'blank', 'redacted'] as const).map((value) => ({
  value,
  label: ofRedactedWords[value],
}))
const encodings = loadFileEncodings.map((value) => ({ value, label: encodingWords[value] }))
const dates = dateForms.map((value) => ({ value, label: `${value} (${dateExamples[value]})` }))
const alone = [
  { value: 'range', label: 'Its own numbers' },
  { value: 'blank', label: 'Nothing' },
]

const produced: ReadonlyMap<string, string> = new Map(
  producedFields.map((field) => [field, producedFieldNames[field]]),
)

interface Row {
  readonly column: LoadFileColumn
  readonly at: number
}

export const LoadFilePart = ({
  settings: { loadFile },
  change,
  faults,
  beginning,
}: PartProps): ReactElement => (
  <LoadFileInput
    loadFile={loadFile}
    onChange={(next) => change({ loadFile: next })}
    faults={faults}
    own={produced}
    fields={beginning?.fields ?? []}
    handedOver
  />
)

/** Of productions and of exports. */
export function LoadFileInput({
  loadFile,
  onChange,
  faults,
  own,
  fields,
  handedOver,
}: {
  readonly loadFile: ProductionSettings['loadFile']
  readonly onChange: (loadFile: ProductionSettings['loadFile']) => void
  readonly faults: Pick<Faults, 'at'>
  /** Columns that are made, beside those of the documents: what each is called. */
  readonly own: ReadonlyMap<string, string>
  readonly fields: readonly { readonly name: string; readonly displayName: string }[]
  /** To another side, by numbers: it has families by numbers, and columns that must not be empty. */
  readonly handedOver: boolean
}): ReactElement {
  const { formats, encoding, dates: date, standAlone, columns } = loadFile
  const put = (part: Partial<typeof loadFile>) => onChange({ ...loadFile, ...part })
  const putColumn = (at: number, part: Partial<LoadFileColumn>) => {
    const column = columns[at]
    if (column !== undefined) put({ columns: replaced(columns, at, { ...column, ...part }) })
  }
  const labels = new Map<string, string>([
    ...own,
    ...fields.map(({ name, displayName }) => [name, displayName] as const),
  ])
  const needed: Column<Row> = {
    id: 'needed',
    head: 'Needed',
    width: '72px',
    // What a production makes itself is always there.
    cell: ({ column, at }) =>
      own.has(column.source) ? null : (
        <input
          type="checkbox"
          aria-label={`Column ${at + 1} needs a value`}
          checked={column.needed === true}
          onChange={(event) => putColumn(at, { needed: event.currentTarget.checked })}
        />
      ),
  }
  const shown: readonly Column<Row>[] = [
    { id: 'place', head: '#', align: 'end', width: '40px', cell: ({ at }) => at + 1 },
    {
      id: 'source',
      head: 'Field',
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
      id: 'name',
      head: 'Name in the load file',
      cell: ({ column, at }) => {
        const fault = faultIn(faults, `loadFile.columns.${at}.name`)
        return (
          <chakra.div minWidth="140px">
            <DraftInput
              aria-label={`Name of column ${at + 1}`}
              aria-invalid={fault !== null || undefined}
              fontFamily="mono"
              value={column.name}
              maxLength={100}
              onChange={(name) => putColumn(at, { name })}
            />
            {fault !== null && <Fault id={`column-${at}-fault`}>{fault}</Fault>}
          </chakra.div>
        )
      },
    },
    {
      id: 'redacted',
      head: 'Of redacted documents',
      width: '150px',
      cell: ({ column, at }) => (
        <Select
          aria-label={`Column ${at + 1} of redacted documents`}
          value={column.ofRedacted}
          choices={ofRedacted}
          onChoose={(value) =>
            putColumn(at, { ofRedacted: ofRedacted.find((one) => one.value === value)?.value ?? 'keep' })
          }
        />
      ),
    },
    ...(handedOver ? [needed] : []),
    {
      id: 'acts',
      head: <chakra.span srOnly>Move or remove</chakra.span>,
      align: 'end',
      width: '108px',
      cell: ({ column: { name }, at }) => (
        <>
          <IconButton
            icon="up"
            label={`${name} up`}
            disabled={at === 0}
            onClick={() => put({ columns: moved(columns, at, at - 1) })}
          />
          <IconButton
            icon="down"
            label={`${name} down`}
            disabled={at === columns.length - 1}
            onClick={() => put({ columns: moved(columns, at, at + 1) })}
          />
          <IconButton
            icon="close"
            label={`Remove ${name}`}
            onClick={() => put({ columns: without(columns, at) })}
          />
        </>
      ),
    },
  ]
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <chakra.fieldset border="none">
        <chakra.legend fontSize="xs" fontWeight={600} color="muted">
          Formats
        </chakra.legend>
        <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="1" mt="1">
          {loadFileFormats.map((format) => (
            <chakra.label key={format} display="flex" gap="2" alignItems="center">
              <input
                type="checkbox"
                checked={formats.includes(format)}
                onChange={(event) =>
                  put({
                    formats: event.currentTarget.checked
                      ? loadFileFormats.filter((one) => one === format || formats.includes(one))
                      : formats.filter((one) => one !== format),
                  })
                }
              />
              {formatWords[format]}
            </chakra.label>
          ))}
        </chakra.div>
        {faults.at.has('loadFile.formats') && (
          <Fault id="formats-fault">{faults.at.get('loadFile.formats')}</Fault>
        )}
      </chakra.fieldset>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, minmax(0, 1fr))' }}
      >
        <Field label="Encoding">
          <Select
            value={encoding}
            choices={encodings}
            onChoose={(value) =>
              put({ encoding: loadFileEncodings.find((one) => one === value) ?? 'utf-8-bom' })
            }
          />
        </Field>
        <Field label="Dates">
          <Select
            value={date.form}
            choices={dates}
            onChoose={(value) =>
              put({ dates: { ...date, form: dateForms.find((one) => one === value) ?? 'MM/DD/YYYY' } })
            }
          />
        </Field>
        {handedOver && (
          <Field label="Family columns of a document without one">
            <Select
              value={standAlone}
              choices={alone}
              onChoose={(value) => put({ standAlone: value === 'blank' ? 'blank' : 'range' })}
            />
          </Field>
        )}
      </chakra.div>
      <Switch
        on={date.time}
        onTurn={(time) => put({ dates: { ...date, time } })}
        label="With times"
        hint="Hours, minutes and seconds behind the day, in the time zone of the project."
      />
      <chakra.div mx="-4" overflowX="auto" borderTopWidth="1px" borderColor="line" tabIndex={-1}>
        <Table
          label="Columns of the load file"
          rows={columns.map((column, at) => ({ column, at }))}
          columns={shown}
          keyOf={({ column: { source }, at }) => `${at} ${source}`}
        />
      </chakra.div>
      {faults.at.has('loadFile.columns') && (
        <Fault id="columns-fault">{faults.at.get('loadFile.columns')}</Fault>
      )}
      {columns.length < productionLimits.columns && (
        <AddColumn
          labels={labels}
          taken={new Set(columns.map(({ source }) => source))}
          onAdd={(source) => {
            const name = handedOver ? source.toUpperCase() : (labels.get(source) ?? source)
            put({ columns: [...columns, { source, name: name.slice(0, 100), ofRedacted: 'keep' }] })
          }}
        />
      )}
    </chakra.div>
  )
}

function AddColumn({
  labels,
  taken,
  onAdd,
}: {
  readonly labels: ReadonlyMap<string, string>
  readonly taken: ReadonlySet<string>
  readonly onAdd: (source: string) => void
}): ReactElement {
  const [chosen, setChosen] = useState('')
  const free = [...labels].filter(([source]) => !taken.has(source))
  return (
    <chakra.div display="flex" gap="2" alignItems="end" maxWidth="440px">
      <Field label="Another field">
        <Select
          value={free.some(([source]) => source === chosen) ? chosen : ''}
          placeholder="Choose a field"
          choices={free.map(([value, label]) => ({ value, label }))}
          onChoose={setChosen}
        />
      </Field>
      <Button
        icon="plus"
        disabled={!free.some(([source]) => source === chosen)}
        onClick={() => {
          onAdd(chosen)
          setChosen('')
        }}
      >
        Add
      </Button>
    </chakra.div>
  )
}
