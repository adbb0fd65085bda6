/**
 * Makes a backup while everything goes on: the records as they are at one moment, then every file that they name. Files
 * are kept by content and never change, so that what the records name at that moment is there for as long as it takes.
 */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFile, namesIn } from '../audit/signer.ts'
import { pathIn } from '../blobs/layout.ts'
import type { Config } from '../config.ts'
import { instantOf } from '../records/dialect.ts'
import type { DatabaseLocation } from '../records/records.ts'
import { openSnapshot, type Rows, type Snapshot, type Table } from '../records/snapshot.ts'
import { BackupFault, Writing } from './container.ts'
import { type Beginning, formatNumber, type Listed, leftOut, type Manifest, Tally } from './manifest.ts'

/** Rows are written in pieces of about so much. */
const pieceBytes = 4 * 1024 * 1024

export interface BackupProgress {
  readonly what: 'rows' | 'files'
  readonly done: number
  /** Null where nobody knows before the end. */
  readonly total: number | null
}

type BackupConfig = Pick<Config, 'dataDir' | 'headsDir' | 'signingKey' | 'version'>

/** The bytes of a backup. Throws where a file that the records name is missing or damaged. */
export async function* backupOf(
  config: BackupConfig,
  place: DatabaseLocation,
  at: Date,
  onProgress: (progress: BackupProgress) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const snapshot = await openSnapshot(place)
  try {
    yield* entriesIn(config, snapshot, at, onProgress)
  } finally {
    await snapshot.close()
  }
}

async function* entriesIn(
  config: BackupConfig,
  snapshot: Snapshot,
  at: Date,
  onProgress: (progress: BackupProgress) => void,
): AsyncGenerator<Uint8Array> {
  const writing = new Writing()
  const found = new Found()
  const tables: Listed[] = []
  const begin: Beginning = {
    format: formatNumber,
    version: config.version,
    at: instantOf(at),
    step: snapshot.step,
  }
  yield* writing.small('begin', 'backup.json', jsonOf(begin))
  let done = 0
  for (const table of snapshot.tables) {
    if (leftOut.has(table.name)) continue
    const tally = new Tally(table)
    yield* tableEntries(writing, snapshot, table, (rows) => {
      found.look(table, rows)
      done += rows.length
      onProgress({ what: 'rows', done, total: null })
      return tally.take(rows)
    })
    tables.push(tally.listed())
  }
  yield* keptBeside(writing, config, found.signatures)
  let bytes = 0
  for (const [i, { sha256, size }] of found.files.entries()) {
    yield* writing.streamed('files', sha256, size, await fileOf(config, sha256, size))
    bytes += size
    onProgress({ what: 'files', done: i + 1, total: found.files.length })
  }
  const end: Manifest = { tables, files: { count: found.files.length, bytes }, chains: found.chains }
  yield* writing.small('end', 'manifest.json', jsonOf(end))
  yield writing.end()
}

/** What has to be known of the rows that pass. */
class Found {
  readonly files: { readonly sha256: string; readonly size: number }[] = []
  readonly chains: Manifest['chains'] = []
  /** Of the checkpoints that the records have. */
  readonly signatures = new Set<string>()

  look({ name, columns }: Table, rows: Rows): void {
    const at = (column: string): number => columns.indexOf(column)
    if (name === 'blob')
      for (const row of rows)
        this.files.push({ sha256: String(row[at('sha256')]), size: Number(row[at('size')]) })
    if (name === 'signed_head') for (const row of rows) this.signatures.add(String(row[at('signature')]))
    if (name === 'audit_head')
      for (const row of rows)
        this.chains.push({
          chain: String(row[at('chain')]),
          seq: Number(row[at('seq')]),
          hash: String(row[at('hash')]),
        })
  }
}

/** The rows of a table in entries of a few megabytes, numbered. */
async function* tableEntries(
  writing: Writing,
  snapshot: Snapshot,
  table: Table,
  linesOf: (rows: Rows) => string,
): AsyncGenerator<Uint8Array> {
  let number = 0
  let lines = ''
  const entry = (): Generator<Uint8Array> => {
    number += 1
    const bytes = Buffer.from(lines)
    lines = ''
    return writing.small('records', `${table.name}.${String(number).padStart(6, '0')}.ndjson`, bytes)
  }
  for await (const rows of snapshot.rows(table)) {
    lines += linesOf(rows)
    if (lines.length >= pieceBytes) yield* entry()
  }
  if (lines !== '') yield* entry()
}

/**
 * Signed heads and keys: what lies beside the records. Heads that were signed after the moment of the backup know rows that it
 * does not have: they stay out. A key that a setting names is its owner's to keep.
 */
async function* keptBeside(
  writing: Writing,
  { dataDir, headsDir, signingKey }: BackupConfig,
  signatures: ReadonlySet<string>,
): AsyncGenerator<Uint8Array> {
  for (const name of namesIn(headsDir).filter((name) => /\.(ndjson|pem)$/.test(name))) {
    const bytes = await readFile(join(headsDir, name))
    yield* writing.small('heads', name, name.endsWith('.pem') ? bytes : knownLines(bytes, signatures))
  }
  if (signingKey === null) yield* writing.small('keys', 'audit-signing.pem', await readFile(keyFile(dataDir)))
}

/** The lines of a file of heads whose signatures are known. */
function knownLines(bytes: Buffer, signatures: ReadonlySet<string>): Buffer {
  const lines = bytes.toString().split('\n')
  const known = lines.filter((line) => signatures.has(/"signature":"([0-9a-f]+)"\}$/.exec(line)?.[1] ?? ''))
  return Buffer.from(known.map((line) => `${line}\n`).join(''))
}

async function fileOf(
  { dataDir }: BackupConfig,
  sha256: string,
  size: number,
): Promise<AsyncIterable<Uint8Array>> {
  const path = pathIn(join(dataDir, 'files'), sha256)
  const known = await stat(path).catch(() => null)
  if (known === null)
    throw new BackupFault(`The records name the file ${sha256}, which is not there: ${path}`)
  if (known.size !== size)
    throw new BackupFault(`The file ${path} has ${known.size} bytes; the records say ${size}.`)
  return createReadStream(path, { highWaterMark: 1024 * 1024 })
}

const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
