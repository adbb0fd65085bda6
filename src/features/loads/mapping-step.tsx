/** The second step: which column fills what, whose documents they are, and whether they are new. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { keyFields } from '#contracts/overlay.ts'
import type { Field as ProjectField } from '#contracts/project.ts'
import type { LoadDraft } from '#src/events/catalog/loads.ts'
import { keyNames } from '../overlay/words.ts'
import { TimeZoneSelect } from '../settings/time-zone-select.tsx'
import { Badge } from '../ui/badge.tsx'
import { Fault, Field } from '../ui/field.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { custodiansOf, type Filled, type Mapped, type MappingFaults } from './draft.ts'
import { TargetInput } from './target-input.tsx'
import { Templates } from './templates.tsx'

export function MappingStep({
  draft,
  mapping,
  faults,
  fields,
  zone,
  custodian,
  change,
  fill,
}: {
  readonly draft: LoadDraft
  readonly mapping: readonly Mapped[]
  readonly faults: MappingFaults
  /** Of the project's coding forms. */
  readonly fields: readonly ProjectField[]
  /** Of the project. */
  readonly zone: string
  /** Of the source. */
  readonly custodian: string
  readonly change: (part: Partial<LoadDraft>) => void
  readonly fill: (columns: readonly Filled[]) => void
}): ReactElement {
  const proposed = mapping.filter(isProposal).length
  return (
    <>
      {faults.whole.length > 0 && (
        <chakra.div display="flex" flexDirection="column" gap="1">
          {faults.whole.map((fault, at) => (
            <Fault key={fault} id={`load-fault-${at}`}>
              {fault}
            </Fault>
          ))}
        </chakra.div>
      )}
      <Settings draft={draft} mapping={mapping} zone={zone} custodian={custodian} change={change} />
      {draft.rows === null ? (
        <Section title="Columns" padded>
          <chakra.p color="muted">
            An image list has no columns: each document is called by its first page number.
          </chakra.p>
        </Section>
      ) : (
        <Section
          title="Columns"
          aside={
            <chakra.span fontSize="xs" color="faint" role="status">
              {counted(mapping.length, 'column')}
              {proposed > 0 && `, ${proposed} proposed by name`}
              {faults.at.size > 0 && `, ${faults.at.size} to be put right`}
            </chakra.span>
          }
        >
          <Templates mapping={mapping} fields={fields} onApply={fill} />
          <Table
            label="Columns of the load file"
            rows={mapping}
            columns={columnsFor(mapping.length, faults, fields, (column, target) =>
              fill([{ column, target }]),
            )}
            keyOf={({ column }) => column}
          />
        </Section>
      )}
    </>
  )
}

/** That what no name tells is kept as metadata is no proposal. */
const isProposal = ({ isProposed, target }: Mapped): boolean =>
  isProposed && target.is !== 'ignored' && target.is !== 'metadata'

/** Columns from which on their menus are drawn later. */
const many = 100

const columnsFor = (
  count: number,
  faults: MappingFaults,
  fields: readonly ProjectField[],
  onChoose: (column: number, target: Mapped['target']) => void,
): readonly Column<Mapped>[] => [
  {
    id: 'name',
    head: 'Column',
    width: '22%',
    cell: ({ name }) => (
      <chakra.div fontWeight={600} minWidth="120px" overflowWrap="anywhere">
        <Foreign text={name} />
      </chakra.div>
    ),
  },
  {
    id: 'values',
    head: 'First values',
    width: '32%',
    cell: ({ values }) => {
      const filled = [...new Set(values.filter((one) => one.trim() !== ''))]
      return (
        <chakra.div maxWidth="min(380px, 24vw)" truncate color="muted" title={marked(filled.join('\n'))}>
          {filled.length === 0 ? (
            <chakra.span color="faint">empty in the first rows</chakra.span>
          ) : (
            <Foreign text={filled.slice(0, 3).join(' · ')} />
          )}
        </chakra.div>
      )
    },
  },
  {
    id: 'target',
    head: 'Fills',
    cell: (row) => (
      <TargetInput
        row={row}
        fields={fields}
        fault={faults.at.get(row.column) ?? null}
        isOneOfMany={count > many}
        onChoose={(target) => onChoose(row.column, target)}
      />
    ),
  },
  {
    id: 'how',
    head: <chakra.span srOnly>Proposed by its name</chakra.span>,
    width: '96px',
    cell: (row) => (isProposal(row) ? <Badge tone="info">Proposed</Badge> : null),
  },
]

