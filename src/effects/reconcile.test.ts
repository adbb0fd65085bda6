import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { begunText } from '#contracts/reconcile.ts'
import { setValue } from '#src/commands/coding.ts'
import { save } from '#src/commands/coding-saves.ts'
import { check, reopen } from '#src/commands/reconcile.ts'
import { applyTags } from '#src/commands/tags.ts'
import { bulkBegun, bulkRefused, bulkRequested } from '#src/events/catalog/bulk.ts'
import { checked, reopened } from '#src/events/catalog/reconcile.ts'
import type { Draft } from '#src/events/envelope.ts'
import { getIn } from '#src/stores/buckets.ts'
import { type ReconcileState, reconcile, toCheck } from '#src/stores/reconcile.ts'
import { createReplay, createRoutes } from '#src/stores/runtime.ts'
import { createDesk, type Desk, documentId, fields } from '#tests/support/desk.ts'
import { placed } from '#tests/support/envelopes.ts'
import { verdictOf } from './reconcile-verdict.ts'
import { createSha256 } from './sha256.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const code = async (value: string) => {
  await desk.tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value }))
  const { commandId } = await desk.tab.dispatch(save({ documentId }))
  await desk.quiet()
  return commandId
}
const look = async () => {
  await desk.tab.dispatch(check({}))
  await desk.quiet()
}
const state = () => desk.tab.state().reconcile
const oddStates = () => Object.fromEntries(Object.entries(state().odd).map(([id, one]) => [id, one.state]))

describe('the log held against the record', () => {
  it('finds what was acknowledged, coding and tags, asks for nothing twice, and reports it', async () => {
    await code('Yes')
    await code('No')
    await desk.tab.dispatch(applyTags({ documentId, add: [11, 21], remove: [] }))
    await desk.quiet()
    // The other tag of the exclusive category goes unasked.
    await desk.tab.dispatch(applyTags({ documentId, add: [12], remove: [] }))
    await desk.quiet()
    expect(state()).toMatchObject({ acknowledged: 4, matched: 0, unsent: 0 })
    await look()
    expect(state()).toMatchObject({ acknowledged: 0, matched: 4, odd: {}, asOf: desk.record.rows.length })
    expect(desk.record.reports.at(-1)).toMatchObject({
      browser: 'browser',
      counts: { acknowledged: 0, matched: 4, differs: 0, missing: 0, unsent: 0, localOnly: 0 },
      odd: [],
    })
    const asked = desk.record.asked.filter(({ call }) => call === 'reconcile.commands').length
    await look()
    expect(desk.record.asked.filter(({ call }) => call === 'reconcile.commands')).toHaveLength(asked)
    expect(desk.record.reports).toHaveLength(2)
    const [first, second] = desk.record.reports
    expect(second?.log).toBe(first?.log)
    expect(second?.seq ?? 0).toBeGreaterThan(first?.seq ?? 0)
    // No value of any field is in what was told.
    expect(JSON.stringify(desk.record.reports)).not.toMatch(/Yes|Responsive|Patent/)
  })

  it('says which acknowledged entries the record lacks or has otherwise, once, and takes it back when they are there', async () => {
    const kept = await code('Yes')
    const changed = await code('No')
    const lost = await code('Unclear')
    const rows = [...desk.record.rows]
    const row = desk.record.rows[1]
    if (row) desk.record.rows[1] = { ...row, newValue: 'Yes' }
    desk.record.rows.splice(2, 1)
    await look()
    expect(oddStates()).toEqual({ [changed]: 'differs', [lost]: 'missing' })
    expect(oddStates()).not.toHaveProperty(kept)
    const said = () => desk.tab.state().toasts.shown.filter(({ message }) => message.includes('do not agree'))
    expect(said().map(({ message }) => message)).toEqual([
      "2 entries of this browser's log and the record do not agree.",
    ])
    expect(desk.record.reports.at(-1)).toMatchObject({
      counts: { matched: 1, differs: 1, missing: 1 },
      odd: [
        { command: changed, document: documentId, state: 'differs' },
        { command: lost, document: documentId, state: 'missing' },
      ],
    })
    await look()
    expect(said()).toHaveLength(1)
    desk.record.rows.splice(0, desk.record.rows.length, ...rows)
    await look()
    expect(state()).toMatchObject({ matched: 3, odd: {} })
  })

  it('a row that says otherwise of the same document under the same command is a difference', async () => {
    const commandId = await code('Yes')
    const row = desk.record.rows.find((one) => one.commandId === commandId)
    if (row) desk.record.rows.push({ ...row, auditId: 99, field: 'Hot', newValue: true })
    await look()
    expect(oddStates()).toEqual({ [commandId]: 'differs' })
  })

  it('what is unsent, and what was never saved, is counted and not looked up', async () => {
    desk.record.down = true
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value: 'Yes' }))
    await desk.tab.dispatch(save({ documentId }))
    await desk.tab.dispatch(setValue({ documentId, fieldId: fields.hot.fieldId, value: true }))
    desk.record.down = false
    await desk.quiet()
    expect(state()).toMatchObject({ unsent: 0, acknowledged: 1 })
    await look()
    expect(desk.record.reports.at(-1)?.counts).toMatchObject({ matched: 1, unsent: 0, localOnly: 1 })
  })

  it('survives a reload; a record that was put back to an earlier state is looked at from the beginning', async () => {
    const first = await code('Yes')
    const second = await code('No')
    await look()
    expect(state()).toMatchObject({ matched: 2 })
    desk.record.rows.splice(1, 1)
    const tab = await desk.reload()
    expect(tab.state().reconcile).toMatchObject({ matched: 2, wentBack: false })
    await desk.open(tab)
    await tab.dispatch(setValue({ documentId, fieldId: fields.hot.fieldId, value: true }))
    desk.record.rows.length = 0
    const { commandId: third } = await tab.dispatch(save({ documentId }))
    await desk.quiet(tab)
    await tab.dispatch(check({}))
    await desk.quiet(tab)
    const now = () => tab.state().reconcile
    expect(now().wentBack).toBe(true)
    const entries = [first, second].map((commandId, at) => ({ commandId, documentId, auditIds: [at + 1] }))
    await tab.dispatch(reopen({ entries, whole: true }))
    expect(now()).toMatchObject({ wentBack: false, acknowledged: 2 })
    await tab.dispatch(check({}))
    await desk.quiet(tab)
    expect(now()).toMatchObject({ acknowledged: 0, matched: 1 })
    expect(Object.keys(now().odd).sort()).toEqual([first, second].sort())
    expect(now().odd).not.toHaveProperty(third)
    expect(tab.faults).toEqual([])
  })
})

