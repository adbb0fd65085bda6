/** The model of model.test.ts with pauses: what was begun comes further before the next thing happens. */
import { describe } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { playMany } from '../support/play-model.ts'

describe('the model of the client', () => {
  test(
    'whatever happens one after the other: all tabs show one truth, and it is on the record once',
    () => playMany(0.9, runs(50)),
    600_000,
  )
})
