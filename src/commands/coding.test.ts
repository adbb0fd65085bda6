import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { redo, undo } from '#src/commands/undo.ts'
import { copyOf, mirrorOf } from '#src/stores/coding-view.ts'
import {
  createDesk,
  type Desk,
  docOf,
  documentId,
  fields,
  fieldViewOf,
  form,
  heldOf,
  stream,
  viewOf,
} from '#tests/support/desk.ts'
import { converge } from '#tests/support/tabs.ts'
import * as coding from './coding.ts'
import { focusField, toggleSection } from './coding-forms.ts'
import { save } from './coding-saves.ts'
import { follow } from './review.ts'
import { setFollowing } from './shell.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const set = (field: { fieldId: number }, value: Parameters<typeof coding.setValue>[0]['value']) =>
  desk.tab.dispatch(coding.setValue({ documentId, fieldId: field.fieldId, value }))
const type = (field: { fieldId: number }, value: Parameters<typeof coding.setValue>[0]['value']) =>
  desk.tab.dispatch(coding.typeValue({ documentId, fieldId: field.fieldId, value }))
const checked = (which: 'original' | 'pending', field: { fieldId: number }) =>
  copyOf(form, docOf(desk.tab), which)
    .sections.flatMap((section) => section.fields)
    .find((one) => one.fieldId === field.fieldId)
    ?.values.filter((value) => value.checked)
    .map((value) => value.short_text_value)

describe('the two copies of a form', () => {
  it('[form-initialise] loads an original and a pending copy of what the record has', async () => {
    desk.record.foreign(fields.responsive, 'Yes')
    desk.record.foreign(fields.issues, ['Patent', 'Fraud'])
    desk.record.foreign(fields.hot, false)
    desk.record.foreign(fields.pages, 4)
    await desk.open()
    for (const which of ['original', 'pending'] as const) {
      expect(checked(which, fields.responsive)).toEqual(['Yes'])
      expect(checked(which, fields.issues)).toEqual(['Patent', 'Fraud'])
      expect(checked(which, fields.hot)).toEqual(['No'])
    }
    expect(heldOf(desk.tab)).toMatchObject({ Pages: 4, Notes: '' })
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('[form-edit-pending-only] changes only the pending copy', async () => {
    await set(fields.issues, 'Patent')
    expect(checked('pending', fields.issues)).toEqual(['Patent'])
    expect(checked('original', fields.issues)).toEqual([])
    expect(desk.record.asked).toEqual([])
  })

  it('[form-edit-mirror-storage] has a mirror with the pending values and the index of the form', async () => {
    await type(fields.notes, 'n')
    await set(fields.issues, 'Fraud')
    expect(mirrorOf(desk.tab.state().coding, documentId)).toEqual({
      codingIndex: 0,
      values: { [fields.notes.fieldId]: 'n', [fields.issues.fieldId]: ['Fraud'] },
    })
  })

  it('[form-reset] puts the pending copy back to the original', async () => {
    desk.record.foreign(fields.responsive, 'Yes')
    await desk.open()
    await set(fields.responsive, 'No')
    await type(fields.notes, 'n')
    await desk.tab.dispatch(coding.reset({ documentId }))
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'], Notes: '' })
    expect(viewOf(desk.tab).changes).toBe(0)
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['No'], Notes: 'n' })
  })

  it('[form-reset-placeholder] resets nothing where there is no form yet', async () => {
    const bare = await createDesk({ bare: true })
    await bare.open()
    const refused = await bare.tab.dispatch(coding.reset({ documentId }))
    expect(refused.rejected).toBe('There is no coding form to reset.')
    expect(viewOf(bare.tab)).toMatchObject({ formId: -1, sections: [], readOnly: true })
    expect((await bare.tab.dispatch(save({ documentId }))).rejected).toBe(
      'This project has no coding form yet.',
    )
    await bare.close()
  })

  it('[form-sync-map] applies a map of names to values in one step', async () => {
    await set(fields.issues, 'Fraud')
    const values = { Responsive: 'No', Issues: ['Patent', 'Pricing'], Hot: true, 'Batch remark': 'never' }
    await desk.tab.dispatch(coding.syncValues({ documentId, values }))
    expect(checked('pending', fields.responsive)).toEqual(['No'])
    expect(checked('pending', fields.issues)).toEqual(['Patent', 'Pricing'])
    expect(checked('pending', fields.hot)).toEqual(['Yes'])
    expect(heldOf(desk.tab)['Batch remark']).toBe('')
    await desk.tab.dispatch(undo({ stream }))
    expect(checked('pending', fields.issues)).toEqual(['Fraud'])
    expect(checked('pending', fields.responsive)).toEqual([])
  })

  it('refuses a map with a field or a value that the form does not have, and changes nothing', async () => {
    const refusal = async (values: Record<string, string>) =>
      (await desk.tab.dispatch(coding.syncValues({ documentId, values }))).rejected
    expect(await refusal({ Responsive: 'Yes', Nothing: 'x' })).toBe('The form has no field Nothing.')
    expect(await refusal({ Hot: 'Yes', Responsive: 'Maybe' })).toBe('Responsive has no such value.')
    expect(viewOf(desk.tab).changes).toBe(0)
  })
})

