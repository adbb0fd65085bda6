/** Coding forms that are built: what is unsaved, whose try is lost, and what becomes of a try that nobody waited for. */
import { describe, expect, it } from 'vitest'
import type { FormDefinition } from '#contracts/form-builder.ts'
import { beginForm } from '#src/commands/forms.ts'
import {
  formAnswered,
  formAsked,
  formBegun,
  formEdited,
  formRefused,
  formSaved,
  formUndone,
} from '#src/events/catalog/forms.ts'
import { applied } from '#src/events/forms/build.ts'
import { buildOf, draftOf, isAsSaved, restedOn } from '#src/events/forms/forms.ts'
import { type FormWork, forms, isLost, isUnsaved, stepsKept } from './forms.ts'

const definition: FormDefinition = {
  name: 'First pass',
  sections: [
    {
      sectionId: 1,
      name: 'Decision',
      fields: [
        {
          ...{ fieldId: 5, name: 'Responsive', typeId: 8, required: false, readOnly: false },
          choices: [
            { choiceId: 51, text: 'Yes', color: 'green' },
            { choiceId: 52, text: 'No' },
          ],
        },
      ],
    },
  ],
}
const key = 'form-1'

function begun() {
  let state = forms.initial
  const tell = (event: { type: string; payload: unknown }, tabId = 'one') => {
    const fold = forms.handlers.get(event.type)
    state = fold?.(state, event.payload as never, { at: '2026-01-05T10:00:00.000Z', tabId } as never) ?? state
  }
  tell(formBegun({ key, formId: 1, base: { version: 3, definition }, build: buildOf(definition) }))
  const known = (): FormWork | undefined => state.works[key]
  const work = (): FormWork => {
    const one = known()
    if (one === undefined) throw new Error('The work is gone.')
    return one
  }
  const rename = (name: string) => tell(formEdited({ key, edit: { is: 'rename', name } }))
  const ask = (formKey: string, tabId?: string) =>
    tell(
      formAsked({ key, formKey, formId: 1, version: 3, draft: draftOf(work().build), accepted: false }),
      tabId,
    )
  return { tell, known, work, rename, ask }
}

describe('a form that is built', () => {
  it('is unsaved where it differs from the version that it rests on, however many steps can be undone', () => {
    const { tell, work, rename } = begun()
    expect(isUnsaved(work())).toBe(false)
    rename('Other pass')
    for (let n = 0; n <= stepsKept; n++) {
      const to = n % 2 === 0
      tell(formEdited({ key, edit: { is: 'setField', key: 'field-5', to: { required: to } } }))
    }
    for (let n = 0; n < stepsKept; n++) tell(formUndone({ key }))
    expect(work().past).toEqual([])
    expect(isUnsaved(work())).toBe(true)
    // And it is not begun anew over what is left.
    const again = { key, formId: 1, base: { version: 4, definition }, build: buildOf(definition) }
    const state = { forms: { works: { [key]: work() } } }
    expect(beginForm.decide(state as never, again, { can: () => true } as never)).toEqual([])
    // All taken back by hand is nothing to be saved.
    const { tell: other, work: whole, rename: name } = begun()
    name('Other pass')
    other(formEdited({ key, edit: { is: 'setSection', key: 'section-1', name: 'Decision' } }))
    name('First pass')
    expect(whole().past.length).toBeGreaterThan(0)
    expect(isUnsaved(whole())).toBe(false)
  })

  it('only the tab that asked says that a try is lost', () => {
    const { work, rename, ask } = begun()
    rename('Other pass')
    ask('try-1', 'one')
    expect(isLost(work(), 'two', new Set())).toBe(false)
    expect(isLost(work(), 'one', new Set(['try-1']))).toBe(false)
    // It was loaded anew since.
    expect(isLost(work(), 'one', new Set())).toBe(true)
  })

  it('takes in what becomes of the last try also after nobody waited for it, unless something was edited since', () => {
    const saved = begun()
    saved.rename('Other pass')
    saved.ask('try-1')
    saved.tell(formAnswered({ key, base: null }))
    expect(saved.work().sending).toBeNull()
    saved.tell(formSaved({ key, formKey: 'try-1' }))
    expect(saved.known()).toBeUndefined()

    const refused = begun()
    refused.rename('Other pass')
    refused.ask('try-1')
    refused.tell(formAnswered({ key, base: null }))
    refused.tell(formRefused({ key, formKey: 'try-1', message: 'No.', present: null }))
    expect(refused.work().refusal).toBe('No.')

    const edited = begun()
    edited.rename('Other pass')
    edited.ask('try-1')
    edited.tell(formAnswered({ key, base: null }))
    edited.rename('Third pass')
    edited.tell(formSaved({ key, formKey: 'try-1' }))
    expect(edited.work().build.name).toBe('Third pass')
  })

  it('knows its own draft again in what was saved, also where ids are new', () => {
    const build = applied(buildOf(definition), {
      is: 'putChoice',
      into: 'field-5',
      at: 2,
      choice: { key: 'new', choiceId: null, text: 'Unclear', color: null, quickKey: 3 },
    })
    const [section] = definition.sections
    const [field] = section?.fields ?? []
    if (section === undefined || field === undefined) throw new Error('There is no field.')
    const choices = [...field.choices, { choiceId: 90, text: 'Unclear', key: 3 }]
    const savedAs = (more: object) => ({
      definition: { ...definition, sections: [{ ...section, fields: [{ ...field, choices, ...more }] }] },
    })
    expect(isAsSaved(draftOf(build), savedAs({}))).toBe(true)
    expect(isAsSaved(draftOf(build), savedAs({ required: true }))).toBe(false)
    expect(isAsSaved(draftOf(build), { definition })).toBe(false)
  })

  it('keeps the new name of a field that was renamed meanwhile, and names it by its id', () => {
    const [section] = definition.sections
    const renamed = {
      ...definition,
      sections: [{ ...section, fields: section?.fields.map((one) => ({ ...one, name: 'Relevant' })) }],
    } as FormDefinition
    const rested = restedOn({ ...buildOf(definition), name: 'My pass' }, renamed)
    expect(draftOf(rested)).toMatchObject({
      name: 'My pass',
      sections: [{ fields: [{ fieldId: 5, field_name: 'Relevant', help: null }] }],
    })
  })
})
