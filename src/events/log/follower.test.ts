import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { placed, unplaced } from '#tests/support/envelopes.ts'
import type { Envelope } from '../envelope.ts'
import type { Hint } from './channel.ts'
import { type Follower, follow } from './follower.ts'
import type { EventLog } from './log.ts'
import { memoryLog } from './memory.ts'

/** A log that another tab writes to as well, followed here; what is said of it, and when, is the test's. */
async function followed() {
  const log = memoryLog('project')
  let reads = 0
  let say: (hint: Hint) => void = () => undefined
  const handedOn: number[] = []
  const foreign: number[] = []
  const follower: Follower = await follow({
    log: {
      ...log,
      isShared: () => true,
      read: (options) => {
        reads++
        return log.read(options)
      },
    },
    channel: {
      post: () => undefined,
      subscribe: (listener) => {
        say = listener
        return () => undefined
      },
      close: () => undefined,
    },
    signals: () => () => undefined,
    tabId: () => 'here',
    admit: (envelopes) => envelopes,
    apply: (envelopes) => handedOn.push(...envelopes.map(({ seq }) => seq)),
    onForeign: (envelopes) => foreign.push(...envelopes.map(({ seq }) => seq)),
    reload: async () => 0,
    onFault: (fault) => {
      throw fault
    },
  })
  const opening = reads
  const appendElsewhere = (...seqs: readonly number[]): Promise<Envelope[]> =>
    log.append(
      seqs.map((seq) => unplaced(seq)),
      { seen: null },
    )
  const hint = (envelopes: readonly Envelope[]): void => {
    const [from = 0, to = from] = [envelopes[0]?.seq, envelopes.at(-1)?.seq]
    say({ kind: 'appended', log: 'project', from, to, inline: envelopes, outbox: false, tabId: 'there' })
  }
  return { log, follower, hint, appendElsewhere, handedOn, foreign, reads: () => reads - opening }
}

it('a hint that has overtaken another waits for it, and nothing is read', async () => {
  const { appendElsewhere, hint, handedOn, reads } = await followed()
  const all = [await appendElsewhere(1), await appendElsewhere(2, 3), await appendElsewhere(4)]
  for (const envelopes of all.toReversed()) hint(envelopes)
  await expect.poll(() => handedOn).toEqual([1, 2, 3, 4])
  expect(reads()).toBe(0)
})

it('what is appended here waits for a hint of what another tab appended before it', async () => {
  const { appendElsewhere, follower, hint, handedOn, foreign, reads } = await followed()
  const before = await appendElsewhere(1)
  // It comes when this tab has heard of its own already.
  setTimeout(() => hint(before), 0)
  const [own] = await follower.append([unplaced(2)], { seen: null })
  expect(own?.seq).toBe(2)
  expect(handedOn).toEqual([1, 2])
  expect(foreign).toEqual([1])
  expect(reads()).toBe(0)
})

it('where a hint does not come the log is read', async () => {
  const { appendElsewhere, follower, hint, handedOn, reads } = await followed()
  await appendElsewhere(1)
  hint(await appendElsewhere(2))
  await expect.poll(() => handedOn).toEqual([1, 2])
  await appendElsewhere(3)
  await follower.append([unplaced(4)], { seen: null })
  expect(handedOn).toEqual([1, 2, 3, 4])
  expect(reads()).toBe(2)
})

test('hands on each once and in order, whichever hints are lost, doubled or late', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ nth: fc.nat(7), own: fc.boolean() }), { maxLength: 12 }),
      async (sizes, script) => {
        const { log, appendElsewhere, follower, hint, handedOn, foreign } = await followed()
        const batches: Envelope[][] = []
        for (const size of sizes) {
          batches.push(await appendElsewhere(...Array.from({ length: size }, (_, index) => index)))
        }
        const owned: Promise<readonly Envelope[]>[] = []
        for (const { nth, own } of script) {
          if (own) owned.push(follower.append([unplaced(100 + owned.length)], { seen: null }))
          else hint(batches[nth % batches.length] ?? [placed(1)])
        }
        const appended = (await Promise.all(owned)).flat().map(({ seq }) => seq)
        await follower.catchUp()
        const head = await log.head()
        expect(handedOn).toEqual(Array.from({ length: head }, (_, index) => index + 1))
        expect(foreign).toEqual(handedOn.filter((seq) => !appended.includes(seq)))
      },
    ),
    { numRuns: runs(60) },
  )
})

/** A follower of a log, with what it has said, and how often it has folded the log anew. */
async function following(log: EventLog, reload: () => Promise<number> = log.head) {
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
      return reload()
    },
    onReloaded: () => said.push('reloaded'),
    onFault: (fault) => expect(fault).toBeUndefined(),
  })
  return { follower, said }
}

describe('what a follower has missed', () => {
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

  it('asks a log that has a head and nothing to read once, and not for ever', async () => {
    const log = memoryLog('log')
    let head = 0
    let looks = 0
    const { follower, said } = await following(
      {
        ...log,
        head: async () => {
          if (++looks > 20) throw new Error('It asks for ever.')
          return head
        },
        read: async () => [],
      },
      async () => 0,
    )
    // A newer version of the program has taken the log over: it is there, and says nothing to this one.
    head = 3
    await follower.catchUp()
    expect(follower.applied()).toBe(0)
    expect(said).toEqual(['reload', 'reload', 'reloaded'])
  })
})
