/** What always holds of propagation, whatever is related to what and whoever codes what in between. */
import fc from 'fast-check'
import { afterEach, describe, expect } from 'vitest'
import { verifyChain } from '#contracts/audit.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { runs, property as test } from '#tests/runs.ts'
import { addForm, type Matter, startMatter } from './matter.ts'
import { propagatingIn } from './propagating.ts'

const documents = 8
const place = fc.nat({ max: documents - 1 })
const values: readonly CodedValue[] = ['Yes', 'No', 'Needs further review', null]
const choices = fc
  .subarray(['Patent', 'Pricing', 'Trade secret'])
  .map((list) => (list.length === 0 ? null : list))

/** Families and groups of near-duplicates, by the place of their first document. */
const relations = fc.record({
  families: fc.array(fc.nat({ max: 2 }), { minLength: documents, maxLength: documents }),
  groups: fc.array(fc.nat({ max: 3 }), { minLength: documents, maxLength: documents }),
})
const act = fc.record({
  on: place,
  as: fc.constantFrom('ana', 'ben'),
  single: fc.constantFrom(...values),
  multi: choices,
  family: fc.boolean(),
  nearDuplicates: fc.boolean(),
})

describe('propagation, always', () => {
  let matter: Matter | null = null
  afterEach(async () => {
    await matter?.close()
    matter = null
  })

  test('reaches related documents only, moves what was moved, and its undo is identity on what nobody changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        relations,
        fc.array(act, { minLength: 1, maxLength: 5 }),
        act,
        fc.array(place, { maxLength: 3 }),
        async ({ families, groups }, before, last, touched) => {
          const own = await startMatter('sqlite', { documents })
          matter = own
          const form = await addForm(own)
          const here = propagatingIn(own, form)
          const ids = own.documents
          for (const [at, id] of ids.entries()) {
            const family = families.indexOf(families[at] ?? 0)
            if (family !== at) await here.family([ids[family] ?? 0, id])
            await here.analysed(id, { alike: ids[groups.indexOf(groups[at] ?? 0)] ?? id })
          }
          const standing = async () => ({
            single: await here.coded(ids, 'Responsive'),
            multi: await here.coded(ids, 'Issues'),
          })
          const save = ({ on, as, single, multi, family, nearDuplicates }: typeof last) =>
            here.save(
              ids[on] ?? 0,
              { Responsive: single, Issues: multi },
              { as: as === 'ana' ? own.ana : own.ben, to: { family, nearDuplicates } },
            )
          for (const one of before) await save(one)
          const was = await standing()
          const { key } = await save(last)
          const is = await standing()
          const isRelated = (at: number) =>
            (last.family && families[at] === families[last.on]) ||
            (last.nearDuplicates && groups[at] === groups[last.on])
          const listOf = (value: CodedValue | undefined) => (Array.isArray(value) ? value : [])
          for (const at of ids.keys()) {
            if (at === last.on) continue
            const moved = is.single[at] !== was.single[at]
            // One hop, and what the source has now.
            if (moved) expect([isRelated(at), is.single[at]]).toEqual([true, last.single])
            const [then, now] = [listOf(was.multi[at]), listOf(is.multi[at])]
            const [had, has] = [listOf(was.multi[last.on]), listOf(last.multi)]
            const changed = [
              ...then.filter((text) => !now.includes(text)),
              ...now.filter((text) => !then.includes(text)),
            ]
            if (changed.length > 0) expect(isRelated(at)).toBe(true)
            // The delta and nothing else.
            for (const text of changed) expect(had.includes(text)).not.toBe(has.includes(text))
          }
          const decided = new Set(touched.filter((at) => at !== last.on))
          for (const at of decided)
            await here.save(ids[at] ?? 0, { Hot: true, Responsive: 'No' }, { as: own.senior })
          const between = await standing()
          await here.save(
            ids[last.on] ?? 0,
            { Responsive: was.single[last.on] ?? null, Issues: was.multi[last.on] ?? null },
            { as: last.as === 'ana' ? own.ana : own.ben, undoes: [key] },
          )
          const back = await standing()
          for (const at of ids.keys()) {
            expect(back.multi[at]).toEqual(was.multi[at])
            // Who saves what stands already has decided nothing.
            const isDecided = decided.has(at) && between.single[at] !== is.single[at]
            expect(back.single[at]).toEqual(isDecided ? 'No' : was.single[at])
          }
          const { data } = await own.server.call(own.manager, verifyChain, { project: own.projectId })
          expect(data).toMatchObject({ firstBroken: null, differences: { count: 0 } })
          await own.close()
          matter = null
        },
      ),
      { numRuns: runs(3) },
    )
  }, 240_000)
})
