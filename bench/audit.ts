/** Verifying a chain of a million rows: in the records, and in the exported file. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { commitmentOf, firstHash, linkOf, newSalt } from '#server/platform/audit/chain.ts'
import { beginExport } from '#server/platform/audit/export.ts'
import { knownHeads } from '#server/platform/audit/heads.ts'
import { openSigner } from '#server/platform/audit/signer.ts'
import { Verifying } from '#server/platform/audit/verifying.ts'
import { canonical } from '#server/platform/canonical.ts'
import { readConfig } from '#server/platform/config.ts'
import { openRecords, recordsFile } from '#server/platform/records/open.ts'
import { stands } from '#server/review/coding-history/open-end.ts'
import type { TimeFigure } from './figure.ts'
import { frames, times } from './references.ts'

const rows = 1_000_000

export async function* figures(): AsyncGenerator<TimeFigure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiant-bench-audit-'))
  try {
    const config = readConfig({ AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' })
    await openRecords(config).then((made) => made.close())
    fill(recordsFile(dataDir))
    const records = await openRecords(config)
    const now = (): Date => new Date()
    const services = { records, signer: openSigner(config), config, now }
    const { bytes } = await beginExport(services, 'project:1', async () => {})
    const zip = join(dataDir, 'export.zip')
    await pipeline(Readable.from(bytes), createWriteStream(zip))
    if ((await knownHeads(records.read, config, 'project:1')).heads.length !== 1)
      throw new Error('The head was not signed.')

    const bare = bareChain(recordsFile(dataDir))
    const idle = await timed(() => new Promise((wake) => setTimeout(wake, 5_000)))
    const verifying = new Verifying(
      { records, config, now },
      new URL('../server/review/verification/verify-thread.ts', import.meta.url),
    )
    const { value, late } = await timed(async () => {
      const { firstBroken, rows: held, differences } = await verifying.verify('project:1')
      if (firstBroken !== null || held !== rows) throw new Error(`Broken at ${firstBroken}.`)
      if (differences.count > 0) throw new Error(`It differs: ${differences.first[0]}`)
    })
    const beside = (bare + bareChain(recordsFile(dataDir))) / 2
    yield seconds(`the server verifies ${rows.toLocaleString('en')} rows`, value, beside)
    yield {
      group: 'audit',
      name: 'longest that the server waits meanwhile',
      value: late,
      unit: 'ms',
      reference: frames('the same of a server that does nothing', idle.late),
      bound: 6,
      better: 'lower',
    }
    await verifying.stop()
    await records.close()

    const cli = fileURLToPath(new URL('../server/cli/main.ts', import.meta.url))
    const file = await timed(async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [cli, 'audit', 'verify', zip])
      if (!stdout.startsWith('HOLDS.')) throw new Error(stdout)
    })
    yield seconds(`affiant audit verify FILE, ${rows.toLocaleString('en')} rows`, file.value, beside)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const seconds = (name: string, value: number, beside: number): TimeFigure => ({
  group: 'audit',
  name,
  value: value / 1000,
  unit: 's',
  reference: times('a bare loop over the same rows, each hashed with the one before', beside),
  bound: 6,
  better: 'lower',
})

/** Seconds of reading the rows of the chain out of the file and hashing each behind the one before. */
function bareChain(file: string): number {
  const db = new Database(file, { readonly: true })
  try {
    const began = performance.now()
    let hash = firstHash
    const all = db.prepare(`select text, hash from audit where chain = 'project:1' order by seq`)
    for (const row of all.iterate() as Iterable<{ text: string; hash: string }>) {
      hash = createHash('sha256').update(hash).update(row.text).digest('hex')
      if (hash !== row.hash) throw new Error('The bare loop does not hash as the chain does.')
    }
    return (performance.now() - began) / 1000
  } finally {
    db.close()
  }
}

/** How long it took, and the longest that a timer of this process came late meanwhile. */
async function timed(work: () => Promise<void>): Promise<{ value: number; late: number }> {
  let late = 0
  let expected = performance.now() + 10
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - expected)
    expected = performance.now() + 10
  }, 10)
  const began = performance.now()
  await work()
  clearInterval(timer)
  return { value: performance.now() - began, late }
}

interface Coded {
  readonly seq: number
  readonly at: string
  readonly userId: number
  readonly documentId: number
}

/** The history of coding and the values that stand, as the rows tell them. */
function historyIn(db: Database.Database) {
  const span = db.prepare(
    `insert into coding_span (project_id, from_seq, kind, subject_id, document_id, until_seq, value, long_value, coded,
       user_id, how, at, moment, audit_id, job_id)
     values (1, ?, ?, ?, ?, ?, ?, null, 1, ?, 'manual', ?, ?, ?, null)`,
  )
  const value = db.prepare(
    `insert into coding_value (document_id, field_id, project_id, value, version, by_user, at)
     values (?, 3, 1, '"Yes"', 1, ?, ?)`,
  )
  const last = new Map<number, Coded>()
  const write = ({ seq, at, userId, documentId }: Coded, until: number): void => {
    span.run(seq, 'field', 3, documentId, until, '"Yes"', userId, at, at, seq)
  }
  return {
    add(one: Coded): void {
      const before = last.get(one.documentId)
      if (before === undefined)
        span.run(one.seq, 'document', 0, one.documentId, stands, null, one.userId, one.at, one.at, one.seq)
      else write(before, one.seq)
      last.set(one.documentId, one)
    },
    end(): void {
      for (const one of last.values()) {
        write(one, stands)
        value.run(one.documentId, one.userId, one.at)
      }
    },
  }
}

/** Rows as a review makes them: two of three are codings, the others looks with an address that may be erased. */
function fill(file: string): void {
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  const insert = db.prepare(
    `insert into audit (chain, seq, at, user_id, action, project_id, document_id, field_id, text, erasable, hash)
     values ('project:1', ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
  )
  const spans = historyIn(db)
  let hash = firstHash
  const begin = Date.UTC(2026, 0, 1)
  db.transaction(() => {
    for (let seq = 1; seq <= rows; seq++) {
      const at = new Date(begin + seq * 1000).toISOString()
      const userId = 1 + (seq % 40)
      const documentId = 1 + (seq % 100_000)
      const look = seq % 3 === 0
      const action = look ? 'document.viewed' : 'coding.saved'
      const ip = { value: `192.0.2.${seq % 250}`, salt: newSalt() }
      const common = {
        action,
        at,
        chain: 'project:1',
        documentId,
        how: 'manual',
        projectId: 1,
        seq,
        sessionId: hash,
        user: { name: `Reviewer ${userId}`, role: 'Reviewer', userId },
      }
      const said = look
        ? { ...common, erasable: { ip: commitmentOf(ip) } }
        : { ...common, field: 'Responsive', fieldId: 3, newValue: 'Yes', oldValue: null }
      const text = canonical(said)
      hash = linkOf(hash, text)
      insert.run(
        seq,
        at,
        userId,
        action,
        documentId,
        look ? null : 3,
        text,
        look ? JSON.stringify({ ip }) : null,
        hash,
      )
      if (!look) spans.add({ seq, at, userId, documentId })
    }
    spans.end()
    db.prepare(`insert into audit_head (chain, seq, hash) values ('project:1', ?, ?)`).run(rows, hash)
  })()
  db.close()
}
