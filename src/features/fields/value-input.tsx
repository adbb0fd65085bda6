/** The input for a value of a custom field, by its type. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { checkedOf, edited, type FieldRule, type Held, hasOptions, kindOf } from '#contracts/coding-values.ts'
import { fieldTypes } from '#contracts/project.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Input, Select } from '../ui/input.tsx'

const unset = 'unset'

export function ValueInput({
  rule,
  input,
  fault,
  note,
  onInput,
}: {
  readonly rule: FieldRule
  readonly input: Held
  readonly fault: string | null
  readonly note: string | null
  readonly onInput: (input: Held) => void
}): ReactElement {
  const kind = kindOf(rule)
  const options = rule.values.map(({ short_text_value }) => short_text_value)
  if (kind === 'multi')
    return (
      <chakra.fieldset display="flex" flexDirection="column">
        <chakra.legend fontSize="xs" fontWeight={600} color="muted" pb="1">
          Value
        </chakra.legend>
        {options.map((text, at) => (
          <chakra.label key={text} display="flex" gap="2" alignItems="center" minHeight="26px" fontSize="sm">
            <input
              type="checkbox"
              data-first={at === 0 || undefined}
              checked={checkedOf(input).includes(text)}
              onChange={() => onInput(edited(rule, input, text) ?? input)}
            />
            {text}
          </chakra.label>
        ))}
      </chakra.fieldset>
    )
  const typed = typeof input === 'string' ? input : ''
  return (
    <Field label="Value" error={fault} hint={note ?? undefined}>
      {hasOptions(kind) ? (
        <Select
          data-first
          value={checkedOf(input)[0] === undefined ? unset : `=${checkedOf(input)[0]}`}
          choices={[
            { value: unset, label: 'Not set' },
            ...options.map((text) => ({ value: `=${text}`, label: text })),
          ]}
          onChoose={(value) => onInput(value === unset ? [] : [value.slice(1)])}
        />
      ) : rule.field_type_id === fieldTypes.longText || rule.field_type_id === fieldTypes.text ? (
        <Input
          as="textarea"
          data-first
          value={typed}
          height="120px"
          py="1"
          resize="vertical"
          onChange={(event) => onInput(event.currentTarget.value)}
        />
      ) : (
        <DraftInput
          data-first
          value={typed}
          onChange={onInput}
          placeholder={kind === 'date' ? 'MM/DD/YYYY' : undefined}
          inputMode={kind === 'integer' ? 'numeric' : kind === 'float' ? 'decimal' : undefined}
        />
      )}
    </Field>
  )
}
