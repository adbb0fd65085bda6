import { describe, expect, it } from 'vitest'
import { ended } from '../events/catalog/session.ts'
import { toastAdded, toastRemoved, toastUpdated } from '../events/catalog/toasts.ts'
import type { Draft, Envelope } from '../events/envelope.ts'
import { foldAll } from './projection.ts'
import { type Toasts, toastLimit, toasts } from './toasts.ts'

const at = '2026-03-01T10:00:00.000Z'
const add = (toastId: string) => toastAdded({ toastId, at, kind: 'info', message: `Message ${toastId}` })
const remove = (toastId: string) => toastRemoved({ toastId })
const folded = (...drafts: readonly Draft[]): Toasts =>
  foldAll(toasts, toasts.initial, drafts as readonly Envelope[])
const ids = (list: Toasts['shown']) => list.map(({ toastId }) => toastId)

describe('toasts', () => {
  it('[toast-lifecycle] are added, updated and removed', () => {
    const added = folded(add('a'))
    expect(ids(added.shown)).toEqual(['a'])
    const updated = folded(add('a'), toastUpdated({ toastId: 'a', at, kind: 'success', message: 'Done' }))
    expect(updated.shown[0]).toMatchObject({ kind: 'success', message: 'Done', revision: 1 })
    expect(folded(add('a'), remove('a')).shown).toEqual([])
  })

  it('[toast-newest-on-top] stand with the newest first', () => {
    expect(ids(folded(add('a'), add('b'), add('c')).shown)).toEqual(['c', 'b', 'a'])
  })

  it('[toast-limit-queue] wait for a place beyond three, in their order', () => {
    expect(toastLimit).toBe(3)
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => add(id))
    const full = folded(...five)
    expect(ids(full.shown)).toEqual(['c', 'b', 'a'])
    expect(ids(full.queued)).toEqual(['d', 'e'])
    expect(ids(folded(...five, remove('b')).shown)).toEqual(['d', 'c', 'a'])
    expect(ids(folded(...five, remove('b'), remove('a')).shown)).toEqual(['e', 'd', 'c'])
    expect(ids(folded(...five, remove('d')).queued)).toEqual(['e'])
  })

  it('never wait behind errors that nobody closes: the oldest makes place, and comes back when one is closed', () => {
    const error = (toastId: string) =>
      toastAdded({ toastId, at, kind: 'error', message: `Refused ${toastId}` })
    const errors = ['a', 'b', 'c', 'd', 'e'].map(error)
    const five = folded(...errors)
    expect([ids(five.shown), ids(five.queued), ids(five.folded)]).toEqual([['e', 'd', 'c'], [], ['b', 'a']])
    // What passes takes one place, gives it back to nothing, and the next takes the same.
    const passing = folded(...errors, add('f'))
    expect([ids(passing.shown), ids(passing.folded)]).toEqual([
      ['f', 'e', 'd'],
      ['c', 'b', 'a'],
    ])
    const passed = folded(...errors, add('f'), remove('f'))
    expect([ids(passed.shown), ids(passed.folded)]).toEqual([
      ['e', 'd'],
      ['c', 'b', 'a'],
    ])
    const closed = folded(...errors, add('f'), remove('f'), remove('e'))
    expect([ids(closed.shown), ids(closed.folded)]).toEqual([['d', 'c', 'b'], ['a']])
    // Those that waited for a passing message do not wait for what has become of it.
    const failed = toastUpdated({ toastId: 'f', at, kind: 'error', message: 'Failed' })
    expect(ids(folded(...errors, add('f'), add('g'), failed).shown)).toEqual(['g', 'f', 'e'])
    expect(folded(...errors, ended({ reason: 'logout', elsewhere: false })).folded).toEqual([])
  })

  it('say an error that is still there to be read once, however often it comes', () => {
    const error = (toastId: string, message = 'Refused') =>
      toastAdded({ toastId, at, kind: 'error', message })
    const said = folded(error('a'), error('b', 'Another'), error('c'))
    expect(ids(said.shown)).toEqual(['c', 'b'])
    expect(ids(said.notifications)).toEqual(['c', 'b', 'a'])
    const full = folded(...['a', 'b', 'c'].map((id) => add(id)), error('d'), error('e'))
    expect(ids(full.queued)).toEqual(['e'])
  })

  it('can be read again in the notifications list after they are gone, until somebody else signs in', () => {
    const said = folded(add('a'), remove('a'))
    expect(ids(said.notifications)).toEqual(['a'])
    expect(said.unseen).toBe(1)
    const error = toastAdded({ toastId: 'b', at, kind: 'error', message: 'Refused' })
    const left = folded(add('a'), error, ended({ reason: 'logout', elsewhere: false }))
    expect(left.notifications).toEqual([])
    expect(ids(left.shown)).toEqual(['a'])
  })
})
