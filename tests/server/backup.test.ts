/** A backup while work goes on, restored and held against what was there; and what is said of one that is not whole. */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUpload, finishUpload, putChunk } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import { writeWhole } from '#server/cli/whole-file.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { lineOf, signHead } from '#server/platform/audit/heads.ts'
import { keyFile } from '#server/platform/audit/signer.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { backupOf } from '#server/platform/backup/backup.ts'
import { entriesOf } from '#server/platform/backup/container.ts'
import { checkBackup, restore } from '#server/platform/backup/restore.ts'
import { pathIn } from '#server/platform/blobs/layout.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import type { DialectName } from '#server/platform/records/dialect.ts'
import type { DatabaseLocation } from '#server/platform/records/records.ts'
import { withSnapshot } from '#server/platform/records/snapshot.ts'
import { openServices } from '#server/services.ts'
import { runs, property as test } from '#tests/runs.ts'
import { mbox, message } from '../fixtures/mail.ts'
import { alone } from './database.ts'
import { dialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'
import { postgresUrl } from './postgres.ts'
import { newSource, processed } from './uploads.ts'

const leftOut = ['known_browser', 'reset', 'session', 'upload']

/** All that is in the records, but for what a backup leaves out. */
async function contentOf(place: DatabaseLocation): Promise<Record<string, unknown>> {
  return withSnapshot(place, async (snapshot) => {
    const tables: Record<string, unknown> = {}
    for (const table of snapshot.tables) {
      if (leftOut.includes(table.name)) continue
      const rows = []
      for await (const page of snapshot.rows({ ...table, columns: table.columns.toSorted() }))
        rows.push(...page)
      tables[table.name] = { rows, lastId: table.lastId }
    }
    return tables
  })
}

/** An empty place to restore into. */
async function emptyPlace(dialect: DialectName): Promise<{
  config: Config
  schema: string
  place: DatabaseLocation
  remove(): Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-restored-'))
  const schema = `t_${randomBytes(6).toString('hex')}`
  const databaseUrl = dialect === 'postgres' ? await postgresUrl() : null
  if (databaseUrl !== null) await alone(databaseUrl, `create schema ${schema}`)
  const config = readConfig({
    AFFIANT_DATA: dataDir,
    AFFIANT_SAMPLE: 'off',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  })
  return {
    config,
    schema,
    place: databaseUrl === null ? { file: join(dataDir, 'records.sqlite') } : { databaseUrl, schema },
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true })
      if (databaseUrl !== null) await alone(databaseUrl, `drop schema ${schema} cascade`)
    },
  }
}

const at = new Date(Date.UTC(2026, 5, 1))

