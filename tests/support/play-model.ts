/** Plays what may happen to a browser in a world of its own, mends it, and looks whether one truth is left. */
import fc from 'fast-check'
import { type Happening, happening, World } from './model.ts'

export async function play(seed: number, patience: number, script: readonly Happening[]): Promise<void> {
  const world = new World(seed, patience)
  try {
    await world.begin()
    for (const one of script) await world.perform(one)
    await world.mend()
    await world.expectOneTruth()
  } finally {
    await world.close()
  }
}

/**
 * Makes so many runs of 50 steps, or `AFFIANT_MODEL_RUNS`. What befalls whom when is the machine's affair too: a failing run
 * need not fail again.
 */
export const playMany = (patience: number, many: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(happening, { minLength: 50, maxLength: 50, size: 'max' }),
      (seed, script) => play(seed, patience, script),
    ),
    { numRuns: Number(process.env.AFFIANT_MODEL_RUNS ?? many), endOnFailure: true, timeout: 60_000 },
  )
