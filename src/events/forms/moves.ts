/** Moving what stands in a form: by one place with the keyboard, or to where it is dropped. */
import { type Build, type BuildEdit, placeOf } from './build.ts'

/**
 * One place up or down. A field that stands at the edge of its section goes into the next one. Null: there is no further way,
 * or it is not there.
 */
export function moveBy(form: Build, key: string, by: -1 | 1): BuildEdit | null {
  const found = placeOf(form, key)
  if (found === null) return null
  const { section, sectionAt, field, fieldAt = 0, choice, choiceAt = 0 } = found
  if (field === undefined) {
    const at = sectionAt + by
    return at < 0 || at >= form.sections.length ? null : { is: 'moveSection', key, at }
  }
  if (choice !== undefined) {
    const at = choiceAt + by
    return at < 0 || at >= field.choices.length ? null : { is: 'moveChoice', key, at }
  }
  const at = fieldAt + by
  if (at >= 0 && at < section.fields.length) return { is: 'moveField', key, into: section.key, at }
  const next = form.sections[sectionAt + by]
  return next === undefined
    ? null
    : { is: 'moveField', key, into: next.key, at: by < 0 ? next.fields.length : 0 }
}

/** To the place of what it is dropped on; on a section a field becomes its first. Null: nothing moves. */
export function dropOn(form: Build, key: string, onto: string): BuildEdit | null {
  const dragged = placeOf(form, key)
  const target = placeOf(form, onto)
  if (dragged === null || target === null || key === onto) return null
  if (dragged.choice !== undefined)
    return target.choice === undefined || target.field !== dragged.field
      ? null
      : { is: 'moveChoice', key, at: target.choiceAt ?? 0 }
  if (dragged.field !== undefined)
    return { is: 'moveField', key, into: target.section.key, at: target.fieldAt ?? 0 }
  return target.section === dragged.section ? null : { is: 'moveSection', key, at: target.sectionAt }
}

/** To the end of a section. */
export function moveInto(form: Build, key: string, into: string): BuildEdit | null {
  const section = form.sections.find((one) => one.key === into)
  const found = placeOf(form, key)
  if (section === undefined || found === null || found.section === section) return null
  return { is: 'moveField', key, into, at: section.fields.length }
}

/** Where something stands, said to those who cannot see it. */
export function placeInWords(form: Build, key: string): string {
  const found = placeOf(form, key)
  if (found === null) return ''
  const { section, sectionAt, field, fieldAt = 0, choice, choiceAt = 0 } = found
  if (field === undefined)
    return `${section.name || 'Section'}: section ${sectionAt + 1} of ${form.sections.length}`
  if (choice !== undefined)
    return `${choice.text || 'Choice'}: choice ${choiceAt + 1} of ${field.choices.length}`
  return `${field.name || 'Field'}: field ${fieldAt + 1} of ${section.fields.length} in ${section.name}`
}
