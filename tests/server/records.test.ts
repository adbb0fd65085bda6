import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import threads, { type Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertJob } from '#server/platform/jobs/queue.ts'
import { isStorageFull, isUnreachable, slices, storable } from '#server/platform/records/dialect.ts'
import { type Migration, migrate } from '#server/platform/records/migrate.ts'
import { copies } from '#server/platform/records/migrations/002-copies.ts'
import { assignments } from '#server/platform/records/migrations/009-assignments.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { openRecords, recordsFile } from '#server/platform/records/open.ts'
import type { Priority, Reader, Records, Writer } from '#server/platform/records/records.ts'
import { openSqlite } from '#server/platform/records/sqlite.ts'
import { mostBefore, Turns } from '#server/platform/records/turns.ts'
import { plannedDocuments } from '#server/review/documents/job-documents.ts'
import { addDocuments } from '#tests/fixtures/record-documents.ts'
import { runs, property as test } from '#tests/runs.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'
import { openToOthers } from './open-to-others.ts'

const cli = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

const company = (name: string) =>
  ({
    name,
    mfa_required: 0,
    qa_copilot: 0,
    slack_collection: 0,
    created_at: '2026-01-01T00:00:00.000Z',
  }) as const
const add = (trx: Writer, name: string) =>
  trx.insertInto('company').values(company(name)).returning('company_id').executeTakeFirstOrThrow()

