/** Whatever is edited while a form is built: undo takes it back exactly, and what has no fault is a form that can be sent. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceColors } from '#contracts/coding.ts'
import { formChanges } from '#contracts/form-changes.ts'
import { formDraft } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import { checkDraft } from '#server/review/coding/forms.ts'
import { redoFormEdit, undoFormEdit } from '#src/commands/forms.ts'
import { formBegun, formEdited, formRedone, formUndone } from '#src/events/catalog/forms.ts'
import {
  applied,
  type Build,
  type BuildEdit,
  type ChoiceBuild,
  type FieldBuild,
  fieldsIn,
  goesOn,
  inverseOf,
  placeOf,
  type SectionBuild,
} from '#src/events/forms/build.ts'
import { faultsOf } from '#src/events/forms/faults.ts'
import { definitionOfBuild, draftOf } from '#src/events/forms/forms.ts'
import { dropOn, moveBy, moveInto } from '#src/events/forms/moves.ts'
import { type FormWork, forms } from '#src/stores/forms.ts'
import { property as test } from '#tests/runs.ts'

const text = fc.oneof(
  fc.constantFrom('Yes', 'No', 'yes', 'Responsive', 'Basis', 'Issues', ' ', '', 'a:b', 'Late'),
  fc.string({ maxLength: 60 }),
)
const color = fc.option(fc.constantFrom(...choiceColors))
const quickKey = fc.option(fc.integer({ min: 0, max: 11 }))
const typeId = fc.constantFrom(...Object.values(fieldTypes))

/** What a person does next, by what stands there then. */
type Wish = (form: Build, fresh: () => string) => BuildEdit | null

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const keysIn = (form: Build): readonly string[] =>
  form.sections.flatMap((section) => [
    section.key,
    ...section.fields.flatMap((field) => [field.key, ...field.choices.map(({ key }) => key)]),
  ])

const wish: fc.Arbitrary<Wish> = fc
  .record({
    what: fc.integer({ min: 0, max: 13 }),
    n: fc.nat(60),
    m: fc.nat(60),
    text,
    other: text,
    color,
    quickKey,
    typeId,
    flag: fc.boolean(),
  })
  .map(({ what, n, m, flag, ...said }) => (form, fresh): BuildEdit | null => {
    const section = pick(form.sections, n)
    const field = pick(fieldsIn(form), n)
    const choice = pick(field?.choices ?? [], m)
    const newChoice = (of: string): ChoiceBuild => ({
      ...{ key: fresh(), choiceId: null, text: of },
      ...{ color: said.color, quickKey: said.quickKey },
    })
    switch (what) {
      case 0:
        return { is: 'rename', name: said.text }
      case 1: {
        const one: SectionBuild = { key: fresh(), sectionId: null, name: said.text, fields: [] }
        return { is: 'putSection', at: m, section: one }
      }
      case 2:
      case 3: {
        const one: FieldBuild = {
          ...{ key: fresh(), fieldId: null, name: said.text, typeId: said.typeId },
          ...{ required: flag, readOnly: !flag, help: said.other },
          choices: flag ? [newChoice(said.text), newChoice(said.other)] : [],
        }
        return section === undefined ? null : { is: 'putField', into: section.key, at: m, field: one }
      }
      case 4:
        return field === undefined
          ? null
          : { is: 'putChoice', into: field.key, at: m, choice: newChoice(said.text) }
      case 5: {
        const key = pick(keysIn(form), n)
        return key === undefined ? null : { is: 'take', key }
      }
      case 6: {
        const key = pick(keysIn(form), n)
        return key === undefined ? null : moveBy(form, key, flag ? 1 : -1)
      }
      case 7: {
        const keys = keysIn(form)
        return dropOn(form, pick(keys, n) ?? '', pick(keys, m) ?? '')
      }
      case 8:
        return field === undefined ? null : moveInto(form, field.key, pick(form.sections, m)?.key ?? '')
      case 9:
        return section === undefined ? null : { is: 'setSection', key: section.key, name: said.text }
      case 10:
        return field === undefined ? null : { is: 'setField', key: field.key, to: { name: said.text } }
      case 11:
        return field === undefined
          ? null
          : { is: 'setField', key: field.key, to: { required: flag, typeId: said.typeId, help: said.other } }
      case 12:
        return choice === undefined
          ? null
          : { is: 'setChoice', key: choice.key, to: { text: said.text, color: said.color } }
      default:
        return choice === undefined
          ? null
          : { is: 'setChoice', key: choice.key, to: { quickKey: said.quickKey } }
    }
  })

