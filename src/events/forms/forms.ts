/** From forms and their versions to what is built, and back: what is sent, and what differs from the version that was begun with. */
import type { CodingForm } from '#contracts/coding.ts'
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import type { CustomField } from '#contracts/fields.ts'
import type { DefinedField, DefinedVersion, FormDefinition } from '#contracts/form-builder.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import type { Build, ChoiceBuild, FieldBuild } from './build.ts'

/** A form as the server tells it, as the definition of its present version. */
export const definitionOf = ({ name, sections }: Pick<CodingForm, 'name' | 'sections'>): FormDefinition => ({
  name,
  sections: inOrder(sections).map((section) => ({
    sectionId: section.sectionId,
    name: section.name,
    fields: inOrder(section.fields).map((field) => ({
      fieldId: field.fieldId,
      name: field.field_name,
      typeId: field.field_type_id,
      required: field.is_required,
      readOnly: field.is_read_only,
      ...(field.help === undefined ? {} : { help: field.help }),
      choices: inOrder(field.values).map(({ choiceId, short_text_value: text, color, key }) => ({
        ...{ choiceId, text },
        ...(color === undefined ? {} : { color }),
        ...(key === undefined ? {} : { key }),
      })),
    })),
  })),
})

/** A version of a form as one builds on with it. */
export const buildOf = ({ name, sections }: FormDefinition): Build => ({
  name,
  sections: sections.map((section) => ({
    key: `section-${section.sectionId}`,
    sectionId: section.sectionId,
    name: section.name,
    fields: section.fields.map(fieldOf),
  })),
})

const fieldOf = (field: DefinedField): FieldBuild => ({
  key: `field-${field.fieldId}`,
  fieldId: field.fieldId,
  name: field.name,
  typeId: field.typeId,
  required: field.required,
  readOnly: field.readOnly,
  help: field.help ?? '',
  choices: field.choices.map(({ choiceId, text, color, key }) => ({
    key: `choice-${choiceId}`,
    choiceId,
    text,
    color: color ?? null,
    quickKey: key ?? null,
  })),
})

/** A field of the project, as it is put on a form. */
export const fieldOfProject = (
  { fieldId, name, typeId, choices }: CustomField,
  known: FieldBuild | undefined,
): FieldBuild => ({
  key: `field-${fieldId}`,
  fieldId,
  name,
  typeId,
  required: known?.required ?? false,
  readOnly: known?.readOnly ?? false,
  help: known?.help ?? '',
  choices: choices.map(
    ({ choiceId, text, color, key }): ChoiceBuild => ({
      key: `choice-${choiceId}`,
      choiceId,
      text,
      color: color ?? null,
      quickKey: key ?? null,
    }),
  ),
})

/**
 * A copy under another name: the project's fields stay what they are. Of another project's form fields of the same name and
 * type are taken from this one, with the choices that they lack; the others are new.
 */
export function copyOf(
  source: FormDefinition,
  name: string,
  own: { readonly fields: readonly CustomField[]; readonly fromHere: boolean },
): Build {
  const { sections } = buildOf(source)
  return {
    name,
    sections: sections.map((section) => ({
      ...section,
      sectionId: null,
      fields: own.fromHere ? section.fields : section.fields.map((field) => adopted(field, own.fields)),
    })),
  }
}

function adopted(field: FieldBuild, fields: readonly CustomField[]): FieldBuild {
  const known = fields.find(({ name }) => isSameName(name, field.name))
  const fresh = (choice: ChoiceBuild): ChoiceBuild => ({
    ...choice,
    key: `copied-${choice.key}`,
    choiceId: null,
  })
  if (known === undefined || known.typeId !== field.typeId)
    return { ...field, key: `copied-${field.key}`, fieldId: null, choices: field.choices.map(fresh) }
  const taken = fieldOfProject(known, field)
  if (kindOf({ field_type_id: field.typeId }) === 'boolean') return taken
  const lacking = field.choices.filter(({ text }) => !taken.choices.some((one) => isSameName(one.text, text)))
  return { ...taken, choices: [...taken.choices, ...lacking.map(fresh)] }
}

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** `Copy of X`, cut to what a name may be; numbered where that is taken. */
export function nameOfCopy(name: string, taken: readonly string[], most: number): string {
  for (let number = 1; ; number++) {
    const begin = number === 1 ? 'Copy of ' : `Copy ${number} of `
    const copy = [...`${begin}${name}`].slice(0, most).join('').trim()
    if (!taken.some((other) => isSameName(other, copy))) return copy
  }
}

