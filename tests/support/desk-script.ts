/** What happens at a desk in a property: commands of all kinds, other people's work, and a line that fails. */
import fc from 'fast-check'
import type { CodedValue, FormField } from '#contracts/coding.ts'
import type { FieldKind } from '#contracts/coding-values.ts'
import { fieldTypes } from '#contracts/project.ts'
import { initialise, recover, reset, setValue, syncValues, typeValue } from '#src/commands/coding.ts'
import { resolve, retrySave, save } from '#src/commands/coding-saves.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { type Desk, documentId, fields, stream } from './desk.ts'

export const all: readonly FormField[] = Object.values(fields)

/** Which rules a field follows, said here once more: what the program makes of its type is what is tested. */
const kinds: Readonly<Record<number, FieldKind>> = {
  [fieldTypes.shortText]: 'text',
  [fieldTypes.longText]: 'text',
  [fieldTypes.text]: 'text',
  [fieldTypes.date]: 'date',
  [fieldTypes.integer]: 'integer',
  [fieldTypes.float]: 'float',
  [fieldTypes.boolean]: 'boolean',
  [fieldTypes.singleChoice]: 'single',
  [fieldTypes.multipleChoice]: 'multi',
  [fieldTypes.singleObject]: 'object',
}
export const ruleOf = ({ field_type_id }: FormField): FieldKind => kinds[field_type_id] ?? 'other'

/** Whatever a screen, or somebody with a console, might say. */
export const anyValue: fc.Arbitrary<CodedValue> = fc.oneof(
  fc.constantFrom('Yes', 'No', 'Unclear', 'Patent', 'Pricing', 'Fraud', 'Only', 'Maybe'),
  fc.constantFrom(
    '',
    '01/02/2024',
    '2024-02-29',
    '02/30/2024',
    '2024-01-02T03:04:05',
    '12',
    '-3',
    '1.5',
    '-0',
    'text',
  ),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, -0.5, 1e21),
  fc.boolean(),
  fc.constant(null),
  fc.subarray(['Patent', 'Pricing', 'Fraud', 'Yes']),
)
const anyField = fc.constantFrom(...all)

export type Act =
  | { readonly kind: 'command'; readonly input: CommandInput }
  | { readonly kind: 'foreign'; readonly field: FormField; readonly value: CodedValue }
  | { readonly kind: 'open' | 'quiet' | 'cut' | 'mend' | 'refuse' | 'lose' | 'late' }

/** What other people can have written: only what the record takes. */
export const foreignValue = (field: FormField): fc.Arbitrary<CodedValue> => {
  const texts = field.values.map((one) => one.short_text_value)
  switch (ruleOf(field)) {
    case 'single':
      return fc.constantFrom(null, ...texts)
    case 'multi':
      return fc.subarray(texts).map((checked) => (checked.length === 0 ? null : checked))
    case 'boolean':
      return texts.length < 2 ? fc.constant(null) : fc.constantFrom(null, true, false)
    case 'integer':
    case 'float':
      return fc.constantFrom(null, 0, 1, 2)
    case 'date':
      return fc.constantFrom(null, '2024-01-02T00:00:00', '2025-05-05T05:05:05')
    case 'object':
      return fc.constantFrom<CodedValue>(null, 4, 'b')
    default:
      return fc.constantFrom(null, 'a', 'b')
  }
}
/** Some of them are what the field is for: whatever else is tried, enough is coded that can be saved. */
export const edit = fc
  .tuple(
    anyField.chain((field) =>
      fc.tuple(
        fc.constant(field),
        fc.oneof(anyValue, foreignValue(field), fc.constantFrom<CodedValue>('', null)),
      ),
    ),
    fc.boolean(),
  )
  .map(([[{ fieldId }, value], typed]) =>
    typed ? typeValue({ documentId, fieldId, value }) : setValue({ documentId, fieldId, value }),
  )
const held = fc.tuple(anyField, anyValue)
const command: fc.Arbitrary<CommandInput> = fc.oneof(
  { weight: 8, arbitrary: edit },
  {
    weight: 1,
    arbitrary: fc.array(held, { minLength: 1, maxLength: 3 }).map((given) =>
      syncValues({
        documentId,
        values: Object.fromEntries(given.map(([field, value]) => [field.field_name, value])),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(held, { minLength: 1, maxLength: 2 }).map((given) =>
      recover({
        documentId,
        values: Object.fromEntries(given.map(([field, value]) => [String(field.fieldId), value])),
      }),
    ),
  },
  { weight: 1, arbitrary: fc.constant(reset({ documentId })) },
  { weight: 4, arbitrary: fc.constant(save({ documentId })) },
  { weight: 1, arbitrary: fc.constant(retrySave({ documentId })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyField, fc.constantFrom('mine' as const, 'theirs' as const))
      .map(([{ fieldId }, choice]) => resolve({ documentId, fieldId, choice })),
  },
  { weight: 3, arbitrary: fc.constant(undo({ stream })) },
  { weight: 2, arbitrary: fc.constant(redo({ stream })) },
)

const foreign = anyField.chain((field) =>
  foreignValue(field).map((value) => ({ kind: 'foreign' as const, field, value })),
)
export const script = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: command.map((input): Act => ({ kind: 'command', input })) },
    { weight: 3, arbitrary: foreign as fc.Arbitrary<Act> },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Act>(
        { kind: 'open' },
        { kind: 'quiet' },
        { kind: 'cut' },
        { kind: 'mend' },
        { kind: 'refuse' },
        { kind: 'lose' },
        { kind: 'late' },
      ),
    },
  ),
  { minLength: 1, maxLength: 30 },
)

export async function perform(desk: Desk, act: Act): Promise<void> {
  switch (act.kind) {
    case 'command':
      await desk.tab.dispatch(act.input)
      return
    case 'foreign':
      desk.record.foreign(act.field, act.value)
      return
    case 'open':
      return desk.open()
    case 'quiet':
      if (!desk.record.down) await desk.quiet()
      return
    case 'cut':
      desk.record.down = true
      return
    case 'mend':
      desk.record.down = false
      return
    case 'refuse':
      desk.record.refuse = { status: 403, code: 'permission.denied', message: 'No.' }
      return
    case 'lose':
      desk.record.loseAnswers = 1
      return
    case 'late':
      // What was fetched ahead a while ago: every field as it was at first.
      await desk.tab.dispatch(initialise({ documentId, values: desk.record.firstCoding() }))
  }
}
