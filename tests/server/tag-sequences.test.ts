/** Whatever is done with tags and in whatever order: no document loses what it is tagged with, and none gets what nobody put on. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { verifyChain } from '#contracts/audit.ts'
import * as managing from '#contracts/tag-management.ts'
import { rebuild } from '#server/review/coding-history/rebuild.ts'
import { runs, property as test } from '#tests/runs.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects } from './harness.ts'
import { addTags, type Matter, startMatter } from './matter.ts'
import { taggingIn } from './tagging.ts'

const documents = 3
const tag = fc.nat({ max: 7 })
const act = fc.oneof(
  fc.record({ do: fc.constant('make' as const) }),
  fc.record({ do: fc.constant('rename' as const), tag }),
  fc.record({ do: fc.constant('order' as const), tag, position: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant('merge' as const), tag, into: tag }),
  fc.record({ do: fc.constant('delete' as const), tag }),
  fc.record({ do: fc.constant('replace' as const), tag, into: tag }),
  fc.record({ do: fc.constant('undo' as const), change: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('redo' as const), change: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('put' as const), document: fc.nat({ max: documents - 1 }), tag }),
  fc.record({ do: fc.constant('take' as const), document: fc.nat({ max: documents - 1 }), tag }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

describe.each(costlyDialects)('tags on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect, { codingForms: false, documents })
  })
  afterEach(() => matter.close())

  test('no sequence of making, renaming, ordering, merging, undoing and deleting loses or invents a tagging', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        await matter.close()
        matter = await startMatter(dialect, { codingForms: false, documents })
        await play(matter, acts)
      }),
      { numRuns: runs(6) },
    )
  }, 120_000)

  async function play(own: Matter, acts: readonly Act[]): Promise<void> {
    const { server, projectId: project, manager } = own
    const tagging = taggingIn(own, {})
    const bulk = bulkIn(own, null)
    const begun = await addTags(own)
    const { tagCategoryId } = await tagging.category('Issues')
    /** Tags of the category that takes several, live or not, as they were made. */
    const all = [begun.Patent ?? 0, begun.Pricing ?? 0]
    /** What each document should have: what was put on, and not taken off; a tag that was merged counts as the other. */
    const wanted = own.documents.map(() => new Set<number>())
    const changes: { readonly jobId: number; readonly from: number; readonly to: number; undone: boolean }[] =
      []
    let names = 0
    const live = async () => new Set((await tagging.list()).data.map(({ tagId }) => tagId))
    const one = (n: number) => all[n % all.length] ?? 0
    const replace = (from: number, to: number, jobId: number) => {
      const held = [...wanted.keys()].filter((n) => wanted[n]?.has(from))
      for (const n of held) {
        wanted[n]?.delete(from)
        wanted[n]?.add(to)
      }
      changes.push({ jobId, from, to, undone: false })
    }
    const there = async () =>
      Promise.all(
        own.documents.map(async (documentId) =>
          (
            await server.call(manager, managing.documentTags, { project, query: { documentId } })
          ).data.data.map(({ tagId }) => tagId),
        ),
      )
    for (const step of acts) {
      const tags = await live()
      if (step.do === 'make') {
        const { data } = await server.call(manager, managing.createTag, {
          project,
          body: { tagCategoryId, name: `Tag ${++names}` },
        })
        all.push(data.tagId)
      } else if (step.do === 'rename' && tags.has(one(step.tag))) {
        const { version } = await tagging.tag(one(step.tag))
        const answer = await server.call(manager, managing.changeTag, {
          project,
          ifMatch: tagging.seen(one(step.tag), version),
          body: { tagId: one(step.tag), name: `Name ${++names}` },
        })
        expect(answer.status).toBe(200)
      } else if (step.do === 'order' && tags.has(one(step.tag))) {
        const body = { tagId: one(step.tag), position: step.position, viewPageMode: 'settings' as const }
        expect((await server.call(manager, managing.moveTag, { project, body })).status).toBe(200)
      } else if (step.do === 'merge' || step.do === 'replace') {
        const [from, to] = [one(step.tag), one(step.into)]
        if (from === to || !tags.has(from) || !tags.has(to)) continue
        const key = tagging.key()
        const { data } =
          step.do === 'merge'
            ? await server.call(manager, managing.mergeTags, {
                project,
                key,
                body: { tagId: from, intoTagId: to, correlationId: 'gesture-0001' },
              })
            : await server.call(manager, managing.deleteTag, {
                project,
                key,
                ifMatch: tagging.seen(from, (await tagging.tag(from)).version),
                query: { tagId: from, replacementTagId: to },
              })
        expect((await bulk.settled(data.jobId ?? 0)).state).toBe('Completed')
        replace(from, to, data.jobId ?? 0)
        expect(await live()).not.toContain(from)
      } else if (step.do === 'delete' && tags.has(one(step.tag))) {
        const from = one(step.tag)
        const used = wanted.some((on) => on.has(from))
        const { status } = await server.call(manager, managing.deleteTag, {
          project,
          key: tagging.key(),
          ifMatch: tagging.seen(from, (await tagging.tag(from)).version),
          query: { tagId: from },
        })
        expect(status).toBe(used ? 409 : 200)
      } else if ((step.do === 'undo' || step.do === 'redo') && changes[step.change] !== undefined) {
        const change = changes[step.change]
        if (change === undefined || change.undone === (step.do === 'undo')) continue
        const before = await there()
        const answer =
          step.do === 'undo'
            ? await bulk.undo(change.jobId, { as: manager })
            : await bulk.redo(change.jobId, { as: manager })
        if (answer.status !== 200) {
          expect(await there()).toEqual(before)
          continue
        }
        await bulk.settled(answer.data.jobId)
        change.undone = step.do === 'undo'
        const after = await there()
        // Only between the two, and nothing is lost: whoever had either has either.
        for (const [n, had] of before.entries()) {
          const has = after[n] ?? []
          const others = (ids: readonly number[]) =>
            ids.filter((id) => id !== change.from && id !== change.to)
          const either = (ids: readonly number[]) => ids.includes(change.from) || ids.includes(change.to)
          expect(others(has).sort()).toEqual(others(had).sort())
          expect(either(has)).toBe(either(had))
          if (step.do === 'redo') expect(has).not.toContain(change.from)
          wanted[n] = new Set(has)
        }
      } else if ((step.do === 'put' || step.do === 'take') && tags.has(one(step.tag))) {
        const documentId = own.documents[step.document] ?? 0
        const ids = [one(step.tag)]
        const answer = await tagging.apply(
          documentId,
          step.do === 'put' ? ids : [],
          step.do === 'put' ? [] : ids,
        )
        expect(answer.status).toBe(200)
        if (step.do === 'put') wanted[step.document]?.add(one(step.tag))
        else wanted[step.document]?.delete(one(step.tag))
      }
      expect((await there()).map((ids) => ids.toSorted())).toEqual(wanted.map((ids) => [...ids].toSorted()))
    }
    const verified = async () => (await server.call(manager, verifyChain, { project })).data.differences
    expect(await verified()).toEqual({ count: 0, first: [] })
    await rebuild(server.services.records, project)
    expect(await verified()).toEqual({ count: 0, first: [] })
  }
})
