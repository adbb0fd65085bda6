/** The custom fields of a project: what each is, which forms show it, how much it is used; making and changing them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { CustomField } from '#contracts/fields.ts'
import { projectFields } from '#src/reads/fields.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DeleteField } from './delete-field.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { isUnused, typeName } from './types.ts'

type Open =
  | { readonly is: 'editing'; readonly field: CustomField | null }
  | { readonly is: 'deleting'; readonly field: CustomField }

/** `asOf`: moves on when documents may have come to have other values. */
export function FieldsSection({ asOf }: { readonly asOf: string }): ReactElement {
  const managing = useWho().can('codingForm.manage')
  const answer = useRead(projectFields, {}, { asOf })
  const { value } = answer
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = managing && (
    <Button size="sm" icon="plus" onClick={() => setOpen({ is: 'editing', field: null })}>
      Add a field
    </Button>
  )
  const controls: Column<CustomField> = {
    id: 'controls',
    head: <chakra.span srOnly>What can be done</chakra.span>,
    align: 'end',
    width: '130px',
    cell: (field) => (
      <chakra.span display="inline-flex" gap="1">
        <Button
          size="sm"
          aria-label={`Change ${field.name}`}
          onClick={() => setOpen({ is: 'editing', field })}
        >
          Change
        </Button>
        {isUnused(field) && (
          <IconButton
            size="sm"
            icon="close"
            label={`Delete ${field.name}`}
            onClick={() => setOpen({ is: 'deleting', field })}
          />
        )}
      </chakra.span>
    ),
  }
  return (
    <Section title="Custom fields" aside={value !== null && value.length > 0 ? add : undefined}>
      <Missing
        answer={answer}
        rows={4}
        title="The custom fields could not be loaded"
        onRetry={answer.again}
      />
      {value !== null &&
        (value.length === 0 ? (
          <EmptyState icon="codingForms" title="No custom fields" action={add || undefined}>
            What the project records of its documents besides what they say of themselves. Coding forms show
            fields, and files of values fill them.
          </EmptyState>
        ) : (
          <Table
            label="Custom fields"
            rows={value}
            columns={managing ? [...columns, controls] : columns}
            keyOf={({ fieldId }) => fieldId}
          />
        ))}
      {open?.is === 'editing' && <FieldDialog field={open.field} onClose={close} />}
      {open?.is === 'deleting' && <DeleteField field={open.field} onClose={close} />}
    </Section>
  )
}

const columns: readonly Column<CustomField>[] = [
  {
    id: 'name',
    head: 'Field',
    cell: ({ name, queryName }) => (
      <chakra.div minWidth="96px" maxWidth="min(280px, 28vw)">
        <chakra.div fontWeight={600} truncate title={name}>
          {name}
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" fontFamily="mono" truncate title={`In a query: ${queryName}`}>
          {queryName}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'type',
    head: 'Type',
    cell: ({ typeId, multiValue, choices }) => (
      <chakra.div minWidth="96px" maxWidth="min(320px, 28vw)">
        {typeName(typeId)}
        {multiValue && <chakra.span color="faint"> · several at once</chakra.span>}
        {choices.length > 0 && (
          <chakra.div fontSize="xs" color="faint" truncate title={choices.map(({ text }) => text).join(', ')}>
            {choices.map(({ text }) => text).join(', ')}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'forms',
    head: 'Shown by',
    from: 'md',
    cell: ({ forms }) =>
      forms.length === 0 ? (
        <chakra.span color="faint">no form</chakra.span>
      ) : (
        <chakra.div maxWidth="220px" truncate title={forms.map(({ name }) => name).join(', ')}>
          {forms.map(({ name }) => name).join(', ')}
        </chakra.div>
      ),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    width: '100px',
    from: 'sm',
    cell: ({ documents }) => (
      <chakra.span
        color={documents === 0 ? 'faint' : 'inherit'}
        title={`${counted(documents, 'document')} with a value`}
      >
        {number(documents)}
      </chakra.span>
    ),
  },
]
