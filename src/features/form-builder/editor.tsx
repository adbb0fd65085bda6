/** What is chosen of a form: the form itself, a section or a field, with all that can be said of it. */
import { chakra } from '@chakra-ui/react'
import { nanoid } from 'nanoid'
import { type ReactElement, type ReactNode, useId } from 'react'
import { formNameMax, formTextLimits } from '#contracts/coding.ts'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'
import { type Build, type FieldBuild, fieldsIn, placeOf, type SectionBuild } from '#src/events/forms/build.ts'
import { fieldOfProject } from '#src/events/forms/forms.ts'
import { moveInto } from '#src/events/forms/moves.ts'
import { hasChoices, isYesNo, typeChoices, typeName } from '../fields/types.ts'
import { Button } from '../ui/button.tsx'
import { Field, useFieldProps } from '../ui/field.tsx'
import { Input, Select, TextInput } from '../ui/input.tsx'
import { useTyping } from '../ui/typing.ts'
import { ChoiceRows, newChoice } from './choice-rows.tsx'
import type { Edit } from './use-build.ts'

interface Props {
  readonly build: Build
  readonly formId: number | null
  readonly fields: readonly CustomField[]
  /** By key; those of the form itself under ''. */
  readonly faults: ReadonlyMap<string, string>
  readonly edit: Edit
  readonly onSelect: (key: string | null) => void
}

export function Editor({ selected, ...props }: Props & { readonly selected: string | null }): ReactElement {
  const found = selected === null ? null : placeOf(props.build, selected)
  if (found?.field !== undefined) return <FieldEditor key={selected} {...props} field={found.field} />
  if (found !== null) return <SectionEditor key={selected} {...props} section={found.section} />
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" p="4">
      <Named
        label="Name of the form"
        value={props.build.name}
        fault={props.faults.get('')}
        // What is too long is said, not cut.
        max={formNameMax * 4}
        onSay={(name) => props.edit({ is: 'rename', name })}
      />
      <chakra.p fontSize="sm" color="muted">
        Choose a section or a field to change it. Alt with the arrows moves it, Delete takes it out.
      </chakra.p>
    </chakra.div>
  )
}

export function AddSection({
  build,
  edit,
  onSelect,
}: Pick<Props, 'build' | 'edit' | 'onSelect'>): ReactElement {
  return (
    <Button
      size="sm"
      icon="plus"
      onClick={() => {
        const section = { key: `new-${nanoid()}`, sectionId: null, name: freeName(build), fields: [] }
        edit({ is: 'putSection', at: build.sections.length, section })
        onSelect(section.key)
      }}
    >
      Add a section
    </Button>
  )
}

/** So that a section can be used at once: whoever wants another name types it. */
function freeName({ sections }: Build): string {
  for (let number = sections.length + 1; ; number++) {
    const name = `Section ${number}`
    if (!sections.some((section) => section.name === name)) return name
  }
}

export function AddField({
  build,
  section,
  after,
  fields,
  edit,
  onSelect,
}: Pick<Props, 'build' | 'fields' | 'edit' | 'onSelect'> & {
  readonly section: SectionBuild
  /** Behind this one; absent: at the end. */
  readonly after?: string | undefined
}): ReactElement {
  const shown = new Set(fieldsIn(build).map(({ fieldId }) => fieldId))
  const free = fields.filter(({ fieldId }) => !shown.has(fieldId))
  const place = section.fields.findIndex(({ key }) => key === after)
  const put = (field: FieldBuild) => {
    edit({ is: 'putField', into: section.key, at: place < 0 ? section.fields.length : place + 1, field })
    onSelect(field.key)
  }
  return (
    <chakra.div display="flex" gap="2" flexWrap="wrap">
      <Button size="sm" icon="plus" onClick={() => put(newField())}>
        New field
      </Button>
      {free.length > 0 && (
        <Select
          aria-label="Add a field of the project"
          width="200px"
          height="26px"
          fontSize="xs"
          value=""
          placeholder="Field of the project…"
          choices={free.map(({ fieldId, name }) => ({ value: String(fieldId), label: name }))}
          onChoose={(value) => {
            const field = free.find(({ fieldId }) => String(fieldId) === value)
            if (field !== undefined) put(fieldOfProject(field, undefined))
          }}
        />
      )}
    </chakra.div>
  )
}

const newField = (): FieldBuild => ({
  key: `new-${nanoid()}`,
  fieldId: null,
  name: '',
  typeId: fieldTypes.singleChoice,
  required: false,
  readOnly: false,
  help: '',
  choices: [newChoice()],
})

function SectionEditor({ section, ...props }: Props & { readonly section: SectionBuild }): ReactElement {
  const { faults, edit, onSelect } = props
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" p="4">
      <Named
        label="Name of the section"
        value={section.name}
        fault={faults.get(section.key)}
        max={formTextLimits.section}
        onSay={(name) => edit({ is: 'setSection', key: section.key, name })}
      />
      <AddField {...props} section={section} />
      <Foot>
        <Button
          size="sm"
          onClick={() => {
            edit({ is: 'take', key: section.key })
            onSelect(null)
          }}
        >
          Remove the section{section.fields.length > 0 ? ' and its fields' : ''}
        </Button>
      </Foot>
    </chakra.div>
  )
}

