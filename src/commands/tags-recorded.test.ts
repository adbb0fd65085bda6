import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRow } from '#contracts/audit.ts'
import { applyTags, receiveTags } from '#src/commands/tags.ts'
import { undoRecordedTags } from '#src/commands/tags-recorded.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { recordedTagSteps, standingTags } from '#src/events/tagging-recorded.ts'
import { recordedTagsView } from '#src/stores/tags-recorded.ts'
import { type AnotherDay, anotherDay, lookBack, stepsSaid } from '#tests/support/another-day.ts'
import { createDesk, type Desk, documentId, stream, tagCategories } from '#tests/support/desk.ts'
import type { Tab } from '#tests/support/tabs.ts'

const [responsive, notResponsive, patent, pricing] = [11, 12, 21, 22]

let desk: Desk
let later: AnotherDay
beforeEach(async () => {
  desk = await createDesk()
  later = anotherDay(desk, receiveTags({ categories: [...tagCategories] }))
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await later.close()
  await desk.close()
})

const tag = async (add: number[], remove: number[] = [], tab = desk.tab) => {
  const { commandId } = await tab.dispatch(applyTags({ documentId, add, remove }))
  await desk.quiet(tab)
  return commandId
}
const shown = (tab: Tab) => {
  const { audit, tags, undoTrail: trails } = tab.state()
  return recordedTagsView({ audit, trails, tags, userId: 7 }, documentId)
}
const says = (tab: Tab) => stepsSaid(shown(tab))
const takeBack = async (tab: Tab, changeId: string) => {
  const { rejected } = await tab.dispatch(undoRecordedTags({ documentId, changeId }))
  await desk.quiet(tab)
  return rejected
}

describe('what was tagged on another day', () => {
  it('is shown from the record, newest first, and not beside the trail of the browser that did it', async () => {
    await tag([responsive, patent])
    await tag([notResponsive])
    await lookBack(desk)
    expect(says(desk.tab)).toEqual([])
    expect(says(await later.begin())).toEqual([
      'Decision: Responsive → Not responsive',
      'Issues: no tag → Patent; Decision: no tag → Responsive',
    ])
  })

  it('is taken back on the record, step by step, and put forth again, with the marks that say so', async () => {
    const first = await tag([responsive, patent])
    const second = await tag([notResponsive])
    const tab = await later.begin()
    for (const changeId of [second, first]) expect(await takeBack(tab, changeId)).toBeNull()
    expect([...desk.record.sheet().tags]).toEqual([])
    expect(desk.record.rows.slice(-3).map((row) => [row.field, row.how, row.undo?.targets])).toEqual([
      ['Decision', 'undo', [second]],
      ['Issues', 'undo', [first]],
      ['Decision', 'undo', [first]],
    ])
    expect(says(tab).every((words) => words.endsWith(', undone'))).toBe(true)

    await tab.dispatch(redo({ stream }))
    await desk.quiet(tab)
    expect([...desk.record.sheet().tags].sort()).toEqual([responsive, patent])
    await tab.dispatch(undo({ stream }))
    await desk.quiet(tab)
    expect([...desk.record.sheet().tags]).toEqual([])
    expect(tab.faults).toEqual([])
  })

  it('is shown as undone to a browser that only reads of it, and as standing once it was redone', async () => {
    const changeId = await tag([patent])
    await desk.tab.dispatch(undo({ stream }))
    await desk.quiet()
    const tab = await later.begin()
    expect(says(tab)).toEqual(['Issues: no tag → Patent, undone'])
    expect(await takeBack(tab, changeId)).toBe('Nothing of this step is left to be undone.')
    await desk.tab.dispatch(redo({ stream }))
    await desk.quiet()
    await desk.open(tab)
    await lookBack(desk, tab)
    expect(says(tab)).toEqual(['Issues: no tag → Patent'])
  })

  it('leaves alone what somebody else has changed since, and is nobody else’s to take back', async () => {
    const changeId = await tag([patent, pricing])
    const [row] = desk.record.rows
    if (!row) throw new Error('Nothing is on the record')
    const theirs: AuditRow = { ...row, userId: 8, auditId: 2, seq: 2, commandId: 'command-of-ben' }
    desk.record.rows.push({ ...theirs, oldValue: ['Patent', 'Pricing'], newValue: ['Pricing'] })
    desk.record.sheet().tags.delete(patent)
    const tab = await later.begin()
    const [step] = recordedTagSteps(desk.record.rows, 7)
    expect(step && standingTags(step, true).map(({ tag: name }) => name)).toEqual(['Pricing'])
    expect(recordedTagSteps(desk.record.rows, 8)).toHaveLength(1)
    expect(await takeBack(tab, 'command-of-ben')).toBe('The record shows no such step of yours.')
    expect(await takeBack(tab, changeId)).toBeNull()
    expect([...desk.record.sheet().tags]).toEqual([])
  })
})