const empty: Build = { name: '', sections: [] }

/** All edits in turn; `each` sees what there was and what there is. */
function played(
  wishes: readonly Wish[],
  each: (before: Build, edit: BuildEdit, after: Build) => void = () => undefined,
): Build {
  let keys = 0
  let form = empty
  for (const one of wishes) {
    const edit = one(form, () => `new-${++keys}`)
    if (edit === null) continue
    const after = applied(form, edit)
    each(form, edit, after)
    form = after
  }
  return form
}

const none = { takenNames: ['Taken'], fields: [{ fieldId: 1, name: 'Basis' }] }

describe('building a form', () => {
  test('every edit is taken back exactly, or changes nothing', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), (wishes) => {
        played(wishes, (before, edit, after) => {
          const back = inverseOf(before, edit)
          if (back === null) expect(after).toEqual(before)
          else expect(applied(after, back)).toEqual(before)
        })
      }),
    )
  })

  test('[val-form-name-required] [val-form-name-too-long] [val-form-name-forbidden] [val-form-name-unique] gives a form that is accepted, or says why it is not', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), fc.boolean(), (wishes, named) => {
        const built = played(wishes)
        const form = named ? { ...built, name: 'First pass' } : built
        const faults = faultsOf(form, none)
        for (const { key, message } of faults) {
          expect(message).not.toBe('')
          if (key !== null) expect(placeOf(form, key)).not.toBeNull()
        }
        if (faults.length > 0) return
        const draft = formDraft.parse(draftOf(form))
        checkDraft(draft)
        expect(draft.sections.map(({ name }) => name)).toEqual(form.sections.map(({ name }) => name.trim()))
        expect(formChanges(definitionOfBuild(form), definitionOfBuild(form))).toEqual([])
      }),
    )
  })

  test('undoing all steps leads back to where it began, and doing them again to where it was', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 40 }), (wishes) => {
        const key = 'new-form'
        let state = forms.initial
        const tell = (event: { type: string; payload: unknown }) => {
          const fold = forms.handlers.get(event.type)
          state = fold?.(state, event.payload as never, { at: '2026-01-05T10:00:00.000Z' } as never) ?? state
        }
        const work = (): FormWork => {
          const one = state.works[key]
          if (one === undefined) throw new Error('The work is gone.')
          return one
        }
        tell(formBegun({ key, formId: null, base: null, build: empty }))
        played(wishes, (_before, edit) => tell(formEdited({ key, edit })))
        const built = work().build
        const steps = work().past.length
        for (let n = 0; n < steps; n++) tell(formUndone({ key }))
        expect(work().build).toEqual(empty)
        for (let n = 0; n < steps; n++) tell(formRedone({ key }))
        expect(work().build).toEqual(built)
      }),
    )
  })

  it('makes one step of what is typed in one place, and says what cannot be undone any more', () => {
    const name = (text: string): BuildEdit => ({ is: 'setField', key: 'a', to: { name: text } })
    expect(goesOn(name('R'), name('Re'))).toBe(true)
    expect(goesOn(name('R'), { is: 'setField', key: 'b', to: { name: 'Re' } })).toBe(false)
    expect(goesOn(name('R'), { is: 'setField', key: 'a', to: { help: 'Re' } })).toBe(false)
    const required: BuildEdit = { is: 'setField', key: 'a', to: { required: true } }
    expect(goesOn(required, required)).toBe(false)
    expect([undoFormEdit.capture, redoFormEdit.capture]).toEqual(['never', 'never'])
  })
})
