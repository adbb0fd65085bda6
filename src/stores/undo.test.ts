import { expect, it } from 'vitest'
import { placed } from '#tests/support/envelopes.ts'
import { countIn } from './buckets.ts'
import { foldAll } from './projection.ts'
import { trailOf, undoTrail } from './undo.ts'

it('the undo trail does not grow with every document that was ever coded', () => {
  const documents = 20_000
  const coded = (nth: number) =>
    placed(nth, { stream: `document:${nth}`, undo: { kind: 'do', group: `group-${nth}`, targets: [] } })
  let trails = undoTrail.initial
  for (let nth = 1; nth <= documents; nth++) trails = foldAll(undoTrail, trails, [coded(nth)])
  expect(countIn(trails)).toBeLessThan(13_000)
  // A day's work is there, and more.
  for (let nth = documents; nth > documents - 5_000; nth--) {
    expect(trailOf(trails, `document:${nth}`).done).toHaveLength(1)
  }
})
