import { describe, expect, it } from 'vitest'
import { placed } from '#tests/support/envelopes.ts'
import { everyArea } from '#tests/support/every-area.ts'
import { allDocuments } from '../events/catalog/filter.ts'
import { moveBegun, moveRefused, moveRequested } from '../events/catalog/stages.ts'
import { foldAll } from '../stores/projection.ts'
import type { RootState } from '../stores/root.ts'
import { stages } from '../stores/stages.ts'
import { isRejection } from './define.ts'
import { moveDocuments } from './stages.ts'

const fresh = Object.fromEntries(
  Object.entries(everyArea.projections).map(([name, { initial }]) => [name, initial]),
) as unknown as RootState
const ctx = (may: boolean) => ({
  now: new Date(0),
  newId: () => 'move-1',
  tabId: 'tab',
  userId: 7,
  projectId: 1,
  can: () => may,
})
const promotion = { what: 'promote', of: allDocuments } as const
const stateAfter = (...drafts: Parameters<typeof placed>[1][]): RootState => ({
  ...fresh,
  stages: foldAll(
    stages,
    stages.initial,
    drafts.map((draft, at) => placed(at + 1, draft)),
  ),
})

describe('moving documents', () => {
  it('is asked of the server once, with all that is chosen', () => {
    expect(moveDocuments.decide(fresh, promotion, ctx(true))).toMatchObject([
      { type: 'stages.moveRequested', payload: { moveId: 'move-1', move: promotion } },
    ])
  })

  it('is refused to those who may not, and without a name for a filter', () => {
    for (const [asked, may] of [
      [promotion, false],
      [{ what: 'filter', name: ' ', of: allDocuments }, true],
    ] as const)
      expect(isRejection(moveDocuments.decide(fresh, asked, ctx(may)))).toBe(true)
  })

  it('is not asked twice while the first has no answer, and may be asked again after it', () => {
    const asked = moveRequested({ moveId: 'move-1', move: promotion })
    expect(isRejection(moveDocuments.decide(stateAfter(asked), promotion, ctx(true)))).toBe(true)
    for (const answer of [
      moveBegun({ moveId: 'move-1', jobId: 3 }),
      moveRefused({ moveId: 'move-1', message: 'no' }),
    ])
      expect(isRejection(moveDocuments.decide(stateAfter(asked, answer), promotion, ctx(true)))).toBe(false)
  })
})
