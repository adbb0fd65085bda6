/** Invariants 1, 4, 5, 6, 12 and 16 under everything that befalls a browser, its tabs and the way to the record. */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runs } from '../runs.ts'
import { type Happening, happening, World } from '../support/model.ts'

async function play(seed: number, script: readonly Happening[]): Promise<void> {
  const world = new World(seed)
  try {
    await world.begin()
    for (const one of script) await world.perform(one)
    await world.mend()
    if (process.env.SEED) await world.dump()
    await world.expectOneTruth()
  } finally {
    await world.close()
  }
}

describe('the model of the client', () => {
  it('whatever happens to tabs, messages and the way to the record: all tabs show one truth, and it is on the record once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(happening, { minLength: 50, maxLength: 50, size: 'max' }),
        play,
      ),
      { endOnFailure: !process.env.SHRINK, numRuns: runs(Number(process.env.MODEL ?? 20)), ...(process.env.SEED ? { seed: Number(process.env.SEED), path: process.env.FPATH ?? '' } : {}) },
    )
  }, 600_000)
})
