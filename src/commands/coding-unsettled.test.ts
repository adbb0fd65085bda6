/** Coding that is not on the record: nobody leaves it behind without being told, nor codes what he does not see. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormField } from '#contracts/coding.ts'
import { $unsettled } from '#src/stores/coding-view.ts'
import { trailOf } from '#src/stores/undo.ts'
import {
  createDesk,
  type Desk,
  documentId,
  fields,
  fieldViewOf,
  heldOf,
  stream,
  viewOf,
} from '#tests/support/desk.ts'
import { chooseByKey, initialise, setValue, typeValue } from './coding.ts'
import { focusField, toggleSection } from './coding-forms.ts'
import { save, saveAndNext } from './coding-saves.ts'
import { open } from './review.ts'
import { undo } from './undo.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(() => desk.close())

const other = 2
const set = (field: FormField, value: string) =>
  desk.tab.dispatch(setValue({ documentId, fieldId: field.fieldId, value }))
const type = (field: FormField, value: string) =>
  desk.tab.dispatch(typeValue({ documentId, fieldId: field.fieldId, value }))
const saveNow = async () => {
  const { rejected } = await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  return rejected
}
const look = async (at: number) => {
  await desk.tab.dispatch(open({ documentId: at, position: null }))
  await desk.tab.dispatch(initialise({ documentId: at, values: [] }))
}
const unsettled = () => Object.fromEntries(desk.tab.scope.getState($unsettled))
const said = () => desk.tab.state().toasts.notifications.map(({ message }) => message)
const refused = { status: 403, code: 'permission.denied', message: 'Your role has changed.' }

describe('coding that is not on the record', () => {
  it('is told of each document: edited, refused, in conflict, and no more once it is saved', async () => {
    expect(unsettled()).toEqual({})
    await set(fields.responsive, 'Yes')
    expect(unsettled()).toEqual({ [documentId]: 'edited' })
    desk.record.refuse = refused
    await saveNow()
    expect(unsettled()).toEqual({ [documentId]: 'failed' })
    await saveNow()
    expect(unsettled()).toEqual({})
    await set(fields.responsive, 'No')
    desk.record.foreign(fields.responsive, 'Unclear')
    await saveNow()
    expect(unsettled()).toEqual({ [documentId]: 'conflict' })
  })

  it('is known again after a reload', async () => {
    await type(fields.pages, 'some')
    const again = await desk.reload()
    expect([...again.scope.getState($unsettled)]).toEqual([[documentId, 'edited']])
  })

  it('is said aloud when its save is refused and one has gone on, and in the form alone while one is there', async () => {
    await look(documentId)
    await set(fields.responsive, 'Yes')
    desk.record.refuse = refused
    await saveNow()
    expect(viewOf(desk.tab).failure).toBe(refused.message)
    expect(said()).toEqual([])

    desk.record.refuse = refused
    const { call } = desk.record.http
    const gone = Promise.withResolvers<void>()
    vi.spyOn(desk.record.http, 'call').mockImplementationOnce(async (...asked) => {
      await gone.promise
      return call(...asked)
    })
    await desk.tab.dispatch(save({ documentId }))
    await look(other)
    gone.resolve()
    await desk.quiet()
    expect(said()).toEqual([`The coding of a document you have left was not saved: ${refused.message}`])
  })
})

describe('a number that is none', () => {
  it('stays as it was typed and blocks the save, until it can be read', async () => {
    await set(fields.responsive, 'Yes')
    await type(fields.pages, 'abc')
    expect(fieldViewOf(desk.tab, fields.pages)).toMatchObject({
      held: 'abc',
      note: { level: 'fault' },
      dirty: true,
    })
    expect(await saveNow()).toBe('Pages: Enter a number.')
    await type(fields.pages, '1,200')
    expect(heldOf(desk.tab).Pages).toBe(1200)
    expect(await saveNow()).toBeNull()
    expect(desk.record.valueOf(fields.pages)).toBe(1200)
  })

  it('is never shown as saved, nor is a date that is none; undo takes it back', async () => {
    await type(fields.amount, 'abc')
    expect(viewOf(desk.tab)).toMatchObject({ status: 'edited', edited: true, changes: 0 })
    await desk.tab.dispatch(undo({ stream }))
    expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', edited: false })
    await type(fields.met, '13/45/2024')
    expect(viewOf(desk.tab)).toMatchObject({ status: 'edited', edited: true, changes: 0 })
    expect(await saveNow()).toBe('Meeting date: Enter the date as MM/DD/YYYY.')
  })
})

describe('a key', () => {
  const press = async (at: number, key = 1) =>
    (await desk.tab.dispatch(chooseByKey({ documentId: at, key }))).rejected

  it('is about the document that stood there when it was pressed, and about no other', async () => {
    await look(documentId)
    await desk.tab.dispatch(focusField({ fieldId: fields.responsive.fieldId }))
    await look(other)
    expect(await press(documentId)).toMatch(/left meanwhile/)
    expect((await desk.tab.dispatch(saveAndNext({ documentId }))).rejected).toMatch(/left meanwhile/)
    expect(heldOf(desk.tab).Responsive).toEqual([])
    expect(unsettled()).toEqual({})
    expect(await press(other)).toBeNull()
    expect(unsettled()).toEqual({ [other]: 'edited' })
  })

  it('does not code a field in a section that is closed', async () => {
    await look(documentId)
    await desk.tab.dispatch(focusField({ fieldId: fields.responsive.fieldId }))
    await desk.tab.dispatch(toggleSection({ sectionId: 1 }))
    expect(await press(documentId)).toBe('Responsive is in Decision, which is closed: open it first.')
    await desk.tab.dispatch(toggleSection({ sectionId: 1 }))
    expect(await press(documentId)).toBeNull()
  })

  it('is called by the field and the value it sets', async () => {
    await look(documentId)
    await desk.tab.dispatch(focusField({ fieldId: fields.responsive.fieldId }))
    await press(documentId, 2)
    expect(trailOf(desk.tab.state().undoTrail, stream).done.at(-1)?.label).toBe('Set Responsive to No')
  })
})