/** What is sent. */
export const draftOf = ({ name, sections }: Build): FormDraft => ({
  shape: 1,
  name: name.trim(),
  sections: sections.map((section) => ({
    ...(section.sectionId === null ? {} : { sectionId: section.sectionId }),
    name: section.name.trim(),
    fields: section.fields.map((field) => ({
      ...(field.fieldId === null ? {} : { fieldId: field.fieldId }),
      field_name: field.name.trim(),
      field_type_id: field.typeId,
      is_required: field.required,
      is_read_only: field.readOnly,
      help: field.help.trim() || null,
      choices: hasOptions(kindOf({ field_type_id: field.typeId }))
        ? field.choices.map(({ choiceId, text, color, quickKey }) => ({
            ...(choiceId === null ? {} : { choiceId }),
            text: text.trim(),
            color,
            key: quickKey,
          }))
        : [],
    })),
  })),
})

/**
 * One's own form to be saved over a version that somebody else has saved meanwhile: sections and choices that are gone there
 * are new ones, and a field that has been renamed meanwhile is called what it is called there.
 */
export function restedOn(own: Build, present: FormDefinition): Build {
  const sections = new Set(present.sections.map(({ sectionId }) => sectionId))
  const choices = new Set(
    present.sections.flatMap(({ fields }) =>
      fields.flatMap((field) => field.choices.map(({ choiceId }) => choiceId)),
    ),
  )
  const names = new Map(
    present.sections.flatMap(({ fields }) => fields.map(({ fieldId, name }) => [fieldId, name] as const)),
  )
  const keptIn = (known: ReadonlySet<number>, one: number | null): number | null =>
    one !== null && known.has(one) ? one : null
  return {
    ...own,
    sections: own.sections.map((section) => ({
      ...section,
      sectionId: keptIn(sections, section.sectionId),
      fields: section.fields.map((field) => ({
        ...field,
        name: (field.fieldId === null ? undefined : names.get(field.fieldId)) ?? field.name,
        choices: field.choices.map((choice) => ({ ...choice, choiceId: keptIn(choices, choice.choiceId) })),
      })),
    })),
  }
}

/** What is built, as a definition to compare with others. What is new has ids that nothing else has. */
export function definitionOfBuild({ name, sections }: Build): FormDefinition {
  let fresh = 0
  const idOr = (known: number | null): number => known ?? --fresh
  return {
    name: name.trim(),
    sections: sections.map((section) => ({
      sectionId: idOr(section.sectionId),
      name: section.name.trim(),
      fields: section.fields.map((field) => ({
        fieldId: idOr(field.fieldId),
        name: field.name.trim(),
        typeId: field.typeId,
        required: field.required,
        readOnly: field.readOnly,
        ...(field.help.trim() === '' ? {} : { help: field.help.trim() }),
        choices: field.choices.map(({ choiceId, text, color, quickKey }) => ({
          choiceId: idOr(choiceId),
          text: text.trim(),
          ...(color === null ? {} : { color }),
          ...(quickKey === null ? {} : { key: quickKey }),
        })),
      })),
    })),
  }
}

/** Whether saving would make the form another one than the version that it rests on. */
export const differsFrom = (own: Build, base: FormDefinition): boolean =>
  JSON.stringify(definitionOfBuild(own)) !== JSON.stringify(definitionOfBuild(buildOf(base)))

/**
 * Whether a version is what a draft asked for: so it was saved, though nobody heard of it. What is new in the draft has no ids
 * yet, and goes by its words.
 */
export function isAsSaved(
  { name, sections }: FormDraft,
  { definition }: Pick<DefinedVersion, 'definition'>,
): boolean {
  const drafted = sections.map((section) => ({
    name: section.name,
    fields: section.fields.map((field) => ({
      name: field.field_name,
      typeId: field.field_type_id,
      required: field.is_required,
      readOnly: field.is_read_only,
      help: field.help ?? '',
      choices: field.choices.map((choice) =>
        typeof choice === 'string'
          ? [choice, null, null]
          : [choice.text, choice.color ?? null, choice.key ?? null],
      ),
    })),
  }))
  const saved = definition.sections.map((section) => ({
    name: section.name,
    fields: section.fields.map((field) => ({
      name: field.name,
      typeId: field.typeId,
      required: field.required,
      readOnly: field.readOnly,
      help: field.help ?? '',
      choices: hasOptions(kindOf({ field_type_id: field.typeId }))
        ? field.choices.map(({ text, color, key }) => [text, color ?? null, key ?? null])
        : [],
    })),
  }))
  return JSON.stringify([name, drafted]) === JSON.stringify([definition.name, saved])
}

const inOrder = <T extends { readonly position: number }>(list: readonly T[]): readonly T[] =>
  [...list].sort((a, b) => a.position - b.position)
