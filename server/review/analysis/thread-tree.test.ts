import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { type Linked, treeOf } from './thread-tree.ts'

const linked = (id: number, parent: number | null, more: Partial<Linked> = {}): Linked => ({
  id,
  parent,
  missing: null,
  at: new Date(Date.UTC(2024, 0, id)).toISOString(),
  ...more,
})
const shown = (messages: readonly Linked[]) =>
  treeOf(messages).map(({ depth, message }) => [depth, message?.id ?? null])

describe('a thread as it is read', () => {
  it('has answers below what they answer, the earlier ones first, undated ones last', () => {
    expect(
      shown([linked(1, null), linked(2, 1, { at: null }), linked(3, 1), linked(4, 3), linked(5, 1)]),
    ).toEqual([
      [0, 1],
      [1, 3],
      [2, 4],
      [1, 5],
      [1, 2],
    ])
  })

  it('has one place for a message that was not collected, with all that answer it', () => {
    expect(
      shown([
        linked(1, null),
        linked(2, 1, { missing: 'a' }),
        linked(3, 1, { missing: 'b' }),
        linked(4, 1, { missing: 'a' }),
      ]),
    ).toEqual([
      [0, 1],
      [1, null],
      [2, 2],
      [2, 4],
      [1, null],
      [2, 3],
    ])
  })

  test('holds each message once, whatever names what as its parent', () => {
    const any = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc
            .record({
              parent: fc.option(fc.integer({ min: 1, max: 14 })),
              missing: fc.option(fc.constantFrom('a', 'b')),
            })
            .map((more) => linked(id, more.parent, { missing: more.missing })),
        ),
      ),
    )
    fc.assert(
      fc.property(any, (messages) => {
        const ids = treeOf(messages).flatMap(({ message }) => (message === null ? [] : [message.id]))
        expect(ids.toSorted((a, b) => a - b)).toEqual(messages.map(({ id }) => id).toSorted((a, b) => a - b))
      }),
      { numRuns: runs(300) },
    )
  })
})