describe.each(dialects)('records on %s', (dialect) => {
  let fresh: TestRecords
  beforeEach(async () => {
    fresh = await freshRecords(dialect)
  })
  afterEach(() => fresh.close())

  const names = async (): Promise<string[]> =>
    (await fresh.records.read.selectFrom('company').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )

  it('have every table and column that the schema declares, and no other', async () => {
    const declared = declaredTables()
    const found = new Map<string, string[]>()
    for (const { table, column } of await columnsOf(fresh))
      if (table !== 'migration' && !table.startsWith('sqlite_'))
        found.set(table, [...(found.get(table) ?? []), column].sort())
    expect(Object.fromEntries(found)).toEqual(declared)
  })

  it('commit what a transaction resolved, and show it to readers at once', async () => {
    const { company_id } = await fresh.records.write('interactive', (trx) => add(trx, 'Northwind'))
    expect(company_id).toBe(1)
    expect(await names()).toEqual(['Northwind'])
  })

  it('roll everything back when the work throws, and go on', async () => {
    const failing = fresh.records.write('interactive', async (trx) => {
      await add(trx, 'gone')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const refused = fresh.records.write('interactive', async (trx) => {
      await add(trx, 'gone too')
      await sql`insert into nowhere values (1)`.execute(trx)
    })
    await expect(refused).rejects.toThrow(/nowhere/)
    await fresh.records.write('bulk', (trx) => add(trx, 'kept'))
    expect(await names()).toEqual(['kept'])
  })

  it('refuse to write through the reader', async () => {
    const write = fresh.records.read.insertInto('company').values(company('x')).execute()
    await expect(write).rejects.toThrow(/read-?only/)
  })

  it('hold foreign and unique keys', async () => {
    const orphan = fresh.records.write('interactive', (trx) =>
      trx.insertInto('project_user').values({ project_id: 9, user_id: 9, role: 'Reviewer' }).execute(),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
    const twice = fresh.records.write('interactive', async (trx) => {
      const row = { sha256: 'a', size: 1, at: '' }
      await trx.insertInto('blob').values(row).execute()
      await trx.insertInto('blob').values(row).execute()
    })
    await expect(twice).rejects.toThrow(/unique/i)
  })

  it('never give an id twice', async () => {
    const first = await fresh.records.write('interactive', (trx) => add(trx, 'a'))
    await fresh.records.write('interactive', (trx) => trx.deleteFrom('company').execute())
    const second = await fresh.records.write('interactive', (trx) => add(trx, 'b'))
    expect(second.company_id).toBeGreaterThan(first.company_id)
  })

  it('answer counts, sums and conditions as numbers', async () => {
    await fresh.records.write('interactive', (trx) => add(trx, 'a'))
    const row = await fresh.records.read
      .selectFrom('company')
      .select((eb) => [
        eb.fn.countAll<number>().as('n'),
        eb.fn.sum<number>('company_id').as('sum'),
        eb.exists(eb.selectFrom('company').select('name')).as('any'),
      ])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ n: 1, sum: 1, any: 1 })
  })

  it('sort text by code point', async () => {
    for (const name of ['b', 'a', 'B', 'é', 'A', '_', '50% off']) {
      await fresh.records.write('interactive', (trx) => add(trx, name))
    }
    expect(await names()).toEqual(['50% off', 'A', 'B', '_', 'a', 'b', 'é'])
  })

  it('refuse a query that comes after the end of its transaction', async () => {
    const over = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    await fresh.records.write('interactive', async (trx) => {
      await add(trx, 'in time')
      late = over.promise.then(() => add(trx, 'late'))
    })
    over.resolve()
    await expect(late).rejects.toThrow()
    expect(await names()).toEqual(['in time'])
  })

  it('let interactive work go before all bulk work that waits', async () => {
    const order: string[] = []
    const write = (priority: 'interactive' | 'bulk', name: string) =>
      fresh.records.write(priority, async (trx) => {
        order.push(name)
        await add(trx, name)
      })
    await Promise.all([
      write('bulk', 'bulk 1'),
      write('bulk', 'bulk 2'),
      write('bulk', 'bulk 3'),
      write('interactive', 'save 1'),
      write('interactive', 'save 2'),
    ])
    expect(order).toEqual(['bulk 1', 'save 1', 'save 2', 'bulk 2', 'bulk 3'])
  })

  it('put interactive work that waits into one transaction, and answer none of it before that is committed', async () => {
    const gate = Promise.withResolvers<void>()
    const answered: string[] = []
    const write = (name: string, work: (trx: Writer) => Promise<unknown>) =>
      fresh.records
        .write('interactive', async (trx) => {
          await add(trx, name)
          return work(trx)
        })
        .then(
          () => answered.push(name),
          () => answered.push(`${name} refused`),
        )
    const all = [
      write('first', () => gate.promise),
      write('joins', async (trx) => {
        expect(await trx.selectFrom('company').select('name').execute()).toHaveLength(2)
        // Readers see what is durable, and nothing is answered that they do not see.
        expect(await names()).toEqual([])
        expect(answered).toEqual([])
      }),
    ]
    gate.resolve()
    await Promise.all(all)
    expect(answered).toEqual(['first', 'joins'])
    expect(await names()).toEqual(['first', 'joins'])
  })

  it('take back alone what fails among others that share its transaction', async () => {
    const gate = Promise.withResolvers<void>()
    const write = (name: string, work: (trx: Writer) => Promise<unknown> = async () => {}) =>
      fresh.records.write('interactive', async (trx) => {
        await add(trx, name)
        await work(trx)
        return (await trx.selectFrom('company').select('name').execute()).length
      })
    const all = [
      write('first', () => gate.promise),
      write('throws', () => Promise.reject(new Error('no'))),
      write('second'),
      write('cannot', (trx) => sql`insert into nowhere values (1)`.execute(trx)),
      write('asks for much at once, in vain', (trx) =>
        Promise.all([add(trx, 'x'), sql`insert into nowhere values (1)`.execute(trx), add(trx, 'y')]),
      ),
      write('third'),
    ]
    gate.resolve()
    expect((await Promise.allSettled(all)).map((one) => ('value' in one ? one.value : 'refused'))).toEqual([
      1,
      'refused',
      2,
      'refused',
      'refused',
      3,
    ])
    expect(await names()).toEqual(['first', 'second', 'third'])
  })

  it('wait for what a transaction has asked and not waited for, before another joins it', async () => {
    const gate = Promise.withResolvers<void>()
    const write = (name: string, work: (trx: Writer) => unknown = () => {}) =>
      fresh.records.write('interactive', async (trx) => {
        await add(trx, name)
        await work(trx)
      })
    const all = [
      write('first', () => gate.promise),
      write('leaves one behind', (trx) => {
        sql`insert into nowhere values (1)`.execute(trx).catch(() => {})
      }),
      write('second'),
    ]
    gate.resolve()
    const acknowledged = (await Promise.allSettled(all)).map(({ status }) => status === 'fulfilled')
    // PostgreSQL has taken back all of a transaction in which a statement has failed, SQLite that statement alone.
    expect(acknowledged).toEqual([true, dialect === 'sqlite', true])
    const asked = ['first', 'leaves one behind', 'second']
    expect(await names()).toEqual(asked.filter((_, nth) => acknowledged[nth]))
  })

  it('acknowledge nothing of a group where a savepoint is not there any more', async () => {
    const gate = Promise.withResolvers<void>()
    const write = (name: string, work: (trx: Writer) => Promise<unknown> = async () => {}) =>
      fresh.records.write('interactive', async (trx) => {
        await add(trx, name)
        await work(trx)
      })
    const all = [
      write('first', () => gate.promise),
      write('loses its savepoint', async (trx) => {
        await sql`release savepoint joined_2`.execute(trx)
        throw new Error('no')
      }),
    ]
    gate.resolve()
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(all.map(() => 'rejected'))
    expect(await names()).toEqual([])
  })

  it('let work on thousands of rows share its transaction with nobody', async () => {
    const gate = Promise.withResolvers<void>()
    const seen: Record<string, string[]> = {}
    const write = (name: string, alone: boolean) =>
      fresh.records.write(
        'interactive',
        async (trx) => {
          if (name === 'first') await gate.promise
          // What readers see is committed.
          seen[name] = await names()
          await add(trx, name)
        },
        { alone },
      )
    const all = [write('first', false), write('second', false), write('long', true), write('third', false)]
    gate.resolve()
    await Promise.all(all)
    expect(seen).toEqual({
      first: [],
      second: [],
      long: ['first', 'second'],
      third: ['first', 'long', 'second'],
    })
  })

  it('keep a check and the write that rests on it together, between processes too', async () => {
    const other = await fresh.again()
    await fresh.records.write('interactive', (trx) => add(trx, '0'))
    const raise = (records: TestRecords['records']) =>
      records.write('interactive', async (trx) => {
        const { name } = await trx.selectFrom('company').select('name').executeTakeFirstOrThrow()
        await trx
          .updateTable('company')
          .set({ name: String(Number(name) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, (_, i) => raise(i % 2 === 0 ? fresh.records : other)))
    expect(await names()).toEqual(['40'])
  })

  it('roll back a transaction that waits for something else for ever, and go on without it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      let reached = false
      const hung = fresh.records.write('interactive', async (trx) => {
        await add(trx, 'Never')
        reached = true
        await new Promise(() => {})
      })
      const ended = expect(hung).rejects.toThrow('rolled back')
      const next = fresh.records.write('interactive', (trx) => add(trx, 'Next'))
      while (!reached) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(60_000)
      await ended
      await next
      expect(await names()).toEqual(['Next'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('do not let readers wait for a writer', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>()
    const writing = fresh.records.write('bulk', async (trx) => {
      await add(trx, 'not yet')
      await go
    })
    await new Promise((wait) => setTimeout(wait, 20))
    // The write goes on only after this: a reader that waited for it would wait for ever.
    expect(await names()).toEqual([])
    resolve()
    await writing
    expect(await names()).toEqual(['not yet'])
  })

  it('take the steps that are missing, and refuse records of a newer version', async () => {
    const next: Migration = {
      number: migrations.length + 1,
      name: 'next',
      statements: ({ text }) => [`alter table company add column motto ${text}`],
    }
    const steps = [...migrations, next]
    const to = steps.length
    expect(await migrate(fresh.records, migrations)).toEqual({ from: to - 1, to: to - 1, backup: null })
    const [one, two] = await Promise.all([migrate(fresh.records, steps), migrate(fresh.records, steps)])
    expect([one.to, two.to]).toEqual([to, to])
    expect(await migrate(fresh.records, steps)).toMatchObject({ from: to })
    await expect(migrate(fresh.records, migrations)).rejects.toThrow(/newer version/)
  })

  it('keep all paths and custodians of copies when these get rows of their own', async () => {
    const { records } = fresh
    const { projectId, documents } = await threeDocuments(records)
    const [parent = 0, child = 0, alone = 0] = documents
    const mine = JSON.stringify(['own.mbox', 'message@0'])
    const paths = [
      ['own.mbox', 'message@9'],
      ['own "quoted".mbox', 'message@8'],
    ]
    const theirs = [
      ['other.mbox', 'message@0'],
      ['other.mbox', 'message@7'],
    ]
    await records.write('interactive', async (trx) => {
      // As it was before the second step.
      await sql`drop table document_copy`.execute(trx)
      await sql`alter table document_custodian add column source_path text not null default '[]'`.execute(trx)
      const set = (documentId: number, position: number, listed: unknown) =>
        sql`update document_custodian set source_path = ${JSON.stringify(listed)}
          where document_id = ${documentId} and position = ${position}`.execute(trx)
      await set(parent, 0, [JSON.parse(mine), ...paths])
      await set(child, 0, [['own.mbox', 'message@0', 'a.csv']])
      await set(parent, 1, theirs)
      await set(child, 1, theirs.slice(0, 1))
      await set(alone, 0, [['alone.eml']])
    })
    const again = { ...copies, number: migrations.length + 1 }
    await migrate(records, [...migrations, again])
    const rows = await records.read
      .selectFrom('document_copy as d')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .select(['d.document_id', 'c.name', 'd.source_path'])
      .where('c.project_id', '=', projectId)
      .orderBy('d.copy_id')
      .execute()
    expect(rows.map((row) => [row.document_id, row.name, JSON.parse(row.source_path)])).toEqual([
      ...paths.map((path) => [parent, 'Rivera', path]),
      ...theirs.map((path) => [parent, 'Chen', path]),
    ])
    const held = await records.read.selectFrom('document_custodian').selectAll().execute()
    expect(held).toHaveLength(5)
    expect(held.every((row) => !('source_path' in row))).toBe(true)
  })

  it('keep the documents of bulk changes when these get a table for every kind of job', async () => {
    const { records } = fresh
    const { projectId, userId } = await threeDocuments(records)
    const parts = ['[1,2,3]', '[4]']
    const jobId = await records.write('interactive', async (trx) => {
      // As it was before the ninth step.
      for (const table of ['batch_span', 'batch_document', 'batch', 'assignment_user', 'assignment'])
        await sql`drop table ${sql.table(table)}`.execute(trx)
      await sql`drop table job_documents`.execute(trx)
      await sql`drop index audit_said`.execute(trx)
      await sql`create table bulk_documents (job_id bigint not null references bulk (job_id), part bigint not null,
        ids text not null, primary key (job_id, part))`.execute(trx)
      const now = new Date(0)
      const job = { kind: 'bulk', title: 'Hot', input: null, bytesTotal: 0 } as const
      const id = await insertJob(trx, { ...job, projectId, createdBy: userId }, now)
      await trx.insertInto('bulk').values(bulkOf(id, projectId)).execute()
      for (const [part, ids] of parts.entries())
        await sql`insert into bulk_documents (job_id, part, ids) values (${id}, ${part}, ${ids})`.execute(trx)
      return id
    })
    await migrate(records, [...migrations, { ...assignments, number: migrations.length + 1 }])
    const kept = await records.read.selectFrom('job_documents').selectAll().orderBy('part').execute()
    expect(kept).toEqual(parts.map((ids, part) => ({ job_id: jobId, part, ids })))
    expect([...(await plannedDocuments(records.read, jobId, false))]).toEqual([1, 2, 3, 4])
  })

  it('leave no half of a step that failed', async () => {
    const bad: Migration = {
      number: migrations.length + 1,
      name: 'bad',
      statements: () => ['create table half (a integer)', 'create table half (a integer)'],
    }
    await expect(migrate(fresh.records, [...migrations, bad])).rejects.toThrow()
    expect((await columnsOf(fresh)).filter(({ table }) => table === 'half')).toEqual([])
  })
})

describe.runIf(dialects.includes('postgres'))('an address of PostgreSQL', () => {
  it('may have options of its own, which never undo what the records rest on', async () => {
    const fresh = await freshRecords('postgres')
    const address = new URL(fresh.databaseUrl ?? '')
    address.searchParams.set('options', '-c statement_timeout=54321 -c synchronous_commit=off')
    const { dataDir, schema } = fresh
    const records = await openRecords({ dataDir, databaseUrl: address.href }, { schema })
    const set = async (db: Reader, name: string): Promise<unknown> =>
      (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value
    expect(await set(records.read, 'statement_timeout')).toBe('54321ms')
    expect(await set(records.read, 'default_transaction_read_only')).toBe('on')
    await records.write('interactive', async (trx) => {
      expect(await set(trx, 'statement_timeout')).toBe('54321ms')
      expect(await set(trx, 'synchronous_commit')).toBe('on')
      expect(await set(trx, 'search_path')).toBe(schema)
    })
    await records.close()
    await fresh.close()
  })
})

describe.runIf(dialects.includes('postgres'))('a connection to PostgreSQL', () => {
  let fresh: TestRecords
  let records: Records
  beforeEach(async () => {
    fresh = await freshRecords('postgres')
    records = fresh.records
  })
  afterEach(() => fresh.close())

  const pidIn = async (db: Reader): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0

  it('may be lost in the middle of a transaction: that one is refused as one that may be tried again, and the next goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const lost = [
      records.write('interactive', async (trx) => {
        await add(trx, 'First')
        await gate.promise
      }),
      records.write('interactive', async (trx) => {
        await add(trx, 'Joins')
        const pid = await pidIn(trx)
        await sql`select pg_terminate_backend(${pid})`.execute(records.read)
        await add(trx, 'Never')
      }),
    ]
    gate.resolve()
    for (const one of await Promise.allSettled(lost))
      expect(isUnreachable('reason' in one ? one.reason : null)).toBe(true)
    await records.write('interactive', (trx) => add(trx, 'Next'))
    expect(await records.read.selectFrom('company').select('name').execute()).toEqual([{ name: 'Next' }])
  })

  it('may be lost while it reads', async () => {
    const reading = sql`select pg_terminate_backend(pg_backend_pid())`.execute(records.read)
    expect(isUnreachable(await reading.catch((error: unknown) => error))).toBe(true)
    // The pool hears of the end a moment later: the next one may still meet it.
    await pidIn(records.read).catch((error: unknown) => expect(isUnreachable(error)).toBe(true))
    expect(await pidIn(records.read)).toBeGreaterThan(0)
  })

  it('says why a transaction has failed, and not what failed after that', async () => {
    const full = sql.raw("do $$ begin raise 'no room' using errcode = '53100'; end $$")
    const failing = records.write('bulk', async (trx) => {
      await Promise.allSettled([add(trx, 'x'), full.execute(trx), add(trx, 'y')])
      await add(trx, 'z')
    })
    expect(isStorageFull(await failing.catch((error: unknown) => error))).toBe(true)
    // What the work itself has to say stands.
    const refusing = records.write('bulk', async (trx) => {
      await full.execute(trx).catch(() => {})
      throw new Error('refused')
    })
    await expect(refusing).rejects.toThrow('refused')
  })

  it('keeps prepared what comes again and again, however many others come between', async () => {
    const prepared = () =>
      records.write('interactive', async (trx) => ({
        pid: await pidIn(trx),
        statements: (
          await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(trx)
        ).rows.map(({ statement }) => statement),
      }))
    const save = () => records.write('interactive', (trx) => sql`select ${1}::int as saved`.execute(trx))
    /** Statements of so many shapes, each as often as one that is kept. */
    const others = (from: number) =>
      records.write('bulk', async (trx) => {
        for (let shape = from; shape < from + 250; shape++)
          for (let use = 0; use < 3; use++) await sql.raw(`select 1 as other_${shape}`).execute(trx)
      })
    const kept = async () => {
      for (let use = 0; use < 3; use++) await save()
      const { pid, statements } = await prepared()
      expect(statements.length).toBeLessThanOrEqual(300)
      return { pid, isKept: statements.some((one) => one.includes('as saved')) }
    }
    const before = await kept()
    expect(before.isKept).toBe(true)
    await others(0)
    // Used up: the next transaction has a connection that keeps what is in use.
    await others(250)
    const after = await kept()
    expect(after.isKept).toBe(true)
    expect(after.pid).not.toBe(before.pid)
    expect((await kept()).pid).toBe(after.pid)
  })

  it('does not keep what comes once or twice', async () => {
    const shapes = await records.write('bulk', async (trx) => {
      for (let shape = 0; shape < 20; shape++)
        for (let use = 0; use < 2; use++) await sql.raw(`select 1 as rare_${shape}`).execute(trx)
      return await sql<{
        n: number
      }>`select count(*) as n from pg_prepared_statements where statement like '%rare%'`.execute(trx)
    })
    expect(shapes.rows).toEqual([{ n: 0 }])
  })
})

describe('the SQLite file', () => {
  it('is copied before records in it are changed to a newer shape, and the copy can be opened', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'affiant-upgrade-'))
    const file = recordsFile(dir)
    const records = await openSqlite(file, () => {})
    expect((await migrate(records, migrations, { sqliteFile: file })).backup).toBeNull()
    await records.write('interactive', (trx) => add(trx, 'before'))
    const next: Migration = {
      number: migrations.length + 1,
      name: 'next',
      statements: () => ["update company set name = 'after'"],
    }
    const { backup } = await migrate(records, [...migrations, next], { sqliteFile: file })
    await records.close()
    expect(readdirSync(dir).filter((name) => name.startsWith('records-step-'))).toHaveLength(1)
    const copy = new Database(String(backup), { readonly: true })
    expect(copy.prepare('select name from company').all()).toEqual([{ name: 'before' }])
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    rmSync(dir, { recursive: true })
  })

  it('keeps the last three copies of upgrades', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'affiant-upgrade-'))
    const file = recordsFile(dir)
    const records = await openSqlite(file, () => {})
    await migrate(records, migrations, { sqliteFile: file })
    const steps: Migration[] = [...migrations]
    for (let i = 1; i <= 5; i++) {
      steps.push({ number: steps.length + 1, name: `next ${i}`, statements: () => [] })
      await migrate(records, steps, { sqliteFile: file, now: () => new Date(Date.UTC(2026, 0, i)) })
    }
    await records.close()
    const copies = readdirSync(dir).filter((name) => name.startsWith('records-step-'))
    expect(copies.map((name) => /(\d{4}-\d\d-\d\d)T/.exec(name)?.[1]).toSorted()).toEqual([
      '2026-01-03',
      '2026-01-04',
      '2026-01-05',
    ])
    rmSync(dir, { recursive: true })
  })

  it('has migrations that count up without a gap', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, i) => i + 1))
  })

  it.runIf(process.platform !== 'win32')(
    'is for its owner alone, whichever command makes it, and wherever',
    async () => {
      const dir = mkdtempSync(join(tmpdir(), 'affiant-modes-'))
      const [made, open] = [join(dir, 'made'), join(dir, 'open')]
      await (await openRecords({ dataDir: made, databaseUrl: null })).close()
      expect(statSync(made).mode & 0o777).toBe(0o700)
      // What was there before is as somebody wanted it.
      mkdirSync(open)
      chmodSync(open, 0o755)
      const child = spawn(process.execPath, [cli, 'company', 'add', 'Northwind'], {
        env: { PATH: process.env.PATH, AFFIANT_DATA: open },
        stdio: 'ignore',
      })
      expect(await once(child, 'close')).toEqual([0, null])
      expect(statSync(open).mode & 0o777).toBe(0o755)
      expect(existsSync(recordsFile(open))).toBe(true)
      expect(openToOthers(open)).toEqual([])
      rmSync(dir, { recursive: true })
    },
  )

  it('rejects what waits and all that comes when the thread that writes it has died, and says so', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'affiant-lost-'))
    const lost = Promise.withResolvers<Error>()
    const [records, thread] = await threadOf(() =>
      openRecords({ dataDir: dir, databaseUrl: null }, { lost: lost.resolve }),
    )
    const begun = Promise.withResolvers<void>()
    const torn = records.write('interactive', async (trx) => {
      await add(trx, 'Torn')
      begun.resolve()
      await thread.terminate()
      await add(trx, 'Never')
    })
    const waiting = records.write('interactive', (trx) => add(trx, 'Waits'))
    await begun.promise
    const [first, second] = await Promise.allSettled([torn, waiting])
    expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
    expect((await lost.promise).message).toContain('has ended')
    await expect(records.write('bulk', (trx) => add(trx, 'Late'))).rejects.toThrow()
    expect(await records.read.selectFrom('company').selectAll().execute()).toEqual([])
    await records.close()
    rmSync(dir, { recursive: true })
  })

  it('acknowledges nothing of a transaction that SQLite has taken back by itself', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'affiant-taken-'))
    const records = await openRecords({ dataDir: dir, databaseUrl: null })
    const gate = Promise.withResolvers<void>()
    const write = (name: string, work: (trx: Writer) => Promise<unknown> = async () => {}) =>
      records.write('interactive', async (trx) => {
        await add(trx, name)
        await work(trx)
      })
    const all = [
      write('first', () => gate.promise),
      // As SQLite does where the disk is full; whoever heard of it goes on as if nothing had happened.
      write('meets it', (trx) => sql`rollback`.execute(trx)),
    ]
    gate.resolve()
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await write('next')
    expect(await records.read.selectFrom('company').select('name').execute()).toEqual([{ name: 'next' }])
    await records.close()
    rmSync(dir, { recursive: true })
  })

  it('is synced at every commit', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'affiant-sync-'))
    const records = await openSqlite(recordsFile(dir), () => {})
    const asked = await records.write('interactive', async (trx) => [
      await sql`pragma synchronous`.execute(trx),
      await sql`pragma journal_mode`.execute(trx),
      await sql`pragma foreign_keys`.execute(trx),
    ])
    expect(asked.map(({ rows }) => rows[0])).toEqual([
      { synchronous: 2 },
      { journal_mode: 'wal' },
      { foreign_keys: 1 },
    ])
    await records.close()
    rmSync(dir, { recursive: true })
  })
})

