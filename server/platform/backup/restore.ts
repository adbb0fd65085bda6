/**
 * Restores a backup into a place that is empty. The whole backup is checked before anything is written; what was restored
 * is compared with it afterwards, row by row and file by file, and every audit chain is verified.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { knownHeads } from '../audit/heads.ts'
import { keyFile, namesIn } from '../audit/signer.ts'
import { verifyChain } from '../audit/verify.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { openFolder } from '../blobs/folder.ts'
import type { Config } from '../config.ts'
import { codeOf } from '../error-code.ts'
import { openBare, type RecordsOptions } from '../records/open.ts'
import type { Records } from '../records/records.ts'
import {
  finishLoading,
  loadTables,
  prepareForLoading,
  type Rows,
  type Table,
  withSnapshot,
} from '../records/snapshot.ts'
import { type BackupEntry, BackupFault, entriesOf } from './container.ts'
import { type Beginning, beginning, type Listed, type Manifest, manifest, Tally } from './manifest.ts'

type RestoreConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'headsDir' | 'signingKey'>

export interface Restored {
  readonly madeAt: string
  readonly rows: number
  readonly files: number
  readonly chains: number
}

export interface RestoreProgress {
  readonly doing: 'Checking' | 'Restoring' | 'Comparing' | 'Verifying'
  readonly done: number
  readonly total: number
}

/** Restores; on a fault nothing stays that a second try would stumble over. */
export async function restore(
  config: RestoreConfig,
  file: string,
  options: Pick<RecordsOptions, 'schema'> & { onProgress?: (progress: RestoreProgress) => void } = {},
): Promise<Restored> {
  const { onProgress = () => {} } = options
  const { begin, end } = await checkBackup(file, (done, total) =>
    onProgress({ doing: 'Checking', done, total }),
  )
  const found = namesIn(config.dataDir)
  if (found.length > 0)
    throw new BackupFault(
      `${config.dataDir} is not empty (${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}). A backup is restored into an empty folder only.`,
    )
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    const records = await openBare(config, options)
    try {
      await requireEmpty(records)
      await prepareForLoading(records, begin.step)
      await load(config, file, end, records, (done, total) => onProgress({ doing: 'Restoring', done, total }))
      await compare(records, end, (done, total) => onProgress({ doing: 'Comparing', done, total }))
      await finishLoading(records)
      await verifyAll(config, records, end, (done, total) => onProgress({ doing: 'Verifying', done, total }))
    } finally {
      await records.close()
    }
  } catch (error) {
    for (const name of namesIn(config.dataDir))
      await rm(join(config.dataDir, name), { recursive: true, force: true })
    throw error
  }
  return { madeAt: begin.at, rows: rowsIn(end), files: end.files.count, chains: end.chains.length }
}

const rowsIn = (end: Manifest): number => end.tables.reduce((sum, { rows }) => sum + rows, 0)

/** Reads a backup from end to end; throws a BackupFault that names the first bad entry. */
export async function checkBackup(
  file: string,
  onBytes?: (done: number, total: number) => void,
): Promise<{ begin: Beginning; end: Manifest }> {
  let begin: Beginning | null = null
  let end: Manifest | null = null
  let files = 0
  for await (const entry of entriesOf(file, onBytes)) {
    if (begin === null && entry.kind !== 'begin') throw new BackupFault(`${file} is no backup of Affiant.`)
    if (entry.kind === 'begin') begin = await jsonIn(entry, beginning)
    else if (entry.kind === 'end') end = await jsonIn(entry, manifest)
    else if (entry.kind === 'files') files += 1
  }
  if (begin === null || end === null) throw new BackupFault(`${file} is no whole backup of Affiant.`)
  if (files !== end.files.count)
    throw new BackupFault(`The backup has ${files} files; its manifest says ${end.files.count}.`)
  return { begin, end }
}

