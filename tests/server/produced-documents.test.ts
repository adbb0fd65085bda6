/** Documents by the numbers of their pages, over random plans. What a real production says is in production-volumes.test.ts. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initStuff } from '#contracts/productions.ts'
import { nameKey } from '#server/platform/records/name-key.ts'
import { documentsOf } from '#server/production/fields/page-numbers.ts'
import { batesNumber, numbersNeeded, pageNumber } from '#server/production/record/bates.ts'
import { runs } from '#tests/runs.ts'
import { costlyDialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'

const plans = fc.record({
  level: fc.constantFrom('page' as const, 'document' as const),
  digits: fc.constantFrom(4, 6, 9),
  prefix: fc.constantFrom('NW', 'a-b.', 'X_'),
  first: fc.integer({ min: 1, max: 900 }),
  pages: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
})

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

describe.each(costlyDialects)('pages that were produced on %s', (dialect) => {
  let matter: Matter
  let template: string
  let made = 0
  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 5 })
    const lead = await matter.server.user({ role: 'ProjectManager', companyId: matter.companyId })
    await matter.server.member(matter.projectId, lead.userId, 'ProjectManager')
    const { data } = await matter.server.call(lead, initStuff, { project: matter.projectId })
    template = JSON.stringify(data.templates[0]?.settings)
  })
  afterAll(() => matter.close())

  /** A production with this plan that stands. */
  const put = async ({ pages, first, ...numbering }: Plan): Promise<number> => {
    const { projectId, manager, documents } = matter
    const settings = JSON.parse(template)
    settings.numbering = { ...settings.numbering, ...numbering }
    const count = { documents: pages.length, pages: pages.reduce((sum, n) => sum + n, 0) }
    const by = { project_id: projectId, name: `Plan ${++made}` }
    return await matter.server.services.records.write('interactive', async (trx) => {
      const { production_id } = await trx
        .insertInto('production')
        .values({
          ...{ ...by, name_key: nameKey(by.name), state: 'Produced', version: 1, first_number: first },
          purpose: 'production',
          ...{ settings: JSON.stringify(settings), created_by: manager.userId, created_at: '2026-01-05' },
          ...{ checked_documents: 0, checked_pages: 0, ...count, produced_at: `2026-01-05T00:${made}` },
        })
        .returning('production_id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('bates_range')
        .values({
          ...{ ...by, prefix_key: nameKey(numbering.prefix), first_number: first, production_id },
          last_number: first + numbersNeeded(numbering, count) - 1,
          ...{ taken_by: manager.userId, taken_at: '2026-01-05', released_at: null },
        })
        .execute()
      let before = 0
      for (const [at, own] of pages.entries()) {
        await trx
          .insertInto('production_document')
          .values({
            ...{ production_id, project_id: projectId, document_id: documents[at] ?? 0, place: at + 1 },
            ...{ family_id: documents[at] ?? 0, parent_id: null, treatment: 'images', slip_sheet: null },
            ...{ pages: own, pages_before: before, designation: '', redaction_revision: 0, redacted: 0 },
            ...{ file_sha256: '', sha256: null, parts: null, native: null, state: 'made', fault: null },
          })
          .execute()
        before += own
      }
      return production_id
    })
  }

  it('are found by each number that is stamped on one, and by no other', { timeout: 60_000 }, async () => {
    const { records } = matter.server.services
    const found = (number: string) => documentsOf(records.read, matter.projectId, number)
    const sampled = fc.sample(plans, { numRuns: runs(10), seed: 14 })
    for (const plan of sampled) {
      const { pages, first, digits, prefix } = plan
      const productionId = await put(plan)
      let pagesBefore = 0
      for (const [at, own] of pages.entries()) {
        for (let page = 0; page < own; page++) {
          const number = pageNumber(plan, first, { place: at + 1, pages: own, pagesBefore }, page)
          for (const typed of [number, ` ${number.toLowerCase()}`])
            expect([plan, typed, await found(typed)]).toEqual([plan, typed, [matter.documents[at]]])
        }
        pagesBefore += own
      }
      const end = first + numbersNeeded(plan, { documents: pages.length, pages: pagesBefore })
      const others = [
        ...[batesNumber(plan, first - 1), batesNumber(plan, end), `${prefix}0${batesNumber(plan, first)}`],
        ...[`${batesNumber(plan, first)}_0001`, `${batesNumber(plan, first)}_0005`, `${prefix}${first}`],
        ...[batesNumber({ prefix, digits: digits + 1 }, first), `Q${batesNumber(plan, first)}`, prefix, ''],
      ].filter((number) => number !== batesNumber(plan, first))
      for (const number of others) expect([plan, number, await found(number)]).toEqual([plan, number, []])
      await records.write('interactive', (trx) =>
        trx
          .updateTable('production')
          .set({ state: 'RolledBack' })
          .where('production_id', '=', productionId)
          .execute(),
      )
      expect(await found(batesNumber(plan, first))).toEqual([])
    }
  })
})