describe('turns', () => {
  test('go to interactive work first, each priority in order, and to bulk work after so many of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('take'), fc.constantFrom<Priority>('interactive', 'bulk')), {
          maxLength: 120,
        }),
        (steps) => {
          const turns = new Turns<number>()
          const waiting: Record<Priority, number[]> = { interactive: [], bulk: [] }
          /** Interactive ones that have gone before the bulk work that waits. */
          let before = 0
          for (const [nth, step] of [...steps, ...steps.map(() => 'take' as const)].entries()) {
            if (step !== 'take') {
              turns.add(step, nth)
              waiting[step].push(nth)
              continue
            }
            const forBulk = waiting.bulk.length > 0 && before === mostBefore
            const from = waiting.interactive.length > 0 && !forBulk ? 'interactive' : 'bulk'
            before = from === 'interactive' && waiting.bulk.length > 0 ? before + 1 : 0
            const item = waiting[from].shift()
            expect(turns.next()).toEqual(item === undefined ? undefined : { priority: from, item })
          }
          expect(turns.waiting).toBe(0)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it('are never all of reviewers who save without a pause', () => {
    const turns = new Turns<string>()
    turns.add('bulk', 'import')
    const taken: string[] = []
    while (!taken.includes('import')) {
      turns.add('interactive', 'save')
      turns.add('interactive', 'save')
      // Those who join a transaction count like those who begin one.
      taken.push(turns.nextInteractive() ?? turns.next()?.item ?? 'nobody')
    }
    expect(taken).toEqual([...Array(mostBefore).fill('save'), 'import'])
  })
})