function FieldEditor({ field, ...props }: Props & { readonly field: FieldBuild }): ReactElement {
  const { build, formId, fields, faults, edit, onSelect } = props
  const known = fields.find(({ fieldId }) => fieldId === field.fieldId)
  const others = known?.forms.filter(({ coding_form_id }) => coding_form_id !== formId) ?? []
  const section = placeOf(build, field.key)?.section
  const set = (to: Parameters<typeof withTo>[1]) => edit(withTo(field.key, to))
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" p="4">
      {field.fieldId === null ? (
        <>
          <Named
            label="Name of the field"
            value={field.name}
            fault={faults.get(field.key)}
            max={formTextLimits.field}
            first
            onSay={(name) => set({ name })}
          />
          <Field label="Type" hint="Once the form is saved it cannot be changed any more.">
            <Select
              value={String(field.typeId)}
              choices={typeChoices}
              onChoose={(value) => set(typed(field, Number(value)))}
            />
          </Field>
        </>
      ) : (
        <div>
          <chakra.h3 fontSize="md" overflowWrap="anywhere">
            {field.name}
          </chakra.h3>
          <chakra.p fontSize="xs" color="muted">
            {typeName(field.typeId)}, a field of the project: it is renamed under Custom fields in the project
            settings.
          </chakra.p>
          {others.length > 0 && (
            <chakra.p fontSize="xs" color="attentionInk" pt="1">
              Also shown by {others.map(({ name }) => name).join(', ')}: its choices change there as well.
            </chakra.p>
          )}
          {faults.has(field.key) && (
            <chakra.p role="alert" fontSize="xs" color="dangerInk" pt="1">
              {faults.get(field.key)}
            </chakra.p>
          )}
        </div>
      )}
      <chakra.div display="flex" gap="4" flexWrap="wrap">
        <Check label="Required" on={field.required} onTurn={(required) => set({ required })} />
        <Check label="Read-only" on={field.readOnly} onTurn={(readOnly) => set({ readOnly })} />
      </chakra.div>
      {field.required && field.readOnly && (
        <chakra.p fontSize="xs" color="attentionInk">
          Nobody can fill in a field that is read-only: it keeps nobody from going on.
        </chakra.p>
      )}
      <Field label="Help text" hint="Shown under the field’s name while documents are coded.">
        <HelpText value={field.help} onSay={(help) => set({ help })} />
      </Field>
      {build.sections.length > 1 && section !== undefined && (
        <Field label="Section">
          <Select
            value={section.key}
            choices={build.sections.map(({ key, name }) => ({ value: key, label: name || 'Section' }))}
            onChoose={(into) => edit(moveInto(build, field.key, into))}
          />
        </Field>
      )}
      {hasChoices(field.typeId) && (
        <ChoiceRows field={field} fixed={isYesNo(field.typeId)} faults={faults} edit={edit} />
      )}
      <Foot>
        {section !== undefined && <AddField {...props} section={section} after={field.key} />}
        <Button
          size="sm"
          onClick={() => {
            edit({ is: 'take', key: field.key })
            onSelect(section?.key ?? null)
          }}
        >
          Remove the field
        </Button>
      </Foot>
    </chakra.div>
  )
}

type FieldChange = Partial<Omit<FieldBuild, 'key' | 'fieldId'>>
const withTo = (key: string, to: FieldChange) => ({ is: 'setField', key, to }) as const

/** Another type: what was typed stays, unless it is not the choices' own, as yes and no are. */
function typed(field: FieldBuild, typeId: number): FieldChange {
  if (!hasChoices(typeId)) return { typeId, choices: [] }
  if (isYesNo(typeId)) return { typeId, choices: ['Yes', 'No'].map(newChoice) }
  return isYesNo(field.typeId) || field.choices.length === 0 ? { typeId, choices: [newChoice()] } : { typeId }
}

/** What has just been added is named at once. */
const focus = (input: HTMLInputElement | null): void => input?.focus()

/** A name that is typed: what is wrong with it stands below. */
const Named = ({
  label,
  value,
  fault,
  max,
  first = false,
  onSay,
}: {
  readonly label: string
  readonly value: string
  readonly fault: string | undefined
  readonly max: number
  readonly first?: boolean
  readonly onSay: (text: string) => void
}): ReactElement => (
  <Field label={label} required error={fault}>
    <TextInput
      value={value}
      onSay={onSay}
      maxLength={max}
      {...(first && value === '' ? { ref: focus } : {})}
    />
  </Field>
)

function HelpText({
  value,
  onSay,
}: {
  readonly value: string
  readonly onSay: (text: string) => void
}): ReactElement {
  const { text, type, flush } = useTyping(value, onSay)
  return (
    <Input
      {...useFieldProps()}
      as="textarea"
      value={text}
      maxLength={formTextLimits.help}
      height="60px"
      py="1"
      resize="vertical"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={flush}
    />
  )
}

function Check({
  label,
  on,
  onTurn,
}: {
  readonly label: string
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
}): ReactElement {
  const id = useId()
  return (
    <chakra.label htmlFor={id} display="flex" gap="2" alignItems="center" minHeight="26px" fontSize="sm">
      <input id={id} type="checkbox" checked={on} onChange={(event) => onTurn(event.currentTarget.checked)} />
      {label}
    </chakra.label>
  )
}

const Foot = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.div
    display="flex"
    gap="2"
    flexWrap="wrap"
    justifyContent="space-between"
    borderTopWidth="1px"
    borderColor="line"
    pt="3"
  >
    {children}
  </chakra.div>
)
