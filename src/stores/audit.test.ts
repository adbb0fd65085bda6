import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchHistory, ingest } from '#src/commands/audit.ts'
import { restore, setValue } from '#src/commands/coding.ts'
import { save } from '#src/commands/coding-saves.ts'
import { applyTags } from '#src/commands/tags.ts'
import { runs, property as test } from '#tests/runs.ts'
import { createDesk, type Desk, documentId, fields } from '#tests/support/desk.ts'
import { auditIn, reconciled } from './audit.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const code = async (value: string | null) => {
  await desk.tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value }))
  const { commandId } = await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  return commandId
}
const look = async () => {
  await desk.tab.dispatch(fetchHistory({ documentId }))
  await desk.quiet()
}
const both = () => reconciled(auditIn(desk.tab.state().audit, documentId))
const stateOf = (commandId: string) =>
  both().find((one) => one.commandId === commandId && one.entry?.what !== 'edit')?.state

describe('the local audit log beside the record', () => {
  it('goes from queued over acknowledged to matched; edits are local', async () => {
    desk.record.down = true
    const { commandId: edit } = await desk.tab.dispatch(
      setValue({ documentId, fieldId: fields.responsive.fieldId, value: 'Yes' }),
    )
    const { commandId } = await desk.tab.dispatch(save({ documentId }))
    expect(both().find((one) => one.commandId === edit)?.state).toBe('local')
    expect(stateOf(commandId)).toBe('queued')
    // It left, and nobody has answered.
    await expect.poll(() => stateOf(commandId)).toBe('sent')
    desk.record.down = false
    await desk.quiet()
    expect(stateOf(commandId)).toBe('acknowledged')
    await look()
    expect(stateOf(commandId)).toBe('matched')
    expect(both().find((one) => one.commandId === commandId)?.rows).toMatchObject([
      { field: 'Responsive', newValue: 'Yes', how: 'manual' },
    ])
  })

  it('says where the record differs, and where it lacks a row', async () => {
    const kept = await code('Yes')
    const changed = await code('No')
    const lost = await code('Unclear')
    const row = desk.record.rows[1]
    if (row) desk.record.rows[1] = { ...row, newValue: 'Yes' }
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.hot.fieldId, value: true }))
    desk.record.rows.splice(2, 1)
    const last = await code('Yes')
    await look()
    expect([kept, changed, lost, last].map(stateOf)).toEqual(['matched', 'differs', 'missing', 'matched'])
  })

  it('takes in what others did', async () => {
    await code('Yes')
    desk.record.foreign(fields.notes, 'x')
    await look()
    const foreign = both().filter((one) => one.state === 'foreign')
    expect(foreign.map((one) => [one.entry, one.rows[0]?.userName])).toEqual([[null, 'Ben Novak']])
  })

  it('tells what the record notes by itself from what others changed', async () => {
    const commandId = await code('Yes')
    const [row] = desk.record.rows
    if (!row) throw new Error('Nothing is on the record')
    const looked = { ...row, field: null, oldValue: null, newValue: null, undo: null }
    desk.record.rows.push(
      { ...looked, auditId: 20, action: 'document.viewed', commandId: 'an-opening-here' },
      { ...looked, auditId: 21, action: 'document.fetchedAhead', commandId: null },
    )
    desk.record.foreign(fields.notes, 'x')
    await look()
    const states = both().flatMap(({ entry, state, rows }) =>
      entry === null ? rows.map(({ action }) => `${action} ${state}`) : [],
    )
    expect(states.sort()).toEqual([
      'coding.saved foreign',
      'document.fetchedAhead noted',
      'document.viewed noted',
    ])
    expect(stateOf(commandId)).toBe('matched')
  })

  it('says why a save was refused', async () => {
    desk.record.foreign(fields.responsive, 'No')
    const commandId = await code('Yes')
    expect(stateOf(commandId)).toBe('refused')
    expect(both().find((one) => one.commandId === commandId)?.entry?.message).toBe(
      'Changed meanwhile: Responsive',
    )
  })

  it('covers tags and undo too', async () => {
    const { commandId } = await desk.tab.dispatch(applyTags({ documentId, add: [21], remove: [] }))
    await desk.quiet()
    await code('Yes')
    const changes = [
      { fieldId: fields.responsive.fieldId, name: 'Responsive', before: [], after: ['Yes'], epoch: 0 },
    ]
    const undone = await desk.tab.dispatch(restore({ documentId, changes }))
    await desk.quiet()
    await look()
    expect(stateOf(commandId)).toBe('matched')
    expect(stateOf(undone.commandId)).toBe('matched')
    // The edit and the save of one command stand beside each other.
    expect(
      both()
        .filter((one) => one.commandId === undone.commandId)
        .map((one) => one.state)
        .sort(),
    ).toEqual(['local', 'matched'])
  })

  test('comes out the same in whatever order and however often the history comes in', async () => {
    await code('Yes')
    desk.record.foreign(fields.notes, 'x')
    await code('No')
    const rows = [...desk.record.rows]
    const totalCount = rows.length
    const pages = rows.map((row) => [row])
    let expected: unknown
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...pages, ...pages], { minLength: pages.length * 2 }),
        async (order) => {
          const fresh = await createDesk()
          for (const page of order) await fresh.tab.dispatch(ingest({ documentId, rows: page, totalCount }))
          const got = reconciled(auditIn(fresh.tab.state().audit, documentId))
          expected ??= got
          expect(got).toEqual(expected)
          await fresh.close()
        },
      ),
      { numRuns: runs(10) },
    )
  })
})
