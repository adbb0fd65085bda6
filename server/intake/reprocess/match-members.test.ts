/** Documents of a family and its members as they are read anew. */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property as test } from '#tests/runs.ts'
import type { Member } from '../processing/member.ts'
import { matchMembers, type Present } from './match-members.ts'

/** A family in reading order: of each member how deep it stands (at most one deeper than the one before) and what it is. */
const families = fc
  .array(fc.record({ deeper: fc.nat({ max: 4 }), bytes: fc.nat({ max: 3 }), locked: fc.boolean() }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((drawn) => {
    const open: number[] = []
    return drawn.map(({ deeper, bytes, locked }, ordinal) => {
      const depth = ordinal === 0 ? 0 : Math.min(open.length, Math.max(1, deeper))
      open.length = depth
      const parent = open.at(-1) ?? null
      open.push(ordinal)
      // Names may be the same, as those of inline images often are.
      const path = ['box', ...open.slice(1).map((one) => `name ${drawn[one]?.bytes ?? 0}`)]
      return { ordinal, parent, depth, path, sha256: String(bytes), locked }
    })
  })
type Drawn = ReturnType<typeof families.generate>['value'][number]

const asMember = (one: Drawn): Member => one as unknown as Member

/** What was there while those that are locked were not opened: nothing of what stands in them. */
function withoutLocked(members: readonly Drawn[]): (Present & { readonly of: number })[] {
  const hidden = new Set<number>()
  for (const { ordinal, parent } of members) {
    if (parent === null) continue
    if (hidden.has(parent) || members[parent]?.locked === true) hidden.add(ordinal)
  }
  return members
    .filter(({ ordinal }) => !hidden.has(ordinal))
    .map(({ ordinal, parent, depth, path, sha256 }) => ({
      document_id: ordinal + 100,
      parent_id: parent === null ? null : parent + 100,
      depth,
      sha256,
      source_path: JSON.stringify(path),
      of: ordinal,
    }))
}

/** A family that is read again as a whole, from the file that it came from. */
function whole<D extends Present>(documents: readonly D[]) {
  const [root] = documents
  if (root === undefined) throw new Error('A family has a first document.')
  return { documents, root, isNew: false }
}

describe('the members of a family that is read again', () => {
  test('are the documents that are there, each once and in their order, and all that was locked comes in its place', () => {
    fc.assert(
      fc.property(families, (drawn) => {
        const members = drawn.map(asMember)
        const documents = withoutLocked(drawn)
        const found = matchMembers(
          whole(documents),
          members,
          (document) => drawn[document.of]?.locked === true,
        )
        expect(found.documents.size).toBe(documents.length)
        expect(new Set(found.documents.values()).size).toBe(documents.length)
        // The whole family, in the order in which it is read.
        expect(found.order.map((one) => ('member' in one ? one.member.sha256 : one.document.sha256))).toEqual(
          drawn.map(({ sha256 }) => sha256),
        )
        const kept = found.order.flatMap((one) => ('document' in one ? [one.document] : []))
        expect(kept).toEqual(documents)
        expect(found.opened.map(({ document }) => document.of)).toEqual(
          documents.filter(({ of }) => drawn[of]?.locked === true).map(({ of }) => of),
        )
      }),
    )
  })

  test('are left out where they are new elsewhere than in what is opened', () => {
    fc.assert(
      fc.property(families, (drawn) => {
        const found = matchMembers(whole(withoutLocked(drawn)), drawn.map(asMember), () => false)
        expect(found.opened).toEqual([])
        expect(found.order.every((one) => 'document' in one)).toBe(true)
      }),
    )
  })
})

describe('the members of a file that takes the place of a document’s own', () => {
  /** A family that is there, one of its documents, and what stands in the file that comes in that one’s place. */
  const replaced = fc
    .tuple(families, fc.nat(), families)
    .map(([standing, at, drawn]) => ({ standing, at: at % standing.length, drawn }))

  test('are all in the family afterwards, each below its parent, and nobody who was there is gone or moved among the others', () => {
    fc.assert(
      fc.property(replaced, ({ standing, at, drawn }) => {
        const documents = standing.map(({ ordinal, parent, depth, path, sha256 }) => ({
          document_id: ordinal + 100,
          parent_id: parent === null ? null : parent + 100,
          depth,
          sha256,
          source_path: JSON.stringify(path),
        }))
        const root = documents[at]
        if (root === undefined) throw new Error('The document is one of the family.')
        const place: string[] = JSON.parse(root.source_path)
        const members = drawn.map((one) => asMember({ ...one, path: [...place, ...one.path.slice(1)] }))
        const found = matchMembers({ documents, root, isNew: true }, members, (one) => one === root)
        expect(found.order.flatMap((one) => ('document' in one ? [one.document] : []))).toEqual(documents)
        const added = new Set(found.order.flatMap((one) => ('member' in one ? [one.member] : [])))
        for (const [n, member] of members.entries()) {
          const document = found.documents.get(member)
          if (n === 0) expect(document).toBe(root)
          else if (document !== undefined) expect(document.sha256).toBe(member.sha256)
          // Whatever stands in the file is a document of the family, unless what it stands in is one that was there before.
          const parent = members[member.parent ?? 0]
          const isWithin = parent === members[0] || (parent !== undefined && added.has(parent))
          expect(added.has(member)).toBe(document === undefined && isWithin)
        }
        // Reading order: each at most one deeper than the one before, and behind its own parent.
        const depths = found.order.map((one) =>
          'document' in one ? one.document.depth : root.depth + one.member.depth,
        )
        for (const [n, depth] of depths.entries())
          expect(depth).toBeLessThanOrEqual((depths[n - 1] ?? -1) + 1)
        const above: (number | Member)[] = []
        for (const one of found.order) {
          const depth = 'document' in one ? one.document.depth : root.depth + one.member.depth
          above.length = depth
          const parent = above.at(-1)
          if ('document' in one) {
            expect(parent ?? null).toBe(one.document.parent_id)
            above.push(one.document.document_id)
          } else {
            const of = members[one.member.parent ?? 0]
            expect(parent).toBe(of === undefined ? undefined : (found.documents.get(of)?.document_id ?? of))
            above.push(one.member)
          }
        }
      }),
    )
  })
})
