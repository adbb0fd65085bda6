/**
 * A coding form while it is built: its sections, fields and choices, each with a key of its own, so that what is moved or
 * renamed stays what it is. Every edit has an edit that takes it back exactly; folds and decisions are pure.
 */
import * as z from 'zod/mini'
import { choiceColors } from '#contracts/coding.ts'
import { id } from '#contracts/ids.ts'

const key = z.string()
const place = z.int().check(z.nonnegative())

export const choiceBuild = z.strictObject({
  key,
  /** Null: a new one. */
  choiceId: z.nullable(id),
  text: z.string(),
  color: z.nullable(z.enum(choiceColors)),
  quickKey: z.nullable(z.int()),
})
export type ChoiceBuild = z.infer<typeof choiceBuild>

export const fieldBuild = z.strictObject({
  key,
  /** The project's field; null: a new one. */
  fieldId: z.nullable(id),
  name: z.string(),
  typeId: z.int(),
  required: z.boolean(),
  readOnly: z.boolean(),
  help: z.string(),
  choices: z.array(choiceBuild),
})
export type FieldBuild = z.infer<typeof fieldBuild>

export const sectionBuild = z.strictObject({
  key,
  /** Null: a new one. */
  sectionId: z.nullable(id),
  name: z.string(),
  fields: z.array(fieldBuild),
})
export type SectionBuild = z.infer<typeof sectionBuild>

export const build = z.strictObject({ name: z.string(), sections: z.array(sectionBuild) })
export type Build = z.infer<typeof build>

export const buildEdit = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('rename'), name: z.string() }),
  z.strictObject({ is: z.literal('putSection'), at: place, section: sectionBuild }),
  z.strictObject({ is: z.literal('putField'), into: key, at: place, field: fieldBuild }),
  z.strictObject({ is: z.literal('putChoice'), into: key, at: place, choice: choiceBuild }),
  /** Takes a section, field or choice out, with all that it holds. */
  z.strictObject({ is: z.literal('take'), key }),
  z.strictObject({ is: z.literal('moveSection'), key, at: place }),
  /** To a place of a section, counted without the field itself. */
  z.strictObject({ is: z.literal('moveField'), key, into: key, at: place }),
  /** Within its field. */
  z.strictObject({ is: z.literal('moveChoice'), key, at: place }),
  z.strictObject({ is: z.literal('setSection'), key, name: z.string() }),
  z.strictObject({
    is: z.literal('setField'),
    key,
    to: z.partial(z.omit(fieldBuild, { key: true, fieldId: true })),
  }),
  z.strictObject({
    is: z.literal('setChoice'),
    key,
    to: z.partial(z.omit(choiceBuild, { key: true, choiceId: true })),
  }),
  /** Another form takes its place: an older version, or what somebody else has saved meanwhile. */
  z.strictObject({ is: z.literal('replace'), build }),
])
export type BuildEdit = z.infer<typeof buildEdit>

/** Where a section, field or choice stands. */
interface Place {
  readonly section: SectionBuild
  readonly sectionAt: number
  readonly field?: FieldBuild
  readonly fieldAt?: number
  readonly choice?: ChoiceBuild
  readonly choiceAt?: number
}

/** Null: it is not there. */
export function placeOf({ sections }: Build, wanted: string): Place | null {
  for (const [sectionAt, section] of sections.entries()) {
    if (section.key === wanted) return { section, sectionAt }
    for (const [fieldAt, field] of section.fields.entries()) {
      if (field.key === wanted) return { section, sectionAt, field, fieldAt }
      const choiceAt = field.choices.findIndex((choice) => choice.key === wanted)
      const choice = field.choices[choiceAt]
      if (choice !== undefined) return { section, sectionAt, field, fieldAt, choice, choiceAt }
    }
  }
  return null
}

/** All fields, in order. */
export const fieldsIn = ({ sections }: Build): readonly FieldBuild[] =>
  sections.flatMap((section) => section.fields)

/** The form after an edit; the same where what it is about is not there. */
export function applied(form: Build, edit: BuildEdit): Build {
  switch (edit.is) {
    case 'rename':
      return { ...form, name: edit.name }
    case 'replace':
      return edit.build
    case 'putSection':
      return { ...form, sections: inserted(form.sections, edit.at, edit.section) }
    case 'putField':
      return inSection(form, edit.into, (section) => ({
        ...section,
        fields: inserted(section.fields, edit.at, edit.field),
      }))
    case 'putChoice':
      return inField(form, edit.into, (field) => ({
        ...field,
        choices: inserted(field.choices, edit.at, edit.choice),
      }))
    case 'take':
      return taken(form, edit.key)
    case 'moveSection': {
      const section = form.sections.find((one) => one.key === edit.key)
      return section === undefined
        ? form
        : { ...form, sections: inserted(without(form.sections, edit.key), edit.at, section) }
    }
    case 'moveField': {
      const field = fieldsIn(form).find((one) => one.key === edit.key)
      if (field === undefined || !form.sections.some((one) => one.key === edit.into)) return form
      return inSection(taken(form, edit.key), edit.into, (section) => ({
        ...section,
        fields: inserted(section.fields, edit.at, field),
      }))
    }
    case 'moveChoice': {
      const { field, choice } = placeOf(form, edit.key) ?? {}
      if (field === undefined || choice === undefined) return form
      return inField(form, field.key, (one) => ({
        ...one,
        choices: inserted(without(one.choices, edit.key), edit.at, choice),
      }))
    }
    case 'setSection':
      return inSection(form, edit.key, (section) => ({ ...section, name: edit.name }))
    case 'setField':
      return inField(form, edit.key, (field) => ({ ...field, ...said(edit.to) }))
    case 'setChoice': {
      const { field } = placeOf(form, edit.key) ?? {}
      if (field === undefined) return form
      return inField(form, field.key, (one) => ({
        ...one,
        choices: one.choices.map((choice) =>
          choice.key === edit.key ? { ...choice, ...said(edit.to) } : choice,
        ),
      }))
    }
  }
}

