import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CodedValue, FormField } from '#contracts/coding.ts'
import { setValue } from '#src/commands/coding.ts'
import { receiveForms } from '#src/commands/coding-forms.ts'
import { undoRecorded } from '#src/commands/coding-recorded.ts'
import { save } from '#src/commands/coding-saves.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { recordedView } from '#src/stores/coding-recorded.ts'
import { type AnotherDay, anotherDay, lookBack, stepsSaid } from '#tests/support/another-day.ts'
import { createDesk, type Desk, documentId, fields, form, heldOf, stream } from '#tests/support/desk.ts'
import type { Tab } from '#tests/support/tabs.ts'

const { coding_form_id, name, isSelected, revision } = form
const about = { coding_form_id, name, isSelected, revision }

let desk: Desk
let later: AnotherDay
beforeEach(async () => {
  desk = await createDesk()
  later = anotherDay(desk, receiveForms({ list: [about], forms: [form] }))
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await later.close()
  await desk.close()
})

const code = async (tab: Tab, { fieldId }: FormField, value: CodedValue) => {
  await tab.dispatch(setValue({ documentId, fieldId, value }))
  const { commandId } = await tab.dispatch(save({ documentId }))
  await desk.quiet(tab)
  return commandId
}
const shown = (tab: Tab) => {
  const { audit, coding, undoTrail: trails } = tab.state()
  return recordedView({ audit, coding, trails, userId: 7 }, documentId)
}
const says = (tab: Tab) => stepsSaid(shown(tab))

describe('what was coded on another day', () => {
  it('is shown from the record, newest first, and not beside the trail of the browser that did it', async () => {
    await code(desk.tab, fields.responsive, 'Yes')
    await code(desk.tab, fields.responsive, 'No')
    await lookBack(desk)
    expect(says(desk.tab)).toEqual([])
    expect(says(await later.begin())).toEqual(['Responsive: Yes → No', 'Responsive: not coded → Yes'])
  })

  it('is taken back on the record, step by step, and put forth again, with the marks that say so', async () => {
    const first = await code(desk.tab, fields.responsive, 'Yes')
    const second = await code(desk.tab, fields.responsive, 'No')
    const tab = await later.begin()
    for (const saveId of [second, first]) {
      expect(await tab.dispatch(undoRecorded({ documentId, saveId }))).toMatchObject({ rejected: null })
      await desk.quiet(tab)
    }
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(heldOf(tab).Responsive).toEqual([])
    expect(desk.record.rows.slice(-2).map((row) => [row.how, row.undo?.kind, row.undo?.group])).toEqual([
      ['undo', 'undo', second],
      ['undo', 'undo', first],
    ])
    expect(desk.record.rows.at(-1)?.undo?.targets).toContain(first)
    expect(says(tab)).toEqual(['Responsive: Yes → No, undone', 'Responsive: not coded → Yes, undone'])

    await tab.dispatch(redo({ stream }))
    await desk.quiet(tab)
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
    await tab.dispatch(undo({ stream }))
    await desk.quiet(tab)
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(tab.faults).toEqual([])
  })

  it('is shown as undone to a browser that only reads of it, and as standing once it was redone', async () => {
    await code(desk.tab, fields.responsive, 'Yes')
    await desk.tab.dispatch(undo({ stream }))
    await desk.quiet()
    const tab = await later.begin()
    expect(says(tab)).toEqual(['Responsive: not coded → Yes, undone'])
    const { saveId } = shown(tab)[0] ?? { saveId: '' }
    expect((await tab.dispatch(undoRecorded({ documentId, saveId }))).rejected).toContain('Nothing of this')
    await desk.tab.dispatch(redo({ stream }))
    await desk.quiet()
    await lookBack(desk, tab)
    expect(says(tab)).toEqual(['Responsive: not coded → Yes'])
  })

  it('is what is left of a save that was partly taken back, and goes from there', async () => {
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.issues.fieldId, value: 'Patent' }))
    const saveId = await code(desk.tab, fields.issues, 'Pricing')
    const steps = [undo({ stream }), redo({ stream }), undo({ stream })]
    for (const step of steps) {
      await desk.tab.dispatch(step)
      await desk.quiet()
    }
    const tab = await later.begin()
    expect(says(tab)).toEqual(['Issues: not coded → Patent'])
    await tab.dispatch(undoRecorded({ documentId, saveId }))
    await desk.quiet(tab)
    expect(desk.record.valueOf(fields.issues)).toBeNull()
    await lookBack(desk, tab)
    expect(says(tab)).toEqual(['Issues: not coded → Patent; Pricing, undone'])
  })

  it('goes as a whole: all fields of a save', async () => {
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.hot.fieldId, value: true }))
    const saveId = await code(desk.tab, fields.issues, 'Patent')
    const tab = await later.begin()
    await tab.dispatch(undoRecorded({ documentId, saveId }))
    await desk.quiet(tab)
    expect([desk.record.valueOf(fields.hot), desk.record.valueOf(fields.issues)]).toEqual([null, null])
  })

  it('is refused with both values where somebody has coded since, also to the same value, unless one overwrites', async () => {
    const saveId = await code(desk.tab, fields.responsive, 'Yes')
    desk.record.foreign(fields.responsive, 'No')
    desk.record.foreign(fields.responsive, 'Yes')
    const tab = await later.begin()
    const { rejected } = await tab.dispatch(undoRecorded({ documentId, saveId }))
    expect(rejected).toContain('Responsive was set to Yes by Ben Novak')
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
    await tab.dispatch(undoRecorded({ documentId, saveId, overwrite: true }))
    await desk.quiet(tab)
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
  })

  it("is nobody else's to take back", async () => {
    desk.record.foreign(fields.responsive, 'Yes')
    const tab = await later.begin()
    expect(says(tab)).toEqual([])
    expect((await tab.dispatch(undoRecorded({ documentId, saveId: 'foreign-1' }))).rejected).toContain(
      'no such step of yours',
    )
  })
})
