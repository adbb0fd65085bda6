import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendAudit } from '#server/platform/audit/append.ts'
import { firstHash, linkOf } from '#server/platform/audit/chain.ts'
import type { AuditEntry, Chain } from '#server/platform/audit/entry.ts'
import type { AuditTable } from '#server/platform/audit/tables.ts'
import { chainsOf, verifyChain } from '#server/platform/audit/verify.ts'
import { clientConfig } from '#server/platform/records/postgres.ts'
import type { Records, Writer } from '#server/platform/records/records.ts'
import type { Schema } from '#server/platform/records/schema.ts'
import { runs, property as test } from '#tests/runs.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const lena = { userId: 7, name: 'Lena Fischer', role: 'Reviewer' }
const entry = (i: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
  user: lena,
  action: 'coding.saved',
  projectId: 3,
  documentId: i,
  field: 'Responsive',
  oldValue: null,
  newValue: i % 2 === 0 ? 'Yes' : 'No',
  how: 'manual',
  ...more,
})

describe.each(dialects)('the audit chain on %s', (dialect) => {
  let fresh: TestRecords
  let records: Records
  beforeEach(async () => {
    fresh = await freshRecords(dialect)
    records = fresh.records
  })
  afterEach(() => fresh.close())

  const append = (chain: Chain, entries: readonly AuditEntry[], by = records) =>
    by.write('interactive', (trx) => appendAudit(trx, chain, entries))
  const rowsOf = (chain: Chain) =>
    records.read.selectFrom('audit').selectAll().where('chain', '=', chain).orderBy('seq').execute()
  /** As somebody with the database in his hands would do it. */
  const tamper = (work: (trx: Writer) => Promise<unknown>) =>
    records.write('interactive', async (trx) => {
      const triggers = ['audit_unchanged', 'audit_kept']
      for (const name of triggers)
        await sql
          .raw(`drop trigger if exists ${name}${dialect === 'postgres' ? ' on audit' : ''}`)
          .execute(trx)
      await work(trx)
    })

  it('starts nothing where there is nothing to append', async () => {
    await records.write('interactive', async (trx) => {
      expect(await appendAudit(trx, 'project:3', [])).toEqual([])
    })
    expect(await records.read.selectFrom('audit_head').select('chain').execute()).toEqual([])
  })

  it('keeps the exact text that was hashed, link by link', async () => {
    const appended = await append('project:3', [entry(1), entry(2)])
    await append('project:3', [
      entry(3, { undo: { kind: 'undo', group: 'group-0001', targets: ['command-01'] } }),
    ])
    const rows = await rowsOf('project:3')
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(appended.map(({ auditId, hash }) => [auditId, hash])).toEqual(
      rows.slice(0, 2).map(({ audit_id, hash }) => [audit_id, hash]),
    )
    let hash = firstHash
    for (const row of rows) {
      hash = linkOf(hash, row.text)
      expect(row.hash).toBe(hash)
    }
    expect(rows[0]?.text).toBe(
      '{"action":"coding.saved","at":"2026-01-01T00:00:01.000Z","chain":"project:3","documentId":1,"field":"Responsive","how":"manual","newValue":"No","oldValue":null,"projectId":3,"seq":1,"user":{"name":"Lena Fischer","role":"Reviewer","userId":7}}',
    )
    expect(JSON.parse(rows[2]?.text ?? '')).toMatchObject({
      undo: { kind: 'undo', group: 'group-0001', targets: ['command-01'] },
    })
    expect(await verifyChain(records.read, 'project:3')).toEqual({
      chain: 'project:3',
      rows: 3,
      head: hash,
      firstBroken: null,
      reason: null,
      signed: { checked: 0, lastAt: null, lastSeq: null, key: null, unreadable: 0 },
      uncovered: { from: 1, to: 3, since: '2026-01-01T00:00:01.000Z' },
    })
  })

  it('is one for each project, company and the system', async () => {
    await append('project:3', [entry(1)])
    await append('project:4', [entry(1)])
    await append('system', [entry(1), entry(2)])
    expect(await chainsOf(records.read)).toEqual(['project:3', 'project:4', 'system'])
    expect((await rowsOf('system')).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await verifyChain(records.read, 'company:9')).toMatchObject({ rows: 0, firstBroken: null })
  })

  it('goes with its transaction: rolled back, it leaves neither row nor gap', async () => {
    await append('project:3', [entry(1)])
    const failing = records.write('interactive', async (trx) => {
      await appendAudit(trx, 'project:3', [entry(2), entry(3)])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await append('project:3', [entry(4)])
    expect((await rowsOf('project:3')).map(({ seq, document_id }) => [seq, document_id])).toEqual([
      [1, 1],
      [2, 4],
    ])
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({ rows: 2, firstBroken: null })
  })

  it('takes thousands of rows in one transaction, in order', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => entry(i + 1))
    const appended = await append('project:3', many)
    expect(appended.map(({ seq }) => seq)).toEqual(many.map((_, i) => i + 1))
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({ rows: 5000, firstBroken: null })
  })

  it('is append-only: the database refuses to change or delete a row', async () => {
    await append('project:3', [entry(1)])
    const change = records.write('interactive', (trx) =>
      trx.updateTable('audit').set({ text: '{}' }).execute(),
    )
    await expect(change).rejects.toThrow(/append-only/)
    const remove = records.write('interactive', (trx) => trx.deleteFrom('audit').execute())
    await expect(remove).rejects.toThrow(/append-only/)
  })

  it('keeps values that may have to be erased beside the text, and holds without them', async () => {
    await append('system', [
      entry(1, { ip: '192.0.2.7', erasable: { email: 'lena@northwind.example' } }),
      entry(2),
    ])
    const [row] = await rowsOf('system')
    expect(row?.text).not.toContain('192.0.2.7')
    expect(row?.text).not.toContain('lena@')
    expect(JSON.parse(row?.erasable ?? '')).toMatchObject({
      email: { value: 'lena@northwind.example' },
      ip: { value: '192.0.2.7' },
    })
    expect(await verifyChain(records.read, 'system')).toMatchObject({ firstBroken: null })
    // Changed instead of erased: that is found.
    const changed = (row?.erasable ?? '').replace('192.0.2.7', '192.0.2.8')
    await records.write('interactive', (trx) =>
      trx.updateTable('audit').set({ erasable: changed }).where('seq', '=', 1).execute(),
    )
    expect(await verifyChain(records.read, 'system')).toMatchObject({ firstBroken: 1 })
    await records.write('interactive', (trx) =>
      trx.updateTable('audit').set({ erasable: null }).where('seq', '=', 1).execute(),
    )
    // Gone without a word: that is found too. A row that records it settles it, if it names every value.
    const gone = { firstBroken: 1, reason: expect.stringContaining('no row records its erasure') }
    expect(await verifyChain(records.read, 'system')).toMatchObject(gone)
    const erased = (...names: string[]) =>
      entry(3, { action: 'audit.valuesErased', facts: { erased: [{ seq: 1, names }] } })
    await append('system', [erased('ip')])
    expect(await verifyChain(records.read, 'system')).toMatchObject(gone)
    await append('system', [erased('email')])
    expect(await verifyChain(records.read, 'system')).toMatchObject({ rows: 4, firstBroken: null })
  })

  test('finds any edit of any row, and names the first', async () => {
    const length = 12
    await append(
      'project:3',
      Array.from({ length }, (_, i) =>
        entry(i + 1, { commandId: `command-${i}`, ip: `192.0.2.${i}`, fieldId: 5, jobId: 6 }),
      ),
    )
    const columns = [
      'seq',
      'at',
      'user_id',
      'action',
      'project_id',
      'document_id',
      'field_id',
      'job_id',
      'command_id',
      'correlation_id',
      'text',
      'hash',
      'erasable',
    ] as const satisfies readonly (keyof AuditTable)[]
    const original = await rowsOf('project:3')
    const changeOf = (column: (typeof columns)[number], row: (typeof original)[number]) => {
      const value = row[column]
      switch (column) {
        case 'text':
          return row.text.replace('Lena', 'Lara')
        case 'at':
          return row.at.replace('2026', '2025')
        case 'erasable':
          return (row.erasable ?? '').replace('192', '193')
        case 'hash':
          return row.hash.replace(/^./, (c) => (c === '0' ? '1' : '0'))
        case 'seq':
          return row.seq + 1000
        default:
          return typeof value === 'number' ? value + 1 : `${value ?? ''}x`
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: length }),
        fc.constantFrom(...columns, 'row deleted' as const),
        async (seq, what) => {
          const row = original[seq - 1]
          if (row === undefined) throw new Error('no such row')
          await tamper((trx) =>
            what === 'row deleted'
              ? trx.deleteFrom('audit').where('audit_id', '=', row.audit_id).execute()
              : trx
                  .updateTable('audit')
                  .set({ [what]: changeOf(what, row) })
                  .where('audit_id', '=', row.audit_id)
                  .execute(),
          )
          const found = await verifyChain(records.read, 'project:3', { pageSize: 5 })
          await tamper(async (trx) => {
            await trx.deleteFrom('audit').where('audit_id', '=', row.audit_id).execute()
            await trx.insertInto('audit').values(row).execute()
          })
          expect(found).toMatchObject({ firstBroken: seq, rows: seq - 1 })
        },
      ),
      { numRuns: runs(60) },
    )
    expect(await verifyChain(records.read, 'project:3', { pageSize: 5 })).toMatchObject({
      rows: length,
      firstBroken: null,
    })
  })

  it('is verified page by page, so that others are served meanwhile', async () => {
    await append(
      'project:3',
      Array.from({ length: 50 }, (_, i) => entry(i)),
    )
    let served = 0
    const timer = setInterval(() => served++, 0)
    const { rows } = await verifyChain(records.read, 'project:3', { pageSize: 1 })
    clearInterval(timer)
    expect(rows).toBe(50)
    expect(served).toBeGreaterThan(0)
  })

  it('finds rows cut off at the end, a forged head, and a whole tail that was written anew', async () => {
    await append('project:3', [entry(1), entry(2), entry(3)])
    const [, , third] = await rowsOf('project:3')
    await tamper((trx) => trx.deleteFrom('audit').where('seq', '=', 3).execute())
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({ firstBroken: 3 })
    // Somebody who can compute the links writes the last row anew: the head gives it away.
    const text = (third?.text ?? '').replace('"No"', '"Yes"')
    const [, second] = await rowsOf('project:3')
    const forged = linkOf(second?.hash ?? '', text)
    await tamper((trx) =>
      trx
        .insertInto('audit')
        .values({ ...(third as NonNullable<typeof third>), text, hash: forged })
        .execute(),
    )
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({ rows: 2, firstBroken: 3 })
  })

  it('finds rows that were put behind the head', async () => {
    await append('project:3', [entry(1)])
    const [first] = await rowsOf('project:3')
    const { audit_id: _own, ...row } = first as NonNullable<typeof first>
    const text = row.text.replace('"seq":1', '"seq":2')
    await records.write('interactive', (trx) =>
      trx
        .insertInto('audit')
        .values({ ...row, seq: 2, text, hash: linkOf(row.hash, text) })
        .execute(),
    )
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({ rows: 1, firstBroken: 2 })
  })

  it('never forks, however many processes append at the same time', async () => {
    const other = await fresh.again()
    const writers = 40
    await Promise.all(
      Array.from({ length: writers }, (_, i) =>
        append('project:3', [entry(i), entry(i + 1)], i % 2 === 0 ? records : other),
      ),
    )
    expect(await verifyChain(records.read, 'project:3')).toMatchObject({
      rows: writers * 2,
      firstBroken: null,
    })
  })

  it.runIf(dialect === 'postgres')('never forks without the lock of the writers either', async () => {
    const pool = new pg.Pool({ ...clientConfig(String(fresh.databaseUrl), fresh.schema), max: 8 })
    const free = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    try {
      await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          free.transaction().execute(async (trx) => {
            await sql`select pg_sleep(${(i % 5) / 1000})`.execute(trx)
            await appendAudit(trx, 'project:3', [entry(i)])
          }),
        ),
      )
      expect(await verifyChain(records.read, 'project:3')).toMatchObject({ rows: 200, firstBroken: null })
    } finally {
      await free.destroy()
    }
  })
})
