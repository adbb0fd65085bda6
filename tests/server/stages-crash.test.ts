import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as stages from '#contracts/stages.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { inDeepRun } from '#tests/runs.ts'
import { startServer } from './harness.ts'
import { work } from './killed-worker.ts'

describe('a promotion whose server is killed (SQLite)', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-promote-kill-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('leaves whole families, numbers without gaps and a reconciliation that adds up, and goes on where it was', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    const families = 1000
    const server = await startServer({ dialect: 'sqlite', dataDir, work: false })
    const companyId = await server.company()
    const project = await server.project(companyId)
    const user = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, user.userId, 'ProjectManager')
    const { records } = server.services
    const plain = { custodian: 'Rivera', text: 'Good morning.', parentDate: null }
    const ids = await addDocuments(
      records,
      project,
      user.userId,
      Array.from({ length: 2 * families }, (_, i) => ({
        ...plain,
        title: `Letter ${i}`,
        ...(i % 2 === 1 ? { parent: i - 1 } : {}),
      })),
    )
    await records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set((eb) => ({ state: 'Processed' as const, control: eb.neg('document_id') }))
        .execute()
      await trx.updateTable('project').set({ last_control: 0 }).execute()
      await trx.updateTable('job').set({ items_in: ids.length, waiting: ids.length }).execute()
    })
    const { jobId } = (
      await server.call(user, stages.promote, {
        project,
        key: 'promote-0001',
        body: { documents: { ids } },
      })
    ).data

    /** How many documents are promoted, when all that has to hold does. */
    const promoted = async (): Promise<number> => {
      const rows = await records.read
        .selectFrom('document')
        .select(['family_id', 'ordinal', 'control'])
        .where('state', '=', 'Promoted')
        .orderBy('control')
        .execute()
      expect(rows.map(({ control }) => control)).toEqual(rows.map((_, i) => i + 1))
      // In the order in which they came in, families together: the order of a promotion of everything.
      const expected = rows.toSorted((a, b) => a.family_id - b.family_id || a.ordinal - b.ordinal)
      expect(rows).toEqual(expected)
      expect(rows.length % 2).toBe(0)
      const reconciliation = await records.read
        .selectFrom('job')
        .select(['promoted', 'waiting'])
        .where('kind', '=', 'import')
        .executeTakeFirstOrThrow()
      expect(reconciliation).toEqual({ promoted: rows.length, waiting: ids.length - rows.length })
      const told = await records.read
        .selectFrom('audit')
        .select('document_id')
        .where('action', '=', 'document.promoted')
        .execute()
      expect(told).toHaveLength(rows.length)
      expect((await verifyChain(records.read, `project:${project}`)).firstBroken).toBeNull()
      return rows.length
    }

    expect(await work(dataDir, jobId, 0)).toBeNull()
    const first = await promoted()
    expect([first > 0, first < ids.length]).toEqual([true, true])
    expect(await work(dataDir, jobId, ids.length / 2)).toBeNull()
    const second = await promoted()
    expect([second > first, second < ids.length]).toEqual([true, true])
    expect(await work(dataDir, jobId, null)).toBe('Completed')
    expect(await promoted()).toBe(ids.length)
    await server.close()
  })
})