describe('changes', () => {
  it('[form-changes-diff] are the fields whose values differ from the original', async () => {
    desk.record.foreign(fields.pages, 4)
    await desk.open()
    await type(fields.pages, '5')
    await type(fields.notes, 'n')
    await type(fields.notes, '')
    await type(fields.amount, -1)
    const dirty = viewOf(desk.tab).sections.flatMap((s) => s.fields.filter((f) => f.dirty).map((f) => f.name))
    // A negative amount is nothing, and nothing is what the record has.
    expect(dirty).toEqual(['Pages'])
    await type(fields.pages, '4')
    expect(viewOf(desk.tab).changes).toBe(0)
  })

  it('[form-changes-skip-read-only] leave read-only fields out, whatever is tried', async () => {
    expect((await set(fields.remark, 'mine')).rejected).toBe('Batch remark is read-only.')
    expect(fieldViewOf(desk.tab, fields.remark)).toMatchObject({ dirty: false, readOnly: true, held: '' })
  })

  it('[limit-modify-action-type-0] say what saving would do: none, added, changed, removed', async () => {
    const action = (field: { fieldId: number }) =>
      fieldViewOf(desk.tab, field as typeof fields.responsive).modifyActionType
    expect([viewOf(desk.tab).modifyActionType, action(fields.issues)]).toEqual([0, 0])
    await set(fields.issues, 'Patent')
    expect([viewOf(desk.tab).modifyActionType, action(fields.issues)]).toEqual([1, 1])
    desk.record.foreign(fields.pages, 4)
    await desk.open()
    expect(viewOf(desk.tab).modifyActionType).toBe(2)
    await type(fields.pages, '5')
    expect(action(fields.pages)).toBe(2)
    await type(fields.pages, '')
    expect(action(fields.pages)).toBe(3)
    await set(fields.issues, 'Patent')
    expect(viewOf(desk.tab).modifyActionType).toBe(3)
  })

  it('[payload-coding-number-negative] are noted before saving where they will be saved otherwise', async () => {
    await type(fields.amount, '-2')
    expect(fieldViewOf(desk.tab, fields.amount).note).toMatchObject({ level: 'note' })
    expect(fieldViewOf(desk.tab, fields.amount).held).toBe(-2)
    await type(fields.amount, '2')
    expect(fieldViewOf(desk.tab, fields.amount).note).toBeNull()
  })

  it('[form-unhandled-field-type] [payload-coding-boolean-two] are warned about where a field cannot be coded as it is', async () => {
    await set(fields.odd, 'raw')
    expect(fieldViewOf(desk.tab, fields.odd)).toMatchObject({ held: 'raw', note: { level: 'warning' } })
    await set(fields.lone, 'Only')
    expect(fieldViewOf(desk.tab, fields.lone)).toMatchObject({ dirty: false, note: { level: 'warning' } })
  })

  it('show required fields that are missing, and keep the reviewer once coding has started', async () => {
    expect(viewOf(desk.tab).missing.map((one) => one.message)).toEqual(['Responsive is required.'])
    expect(viewOf(desk.tab).blockers).toEqual([])
    await set(fields.issues, 'Patent')
    expect(viewOf(desk.tab).blockers.map((one) => one.name)).toEqual(['Responsive'])
    await set(fields.responsive, 'Yes')
    expect(viewOf(desk.tab).blockers).toEqual([])
  })
})

