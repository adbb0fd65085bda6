/** What has changed between two versions of a form, in words. Pure: the server says it of versions, the browser of a draft. */
import type { FormDefinition } from './form-builder.ts'

type Section = FormDefinition['sections'][number]
type Field = Section['fields'][number]
type Choice = Field['choices'][number]

/** Sentences, in the order of the form; none where nothing has changed. */
export function formChanges(before: FormDefinition | null, after: FormDefinition): readonly string[] {
  if (before === null) return ['Form created']
  return [
    ...(before.name === after.name ? [] : [`Form renamed from "${before.name}" to "${after.name}"`]),
    ...sectionChanges(before.sections, after.sections),
    ...fieldChanges(placed(before), placed(after)),
  ]
}

interface Placed {
  readonly field: Field
  readonly section: Section
}

const placed = ({ sections }: FormDefinition): readonly Placed[] =>
  sections.flatMap((section) => section.fields.map((field) => ({ field, section })))

function sectionChanges(before: readonly Section[], after: readonly Section[]): string[] {
  const known = new Map(before.map((section) => [section.sectionId, section]))
  const kept = new Set(after.map(({ sectionId }) => sectionId))
  return [
    ...after.flatMap(({ sectionId, name }) => {
      const was = known.get(sectionId)
      if (was === undefined) return [`Section "${name}" added`]
      return was.name === name ? [] : [`Section "${was.name}" renamed to "${name}"`]
    }),
    ...before.flatMap(({ sectionId, name }) => (kept.has(sectionId) ? [] : [`Section "${name}" removed`])),
    ...(reordered(before, after, ({ sectionId }) => sectionId) ? ['Sections reordered'] : []),
  ]
}

function fieldChanges(before: readonly Placed[], after: readonly Placed[]): string[] {
  const known = new Map(before.map((one) => [one.field.fieldId, one]))
  const kept = new Set(after.map(({ field }) => field.fieldId))
  const moved = after.flatMap(({ field, section }) => {
    const was = known.get(field.fieldId)
    return was === undefined || was.section.sectionId === section.sectionId
      ? []
      : [`${field.name}: moved to "${section.name}"`]
  })
  return [
    ...after.flatMap(({ field, section }) => {
      const was = known.get(field.fieldId)?.field
      return was === undefined ? [`Field "${field.name}" added to "${section.name}"`] : changesOf(was, field)
    }),
    ...before.flatMap(({ field }) => (kept.has(field.fieldId) ? [] : [`Field "${field.name}" removed`])),
    ...moved,
    ...(moved.length === 0 && reordered(before, after, ({ field }) => field.fieldId)
      ? ['Fields reordered']
      : []),
  ]
}

function changesOf(before: Field, after: Field): string[] {
  const of = (words: string): string => `${after.name}: ${words}`
  return [
    ...(before.name === after.name ? [] : [`Field "${before.name}" renamed to "${after.name}"`]),
    ...(before.required === after.required
      ? []
      : [of(after.required ? 'now required' : 'no longer required')]),
    ...(before.readOnly === after.readOnly
      ? []
      : [of(after.readOnly ? 'now read-only' : 'no longer read-only')]),
    ...(before.help === after.help ? [] : [of('help text changed')]),
    ...choiceChanges(before.choices, after.choices).map(of),
  ]
}

function choiceChanges(before: readonly Choice[], after: readonly Choice[]): string[] {
  const known = new Map(before.map((choice) => [choice.choiceId, choice]))
  const kept = new Set(after.map(({ choiceId }) => choiceId))
  return [
    ...after.flatMap((choice) => {
      const was = known.get(choice.choiceId)
      if (was === undefined) return [`choice "${choice.text}" added`]
      return [
        ...(was.text === choice.text ? [] : [`choice "${was.text}" renamed to "${choice.text}"`]),
        ...(was.key === choice.key
          ? []
          : [
              choice.key === undefined
                ? `choice "${choice.text}" has no key of its own`
                : `choice "${choice.text}" has the key ${choice.key}`,
            ]),
        ...(was.color === choice.color
          ? []
          : [`choice "${choice.text}" is ${choice.color ?? 'no longer colored'}`]),
      ]
    }),
    ...before.flatMap(({ choiceId, text }) => (kept.has(choiceId) ? [] : [`choice "${text}" removed`])),
    ...(reordered(before, after, ({ choiceId }) => choiceId) ? ['choices reordered'] : []),
  ]
}

/** Whether what both have stands in another order. */
function reordered<T>(before: readonly T[], after: readonly T[], idOf: (one: T) => number): boolean {
  const [was, is] = [before.map(idOf), after.map(idOf)]
  const [known, kept] = [new Set(was), new Set(is)]
  const stayed = is.filter((one) => known.has(one))
  return was.filter((one) => kept.has(one)).some((one, at) => one !== stayed[at])
}
