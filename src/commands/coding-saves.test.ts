import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { redo, undo } from '#src/commands/undo.ts'
import { searchRequested } from '#src/events/catalog/review.ts'
import { countUnsaved } from '#src/stores/coding.ts'
import { $unsettled } from '#src/stores/coding-view.ts'
import { stepView } from '#src/stores/step-view.ts'
import { trailOf } from '#src/stores/undo.ts'
import {
  createDesk,
  type Desk,
  docOf,
  documentId,
  fields,
  fieldViewOf,
  heldOf,
  stream,
  viewOf,
} from '#tests/support/desk.ts'
import { converge, type Tab } from '#tests/support/tabs.ts'
import { initialise, reset, restore, setValue, typeValue } from './coding.ts'
import { resolve, retrySave, save, saveAndNext } from './coding-saves.ts'

type Value = Parameters<typeof setValue>[0]['value']

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const set = (field: { fieldId: number }, value: Value, tab: Tab = desk.tab) =>
  tab.dispatch(setValue({ documentId, fieldId: field.fieldId, value }))
const saveNow = async (tab: Tab = desk.tab) => {
  const dispatched = await tab.dispatch(save({ documentId }))
  await desk.quiet(tab)
  return dispatched
}
const decide = async (field: { fieldId: number }, choice: 'mine' | 'theirs') => {
  const { rejected } = await desk.tab.dispatch(resolve({ documentId, fieldId: field.fieldId, choice }))
  await desk.quiet()
  return rejected
}
const saves = () => desk.record.asked.filter((one) => one.call === 'coding.save')
const bodies = () =>
  saves().map(
    ({ body }) =>
      body as {
        fields: { name: string; value: unknown }[]
        undo: { kind: string; targets: string[] }
      },
  )
const undoNow = async () => {
  const { rejected } = await desk.tab.dispatch(undo({ stream }))
  await desk.quiet()
  return rejected
}
const redoNow = async () => {
  const { rejected } = await desk.tab.dispatch(redo({ stream }))
  await desk.quiet()
  return rejected
}

describe('a form', () => {
  it('is not coded by what stands in fields that it does not show', async () => {
    const { fieldId } = fields.responsive
    const told = (field: number, version: number) =>
      initialise({
        documentId,
        values: [{ fieldId: field, value: 'Yes', version, by: 'Ben Novak', at: '2026-01-05T09:00:00.000Z' }],
      })
    await desk.tab.dispatch(told(987_654, 1))
    expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', coded: false })
    await desk.tab.dispatch(told(fieldId, 1))
    expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', coded: true })
  })
})

