/** The choice of where a save goes, on its way to the record: in order, once, and not lost with a save that is not taken. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDesk, type Desk, documentId, fields } from '#tests/support/desk.ts'
import { setValue } from './coding.ts'
import { resolve, retrySave, save } from './coding-saves.ts'
import { choose, chooseField } from './propagation.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const set = (field: { readonly fieldId: number }, value: string) =>
  desk.tab.dispatch(setValue({ documentId, fieldId: field.fieldId, value }))
const toFamily = () => desk.tab.dispatch(choose({ documentId, option: 'family' }))
const asked = () =>
  desk.record.asked
    .filter(({ call }) => call === 'coding.save')
    .map(({ body }) => (body as { propagation?: { family: boolean; fields: number[] } }).propagation)
const family = (...going: { readonly coding_form_field_id: number }[]) => ({
  ...{ family: true, emailThread: false, nearDuplicates: false, Skip: false },
  fields: going.map(({ coding_form_field_id }) => coding_form_field_id),
})

it('goes with the next save and no other', async () => {
  await toFamily()
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  await set(fields.responsive, 'No')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), undefined])
})

it('goes field by field, and nowhere with Skip', async () => {
  await toFamily()
  await set(fields.responsive, 'Yes')
  await set(fields.issues, 'Fraud')
  await desk.tab.dispatch(chooseField({ documentId, fieldId: fields.issues.fieldId }))
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  await toFamily()
  await desk.tab.dispatch(choose({ documentId, option: 'Skip' }))
  await set(fields.responsive, 'No')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), undefined])
})

it('waits for the network in its order, with what was chosen', async () => {
  desk.record.down = true
  await toFamily()
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await set(fields.responsive, 'No')
  await desk.tab.dispatch(save({ documentId }))
  desk.record.down = false
  await desk.quiet()
  expect(asked().at(0)).toEqual(family(fields.responsive))
  expect(asked().at(-1)).toBeUndefined()
  expect(desk.record.rows.map((row) => row.newValue)).toEqual(['Yes', 'No'])
})

it('stays with a save that was refused, or met another’s value', async () => {
  desk.record.refuse = { status: 409, code: 'conflict', message: 'Not now.' }
  await toFamily()
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  desk.record.foreign(fields.responsive, 'No')
  await desk.tab.dispatch(retrySave({ documentId }))
  await desk.quiet()
  await desk.tab.dispatch(resolve({ documentId, fieldId: fields.responsive.fieldId, choice: 'mine' }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), family(fields.responsive), family(fields.responsive)])
})

it('is chosen still after a save that was refused: for what is coded more, and not for what was kept here', async () => {
  desk.record.refuse = { status: 409, code: 'conflict', message: 'Not now.' }
  await toFamily()
  await set(fields.responsive, 'Yes')
  await set(fields.issues, 'Fraud')
  await desk.tab.dispatch(chooseField({ documentId, fieldId: fields.issues.fieldId }))
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  await set(fields.responsive, 'No')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  // It was for one save: the next goes nowhere.
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), family(fields.responsive), undefined])
})

it('is turned off after a save that was refused', async () => {
  desk.record.refuse = { status: 409, code: 'conflict', message: 'Not now.' }
  await toFamily()
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  await toFamily()
  await desk.tab.dispatch(retrySave({ documentId }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), undefined])
})

it('is not asked for again where the project has switched propagation off', async () => {
  desk.record.refuse = {
    ...{ status: 409, code: 'conflict', message: 'Propagation is switched off in this project.' },
    detail: 'propagationEnabled',
  }
  await toFamily()
  await set(fields.responsive, 'Yes')
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  await desk.tab.dispatch(retrySave({ documentId }))
  await desk.quiet()
  expect(asked()).toEqual([family(fields.responsive), undefined])
  expect(desk.record.rows.map((row) => row.newValue)).toEqual(['Yes'])
})
