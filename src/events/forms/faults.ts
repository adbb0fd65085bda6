/** What keeps a form from being saved, with where it is: as far as it is plain without asking the server. */
import { formLimits, formNameFault, formTextLimits } from '#contracts/coding.ts'
import { hasOptions, isKnownType, kindOf } from '#contracts/coding-values.ts'
import { type Build, type FieldBuild, fieldsIn } from './build.ts'
import { isSameName } from './forms.ts'

export interface BuildFault {
  /** Of the section, field or choice; null: of the form itself. */
  readonly key: string | null
  readonly message: string
}

interface Around {
  /** Names of the project's other forms. */
  readonly takenNames: readonly string[]
  /** Names of the project's fields. */
  readonly fields: readonly { readonly fieldId: number; readonly name: string }[]
}

/** In the order of the form; none: it can be sent. */
export function faultsOf(form: Build, { takenNames, fields: known }: Around): readonly BuildFault[] {
  const faults: BuildFault[] = []
  const say = (key: string | null, message: string | null | false) => {
    if (message !== null && message !== false) faults.push({ key, message })
  }
  say(null, formNameFault(form.name, takenNames))
  const fields = fieldsIn(form)
  say(
    null,
    form.sections.length > formLimits.sections && `A form has at most ${formLimits.sections} sections.`,
  )
  say(null, fields.length > formLimits.fields && `A form has at most ${formLimits.fields} fields.`)
  const sectionNames = new Set<string>()
  const fieldNames = new Set<string>()
  for (const { key, name, fields: own } of form.sections) {
    say(key, textFault(name, formTextLimits.section, 'Give the section a name.'))
    const folded = name.trim().toLowerCase()
    say(key, folded !== '' && sectionNames.has(folded) && 'Two sections of a form have one name.')
    sectionNames.add(folded)
    for (const field of own) {
      const named = field.name.trim().toLowerCase()
      say(field.key, textFault(field.name, formTextLimits.field, 'Give the field a name.'))
      say(field.key, named !== '' && fieldNames.has(named) && 'A form shows a field once.')
      fieldNames.add(named)
      const taken = field.fieldId === null ? known.find(({ name: other }) => isSameName(other, named)) : null
      say(
        field.key,
        taken !== null &&
          taken !== undefined &&
          `The project has a field "${taken.name}". Add that one, or choose another name.`,
      )
      for (const fault of fieldFaults(field)) faults.push(fault)
    }
  }
  return faults
}

function textFault(text: string, most: number, empty: string): string | null {
  if (text.trim() === '') return empty
  return text.trim().length > most ? `This is too long: at most ${most} characters.` : null
}

function fieldFaults(field: FieldBuild): BuildFault[] {
  const of = (message: string): BuildFault => ({ key: field.key, message })
  const faults: BuildFault[] = []
  if (!isKnownType(field.typeId)) faults.push(of(`There is no field type ${field.typeId}.`))
  if (field.help.trim().length > formTextLimits.help)
    faults.push(of(`The help text is too long: at most ${formTextLimits.help} characters.`))
  const kind = kindOf({ field_type_id: field.typeId })
  return hasOptions(kind) ? [...faults, ...choiceFaults(field, kind === 'boolean')] : faults
}

function choiceFaults({ key, choices }: FieldBuild, yesNo: boolean): BuildFault[] {
  const faults: BuildFault[] = []
  if (yesNo && choices.length !== 2) faults.push({ key, message: 'A yes/no field has two options.' })
  if (choices.length === 0) faults.push({ key, message: 'Give the field at least one choice.' })
  if (choices.length > formLimits.choices)
    faults.push({ key, message: `A field has at most ${formLimits.choices} choices.` })
  const texts = new Set<string>()
  const keys = new Set<number>()
  for (const choice of choices) {
    const folded = choice.text.trim().toLowerCase()
    const empty = 'Write every choice, or take the empty ones out.'
    const fault = textFault(choice.text, formTextLimits.choice, empty)
    if (fault !== null) faults.push({ key: choice.key, message: fault })
    else if (texts.has(folded)) faults.push({ key: choice.key, message: 'Two choices are the same.' })
    texts.add(folded)
    const { quickKey } = choice
    if (quickKey !== null && (quickKey < 1 || quickKey > 9))
      faults.push({ key: choice.key, message: 'A key is one of the digits 1 to 9.' })
    else if (quickKey !== null && keys.has(quickKey))
      faults.push({ key: choice.key, message: 'Two choices have the same key.' })
    if (quickKey !== null) keys.add(quickKey)
  }
  const turned =
    /^(?:no|false|n|0)$/i.test(choices[0]?.text.trim() ?? '') ||
    /^(?:yes|true|y|1)$/i.test(choices[1]?.text.trim() ?? '')
  if (yesNo && turned)
    faults.push({ key, message: 'The first option is what means yes, the second what means no.' })
  return faults
}