describe('a save', () => {
  it('[form-save] makes the pending copy the original', async () => {
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(typeValue({ documentId, fieldId: fields.amount.fieldId, value: '12.5' }))
    expect(viewOf(desk.tab).status).toBe('edited')
    await saveNow()
    expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', changes: 0 })
    expect(docOf(desk.tab).fields[fields.responsive.fieldId]).toMatchObject({
      value: 'Yes',
      version: 1,
      base: 1,
      by: 'Ana Lima',
    })
    expect(docOf(desk.tab).fields[fields.responsive.fieldId]).not.toHaveProperty('pending')
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Yes'], Amount: 12.5 })
  })

  it('[payload-coding-field] sends name, value and coding_form_field_id of what has changed, with the version that was seen', async () => {
    desk.record.foreign(fields.pages, 3)
    await desk.open()
    await set(fields.issues, 'Fraud')
    await set(fields.pages, '4')
    const { commandId } = await saveNow()
    expect(saves()).toEqual([
      {
        call: 'coding.save',
        key: commandId,
        ifMatch: '"102.0", "105.1"',
        body: {
          documentId,
          coding_form_id: 1,
          fields: [
            { name: 'Issues', value: ['Fraud'], coding_form_field_id: 102 },
            { name: 'Pages', value: 4, coding_form_field_id: 105 },
          ],
          undo: { kind: 'do', group: expect.any(String), targets: [] },
          correlationId: commandId,
        },
      },
    ])
  })

  it('leaves before it is drawn, so that the record works meanwhile', async () => {
    await set(fields.responsive, 'Yes')
    const { asked } = desk.record
    const drawn: number[] = []
    vi.spyOn(asked, 'push').mockImplementation((...more) => {
      drawn.push(docOf(desk.tab).saves.length)
      return Array.prototype.push.apply(asked, more)
    })
    await saveNow()
    expect(drawn).toEqual([0])
    expect(docOf(desk.tab).saves).toEqual([])
  })

  it('leaves nothing unsaved behind, not even a number that counts as none', async () => {
    expect(countUnsaved(desk.tab.state().coding)).toBe(0)
    await set(fields.responsive, 'Yes')
    expect(countUnsaved(desk.tab.state().coding)).toBe(1)
    await desk.tab.dispatch(typeValue({ documentId, fieldId: fields.pages.fieldId, value: '-4' }))
    await saveNow()
    expect(countUnsaved(desk.tab.state().coding)).toBe(0)
  })

  it('is refused where there is nothing to save, or something that cannot be', async () => {
    expect((await saveNow()).rejected).toBe('There is nothing to save.')
    await set(fields.met, '02/30/2024')
    await set(fields.issues, 'Fraud')
    expect((await saveNow()).rejected).toBe('Meeting date: Enter the date as MM/DD/YYYY.')
    await set(fields.met, '02/29/2024')
    expect((await saveNow()).rejected).toBeNull()
    expect(desk.record.valueOf(fields.met)).toBe('2024-02-29T00:00:00')
  })

  it('is asked for again by its key where its answer was lost, and is done once', async () => {
    desk.record.loseAnswers = 1
    await set(fields.responsive, 'Yes')
    await saveNow()
    expect(new Set(saves().map((one) => one.key)).size).toBe(1)
    expect(saves().length).toBeGreaterThan(1)
    expect(desk.record.rows).toHaveLength(1)
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('waits for the network, and coding goes on: each save takes its versions when it is sent', async () => {
    desk.record.down = true
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(save({ documentId }))
    expect(viewOf(desk.tab).status).toBe('saving')
    await set(fields.responsive, 'No')
    await desk.tab.dispatch(save({ documentId }))
    // Asked in vain, and only for the first of the two.
    await expect.poll(() => saves().length).toBeGreaterThan(2)
    expect(new Set(saves().map((one) => one.key)).size).toBe(1)
    desk.record.down = false
    await desk.quiet()
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    expect(desk.record.rows.map((row) => [row.oldValue, row.newValue])).toEqual([
      [null, 'Yes'],
      ['Yes', 'No'],
    ])
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('that is refused for good keeps what was coded, and can be tried again', async () => {
    desk.record.refuse = { status: 403, code: 'permission.denied', message: 'Your role has changed.' }
    await set(fields.responsive, 'Yes')
    await saveNow()
    expect(viewOf(desk.tab)).toMatchObject({
      status: 'failed',
      failure: 'Your role has changed.',
      changes: 1,
    })
    expect(heldOf(desk.tab).Responsive).toEqual(['Yes'])
    await desk.tab.dispatch(retrySave({ documentId }))
    await desk.quiet()
    expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', failure: null })
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('that was refused is over once what it was to write has been taken back', async () => {
    for (const back of [reset({ documentId }), undo({ stream })]) {
      desk.record.refuse = { status: 403, code: 'permission.denied', message: 'Your role has changed.' }
      await set(fields.responsive, 'Yes')
      await saveNow()
      expect(viewOf(desk.tab).status).toBe('failed')
      expect((await desk.tab.dispatch(back)).rejected).toBeNull()
      expect(viewOf(desk.tab)).toMatchObject({ status: 'clean', failure: null })
      expect([...desk.tab.scope.getState($unsettled)]).toEqual([])
    }
  })

  it('keeps what was edited while it was on its way', async () => {
    desk.record.down = true
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(save({ documentId }))
    await set(fields.responsive, 'Unclear')
    await set(fields.issues, 'Fraud')
    desk.record.down = false
    await desk.quiet()
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Unclear'], Issues: ['Fraud'] })
    expect(viewOf(desk.tab)).toMatchObject({ status: 'edited', changes: 2 })
    expect(viewOf(desk.tab).conflicts).toEqual([])
  })

  it('is not undone by an older answer that was fetched before it', async () => {
    desk.record.foreign(fields.responsive, 'No')
    await desk.open()
    const before = desk.record.coding()
    await set(fields.responsive, 'Yes')
    await saveNow()
    await desk.tab.dispatch({ type: 'coding.initialise', payload: { documentId, values: before } })
    expect(heldOf(desk.tab).Responsive).toEqual(['Yes'])
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('shows in every tab, and survives a reload before it could be sent', async () => {
    desk.record.down = true
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(save({ documentId }))
    const tab = await desk.reload()
    expect(viewOf(tab).status).toBe('saving')
    desk.record.down = false
    const other = await desk.another()
    await desk.quiet(tab)
    await converge(desk.browser, [tab, other])
    expect(viewOf(other).status).toBe('clean')
    expect(desk.record.rows).toHaveLength(1)
  })
})

describe('save and next', () => {
  const list = async () => {
    const { tab } = desk
    const asked = await tab.dispatch({ type: 'review.search', payload: { queryString: '' } })
    const { searchId } = searchRequested.payload.parse(asked.envelopes[0]?.payload)
    await tab.dispatch({
      type: 'review.answerSearch',
      payload: {
        tabId: tab.tabId(),
        searchId,
        snapshotId: 's',
        totalCount: 2,
        hitCount: 2,
        reading: '',
        notes: [],
        withoutText: 0,
        indexedAsOf: null,
        tookMs: 1,
        ids: [documentId, 2],
      },
    })
    await tab.dispatch({ type: 'review.open', payload: { documentId, position: 0 } })
  }
  const current = () => desk.tab.state().review.byTab[desk.tab.tabId()]?.current?.documentId

  it('stays where required fields are missing, and says which', async () => {
    await list()
    await set(fields.issues, 'Fraud')
    expect((await desk.tab.dispatch(saveAndNext({}))).rejected).toBe('Responsive is required.')
    expect(current()).toBe(documentId)
  })

  it('keeps the reviewer on a document that he has begun to code, however he tries to leave it', async () => {
    await list()
    const leave = async () => {
      const tried = [
        { type: 'review.next', payload: {} },
        { type: 'review.openAt', payload: { position: 1 } },
        { type: 'review.open', payload: { documentId: 2, position: 1 } },
      ]
      const refusals = []
      for (const input of tried) refusals.push((await desk.tab.dispatch(input)).rejected)
      return refusals
    }
    await set(fields.issues, 'Fraud')
    expect(await leave()).toEqual(Array.from({ length: 3 }, () => 'Responsive is required.'))
    expect(current()).toBe(documentId)
    // Saved in part, it is still begun; taken back, it is not.
    await saveNow()
    expect((await leave())[0]).toBe('Responsive is required.')
    await undoNow()
    expect((await desk.tab.dispatch({ type: 'review.next', payload: {} })).rejected).toBeNull()
    expect(current()).toBe(2)
  })

  it('leaves alone what somebody else has left unfinished', async () => {
    desk.record.foreign(fields.issues, ['Fraud'])
    await desk.open()
    await list()
    expect((await desk.tab.dispatch({ type: 'review.next', payload: {} })).rejected).toBeNull()
    expect(current()).toBe(2)
  })

  it('saves and opens the next document in one gesture', async () => {
    await list()
    await set(fields.responsive, 'Yes')
    const { envelopes } = await desk.tab.dispatch(saveAndNext({}))
    expect(envelopes.map((one) => one.type)).toEqual(['coding.saveRequested', 'review.documentOpened'])
    expect(current()).toBe(2)
    await desk.quiet()
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('moves on where nothing has changed, and saves where there is no next', async () => {
    desk.record.foreign(fields.responsive, 'No')
    await desk.open()
    await list()
    await desk.tab.dispatch(saveAndNext({}))
    expect(current()).toBe(2)
    expect(saves()).toEqual([])
    await desk.tab.dispatch({ type: 'review.open', payload: { documentId, position: 1 } })
    await set(fields.issues, 'Fraud')
    expect((await desk.tab.dispatch(saveAndNext({}))).rejected).toBeNull()
    await desk.quiet()
    expect(desk.record.valueOf(fields.issues)).toEqual(['Fraud'])
  })
})

describe('a stale save', () => {
  const collide = async () => {
    await set(fields.responsive, 'Yes')
    await set(fields.issues, 'Patent')
    desk.record.foreign(fields.responsive, 'No')
    await saveNow()
  }

  it('writes nothing and shows both values, who and when', async () => {
    await collide()
    expect(desk.record.valueOf(fields.issues)).toBeNull()
    expect(viewOf(desk.tab)).toMatchObject({ status: 'conflict', saving: 0 })
    expect(fieldViewOf(desk.tab, fields.responsive)).toMatchObject({
      held: ['Yes'],
      conflict: {
        yours: 'Yes',
        theirs: 'No',
        by: 'Ben Novak',
        version: 1,
        at: expect.stringContaining('2026'),
      },
    })
    expect(fieldViewOf(desk.tab, fields.issues)).toMatchObject({
      held: ['Patent'],
      dirty: true,
      conflict: null,
    })
    expect((await desk.tab.dispatch(saveAndNext({ documentId }))).rejected).toBe(
      'Decide first between both values of Responsive.',
    )
  })

  it('is met by a save that had to wait, though its sender has heard of the news meanwhile', async () => {
    desk.record.down = true
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(save({ documentId }))
    desk.record.foreign(fields.responsive, 'No')
    // What the record has is fetched (the document was opened again) while the save still waits.
    await desk.open()
    desk.record.down = false
    await desk.quiet()
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    expect(viewOf(desk.tab).status).toBe('conflict')
    expect(await decide(fields.responsive, 'mine')).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('goes on with mine: the value that was shown is overwritten, the rest goes with it', async () => {
    await collide()
    expect(await decide(fields.responsive, 'mine')).toBeNull()
    expect(desk.record.coding().map(({ value, version }) => [value, version])).toEqual([
      ['Yes', 2],
      [['Patent'], 1],
    ])
    expect(viewOf(desk.tab).status).toBe('clean')
    // The record is told that it was done knowingly, and over which version.
    expect(saves().at(-1)?.body).toMatchObject({
      fields: [{ name: 'Responsive', over: 1 }, { name: 'Issues' }],
    })
    expect(JSON.stringify(saves().at(-1)?.body)).not.toContain('gaveUp')
    await set(fields.responsive, 'Unclear')
    await saveNow()
    expect(JSON.stringify(saves().at(-1)?.body)).not.toContain('over')
  })

  it('what was given up for theirs is told to the record, by itself where nothing else is to be saved', async () => {
    await set(fields.responsive, 'Yes')
    desk.record.foreign(fields.responsive, 'No')
    await saveNow()
    expect(await decide(fields.responsive, 'theirs')).toBeNull()
    expect(desk.record.rows.at(-1)).toMatchObject({
      action: 'coding.gaveUp',
      oldValue: 'Yes',
      newValue: 'No',
    })
    expect(viewOf(desk.tab).status).toBe('clean')
    expect(docOf(desk.tab).saves).toEqual([])
    // A value of one's own that is chosen afterwards overwrites nobody any more: both had been decided.
    await set(fields.responsive, 'Unclear')
    await saveNow()
    expect(JSON.stringify(saves().at(-1)?.body)).not.toContain('over')
  })

  it('what was given up is told even where the save that went on with it met another conflict', async () => {
    await collide()
    desk.record.foreign(fields.issues, ['Pricing'])
    await decide(fields.responsive, 'theirs')
    expect(viewOf(desk.tab).status).toBe('conflict')
    expect(desk.record.rows.at(-1)).toMatchObject({
      action: 'coding.gaveUp',
      field: 'Responsive',
      oldValue: 'Yes',
    })
    await decide(fields.issues, 'theirs')
    const gaveUp = desk.record.rows.filter(({ action }) => action === 'coding.gaveUp')
    expect(gaveUp.map(({ field, oldValue }) => [field, oldValue])).toEqual([
      ['Responsive', 'Yes'],
      ['Issues', ['Patent']],
    ])
  })

  it('goes on with theirs: only the rest is written', async () => {
    await collide()
    await decide(fields.responsive, 'theirs')
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    expect(desk.record.valueOf(fields.issues)).toEqual(['Patent'])
    expect(heldOf(desk.tab).Responsive).toEqual(['No'])
    expect(await decide(fields.responsive, 'mine')).toBe('This field is not in conflict.')
  })

  it('is over with theirs where nothing else was to be written: a later decision sends nothing by itself', async () => {
    await set(fields.responsive, 'Yes')
    desk.record.foreign(fields.responsive, 'No')
    await saveNow()
    await decide(fields.responsive, 'theirs')
    expect(docOf(desk.tab).interrupted).toBeNull()
    await set(fields.responsive, 'Unclear')
    desk.record.foreign(fields.responsive, 'Yes', 'Sam Okafor')
    await desk.open()
    expect(fieldViewOf(desk.tab, fields.responsive).conflict).toMatchObject({ theirs: 'Yes', saves: false })
    const before = saves().length
    await decide(fields.responsive, 'mine')
    expect(saves().length).toBe(before)
    expect(viewOf(desk.tab).status).toBe('edited')
  })

  it('waits until every field is decided', async () => {
    await set(fields.responsive, 'Yes')
    await set(fields.issues, 'Patent')
    desk.record.foreign(fields.responsive, 'No')
    desk.record.foreign(fields.issues, ['Fraud'])
    await saveNow()
    await decide(fields.responsive, 'mine')
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    await decide(fields.issues, 'mine')
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
    expect(desk.record.valueOf(fields.issues)).toEqual(['Patent'])
  })

  it('is found before saving where the news comes first, and not saved by itself then', async () => {
    await set(fields.responsive, 'Yes')
    desk.record.foreign(fields.responsive, 'No')
    await desk.open()
    expect(fieldViewOf(desk.tab, fields.responsive).conflict).toMatchObject({ theirs: 'No' })
    expect((await saveNow()).rejected).toBe('Decide first between both values of Responsive.')
    await decide(fields.responsive, 'mine')
    expect(saves()).toEqual([])
    await saveNow()
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('is met again where somebody writes between the decision and the save', async () => {
    await collide()
    desk.record.foreign(fields.responsive, 'Unclear', 'Sam Okafor')
    await decide(fields.responsive, 'mine')
    expect(fieldViewOf(desk.tab, fields.responsive).conflict).toMatchObject({
      theirs: 'Unclear',
      by: 'Sam Okafor',
    })
    await decide(fields.responsive, 'theirs')
    expect(heldOf(desk.tab)).toMatchObject({ Responsive: ['Unclear'] })
    expect(desk.record.valueOf(fields.issues)).toEqual(['Patent'])
  })

  it('is no conflict where both mean the same', async () => {
    await set(fields.responsive, 'Yes')
    desk.record.foreign(fields.responsive, 'Yes')
    await saveNow()
    expect(viewOf(desk.tab).status).toBe('clean')
    expect(desk.record.rows).toHaveLength(1)
  })

  it('lets the decision be undone', async () => {
    await collide()
    await decide(fields.responsive, 'theirs')
    expect(await undoNow()).toBeNull()
    expect(heldOf(desk.tab).Responsive).toEqual(['Yes'])
  })
})

describe('undo of saved coding', () => {
  it('saves the old value again, with the undo mark and the save that it takes back', async () => {
    await set(fields.responsive, 'Yes')
    const { commandId: saved } = await saveNow()
    expect(await undoNow()).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(heldOf(desk.tab).Responsive).toEqual([])
    expect(bodies()[1]?.undo).toMatchObject({ kind: 'undo', targets: [saved] })
    expect(await redoNow()).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
    expect(desk.record.rows.map((row) => row.how)).toEqual(['manual', 'undo', 'redo'])
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('takes back one step at a time, though they were saved together', async () => {
    await set(fields.responsive, 'Yes')
    await set(fields.issues, 'Patent')
    await saveNow()
    await undoNow()
    expect(desk.record.valueOf(fields.issues)).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('takes back several saved steps at once, each with a save, a key and a mark of its own', async () => {
    await set(fields.responsive, 'Yes')
    await set(fields.issues, 'Patent')
    await saveNow()
    const first = trailOf(desk.tab.state().undoTrail, stream).done[0]
    const { commandId, rejected } = await desk.tab.dispatch(undo({ stream, through: first?.group ?? '' }))
    expect(rejected).toBeNull()
    await desk.quiet()
    expect(desk.record.valueOf(fields.issues)).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(
      saves()
        .slice(1)
        .map(({ key }) => key),
    ).toEqual([commandId, `${commandId}-1`])
    expect(new Set(bodies().map((body) => JSON.stringify(body.undo))).size).toBe(3)
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('merges with what others have coded in other fields', async () => {
    await set(fields.responsive, 'Yes')
    await saveNow()
    desk.record.foreign(fields.notes, 'by somebody else')
    expect(await undoNow()).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(desk.record.valueOf(fields.notes)).toBe('by somebody else')
  })

  it('is refused where the field is known to have moved: both values, who and when; nothing changes', async () => {
    await set(fields.responsive, 'Yes')
    await saveNow()
    desk.record.foreign(fields.responsive, 'No')
    await desk.open()
    const before = docOf(desk.tab)
    expect(await undoNow()).toMatch(
      /^Responsive was set to No by Ben Novak on 01\/05\/2026 at 09:00 UTC; undo would put back not coded\.$/,
    )
    expect(docOf(desk.tab)).toBe(before)
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    expect(saves()).toHaveLength(1)
    // The step is still there, and says how it stands.
    const step = trailOf(desk.tab.state().undoTrail, stream).done.at(-1)
    expect(step && stepView(desk.tab.state().coding, documentId, step)).toMatchObject({
      label: 'Set Responsive to Yes',
      moved: [{ name: 'Responsive', yours: null, theirs: 'No', by: 'Ben Novak', version: 2 }],
      rest: [],
    })
  })

  it('is refused by the record where nobody here knew: the reviewer decides between both values', async () => {
    await set(fields.responsive, 'Yes')
    await saveNow()
    desk.record.foreign(fields.responsive, 'No')
    await undoNow()
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    expect(fieldViewOf(desk.tab, fields.responsive).conflict).toMatchObject({
      yours: 'not coded',
      theirs: 'No',
    })
    await decide(fields.responsive, 'mine')
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    // It goes on as the undo that it was.
    expect(desk.record.rows.at(-1)?.how).toBe('undo')
  })

  it('can be done for the fields that did not move, or overwrite the others knowingly', async () => {
    await desk.tab.dispatch({
      type: 'coding.sync',
      payload: { documentId, values: { Responsive: 'Yes', Issues: ['Patent'] } },
    })
    await saveNow()
    desk.record.foreign(fields.responsive, 'No')
    await desk.open()
    expect(await undoNow()).toContain('Responsive was set to No')
    const step = trailOf(desk.tab.state().undoTrail, stream).done.at(-1)
    const view = step && stepView(desk.tab.state().coding, documentId, step)
    await desk.tab.dispatch(restore({ documentId, changes: [...(view?.rest ?? [])] }))
    await desk.quiet()
    expect(desk.record.valueOf(fields.issues)).toBeNull()
    expect(desk.record.valueOf(fields.responsive)).toBe('No')
    await desk.tab.dispatch(restore({ documentId, changes: [...(view?.all ?? [])], overwrite: true }))
    await desk.quiet()
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('can be done for a step of another day or machine, which only the record knows', async () => {
    desk.record.foreign(fields.responsive, 'Yes', 'Ana Lima')
    await desk.open()
    const { fieldId, field_name: name } = fields.responsive
    const changes = [{ fieldId, name, before: [], after: ['Yes'], epoch: 0 }]
    // Seen from here alone, it is somebody's decision; named by its command, it is what is taken back.
    expect((await desk.tab.dispatch(restore({ documentId, changes }))).rejected).toContain('by Ana Lima')
    await desk.tab.dispatch(restore({ documentId, changes, undoes: ['command-elsewhere'] }))
    await desk.quiet()
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
    expect(bodies()[0]?.undo).toMatchObject({ kind: 'undo', targets: ['command-elsewhere'] })
  })

  it('is refused where somebody set the same value again by a decision of his own', async () => {
    await set(fields.responsive, 'Yes')
    await saveNow()
    desk.record.foreign(fields.responsive, 'No')
    desk.record.foreign(fields.responsive, 'Yes')
    await desk.open()
    expect(await undoNow()).toContain('by Ben Novak')
    expect(desk.record.valueOf(fields.responsive)).toBe('Yes')
  })

  it('names the save of the step, whatever was undone and redone before it', async () => {
    await set(fields.responsive, 'Yes')
    const { commandId: first } = await saveNow()
    await set(fields.responsive, 'No')
    const { commandId: second } = await saveNow()
    for (const back of [undoNow, undoNow, redoNow, redoNow]) expect(await back()).toBeNull()
    expect(desk.record.rows.slice(2).map((row) => [row.newValue, row.how, row.undo?.targets])).toEqual([
      ['Yes', 'undo', [second]],
      [null, 'undo', [first]],
      ['Yes', 'redo', [first]],
      ['No', 'redo', [second]],
    ])
  })

  it('waits in line behind a save that has not arrived yet', async () => {
    desk.record.down = true
    await set(fields.responsive, 'Yes')
    await desk.tab.dispatch(save({ documentId }))
    await desk.tab.dispatch(undo({ stream }))
    expect(heldOf(desk.tab).Responsive).toEqual([])
    desk.record.down = false
    await desk.quiet()
    expect(desk.record.rows.map((row) => [row.oldValue, row.newValue, row.how])).toEqual([
      [null, 'Yes', 'manual'],
      ['Yes', null, 'undo'],
    ])
    expect(viewOf(desk.tab).status).toBe('clean')
  })

  it('works from another tab and after a reload', async () => {
    await set(fields.responsive, 'Yes')
    await saveNow()
    const tab = await desk.reload()
    await tab.dispatch(undo({ stream }))
    await desk.quiet(tab)
    expect(desk.record.valueOf(fields.responsive)).toBeNull()
  })
})
