import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from '#tests/server/database.ts'
import { Indexing } from './indexing.ts'
import type { Batch } from './row.ts'

/** Stands in for the process that writes index files, and cannot bear one text. */
const index = vi.hoisted(() => ({ taken: [] as { documentId: number; text: string }[] }))
vi.mock('./child.ts', async (original) => {
  const real = await original<typeof import('./child.ts')>()
  class Child {
    async ask(request: { readonly kind: string; readonly batch?: Batch }): Promise<void> {
      const rows = request.batch?.rows ?? []
      if (rows.some(({ texts }) => texts.join().includes('unbearable')))
        throw new real.ChildError('RangeError', 'Maximum call stack size exceeded')
      index.taken.push(...rows.map(({ documentId, texts }) => ({ documentId, text: texts.join() })))
    }
    async stop(): Promise<void> {}
  }
  return { ...real, Child }
})

let fresh: TestRecords
let indexing: Indexing
let projectId: number
let ids: number[]

beforeEach(async () => {
  index.taken = []
  fresh = await freshRecords('sqlite')
  const { records, dataDir } = fresh
  const at = new Date(0).toISOString()
  const userId = await records.write('interactive', async (trx) => {
    const flags = { mfa_required: 0, qa_copilot: 0, slack_collection: 0 } as const
    const { company_id } = await trx
      .insertInto('company')
      .values({ name: 'Northwind', ...flags, created_at: at })
      .returning('company_id')
      .executeTakeFirstOrThrow()
    const project = await trx
      .insertInto('project')
      .values({
        ...{ company_id, name: 'Matter', prefix: 'NWI', time_zone: 'UTC', precedence: 'standard' },
        ...{ features: '[]', max_text_size: 1000, propagation_enabled: 0, reviewer_tracking_enabled: 0 },
        ...{ coding_idle_timeout: 15, last_control: 0, created_at: at, last_activity_at: null },
      })
      .returning('project_id')
      .executeTakeFirstOrThrow()
    projectId = project.project_id
    const { user_id } = await trx
      .insertInto('app_user')
      .values({
        ...{ email: 'a@northwind.example', name: 'Ana', phone: '', role: 'Reviewer', company_id },
        ...{ password: '!', mfa_required: 0, totp_secret: null, totp_last_step: null, sso: 0, active: 1 },
        ...{ setting: '{}', accepted_version: null, accepted_at: null, created_at: at },
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return user_id
  })
  const document = (title: string, text: string) => ({ custodian: 'Wu', title, text, parentDate: null })
  ids = await addDocuments(records, projectId, userId, [
    document('One', 'first words'),
    document('Two', 'unbearable words'),
    document('Three', 'third words'),
  ])
  const file = join(dataDir, 'index')
  writeFileSync(file, '')
  writeFileSync(`${file}.next`, '')
  indexing = new Indexing({
    records,
    log: createLog('silent'),
    now: () => new Date(),
    fileOf: () => file,
    exclusively: async () => {},
  })
})
afterEach(async () => {
  await indexing.stop()
  await fresh.close()
})

const exceptions = () =>
  fresh.records.read.selectFrom('exception').select(['document_id', 'code', 'stage']).execute()

describe('a document whose text the index cannot take', () => {
  it('is listed without it, says so among the exceptions, and stops no other', async () => {
    await indexing.settled(projectId)
    expect(index.taken.toSorted((a, b) => a.documentId - b.documentId)).toEqual([
      { documentId: ids[0], text: 'first words' },
      { documentId: ids[1], text: '' },
      { documentId: ids[2], text: 'third words' },
    ])
    expect(await exceptions()).toEqual([{ document_id: ids[1], code: 'textFailed', stage: 'text' }])
  })

  it('does not keep an index from being built anew, and is told of once', async () => {
    await indexing.settled(projectId)
    index.taken = []
    await indexing.rebuild(projectId)
    expect(index.taken.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(ids))
    expect(await exceptions()).toHaveLength(1)
  })
})