async function jsonIn<T extends z.ZodMiniType>(entry: BackupEntry, shape: T): Promise<z.infer<T>> {
  const text = (await buffer(entry.bytes())).toString()
  const parsed = z.safeParse(shape, JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupFault(
    `${entry.path} is of another format: the backup was made by a newer version of Affiant.`,
  )
}

async function requireEmpty({ place }: Records): Promise<void> {
  await withSnapshot(place, async (snapshot) => {
    for (const table of snapshot.tables)
      for await (const rows of snapshot.rows(table))
        if (rows.length > 0)
          throw new BackupFault(
            `The database is not empty: there are rows in "${table.name}". A backup is restored into an empty database only.`,
          )
  })
}

/** The rows first, all in one transaction that nothing slow may keep open; then the files, in a second pass. */
async function load(
  config: RestoreConfig,
  file: string,
  end: Manifest,
  records: Records,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  await loadTables(records, pagesOf(file, end, onBytes), end.tables)
  const blobs = await openFolder(join(config.dataDir, 'files'))
  const keeping = new Set<Promise<void>>()
  for await (const entry of entriesOf(file, onBytes, { passing: true })) {
    if (entry.kind === 'heads') await keepSmall(join(config.headsDir, entry.name), entry)
    else if (entry.kind === 'keys' && config.signingKey === null)
      await keepSmall(keyFile(config.dataDir), entry)
    else if (entry.kind === 'files') {
      const { kept } = await keepFile(config.dataDir, blobs, entry)
      const settled = kept.finally(() => keeping.delete(settled))
      keeping.add(settled)
      // Many small files are made durable in the time of one.
      if (keeping.size >= 64) await Promise.all(keeping)
    }
  }
  await Promise.all(keeping)
}

async function* pagesOf(
  file: string,
  end: Manifest,
  onBytes: (done: number, total: number) => void,
): AsyncGenerator<{ table: Table; rows: Rows }> {
  const tables = new Map<string, Listed>(end.tables.map((table) => [table.name, table]))
  for await (const entry of entriesOf(file, onBytes, { passing: true })) {
    if (entry.kind !== 'records') continue
    const table = tables.get(entry.name.split('.')[0] ?? '')
    if (table === undefined) throw new BackupFault(`The manifest does not know of ${entry.path}.`)
    const lines = (await buffer(entry.bytes())).toString().trimEnd().split('\n')
    for (let from = 0; from < lines.length; from += pageRows)
      yield { table, rows: lines.slice(from, from + pageRows).map((line) => row.parse(JSON.parse(line))) }
  }
}

const row = z.array(z.union([z.string(), z.number(), z.null()]))
const pageRows = 500

/** The larger ones go by way of a file, the others are held. Resolves once the bytes have been read; its promise, once they are kept. */
async function keepFile(dataDir: string, blobs: Blobs, entry: BackupEntry): Promise<{ kept: Promise<void> }> {
  if (entry.size <= heldBytes) {
    const bytes = await buffer(entry.bytes())
    return { kept: blobs.put(bytes).then(() => {}) }
  }
  const unfinished = join(dataDir, `restoring-${entry.sha256}`)
  await pipeline(Readable.from(entry.bytes()), createWriteStream(unfinished, { mode: 0o600 }))
  await blobs.adopt(unfinished, entry.sha256)
  return { kept: Promise.resolve() }
}

const heldBytes = 4 * 1024 * 1024

/** What is there already (heads that were kept outside of the data folder) may know more than the backup: it stays. */
async function keepSmall(path: string, entry: BackupEntry): Promise<void> {
  const bytes = await buffer(entry.bytes())
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** Reads everything back as a backup would, and holds it against the manifest. */
async function compare(
  { place }: Records,
  end: Manifest,
  onRows: (done: number, total: number) => void,
): Promise<void> {
  const total = rowsIn(end)
  let done = 0
  await withSnapshot(place, async (snapshot) => {
    for (const listed of end.tables) {
      const table = snapshot.tables.find(({ name }) => name === listed.name)
      if (table === undefined) throw new BackupFault(`The table "${listed.name}" was not restored.`)
      const tally = new Tally(listed)
      // Columns may stand in another order in the other database: they are read in that of the backup.
      for await (const rows of snapshot.rows(listed)) {
        tally.take(rows)
        done += rows.length
        onRows(done, total)
      }
      const { rows, sha256 } = tally.listed()
      if (rows !== listed.rows || sha256 !== listed.sha256 || table.lastId !== listed.lastId)
        throw new BackupFault(
          `The table "${listed.name}" is not as it was: ${rows} rows of ${listed.rows}, hash ${sha256} for ${listed.sha256}.`,
        )
    }
  })
}

/** Verifies every chain and holds its head against the manifest. */
async function verifyAll(
  config: RestoreConfig,
  { read }: Records,
  end: Manifest,
  onRows: (done: number, total: number) => void,
): Promise<void> {
  const total = end.chains.reduce((sum, { seq }) => sum + seq, 0)
  let before = 0
  for (const { chain, seq, hash } of end.chains) {
    const known = await knownHeads(read, config, chain)
    const onProgress = (rows: number): void => onRows(before + rows, total)
    const verified = await verifyChain(read, chain, { known, onProgress, pageSize: 4000 })
    if (verified.firstBroken !== null)
      throw new BackupFault(
        `What was restored does not hold: ${chain} is broken at row ${verified.firstBroken}: ${verified.reason}.`,
      )
    if (verified.rows !== seq || verified.head !== hash)
      throw new BackupFault(`The head of ${chain} is not the one that the backup names.`)
    before += seq
  }
}
