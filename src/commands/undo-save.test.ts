import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveRequested } from '#src/events/catalog/coding.ts'
import { documentOpened } from '#src/events/catalog/review.ts'
import { lastSaves } from '#src/stores/last-save.ts'
import { foldAll } from '#src/stores/projection.ts'
import { createDesk, type Desk, documentId, fields, heldOf, stream } from '#tests/support/desk.ts'
import { placed } from '#tests/support/envelopes.ts'
import { setValue } from './coding.ts'
import { save } from './coding-saves.ts'
import { open } from './review.ts'
import { redo, undoSave } from './undo.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
  await desk.tab.dispatch(open({ documentId, position: null }))
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const other = documentId + 1
const lastSave = () => desk.tab.state().lastSaves[desk.tab.tabId()] ?? null
const set = ({ fieldId }: { fieldId: number }, value: string) =>
  desk.tab.dispatch(setValue({ documentId, fieldId, value }))
const saveNow = async () => {
  await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
}
const goTo = (to: number) => desk.tab.dispatch(open({ documentId: to, position: null }))
const undoLast = async () => {
  const { saveId } = lastSave() ?? { saveId: '' }
  const { rejected } = await desk.tab.dispatch(undoSave({ documentId, saveId }))
  await desk.quiet()
  return rejected
}

it('undoing a save takes back all that it took to the record, nothing of the one before, and shows the document', async () => {
  await set(fields.responsive, 'No')
  await saveNow()
  await set(fields.responsive, 'Yes')
  await set(fields.notes, 'the first draft')
  await saveNow()
  await goTo(other)
  expect(lastSave()).toMatchObject({ documentId, next: other })
  expect(await undoLast()).toBeNull()
  expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['No'] })
  expect(desk.tab.state().review.byTab[desk.tab.tabId()]?.current?.documentId).toBe(documentId)
  expect(lastSave()).toBeNull()
  // It is a step like any other: it can be done again.
  await desk.tab.dispatch(redo({ stream }))
  await desk.tab.dispatch(redo({ stream }))
  await desk.quiet()
  expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'] })
})

it('a save that failed leaves what it was to take to the next one, whose undo takes back all of it', async () => {
  await set(fields.responsive, 'Yes')
  desk.record.refuse = { status: 409, code: 'batch.notHeld', message: 'No.' }
  await saveNow()
  desk.record.refuse = null
  await saveNow()
  await goTo(other)
  expect(await undoLast()).toBeNull()
  expect(heldOf(desk.tab)).not.toMatchObject({ Responsive: ['Yes'] })
})

it('belongs to the view that moved: of a window that was pulled out, to that of its opener', () => {
  const { payload } = saveRequested({ documentId, formId: 1, fields: [], undoes: [], mark: null })
  const opened = (id: number, tabId: string) =>
    placed(id, {
      ...documentOpened({ tabId: 'opener', documentId: id, position: null, ahead: [] }),
      tabId,
    })
  const saved = placed(1, { type: saveRequested.type, payload, tabId: 'pulled-out', commandId: 'the-save' })
  const after = foldAll(lastSaves, lastSaves.initial, [saved, opened(other, 'pulled-out')])
  expect(after).toEqual({ opener: expect.objectContaining({ documentId, saveId: 'the-save', next: other }) })
  expect(foldAll(lastSaves, after, [opened(other + 1, 'opener')])).toEqual({})
})

it('is offered on the document after the save, and no further on', async () => {
  await set(fields.responsive, 'Yes')
  await saveNow()
  await goTo(other)
  await goTo(other + 1)
  expect(lastSave()).toBeNull()
  expect(await undoLast()).toBe('There is nothing to undo on this document.')
  expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'] })
})
