/** Signed heads, verification and export of audit chains on a whole server. */
import { generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportAudit, verifyChain, verifyProgress } from '#contracts/audit.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import { firstHash, linkOf } from '#server/platform/audit/chain.ts'
import { Checkpoints, keepCheckpoints } from '#server/platform/audit/checkpoints.ts'
import { knownHeads, signHead } from '#server/platform/audit/heads.ts'
import { keyFile, openSigner } from '#server/platform/audit/signer.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Writer } from '#server/platform/records/records.ts'
import { filesOf, runVerifier } from './exported.ts'
import { dialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'

const day = (n: number, hour = 12): Date => new Date(Date.UTC(2026, 0, n, hour))

describe.each(dialects)('the evidence of an audit chain on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect)
  })
  afterEach(() => matter.close())

  const services = () => matter.server.services
  const records = () => services().records
  const chain = () => `project:${matter.projectId}` as const
  const headsDir = () => matter.server.config.headsDir
  const append = (count: number, at = day(1)) =>
    records().write('interactive', (trx) =>
      appendAudit(
        trx,
        chain(),
        Array.from({ length: count }, (_, i) => ({
          at,
          user: { userId: matter.ana.userId, name: matter.ana.name, role: 'Reviewer' },
          action: 'coding.saved',
          projectId: matter.projectId,
          documentId: i + 1,
          newValue: 'Yes',
          ip: '192.0.2.7',
        })),
      ),
    )
  const verify = async () =>
    (await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })).data
  const take = async () => {
    const { raw } = await matter.server.call(matter.manager, exportAudit, {
      project: matter.projectId,
      query: { projectId: matter.projectId },
    })
    return { raw, files: await filesOf(raw.rawPayload) }
  }
  /** As somebody with the database in his hands would do it. */
  const tamper = (work: (trx: Writer) => Promise<unknown>) =>
    records().write('interactive', async (trx) => {
      const on = (table: string) => (dialect === 'postgres' ? ` on ${table}` : '')
      for (const name of ['audit_unchanged', 'audit_kept'])
        await sql.raw(`drop trigger if exists ${name}${on('audit')}`).execute(trx)
      for (const name of ['signed_head_unchanged', 'signed_head_kept'])
        await sql.raw(`drop trigger if exists ${name}${on('signed_head')}`).execute(trx)
      await work(trx)
    })
  /** Changes one row and computes all links and the head anew: the chain holds again. */
  const rewrite = (from: number) =>
    tamper(async (trx) => {
      const rows = await trx
        .selectFrom('audit')
        .selectAll()
        .where('chain', '=', chain())
        .orderBy('seq')
        .execute()
      let hash = firstHash
      for (const row of rows) {
        const text = row.seq === from ? row.text.replace('"Yes"', '"No"') : row.text
        hash = linkOf(hash, text)
        await trx.updateTable('audit').set({ text, hash }).where('audit_id', '=', row.audit_id).execute()
      }
      await trx.updateTable('audit_head').set({ hash }).where('chain', '=', chain()).execute()
    })

  /** The rows of the project that are signed at a time by a server that looks then. */
  const signedBy = async (checkpoints: Checkpoints, at: Date) =>
    (await checkpoints.look(at)).signed
      .filter(({ head }) => head.chain === chain())
      .map(({ head }) => head.seq)
  const minutes = (n: number): Date => new Date(day(1).getTime() + n * 60_000)

  it('is a head signed at the first row, then every five minutes or thousand rows with activity', async () => {
    const checkpoints = new Checkpoints(services())
    await append(3)
    expect(await signedBy(checkpoints, minutes(0))).toEqual([3])
    expect(await signedBy(checkpoints, minutes(60))).toEqual([])
    await append(2)
    expect(await signedBy(checkpoints, minutes(60))).toEqual([5])
    await append(1)
    expect(await signedBy(checkpoints, minutes(64))).toEqual([])
    expect(await signedBy(checkpoints, minutes(65))).toEqual([6])
    await append(999)
    expect(await signedBy(checkpoints, minutes(66))).toEqual([])
    await append(1)
    expect(await signedBy(checkpoints, minutes(66))).toEqual([1006])
    // Another process, or the same one after a start, goes on where this one was.
    await append(1)
    expect(await signedBy(new Checkpoints(services()), minutes(67))).toEqual([])
    expect(await signedBy(new Checkpoints(services()), minutes(71))).toEqual([1007])
  })

  it('are in the records and in a file of the day beside them', async () => {
    await append(3)
    expect(await signedBy(new Checkpoints(services()), day(1))).toEqual([3])
    await append(2)
    expect(await signedBy(new Checkpoints(services()), day(4))).toEqual([5])
    expect(readdirSync(headsDir()).filter((name) => name.endsWith('.ndjson'))).toEqual([
      'heads-2026-01-01.ndjson',
      'heads-2026-01-04.ndjson',
    ])
    // A process that died between the two is made up for; what was left of a line does not swallow the next.
    writeFileSync(join(headsDir(), 'heads-2026-01-04.ndjson'), '{"head":{"at":')
    await append(1)
    expect(await signedBy(new Checkpoints(services()), day(6))).toEqual([6])
    const known = await knownHeads(records().read, matter.server.config, chain())
    expect(known).toMatchObject({ onlyInFiles: [], onlyInRecords: [], unreadable: 1 })
    expect(known.heads.map(({ head }) => head.seq)).toEqual([3, 5, 6])
    expect(readFileSync(join(headsDir(), 'heads-2026-01-04.ndjson'), 'utf8').split('\n')).toHaveLength(3)
    // The same twice is the same once.
    expect(await signHead(services(), chain(), day(7))).toEqual(known.heads[2])
  })

  it('goes on after a file could not be written, and leaves no head out of it', async () => {
    const checkpoints = new Checkpoints(services())
    await append(3)
    await checkpoints.look(day(1))
    await append(2)
    const file = join(headsDir(), 'heads-2026-01-02.ndjson')
    mkdirSync(file)
    await expect(checkpoints.look(day(2))).rejects.toThrow()
    rmSync(file, { recursive: true })
    await checkpoints.look(new Date(day(2).getTime() + 1000))
    const known = await knownHeads(records().read, matter.server.config, chain())
    expect(known.heads.map(({ head }) => head.seq)).toEqual([3, 5])
    expect([known.onlyInRecords, known.onlyInFiles]).toEqual([[], []])
  })

  it('verifies the rows since the last head first: a chain that does not hold is named and not signed', async () => {
    const checkpoints = new Checkpoints(services())
    await append(4)
    expect(await signedBy(checkpoints, day(1))).toEqual([4])
    await append(3)
    const alter = (seq: number) =>
      tamper((trx) =>
        trx
          .updateTable('audit')
          .set({ erasable: '{}', user_id: matter.ben.userId })
          .where('chain', '=', chain())
          .where('seq', '=', seq)
          .execute(),
      )
    await alter(6)
    const unfitOf = async (at: Date) => {
      const { signed, unfit } = await checkpoints.look(at)
      expect(signed.filter(({ head }) => head.chain === chain())).toEqual([])
      return unfit
    }
    const reason = expect.stringContaining('column user_id does not say what the text says')
    expect(await unfitOf(day(2))).toEqual([{ chain: chain(), seq: 6, reason }])
    const told: unknown[] = []
    const log = Object.assign(Object.create(services().log), {
      error: (facts: unknown, text: string) => told.push([facts, text]),
    })
    await keepCheckpoints({ ...services(), log, now: () => day(3) })
    expect(told).toEqual([
      [{ chain: chain(), seq: 6, reason }, expect.stringContaining('does not hold and is not signed')],
    ])
    // Rows that were signed and are not there any more are named too.
    await tamper((trx) =>
      trx.updateTable('audit_head').set({ seq: 3 }).where('chain', '=', chain()).execute(),
    )
    expect(await unfitOf(day(4))).toEqual([{ chain: chain(), seq: 4, reason: 'rows are missing at the end' }])
  })

  it('holds with its heads, and says with which', async () => {
    await append(5)
    await signHead(services(), chain(), day(1))
    await append(2)
    const verified = await verify()
    expect(verified).toMatchObject({
      rows: 7,
      firstBroken: null,
      reason: null,
      signed: { checked: 1, lastAt: day(1).toISOString(), lastSeq: 5, unreadable: 0 },
    })
    const { fingerprint, publicKey } = services().signer
    expect(verified.signed.key).toBe(fingerprint)
    expect(verified.publicKey).toEqual({ fingerprint, pem: publicKey.pem })
    const { data } = await matter.server.call(matter.manager, verifyProgress, { project: matter.projectId })
    const { publicKey: _shown, ...last } = verified
    expect(data).toEqual({ running: null, last })
  })

  it('is asked for by many at once and computed once', async () => {
    await append(50)
    const all = await Promise.all([verify(), verify(), verify()])
    expect(new Set(all.map(({ verifiedAt }) => verifiedAt)).size).toBe(1)
    expect(all[0]).toMatchObject({ rows: 50, firstBroken: null })
  })

  it('finds a chain that was written anew, links and all, by the first head that does not fit', async () => {
    await append(4)
    await signHead(services(), chain(), day(1))
    await append(4)
    await signHead(services(), chain(), day(2))
    await append(4)
    await signHead(services(), chain(), day(3))
    await rewrite(6)
    const { firstBroken, reason, rows, signed } = await verify()
    expect([firstBroken, rows, signed.checked]).toEqual([8, 7, 1])
    expect(reason).toMatch(/signed at 2026-01-02.*written anew somewhere in rows 5 to 8/)
    // The heads in the records are gone too: the files testify.
    await tamper((trx) => trx.deleteFrom('signed_head').execute())
    expect(await verify()).toMatchObject({ firstBroken: 8 })
    // An export of it is refused by the verifier, though its last head is signed as it stands.
    const { files } = await take()
    const run = await runVerifier(files)
    expect(run.code).toBe(1)
    expect(run.out).toMatch(/row 8: the head signed at 2026-01-02.*rows 5 to 8/)
  })

  it('finds heads that were taken out of the records, forged, or signed by a key of somebody else', async () => {
    await append(3)
    const { head, signature } = await signHead(services(), chain(), day(1))
    await tamper((trx) => trx.deleteFrom('signed_head').execute())
    expect((await verify()).reason).toMatch(/no longer have the head signed at 2026-01-01/)
    const put = (more: object) =>
      tamper(async (trx) => {
        await trx.deleteFrom('signed_head').execute()
        await trx
          .insertInto('signed_head')
          .values({ ...head, signature })
          .execute()
        await trx
          .insertInto('signed_head')
          .values({ ...head, seq: 2, signature, ...more })
          .execute()
      })
    await put({})
    expect(await verify()).toMatchObject({
      firstBroken: 2,
      reason: expect.stringMatching(/signature of the head of row 2 is wrong/),
    })
    await put({ key: 'ab'.repeat(32) })
    expect((await verify()).reason).toMatch(/by the key (ab)+, which is not of this installation/)
    // What was put into the database never gets into the files.
    await new Checkpoints(services()).look(day(2))
    expect(readFileSync(join(headsDir(), 'heads-2026-01-01.ndjson'), 'utf8').trim().split('\n')).toHaveLength(
      1,
    )
  })

  it('finds rows cut off at the end, head and all', async () => {
    await append(5)
    await signHead(services(), chain(), day(1))
    await tamper(async (trx) => {
      await trx.deleteFrom('audit').where('chain', '=', chain()).where('seq', '>', 3).execute()
      const { hash } = await trx
        .selectFrom('audit')
        .select('hash')
        .where('chain', '=', chain())
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow()
      await trx.updateTable('audit_head').set({ seq: 3, hash }).where('chain', '=', chain()).execute()
    })
    expect(await verify()).toMatchObject({
      rows: 3,
      firstBroken: 4,
      reason: expect.stringMatching(/knows row 5: rows are missing at the end/),
    })
  })

  it('keeps signed checkpoints: the database refuses to change or delete one', async () => {
    await append(1)
    await signHead(services(), chain(), day(1))
    const change = records().write('interactive', (trx) =>
      trx.updateTable('signed_head').set({ seq: 9 }).execute(),
    )
    await expect(change).rejects.toThrow(/never changed/)
    const remove = records().write('interactive', (trx) => trx.deleteFrom('signed_head').execute())
    await expect(remove).rejects.toThrow(/never changed/)
  })

  it('is exported with all that it takes to verify it, and that it was is on the record', async () => {
    await append(2100)
    await signHead(services(), chain(), day(1))
    // One value was erased by law, which is on the record.
    await records().write('interactive', async (trx) => {
      await trx
        .updateTable('audit')
        .set({ erasable: null })
        .where('chain', '=', chain())
        .where('seq', '=', 7)
        .execute()
      await appendAudit(trx, chain(), [
        {
          at: day(1),
          user: null,
          action: 'audit.valuesErased',
          facts: { erased: [{ seq: 7, names: ['ip'] }] },
        },
      ])
    })
    const { raw, files } = await take()
    expect(raw.headers['content-disposition']).toMatch(/filename="NWI audit trail \d{4}-\d\d-\d\d\.zip"/)
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'audit.ndjson',
      'heads.ndjson',
      'public-key.pem',
      'verify-audit.mjs',
    ])
    const run = await runVerifier(files)
    expect(run.out).toMatch(new RegExp(`^HOLDS\\. ${chain()}: 2102 rows`))
    expect(run.code).toBe(0)
    expect(
      (await runVerifier(files, ['audit.ndjson', '--key', 'public-key.pem', '--heads', 'heads.ndjson'])).code,
    ).toBe(0)
    const last = await records()
      .read.selectFrom('audit')
      .select(['action', 'user_id', 'seq'])
      .where('chain', '=', chain())
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toEqual({ action: 'audit.exported', user_id: matter.manager.userId, seq: 2102 })
    // A later export is held against the heads of the earlier one.
    const again = await take()
    const held = await runVerifier(
      { ...again.files, 'earlier.ndjson': files['heads.ndjson'] ?? Buffer.alloc(0) },
      ['audit.ndjson', '--heads', 'earlier.ndjson'],
    )
    expect(held.out).toMatch(/2103 rows/)
    expect(held.code).toBe(0)
    // Erased by nobody: the file does not hold.
    await records().write('interactive', (trx) =>
      trx
        .updateTable('audit')
        .set({ erasable: null })
        .where('chain', '=', chain())
        .where('seq', '=', 9)
        .execute(),
    )
    const gone = await runVerifier((await take()).files)
    expect([gone.code, gone.out]).toEqual([
      1,
      expect.stringMatching(/row 9: the value "ip" .* is gone, and no row records its erasure/),
    ])
    expect(await verify()).toMatchObject({ firstBroken: 9, reason: expect.stringContaining('"ip"') })
  })
})