describe.each(dialects)('a backup of records in %s', (dialect) => {
  let matter: Matter
  let folder: string
  beforeAll(async () => {
    matter = await startMatter(dialect)
    folder = mkdtempSync(join(tmpdir(), 'affiant-backup-'))
    const { server, projectId: project, companyId } = matter
    const admin = await server.user({ role: 'ProjectManager', companyId })
    await server.member(project, admin.userId, 'ProjectManager')
    const { custodianId } = (await server.call(admin, createCustodian, { project, body: { name: 'Rivera' } }))
      .data
    const bytes = mbox([message({ id: 'one' }), message({ id: 'two' })])
    const sourceId = await newSource(server, admin, project, custodianId)
    const begun = { fileName: 'box.mbox', size: bytes.length, sourceId }
    const { uploadId } = (await server.call(admin, beginUpload, { project, body: begun })).data
    const params = { uploadId }
    await server.call(admin, putChunk, { project, params, query: { offset: 0 }, body: bytes })
    await server.call(admin, finishUpload, { project, params, body: {} })
    await settledJob(server.services, await processed(server, admin, project, sourceId))
    // One that is not finished, and a row that is gone again: its id is not given twice.
    await server.call(admin, beginUpload, { project, body: begun })
    await server.services.records.write('interactive', async (trx) => {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ project_id: project, name: 'Gone', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      await trx.deleteFrom('tag_category').where('tag_category_id', '=', tag_category_id).execute()
    })
    await more(40)
    await signHead(server.services, `project:${project}`, at)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await matter.close()
  })

  const services = () => matter.server.services
  const more = (count: number) =>
    services().records.write('interactive', (trx) =>
      appendAudit(
        trx,
        `project:${matter.projectId}`,
        Array.from({ length: count }, () => ({
          at,
          user: null,
          action: 'coding.saved',
          projectId: matter.projectId,
          newValue: 'Ja – “ü”\u2028\u0000',
          ip: '192.0.2.7',
        })),
      ),
    )
  const backup = async (name: string): Promise<string> => {
    const file = join(folder, name)
    await writeWhole(file, backupOf(matter.server.config, services().records.place, at))
    return file
  }

  it('has all that was there at its moment, while writing goes on, in either database', {
    timeout: 120_000,
  }, async () => {
    const before = await contentOf(services().records.place)
    const file = join(folder, 'busy.backup')
    const bytes = backupOf(matter.server.config, services().records.place, at)
    // The moment is that of the first byte; from then on others save what is no part of it.
    const first = await bytes.next()
    if (first.done === true) throw new Error('nothing was written')
    let signedMeanwhile = ''
    const pieces = async function* () {
      yield first.value
      // A checkpoint that knows of rows which are no part of it.
      await more(1)
      const head = await signHead(matter.server.services, `project:${matter.projectId}`, new Date())
      signedMeanwhile = lineOf(head)
      for await (const piece of bytes) {
        await more(1)
        yield piece
      }
    }
    await writeWhole(file, pieces())
    expect(await contentOf(services().records.place)).not.toEqual(before)

    for (const target of dialects) {
      const empty = await emptyPlace(target)
      try {
        const restored = await restore(empty.config, file, { schema: empty.schema })
        expect(restored).toMatchObject({ madeAt: at.toISOString(), files: 3 })
        expect(await contentOf(empty.place)).toEqual(before)
        const source = matter.server.config
        for (const path of [
          'keys/audit-signing.pem',
          ...readdirSync(source.headsDir).map((name) => `heads/${name}`),
        ])
          expect(readFileSync(join(empty.config.dataDir, path), 'utf8').split('\n')).toEqual(
            readFileSync(join(source.dataDir, path), 'utf8')
              .split('\n')
              .filter((line) => line !== signedMeanwhile),
          )

        // A server on it works, its chain goes on, and ids do as well.
        const log = createLog('silent')
        const opened = await openServices(empty.config, { log, schema: empty.schema, work: false })
        try {
          const { records, blobs, signer, search } = opened.services
          expect(signer.fingerprint).toBe(services().signer.fingerprint)
          const kept = await records.read.selectFrom('blob').selectAll().execute()
          for (const { sha256 } of kept)
            expect(
              createHash('sha256')
                .update(await blobs.read(sha256))
                .digest('hex'),
            ).toBe(sha256)
          const ids = await records.write('interactive', async (trx) => {
            await appendAudit(trx, `project:${matter.projectId}`, [
              { at, user: null, action: 'coding.saved' },
            ])
            return trx
              .insertInto('tag_category')
              .values({ project_id: matter.projectId, name: 'New', position: 0, exclusive: 0 })
              .returning('tag_category_id')
              .executeTakeFirstOrThrow()
          })
          expect(ids.tag_category_id).toBe(2)
          expect(await verifyChain(records.read, `project:${matter.projectId}`)).toMatchObject({
            firstBroken: null,
          })
          await search.rebuild(matter.projectId)
        } finally {
          await opened.close()
        }
      } finally {
        await empty.remove()
      }
    }
  })

  it('is restored into nothing but an empty place', async () => {
    const file = await backup('full.backup')
    const empty = await emptyPlace(dialect)
    try {
      writeFileSync(join(empty.config.dataDir, 'note.txt'), 'mine')
      await expect(restore(empty.config, file, { schema: empty.schema })).rejects.toThrow(
        /is not empty \(note.txt\)/,
      )
      expect(readFileSync(join(empty.config.dataDir, 'note.txt'), 'utf8')).toBe('mine')
      rmSync(join(empty.config.dataDir, 'note.txt'))
      await restore(empty.config, file, { schema: empty.schema })
      if (dialect === 'sqlite') return
      rmSync(empty.config.dataDir, { recursive: true })
      await expect(restore(empty.config, file, { schema: empty.schema })).rejects.toThrow(
        /database is not empty: there are rows in/,
      )
    } finally {
      await empty.remove()
    }
  })

  it('is not made where a file is missing or damaged, and leaves no half of one', async () => {
    const { sha256 } = await services()
      .records.read.selectFrom('blob')
      .select('sha256')
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const path = pathIn(join(matter.server.config.dataDir, 'files'), sha256)
    const bytes = readFileSync(path)
    try {
      chmodSync(path, 0o600)
      writeFileSync(path, Buffer.from(bytes).fill(120, 3, 9))
      await expect(backup('damaged.backup')).rejects.toThrow(`The file ${sha256} is damaged`)
      writeFileSync(path, bytes.subarray(1))
      await expect(backup('short.backup')).rejects.toThrow(/bytes; the records say/)
      rmSync(path)
      await expect(backup('missing.backup')).rejects.toThrow(`${sha256}, which is not there`)
      expect(readdirSync(folder).filter((name) => /damaged|short|missing/.test(name))).toEqual([])
    } finally {
      rmSync(path, { force: true })
      writeFileSync(path, bytes, { mode: 0o440 })
    }
  })
})

