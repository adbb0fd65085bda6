/**
 * Invariants 1, 4, 5, 6, 12 and 16 under everything that befalls a browser, its tabs and the way to the record, one thing
 * in the middle of the other. model-calm.deep.test.ts plays the same with pauses between.
 */
import { describe, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import type { Happening } from '../support/model.ts'
import { play, playMany } from '../support/play-model.ts'

describe('the model of the client', () => {
  test(
    'whatever happens in the middle of whatever else: all tabs show one truth, and it is on the record once',
    () => playMany(0.3, runs(60)),
    600_000,
  )
})

/** Cases that have failed once, each by its name. */
const cases: Readonly<Record<string, readonly Happening[]>> = {
  'the answer to a change of a newer release comes to a leader of an older one': [
    { tab: 1, kind: 'upgrade' },
    { tab: 0, kind: 'offline' },
    { tab: 1, kind: 'tag', of: 2, tagId: 22 },
    { tab: 1, kind: 'set', of: 2, field: 'summary', value: 'b' },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'online' },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'wait' },
  ],
  'a leader is fenced off by one that dies, and has an answer to tell': [
    { tab: 0, kind: 'secondLeader' },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'offline' },
    { tab: 0, kind: 'foreign', of: 1, field: 'responsive', value: 'No' },
    { tab: 0, kind: 'set', of: 1, field: 'responsive', value: 'Yes' },
    { tab: 0, kind: 'save', of: 1 },
    { tab: 0, kind: 'wait' },
    { tab: 2, kind: 'crash' },
    { tab: 0, kind: 'online' },
    { tab: 0, kind: 'wait' },
  ],
  'of two tabs that ask by the same key one is refused, and the other is let through': [
    { tab: 0, kind: 'offline' },
    { tab: 0, kind: 'tag', of: 3, tagId: 21 },
    { tab: 0, kind: 'secondLeader' },
    { tab: 0, kind: 'refuse' },
    { tab: 0, kind: 'online' },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'wait' },
  ],
  'the leader looks for what it has missed while another saves, and then saves the same document': [
    { tab: 1, kind: 'set', of: 2, field: 'summary', value: 'a' },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'messages', lose: 1, repeat: 0, delay: 0 },
    { tab: 0, kind: 'wake' },
    { tab: 1, kind: 'save', of: 2 },
    { tab: 0, kind: 'wait' },
    { tab: 0, kind: 'set', of: 2, field: 'summary', value: 'b' },
    { tab: 0, kind: 'save', of: 2 },
    { tab: 0, kind: 'wait' },
  ],
}

describe('cases of the model', () => {
  it.each(Object.entries(cases))('%s', async (_name, script) => {
    for (let seed = 1; seed <= 5; seed++) await play(seed, 1, script)
  })
})