describe('text and rows', () => {
  it('text is made such that both databases hold it', () => {
    expect(storable('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc')
    expect(storable('Grüße 👋')).toBe('Grüße 👋')
  })
  it('rows are cut into statements that fit', () => {
    const parts = [
      ...slices(
        Array.from({ length: 70_000 }, (_, i) => i),
        2,
      ),
    ]
    expect(parts.flat()).toHaveLength(70_000)
    expect(Math.max(...parts.map((part) => part.length * 2))).toBeLessThanOrEqual(32_000)
  })
})

/** What `open` opens, and the thread that it starts for it. */
async function threadOf<T>(open: () => Promise<T>): Promise<[T, Worker]> {
  const { Worker: Real } = threads
  let thread: Worker | undefined
  threads.Worker = class extends Real {
    constructor(...given: ConstructorParameters<typeof Real>) {
      super(...given)
      thread = this
    }
  }
  syncBuiltinESMExports()
  try {
    const opened = await open()
    if (thread === undefined) throw new Error('No thread was started.')
    return [opened, thread]
  } finally {
    threads.Worker = Real
    syncBuiltinESMExports()
  }
}

/** A family of two, which two custodians had, and a document of its own. */
const bulkOf = (jobId: number, projectId: number) =>
  ({
    job_id: jobId,
    project_id: projectId,
    kind: 'do',
    root_id: jobId,
    reverses: null,
    command_id: 'command-bulk-1',
    correlation_id: 'gesture-0001',
    role: 'ReviewManager',
    what: 'coding',
    changes: '{}',
    families: 0,
    written_documents: 0,
    written: 0,
    already_so: 0,
  }) as const

async function threeDocuments(records: Records) {
  const at = new Date(0).toISOString()
  const { projectId, userId } = await records.write('interactive', async (trx) => {
    const { company_id } = await add(trx, 'Northwind')
    const { project_id } = await trx
      .insertInto('project')
      .values({
        company_id,
        name: 'Matter',
        prefix: 'M',
        time_zone: 'UTC',
        precedence: 'standard',
        features: '[]',
        max_text_size: 1000,
        propagation_enabled: 0,
        reviewer_tracking_enabled: 0,
        coding_idle_timeout: 15,
        last_control: 0,
        created_at: at,
        last_activity_at: null,
      })
      .returning('project_id')
      .executeTakeFirstOrThrow()
    const { user_id } = await trx
      .insertInto('app_user')
      .values({
        email: 'omar@test.example',
        name: 'Omar',
        phone: '',
        role: 'SystemAdmin',
        company_id: null,
        password: '!',
        mfa_required: 0,
        totp_secret: null,
        totp_last_step: null,
        sso: 0,
        active: 1,
        setting: '{}',
        accepted_version: null,
        accepted_at: null,
        created_at: at,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return { projectId: project_id, userId: user_id }
  })
  const plain = { custodian: 'Rivera', text: '', parentDate: null }
  const documents = await addDocuments(records, projectId, userId, [
    { ...plain, title: 'Parent', copies: ['Chen'] },
    { ...plain, title: 'Child', copies: ['Chen'], parent: 0, ordinal: 1 },
    { ...plain, title: 'Alone' },
  ])
  return { projectId, userId, documents }
}

/**
 * The columns that are there. Not by the dialect's introspection: on PostgreSQL that looks into every schema, and fails
 * where another test drops its own meanwhile.
 */
async function columnsOf({ records, schema }: TestRecords) {
  const query =
    records.dialect === 'postgres'
      ? sql<{ table: string; column: string }>`
          select c.relname as "table", a.attname as "column"
          from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
          where n.nspname = ${schema} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`
      : sql<{ table: string; column: string }>`
          select t.name as "table", c.name as "column"
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`
  return (await query.execute(records.read)).rows
}

/** The tables and columns as the areas declare them. */
function declaredTables(): Record<string, string[]> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const sources = globSync('server/**/tables.ts', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const source = sources.join('\n')
  const interfaces = new Map(
    [...source.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(([, name, body]) => [
      name ?? '',
      [...(body ?? '').matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column, type]) => [column ?? '', type ?? '']),
    ]),
  )
  const tables = [...source.matchAll(/ {2}interface Schema \{\n([^}]*)\}/g)].flatMap(([, body]) =>
    [...(body ?? '').matchAll(/(\w+): (\w+)/g)].map(([, table, type]) => [table ?? '', type ?? ''] as const),
  )
  expect(tables.length).toBeGreaterThan(20)
  return Object.fromEntries(
    tables.map(([table, type]) => [
      table,
      (interfaces.get(type ?? '') ?? []).map(([column]) => column ?? '').sort(),
    ]),
  )
}