describe('the signing key', () => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter('sqlite', { documents: 0 })
  })
  afterEach(() => matter.close())

  it("is made once, its owner's alone, and its public half lies beside the heads", () => {
    const { config, services } = matter.server
    const file = keyFile(config.dataDir)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(config.dataDir, 'keys')).mode & 0o777).toBe(0o700)
    expect(openSigner(config).fingerprint).toBe(services.signer.fingerprint)
    expect(readFileSync(join(config.headsDir, `key-${services.signer.fingerprint}.pem`), 'utf8')).toBe(
      services.signer.publicKey.pem,
    )
    expect(readdirSync(join(config.dataDir, 'keys'))).toEqual(['audit-signing.pem'])
  })

  it('is not replaced by another where it cannot be read', () => {
    const { config } = matter.server
    const file = keyFile(config.dataDir)
    chmodSync(file, 0o600)
    writeFileSync(file, 'no key')
    expect(() => openSigner(config)).toThrow(/holds no Ed25519 private key/)
    expect(readFileSync(file, 'utf8')).toBe('no key')
  })

  it('may be given by a setting, and then none is made', () => {
    const { dataDir } = matter.server.config
    rmSync(join(dataDir, 'keys'), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    const given = join(dataDir, 'given.pem')
    writeFileSync(given, privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const config = readConfig({ AFFIANT_DATA: dataDir, AFFIANT_SIGNING_KEY: given })
    const { fingerprint } = openSigner(config)
    expect(fingerprint).not.toBe(matter.server.services.signer.fingerprint)
    expect(existsSync(join(dataDir, 'keys'))).toBe(false)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    writeFileSync(given, rsa.export({ format: 'pem', type: 'pkcs8' }))
    const wrong = readConfig({ AFFIANT_DATA: dataDir, AFFIANT_SIGNING_KEY: given })
    expect(() => openSigner(wrong)).toThrow(/AFFIANT_SIGNING_KEY names a file that holds no Ed25519/)
    expect(() => readConfig({ AFFIANT_SIGNING_KEY: join(dataDir, 'none.pem') })).toThrow(
      /AFFIANT_SIGNING_KEY/,
    )
  })
})