const blanks = [
  { value: 'keep', label: 'Leave the value as it is' },
  { value: 'clear', label: 'Clear the value' },
]

function Settings({
  draft,
  mapping,
  zone,
  custodian,
  change,
}: {
  readonly draft: LoadDraft
  readonly mapping: readonly Mapped[]
  readonly zone: string
  readonly custodian: string
  readonly change: (part: Partial<LoadDraft>) => void
}): ReactElement {
  const { mode } = draft
  const whose = custodiansOf(draft, mapping)
  const [levels] = useState(() => Array.from({ length: 20 }, (_, at) => String(at + 1)))
  return (
    <Section title="Documents" padded>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(4, 1fr)' }}
        columnGap="4"
        rowGap="3"
      >
        {draft.rows !== null && (
          <Field label="Each row">
            <Select
              value={mode.is}
              choices={[
                { value: 'new', label: 'Becomes a new document' },
                { value: 'overlay', label: 'Is laid over a document' },
              ]}
              onChoose={(is) =>
                change({
                  mode:
                    is === 'overlay'
                      ? { is, column: null, by: 'Control_Number', blank: 'keep' }
                      : { is: 'new' },
                })
              }
            />
          </Field>
        )}
        {mode.is === 'overlay' && (
          <>
            <Field
              label="Column that identifies it"
              required
              error={mode.column === null ? 'Choose a column.' : null}
            >
              <Select
                value={mode.column === null ? '' : String(mode.column)}
                placeholder="Choose a column"
                choices={mapping.map(({ column, name }) => ({ value: String(column), label: marked(name) }))}
                onChoose={(column) => change({ mode: { ...mode, column: Number(column) } })}
              />
            </Field>
            <Field label="What that column holds">
              <Select
                value={mode.by}
                choices={keyFields.map((value) => ({ value, label: keyNames[value] }))}
                onChoose={(by) =>
                  change({ mode: { ...mode, by: keyFields.find((one) => one === by) ?? mode.by } })
                }
              />
            </Field>
            <Field label="Empty values">
              <Select
                value={mode.blank}
                choices={blanks}
                onChoose={(blank) =>
                  change({ mode: { ...mode, blank: blank === 'clear' ? 'clear' : 'keep' } })
                }
              />
            </Field>
          </>
        )}
        {mode.is === 'new' && (
          <Field label="Custodian">
            <Select
              value={whose.is}
              choices={[
                { value: 'source', label: `Of the source: ${marked(custodian)}` },
                ...(draft.rows === null
                  ? []
                  : [{ value: 'column', label: 'Of the column that is the custodian' }]),
                { value: 'folder', label: 'A folder of the file’s path' },
              ]}
              onChoose={(is) =>
                change({
                  custodians:
                    is === 'folder' ? { is, level: 1 } : { is: is === 'column' ? 'column' : 'source' },
                })
              }
            />
          </Field>
        )}
        {mode.is === 'new' && whose.is === 'folder' && (
          <Field label="Which folder" hint="1 is the outermost below the root of the delivery.">
            <Select
              value={String(whose.level)}
              choices={levels.map((value) => ({ value, label: value }))}
              onChoose={(level) => change({ custodians: { is: 'folder', level: Number(level) } })}
            />
          </Field>
        )}
        <Field label="Time zone" hint="Of dates that state none.">
          <TimeZoneSelect
            value={draft.timeZone ?? zone}
            own={zone}
            onChoose={(chosen) => change({ timeZone: chosen === zone ? null : chosen })}
          />
        </Field>
      </chakra.div>
    </Section>
  )
}