describe('a bulk change in the log', () => {
  const asked = (bulkId: string) =>
    bulkRequested({
      bulkId,
      tabId: 'tab',
      title: 'Set Responsive to Yes',
      count: 2,
      ask: { what: 'reverse', kind: 'undo', jobId: 3 },
    })
  const begun = (bulkId: string, requestId: string | null, auditIds: number[]) =>
    bulkBegun({ bulkId, jobId: 7, requestId, auditIds })
  /** The nth of these is the command `command-n`'s. */
  const folded = (...drafts: readonly Draft[]): ReconcileState => {
    const replay = createReplay(createRoutes({ reconcile }), 'project')
    replay.feed(drafts.map((draft, at) => placed(at + 1, draft)))
    return replay.states().get('reconcile') as ReconcileState
  }
  const digestOf = (text: string): string => {
    const hash = createSha256()
    hash.update(new TextEncoder().encode(text))
    return hash.hex()
  }

  it('is on its way, then acknowledged with its row, then found by it', () => {
    expect(folded(asked('b1'))).toMatchObject({ unsent: 1, acknowledged: 0 })
    const state = folded(asked('b1'), begun('b1', 'command-1', [40]))
    expect(state).toMatchObject({ unsent: 0, acknowledged: 1 })
    expect(toCheck(state, 10).map(([id]) => id)).toEqual(['command-1'])
    const entry = getIn(state.open, 'command-1') ?? expect.fail()
    const row = (jobId: number) => ({ auditId: 40, documentId: null, digests: [digestOf(begunText(jobId))] })
    expect(verdictOf(entry, [row(7)])).toBe('matched')
    expect(verdictOf(entry, [row(8)])).toBe('differs')
    expect(verdictOf(entry, [])).toBe('missing')
    const matched = checked({
      asOf: 50,
      at: '2026-01-05T09:00:00.000Z',
      offset: 0,
      matched: ['command-1'],
      odd: [],
    })
    expect(folded(asked('b1'), begun('b1', 'command-1', [40]), matched)).toMatchObject({
      acknowledged: 0,
      matched: 1,
    })
  })

  it('is matched where another command had done it already, and this one wrote nothing', () => {
    const state = folded(asked('b1'), begun('b1', 'command-1', []))
    expect(verdictOf(getIn(state.open, 'command-1') ?? expect.fail(), [])).toBe('matched')
  })

  it('is no more under way when it is refused, and when the version that wrote the log did not say its row', () => {
    expect(folded(asked('b1'), bulkRefused({ bulkId: 'b1', message: 'No.' }))).toMatchObject({
      unsent: 0,
      acknowledged: 0,
    })
    expect(folded(asked('b1'), asked('b2'), begun('b1', null, []))).toMatchObject({
      unsent: 1,
      acknowledged: 0,
    })
  })

  it('is looked up once more where the record went back', () => {
    const entry = { commandId: 'command-1', documentId: null, jobId: 7, auditIds: [40] }
    const state = folded(reopened({ entries: [entry], whole: true }))
    expect(getIn(state.open, 'command-1')).toMatchObject({ documentId: null, says: [begunText(7)] })
  })
})
