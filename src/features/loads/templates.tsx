/** Mapping templates: for the next delivery of the same sender. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type LoadTemplate, loadLimits, loadTarget } from '#contracts/loads.ts'
import type { Field as ProjectField } from '#contracts/project.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteMapping, saveMapping } from '#src/commands/loads.ts'
import { loadTemplates } from '#src/reads/loads.ts'
import { $loadSave } from '#src/stores/loads.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { marked } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { columnsOfTemplate, type Filled, type Mapped } from './draft.ts'

export function Templates({
  mapping,
  fields,
  onApply,
}: {
  readonly mapping: readonly Mapped[]
  readonly fields: readonly ProjectField[]
  readonly onApply: (columns: readonly Filled[]) => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { value, failure, again } = useRead(loadTemplates, {})
  const [chosen, setChosen] = useState('')
  const [asking, setAsking] = useState<'save' | 'delete' | null>(null)
  const [applied, setApplied] = useState<string | null>(null)
  const template = value?.find(({ templateId }) => String(templateId) === chosen) ?? null
  const apply = ({ name, columns }: LoadTemplate) => {
    // A field that was deleted since is nothing that a column can fill.
    const known = columns.filter(
      ({ target }) => target.is !== 'field' || fields.some(({ fieldId }) => fieldId === target.fieldId),
    )
    const filled = columnsOfTemplate(mapping, known)
    onApply(filled)
    setApplied(`${name}: ${filled.length} of ${counted(columns.length, 'column')} applied here.`)
  }
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap="2"
      alignItems="center"
      px="4"
      py="2"
      borderBottomWidth="1px"
      borderColor="line"
    >
      {value !== null && value.length > 0 && (
        <>
          <Select
            aria-label="Mapping template"
            width="240px"
            value={template === null ? '' : chosen}
            placeholder="Choose a template"
            choices={value.map(({ templateId, name }) => ({
              value: String(templateId),
              label: marked(name),
            }))}
            onChoose={(one) => {
              setChosen(one)
              setApplied(null)
            }}
          />
          <Button disabled={template === null} onClick={() => template !== null && apply(template)}>
            Apply
          </Button>
          <Button look="quiet" disabled={template === null} onClick={() => setAsking('delete')}>
            Delete…
          </Button>
        </>
      )}
      <Button icon="saved" onClick={() => setAsking('save')}>
        Save as template…
      </Button>
      <chakra.span role="status" fontSize="xs" color="muted" minWidth="0" overflowWrap="anywhere">
        {applied}
      </chakra.span>
      {failure !== null && value === null && (
        <chakra.span role="alert" fontSize="xs" color="dangerInk">
          Templates could not be loaded: {failure.message}{' '}
          <Button size="sm" look="quiet" onClick={again}>
            Try again
          </Button>
        </chakra.span>
      )}
      {asking === 'save' && (
        <SaveDialog
          mapping={mapping}
          known={value ?? []}
          begins={template?.name ?? ''}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && template !== null && (
        <DeleteDialog
          title={`Delete the template ${marked(template.name)}?`}
          act="Delete the template"
          onDelete={() => run(deleteMapping({ templateId: template.templateId, name: template.name }))}
          onClose={() => setAsking(null)}
        >
          Nobody in the project can apply it any more. What was loaded with it stays as it is.
        </DeleteDialog>
      )}
    </chakra.div>
  )
}

function SaveDialog({
  mapping,
  known,
  begins,
  onClose,
}: {
  readonly mapping: readonly Mapped[]
  readonly known: readonly LoadTemplate[]
  readonly begins: string
  readonly onClose: () => void
}): ReactElement {
  const { run, save } = useUnit({ run: dispatch, save: $loadSave })
  const [name, setName] = useState(begins)
  const [tries, setTries] = useState(0)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  // A heading may be empty, and a new field may have no name yet: a template says nothing of those.
  const columns = mapping.flatMap(({ name: column, target }) => {
    const whole = loadTarget.safeParse(target)
    return whole.success && column.trim() !== '' ? [{ name: column, target: whole.data }] : []
  })
  const fault =
    name.trim() === ''
      ? 'Give the template a name.'
      : columns.length === 0
        ? 'No column has a name to know it by.'
        : null
  const inputs = useFaultFocus<HTMLDivElement>(tries, fault)
  const over = known.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const send = () => {
    setTries(tries + 1)
    if (fault === null) run(saveMapping({ formKey: begin(), name: name.trim(), columns }))
  }
  return (
    <Dialog
      open
      title="Save the mapping as a template"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="saved" busy={sending}>
            {over === undefined ? 'Save' : 'Save over it'}
          </Button>
        </>
      }
    >
      <chakra.div ref={inputs} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Field
          label="Name"
          required
          error={tries > 0 ? fault : null}
          hint={
            over === undefined
              ? 'For example the sender’s name. Everybody who loads into this project can apply it.'
              : `It takes the place of ${marked(over.name)}.`
          }
        >
          <DraftInput
            data-first
            value={name}
            maxLength={loadLimits.nameLength}
            autoComplete="off"
            onChange={setName}
          />
        </Field>
        <chakra.p fontSize="sm" color="muted">
          It keeps what {counted(columns.length, 'column')} fill, by the names of the columns.
        </chakra.p>
      </chakra.div>
    </Dialog>
  )
}
