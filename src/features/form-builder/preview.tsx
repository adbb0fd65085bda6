/** A form as it will look on a document: the fields of the coding form themselves, which cannot be used here. */
import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement } from 'react'
import type { FormField } from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Build, FieldBuild } from '#src/events/forms/build.ts'
import { emptyFieldView } from '#src/stores/coding-view.ts'
import { CodingField, fieldStyles } from '../coding-form/coding-field.tsx'

export function FormPreview({
  build,
  selected = null,
  label = 'Preview',
}: {
  readonly build: Build
  /** Shown with its keys. */
  readonly selected?: string | null
  readonly label?: string
}): ReactElement {
  return (
    // As wide as the form is beside a document.
    <chakra.section aria-label={label} css={styles} maxWidth="420px">
      {build.sections.length === 0 && (
        <chakra.p p="3" color="faint" fontSize="sm">
          The form has no section yet.
        </chakra.p>
      )}
      <div inert>
        {build.sections.map(({ key, name, fields }) => (
          <div key={key} className="section">
            <p className="title">{name || 'Section'}</p>
            <div className="fields">
              {fields.map((field) => (
                <Field key={field.key} field={field} focused={field.key === selected} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </chakra.section>
  )
}

/** Drawn again only where it is another one: a long form has hundreds. */
const Field = memo(function Field({
  field,
  focused,
}: {
  readonly field: FieldBuild
  readonly focused: boolean
}): ReactElement {
  const view = emptyFieldView(shownField(field))
  return <CodingField field={{ ...view, focused, missing: false }} documentId={0} />
})

const shownField = (field: FieldBuild): FormField => ({
  coding_form_field_id: field.fieldId ?? 0,
  fieldId: field.fieldId ?? 0,
  position: 0,
  field_name: field.name || 'Field',
  field_type_id: field.typeId,
  is_read_only: field.readOnly,
  is_required: field.required,
  is_single_choice: field.typeId === fieldTypes.singleChoice,
  is_multi: field.typeId === fieldTypes.multipleChoice,
  ...(field.help.trim() === '' ? {} : { help: field.help }),
  values: field.choices.map(({ text, color, quickKey }, position) => ({
    choiceId: position + 1,
    position,
    short_text_value: text,
    checked: false,
    ...(color === null ? {} : { color }),
    ...(quickKey === null ? {} : { key: quickKey }),
  })),
})

const styles = {
  ...fieldStyles,
  '& .section': {
    borderBottom: '1px solid',
    borderColor: 'line',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 200px',
  },
  '& .title': { paddingInline: '3', lineHeight: '30px', fontSize: 'xs', fontWeight: 600, color: 'faint' },
  '& .fields': { paddingInline: '3', paddingBottom: '3', display: 'flex', flexDirection: 'column', gap: '3' },
} as const