/** What takes an edit back, from the form as it is before it; null where the edit would change nothing that is there. */
export function inverseOf(form: Build, edit: BuildEdit): BuildEdit | null {
  switch (edit.is) {
    case 'rename':
      return { is: 'rename', name: form.name }
    case 'replace':
      return { is: 'replace', build: form }
    case 'putSection':
      return placeOf(form, edit.section.key) === null ? { is: 'take', key: edit.section.key } : null
    case 'putField':
      return form.sections.some((one) => one.key === edit.into) && placeOf(form, edit.field.key) === null
        ? { is: 'take', key: edit.field.key }
        : null
    case 'putChoice':
      return fieldsIn(form).some((one) => one.key === edit.into) && placeOf(form, edit.choice.key) === null
        ? { is: 'take', key: edit.choice.key }
        : null
    default:
      return inverseAt(form, edit)
  }
}

type EditOfOne = Exclude<BuildEdit, { is: 'rename' | 'replace' | 'putSection' | 'putField' | 'putChoice' }>

/** Of what stands in the form. */
function inverseAt(form: Build, edit: EditOfOne): BuildEdit | null {
  const found = placeOf(form, edit.key)
  if (found === null) return null
  const { section, sectionAt, field, fieldAt = 0, choice, choiceAt = 0 } = found
  const isSection = field === undefined
  const isField = field !== undefined && choice === undefined
  switch (edit.is) {
    case 'take':
      if (isSection) return { is: 'putSection', at: sectionAt, section }
      if (choice === undefined) return { is: 'putField', into: section.key, at: fieldAt, field }
      return { is: 'putChoice', into: field.key, at: choiceAt, choice }
    case 'moveSection':
      return isSection ? { is: 'moveSection', key: edit.key, at: sectionAt } : null
    case 'moveField':
      return isField && form.sections.some((one) => one.key === edit.into)
        ? { is: 'moveField', key: edit.key, into: section.key, at: fieldAt }
        : null
    case 'moveChoice':
      return choice === undefined ? null : { is: 'moveChoice', key: edit.key, at: choiceAt }
    case 'setSection':
      return isSection ? { is: 'setSection', key: edit.key, name: section.name } : null
    case 'setField':
      return isField ? { is: 'setField', key: edit.key, to: before(field, edit.to) } : null
    case 'setChoice':
      return choice === undefined ? null : { is: 'setChoice', key: edit.key, to: before(choice, edit.to) }
  }
}

/** Whether an edit goes on with the typing of the one before: then both are one step. */
export function goesOn(last: BuildEdit | undefined, next: BuildEdit): boolean {
  if (last === undefined || last.is !== next.is) return false
  switch (next.is) {
    case 'rename':
      return true
    case 'setSection':
      return last.is === next.is && last.key === next.key
    case 'setField':
      return last.is === next.is && last.key === next.key && isTyping(last.to, next.to, ['name', 'help'])
    case 'setChoice':
      return last.is === next.is && last.key === next.key && isTyping(last.to, next.to, ['text'])
    default:
      return false
  }
}

function isTyping(last: object, next: object, typed: readonly string[]): boolean {
  const [one, ...others] = Object.keys(next)
  return one !== undefined && others.length === 0 && typed.includes(one) && Object.keys(last).join() === one
}

const inserted = <T>(list: readonly T[], at: number, one: T): T[] => list.toSpliced(at, 0, one)

const without = <T extends { readonly key: string }>(list: readonly T[], wanted: string): T[] =>
  list.filter((one) => one.key !== wanted)

const inSection = (form: Build, wanted: string, change: (section: SectionBuild) => SectionBuild): Build =>
  form.sections.some((one) => one.key === wanted)
    ? { ...form, sections: form.sections.map((one) => (one.key === wanted ? change(one) : one)) }
    : form

function inField(form: Build, wanted: string, change: (field: FieldBuild) => FieldBuild): Build {
  const holder = form.sections.find(({ fields }) => fields.some((one) => one.key === wanted))
  return holder === undefined
    ? form
    : inSection(form, holder.key, (section) => ({
        ...section,
        fields: section.fields.map((one) => (one.key === wanted ? change(one) : one)),
      }))
}

function taken(form: Build, wanted: string): Build {
  const found = placeOf(form, wanted)
  if (found === null) return form
  const { section, field, choice } = found
  if (field === undefined) return { ...form, sections: without(form.sections, wanted) }
  return choice === undefined
    ? inSection(form, section.key, (one) => ({ ...one, fields: without(one.fields, wanted) }))
    : inField(form, field.key, (one) => ({ ...one, choices: without(one.choices, wanted) }))
}

/** What is named, without what is not. */
const said = <T extends object>(to: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined)) as never

/** What the members that are named were before. */
const before = <T extends object, P extends object>(node: T, to: P): P =>
  Object.fromEntries(
    Object.entries(to).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, node[name as keyof T]]],
    ),
  ) as P
