import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heightOf, inTreeOrder, type Nested, subtreeOf, wayTo } from './folder-tree.ts'

/** Folders of which each stands at the top or in one before it. */
const folders = fc.array(fc.nat(), { maxLength: 12 }).map((choices) =>
  choices.map((choice, at): Nested => {
    const parent = choice % (at + 1)
    return { folderId: at + 1, parentId: parent === 0 ? null : parent }
  }),
)

describe('a tree of folders', () => {
  it('is told whole, each folder after those that lead to it', () => {
    fc.assert(
      fc.property(folders, (all) => {
        const ordered = inTreeOrder(all)
        expect(new Set(ordered)).toEqual(new Set(all))
        for (const [at, { parentId }] of ordered.entries())
          if (parentId !== null)
            expect(ordered.slice(0, at).some((one) => one.folderId === parentId)).toBe(true)
      }),
    )
  })

  it('has below a folder exactly those whose way leads through it', () => {
    fc.assert(
      fc.property(folders, (all) => {
        for (const { folderId } of all) {
          const through = all.filter((one) => wayTo(all, one.folderId).some((on) => on.folderId === folderId))
          expect(new Set(subtreeOf(all, folderId))).toEqual(new Set(through.map((one) => one.folderId)))
          const deepest = Math.max(...through.map((one) => wayTo(all, one.folderId).length))
          expect(heightOf(all, folderId)).toBe(deepest - wayTo(all, folderId).length + 1)
        }
      }),
    )
  })
})
