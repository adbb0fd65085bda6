import { describe, expect, it } from 'vitest'
import { unplaced } from '#tests/support/envelopes.ts'
import { soleElection } from '../events/log/leader.ts'
import { memoryLog } from '../events/log/memory.ts'
import { createOutboxes } from './outboxes.ts'

const envelope = unplaced(1, { type: 'coding.saveRequested', retention: 'audit' })

describe('the outboxes of an account', () => {
  it('take from a leader only what it does in its own term, and nothing once another leads', async () => {
    const log = memoryLog('affiant:project:7:1')
    await log.append([envelope], { seen: null, outbox: [0] })
    const make = () =>
      createOutboxes(
        async () => [log],
        (fault) => expect(fault).toBeUndefined(),
      )
    const [asleep, awake] = [make(), make()]

    expect(asleep.leadership.epoch()).toBeNull()
    const [unled] = await asleep.port.rows()
    expect(unled).toMatchObject({ id: 'id-1', log: 'affiant:project:7:1' })
    if (!unled) throw new Error('There is no row')
    expect(await asleep.port.settle(unled, 1)).toBe(false)

    asleep.stand('lead', soleElection)
    const first = asleep.leadership.epoch() ?? 0
    await asleep.port.rows()

    // The browser has put the first leader to sleep and given its place to another tab.
    awake.stand('lead', soleElection)
    await awake.port.rows()
    expect(await asleep.port.settle(unled, first)).toBe(false)
    expect(await awake.port.rows()).toMatchObject([{ id: 'id-1' }])
    expect(await awake.port.settle(unled, awake.leadership.epoch() ?? 0)).toBe(true)
    expect(await awake.port.rows()).toEqual([])
  })

  it('of the others are delivered where one log has no room left, or cannot be read at all', async () => {
    const logs = ['full', 'broken', 'good'].map((name) => memoryLog(`affiant:project:7:${name}`))
    for (const log of logs) await log.append([envelope], { seen: null, outbox: [0] })
    const [full, broken, good] = logs
    if (!full || !broken || !good) throw new Error('A log is missing')
    const noRoom = async () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    const faults: unknown[] = []
    const outboxes = createOutboxes(
      async () => [{ ...full, takeEpoch: noRoom }, { ...broken, outbox: noRoom }, good],
      (fault) => faults.push(fault),
    )
    outboxes.stand('lead', soleElection)
    const rows = await outboxes.port.rows()
    expect(rows.map(({ log }) => log)).toEqual([full.name, good.name])
    expect(faults).toHaveLength(2)
    const [, last] = rows
    if (!last) throw new Error('There is no row')
    expect(await outboxes.port.settle(last, outboxes.leadership.epoch() ?? 0)).toBe(true)
    expect(await good.outbox()).toEqual([])
  })

  it('tell their listeners when leadership comes and goes', () => {
    const outboxes = createOutboxes(
      async () => [],
      () => undefined,
    )
    const heard: (number | null)[] = []
    outboxes.leadership.subscribe(() => heard.push(outboxes.leadership.epoch()))
    outboxes.stand('lead', soleElection)
    outboxes.stand('lead', soleElection)
    outboxes.stand(null, soleElection)
    expect(heard).toEqual([1, null, 2, null])
  })
})
