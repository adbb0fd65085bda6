import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLook, type LookView, lookView } from '#src/events/catalog/reconstruct.ts'
import { property as test } from '#tests/runs.ts'
import { valuesOf } from '#tests/support/arbitrary.ts'
import { addressOf, projectIn, viewIn } from './address.ts'

const look = (change: Partial<LookView>): LookView => ({ ...firstLook, ...change })

describe('what is looked at, in the address', () => {
  test('reads back what it was written from, but for the narrowing of the list', () => {
    fc.assert(
      fc.property(valuesOf(lookView), (view) => {
        const written = addressOf(view, 7)
        expect(viewIn(written) ?? firstLook).toEqual({ ...view, list: firstLook.list })
        if (written !== '') expect(projectIn(written)).toBe(7)
      }),
    )
  })

  it('says nothing where nothing was chosen, and then leaves what is looked at alone', () => {
    expect(addressOf(firstLook, 7)).toBe('')
    expect(viewIn('')).toBeNull()
    expect(viewIn('project=7')).toBeNull()
  })

  it('holds ids and instants only: a choice by which the list is narrowed stays out of it', () => {
    const list = { is: 'field', subjectId: 3, value: 'Attorney-client' } as const
    expect(addressOf(look({ pane: 'asof', list }), 7)).toBe('pane=asof&project=7')
  })

  it('names the batch that the activity is narrowed to; what is no id of one counts as not said', () => {
    const filter = { ...firstLook.filter, batchId: 12 }
    expect(addressOf(look({ pane: 'batches', filter }), 7)).toBe('pane=batches&batch=12&project=7')
    expect(viewIn('pane=batches&batch=12')).toEqual(look({ pane: 'batches', filter }))
    for (const said of ['0', '-3', '1.5', 'first', '', '12.13', '1e999'])
      expect(viewIn(`pane=batches&batch=${said}`)).toEqual(look({ pane: 'batches' }))
  })

  it('takes what can be read of a damaged link, and leaves the rest as it is without one', () => {
    const view = viewIn(
      'pane=nothing&at=yesterday&with=2026-03-02T10:00:00.000Z~12&people=4.x&document=-1&means=manual',
    )
    expect(view).toEqual(
      look({
        other: { at: '2026-03-02T10:00:00.000Z', seq: 12 },
        filter: { ...firstLook.filter, how: ['manual'] },
      }),
    )
  })
})
