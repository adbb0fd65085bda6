import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { turnPanel } from '#src/commands/bulk.ts'
import { setValue } from '#src/commands/coding.ts'
import { saveAndNext } from '#src/commands/coding-saves.ts'
import { next, open } from '#src/commands/review.ts'
import { requestPage } from '#src/commands/review-list.ts'
import { undo } from '#src/commands/undo.ts'
import { createDesk, type Desk, documentId, fields, stream } from '#tests/support/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})
const refusal = (tab = desk.tab) => desk.tab.state().refusals[tab.tabId()] ?? null

describe('what a person was refused last', () => {
  it('is kept with its reason and its place, and told apart from the same said again', async () => {
    await desk.tab.dispatch(undo({ stream }))
    const first = refusal()
    expect(first).toMatchObject({ place: 'coding', reason: 'There is nothing to undo on this document.' })
    await desk.tab.dispatch(undo({ stream }))
    expect(refusal()).toMatchObject({ reason: 'There is nothing to undo on this document.' })
    expect(refusal()?.id).not.toBe(first?.id)
    await desk.tab.dispatch(next({}))
    expect(refusal()).toMatchObject({ place: 'document', reason: 'There is no list yet.' })
  })

  it('names the required field that keeps somebody on a document', async () => {
    await desk.tab.dispatch(open({ documentId, position: null }))
    await desk.tab.dispatch(saveAndNext({ documentId }))
    expect(refusal()).toMatchObject({ place: 'coding', reason: 'Responsive is required.' })
  })

  it('is past once something has been done', async () => {
    await desk.tab.dispatch(undo({ stream }))
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value: 'Yes' }))
    expect(refusal()).toBeNull()
  })

  it('is past once somebody has done anything else that could have been refused; nothing that the program does ends it', async () => {
    await desk.tab.dispatch(open({ documentId, position: null }))
    await desk.tab.dispatch(undo({ stream }))
    await desk.tab.dispatch(requestPage({ page: 1 }))
    expect(refusal()).toMatchObject({ place: 'coding' })
    await desk.tab.dispatch(turnPanel({ open: false }))
    expect(refusal()).toBeNull()
  })

  it('is of the tab in which it was asked for', async () => {
    const other = await desk.another()
    await other.dispatch(undo({ stream }))
    await expect.poll(() => refusal(other)).not.toBeNull()
    expect(refusal()).toBeNull()
  })

  it('is nothing that the program asked for by itself, and no answer of an effect', async () => {
    await desk.tab.dispatch(requestPage({ page: 1 }))
    expect(refusal()).toBeNull()
    const { envelopes } = await desk.tab.dispatch(open({ documentId, position: null }))
    const [cause] = envelopes
    await desk.tab.dispatch(undo({ stream }), cause === undefined ? {} : { cause })
    expect(refusal()).toBeNull()
  })
})