describe('a backup that is not whole', () => {
  let matter: Matter
  let folder: string
  let bytes: Buffer
  let entries: { path: string; from: number; to: number }[]
  beforeAll(async () => {
    matter = await startMatter('sqlite', { documents: 1 })
    folder = mkdtempSync(join(tmpdir(), 'affiant-backup-'))
    const { services, config } = matter.server
    for (const text of ['one file', 'another file']) {
      const kept = await services.blobs.put(Buffer.from(text))
      await services.records.write('interactive', (trx) =>
        trx
          .insertInto('blob')
          .values({ ...kept, at: at.toISOString() })
          .execute(),
      )
    }
    const file = join(folder, 'whole.backup')
    await writeWhole(file, backupOf(config, services.records.place, at))
    bytes = readFileSync(file)
    entries = []
    for await (const { path, size } of entriesOf(file)) {
      const from = entries.at(-1)?.to ?? 0
      entries.push({ path, from, to: from + 512 + Math.ceil(size / 512) * 512 })
    }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await matter.close()
  })

  const check = async (changed: Buffer): Promise<string> => {
    const file = join(folder, 'changed.backup')
    writeFileSync(file, changed)
    return await checkBackup(file).then(
      () => 'whole',
      (error: Error) => error.message,
    )
  }

  test('is found by any change of any byte, and the entry is named, or the one before it', async () => {
    expect(await check(bytes)).toBe('whole')
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (where, by) => {
          const changed = Buffer.from(bytes)
          changed[where] = ((changed[where] ?? 0) + by) % 256
          const said = await check(changed)
          const position = entries.findIndex(({ to }) => where < to)
          const near =
            position === -1 ? entries.slice(-1) : entries.slice(Math.max(0, position - 1), position + 1)
          // In a header even the name may be what was changed; what stands before it is named then.
          const named =
            near.some(({ path }) => said.includes(path)) || (position === 0 && said.includes('its beginning'))
          expect({ where, said, named }).toMatchObject({ named: true })
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('is found by any cut, and the last entry that was begun is named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        const said = await check(bytes.subarray(0, length))
        const begun = entries.findLast(({ from }) => from + 512 <= length)
        expect(said).toContain(
          begun === undefined ? 'cut off in or after its beginning' : `cut off in or after ${begun.path}`,
        )
      }),
      { numRuns: runs(100) },
    )
  })

  it('is found where an entry is missing or was moved, by the first that does not follow', async () => {
    for (const [i, { from, to, path }] of entries.entries()) {
      const said = await check(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]))
      const next = entries[i + 1]
      if (next === undefined) expect(said).toMatch(/is no whole backup/)
      else
        expect({ path, said }).toMatchObject({
          said: expect.stringContaining(`${next.path} does not follow`),
        })
    }
    expect(await check(Buffer.concat([bytes, Buffer.alloc(512)]))).toMatch(/stands behind the end/)
    expect(await check(Buffer.from('hello'))).toMatch(/cut off in or after its beginning/)
    expect(await check(Buffer.alloc(1024))).toMatch(/is no whole backup/)
  })

  it('is refused before anything is written', async () => {
    const file = join(folder, 'altered.backup')
    const changed = Buffer.from(bytes)
    const place = entries.at(-2)?.from ?? 0
    changed[place + 515] = (changed[place + 515] ?? 0) ^ 1
    writeFileSync(file, changed)
    const dataDir = join(folder, 'nowhere')
    const config = readConfig({ AFFIANT_DATA: dataDir })
    await expect(restore(config, file)).rejects.toThrow(/is altered: .* is not as it was written/)
    expect(existsSync(dataDir)).toBe(false)
    expect(existsSync(keyFile(dataDir))).toBe(false)
  })
})
