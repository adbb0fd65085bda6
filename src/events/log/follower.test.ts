import { describe, expect, it } from 'vitest'
import { unplaced } from '#tests/support/envelopes.ts'
import { follow } from './follower.ts'
import type { EventLog } from './log.ts'
import { memoryLog } from './memory.ts'

/** A follower of a log, with what it has said, and how often it has folded the log anew. */
async function following(log: EventLog) {
  const said: string[] = []
  const follower = await follow({
    log,
    channel: null,
    signals: () => () => undefined,
    tabId: () => 'tab',
    admit: (envelopes) => envelopes,
    apply: () => undefined,
    onForeign: (envelopes) => said.push(...envelopes.map(({ id }) => id)),
    reload: async () => {
      said.push('reload')
      return log.head()
    },
    onReloaded: () => said.push('reloaded'),
    onFault: (fault) => expect(fault).toBeUndefined(),
  })
  return { follower, said }
}

describe('following a log', () => {
  it('hands on what others append between two of its looks, and does not take it for compacted away', async () => {
    const log = memoryLog('log')
    let between = async (): Promise<unknown> => undefined
    const { follower, said } = await following({
      ...log,
      head: async () => {
        await between()
        return log.head()
      },
    })
    between = () => {
      between = async () => undefined
      return log.append([unplaced(1)], { seen: null })
    }
    await follower.catchUp()
    expect(follower.applied()).toBe(1)
    expect(said).toEqual(['reload', 'id-1'])
  })

  it('folds the log anew where what it has not seen was compacted away, says so, and goes on', async () => {
    const log = memoryLog('log')
    const { follower, said } = await following(log)
    await log.append([unplaced(1), unplaced(2)], { seen: null })
    await log.compact({ upTo: 2 })
    await follower.catchUp()
    expect(follower.applied()).toBe(2)
    expect(said).toEqual(['reload', 'reload', 'reloaded'])

    await log.append([unplaced(3), unplaced(4, { retention: 'audit' })], { seen: null })
    await log.compact({ upTo: 4 })
    await follower.catchUp()
    await log.append([unplaced(5)], { seen: null })
    await follower.catchUp()
    expect(follower.applied()).toBe(5)
    expect(said.slice(3)).toEqual(['reload', 'reloaded', 'id-5'])
  })
})