describe('the form on the screen', () => {
  it('stands in the order of positions, with keys for its options', () => {
    const { sections } = viewOf(desk.tab)
    expect(sections.map((one) => one.name)).toEqual(['Decision', 'Details'])
    expect(sections[0]?.fields.map((one) => one.name)).toEqual(['Responsive', 'Issues', 'Hot'])
    expect(fieldViewOf(desk.tab, fields.issues).options.map(({ text, key }) => [text, key])).toEqual([
      ['Patent', 1],
      ['Pricing', 2],
      ['Fraud', 3],
    ])
  })

  it('[form-section-expand] toggles sections, in this tab only', async () => {
    const other = await desk.another()
    await desk.tab.dispatch(toggleSection({ sectionId: 1 }))
    const shown = () => viewOf(desk.tab).sections.map(({ isExpanded }) => isExpanded)
    expect(shown()).toEqual([false, true])
    await converge(desk.browser, [desk.tab, other])
    expect(viewOf(other).sections.map((one) => one.isExpanded)).toEqual([true, true])
    await desk.tab.dispatch(toggleSection({ sectionId: 1 }))
    expect(shown()).toEqual([true, true])
  })

  it('chooses a value of the focused field by its number', async () => {
    const press = async (key: number) => (await desk.tab.dispatch(coding.chooseByKey({ key }))).rejected
    await desk.tab.dispatch(focusField({ fieldId: fields.issues.fieldId }))
    // Without a document in the window there is nothing to code.
    expect(await press(1)).toBe('Open a document first.')
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: null } })
    expect(await press(3)).toBeNull()
    expect(await press(1)).toBeNull()
    expect(heldOf(desk.tab).Issues).toEqual(['Patent', 'Fraud'])
    expect(await press(4)).toBe('Issues has no value 4.')
    await desk.tab.dispatch(focusField({ fieldId: fields.notes.fieldId }))
    expect(await press(1)).toBe('Notes is not coded by keys.')
    await desk.tab.dispatch(focusField({ fieldId: null }))
    expect(await press(1)).toBe('Choose a field first.')
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab).Issues).toEqual(['Fraud'])
  })

  it('chooses by number in a window that shows another, for the field that has the focus there', async () => {
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: null } })
    await desk.tab.dispatch(focusField({ fieldId: fields.issues.fieldId }))
    const pulledOut = await desk.another()
    await pulledOut.dispatch(follow({ openerTabId: desk.tab.tabId() }))
    expect((await pulledOut.dispatch(coding.chooseByKey({ key: 3 }))).rejected).toBeNull()
    expect(heldOf(pulledOut).Issues).toEqual(['Fraud'])
  })

  it('chooses by number for the field that has the focus in this tab, though all tabs share a view', async () => {
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: null } })
    await desk.tab.dispatch(focusField({ fieldId: fields.issues.fieldId }))
    await desk.tab.dispatch(setFollowing({ following: true }))
    const other = await desk.another()
    await other.dispatch(focusField({ fieldId: fields.responsive.fieldId }))
    expect((await other.dispatch(coding.chooseByKey({ key: 1 }))).rejected).toBeNull()
    expect(heldOf(other)).toMatchObject({ Responsive: ['Yes'] })
    expect(heldOf(other).Issues ?? []).toEqual([])
  })
})

describe('undo of edits that are not saved', () => {
  it('goes back and forth step by step, and asks the server for nothing', async () => {
    await set(fields.responsive, 'Yes')
    await set(fields.issues, 'Patent')
    await set(fields.issues, 'Fraud')
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'], Issues: ['Patent'] })
    await desk.tab.dispatch(undo({ stream }))
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: [], Issues: [] })
    expect(viewOf(desk.tab).status).toBe('clean')
    await desk.tab.dispatch(redo({ stream }))
    await desk.tab.dispatch(redo({ stream }))
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'], Issues: ['Patent'] })
    expect(desk.record.asked).toEqual([])
  })

  it('takes what was typed in one go as one step', async () => {
    for (const text of ['p', 'pr', 'pri']) await type(fields.notes, text)
    desk.clock.now += 5_000
    for (const text of ['priv', 'privi']) await type(fields.notes, text)
    await type(fields.summary, 's')
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab)).toMatchObject({ Notes: 'privi', Summary: '' })
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab).Notes).toBe('pri')
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab).Notes).toBe('')
  })

  it('works from another tab and after a reload', async () => {
    await set(fields.responsive, 'Yes')
    const other = await desk.another()
    expect(heldOf(other).Responsive).toEqual(['Yes'])
    await other.dispatch(undo({ stream }))
    await converge(desk.browser, [desk.tab, other])
    expect(heldOf(desk.tab).Responsive).toEqual([])
    await set(fields.issues, 'Fraud')
    const reloaded = await desk.reload()
    expect(heldOf(reloaded).Issues).toEqual(['Fraud'])
    await reloaded.dispatch(undo({ stream }))
    expect(heldOf(reloaded).Issues).toEqual([])
  })

  it('names its steps without repeating what was typed', async () => {
    const label = async (dispatched: Promise<{ envelopes: readonly { label: string }[] }>) =>
      (await dispatched).envelopes[0]?.label
    expect(await label(set(fields.responsive, 'Yes'))).toBe('Set Responsive to Yes')
    expect(await label(set(fields.issues, 'Fraud'))).toBe('Change Issues: Fraud')
    expect(await label(set(fields.hot, true))).toBe('Set Hot to Yes')
    expect(await label(type(fields.met, '01/02/2024'))).toBe('Set Meeting date to 01/02/2024')
    expect(await label(type(fields.notes, 'privileged and confidential'))).toBe('Change Notes')
    expect(await label(set(fields.responsive, null))).toBe('Clear Responsive')
  })
})
