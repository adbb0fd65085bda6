/**
 * What the figures stand beside: the least that the same work takes on this machine, in the same run. A loop without the
 * product around it, one of its libraries alone, or a program that does the like. None of them knows anything of the product.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { p95, type Reference } from './figure.ts'

/** A ratio to it is bound. */
export const times = (name: string, value: number | null): Reference => ({ name, value, by: 'times' })

/** Frames above it are bound. */
export const frames = (name: string, value: number): Reference => ({ name, value, by: 'frames' })

/** A fixed text of a million characters: words of a few lengths, the same on every machine. */
const text = Array.from({ length: 150_000 }, (_, nth) => ((nth * 7_919) % 46_656).toString(36)).join(' ')
const json = JSON.stringify(text.split(' ').map((word, at) => ({ at, word, marks: [word.length, at % 7] })))

/**
 * Seconds of a bare loop on one core, for work that nothing natural stands beside: it reads a fixed JSON of 6 MB, hashes it, and
 * counts its words. The faster of three, so that the compiler and a busy machine count little.
 */
export function bareLoop(): number {
  const taken = Array.from({ length: 3 }, () => {
    const began = performance.now()
    const rows: readonly { readonly word: string }[] = JSON.parse(json)
    const counts = new Map<string, number>()
    for (const { word } of rows) counts.set(word, (counts.get(word) ?? 0) + 1)
    createHash('sha256').update(json).digest('hex')
    if (counts.size === 0) throw new Error('Nothing was counted.')
    return (performance.now() - began) / 1000
  })
  return Math.min(...taken)
}

export const bareLoopName = 'a bare loop on one core: 6 MB of JSON read, hashed, its words counted'

/** A reference before and after some work, so that a machine that grows busy meanwhile slows both: its mean, and what came of the work. */
export async function around<T>(
  reference: () => number | Promise<number>,
  work: () => T | Promise<T>,
): Promise<{ readonly result: T; readonly beside: number }> {
  const before = await reference()
  const result = await work()
  return { result, beside: (before + (await reference())) / 2 }
}

/** Ms of each of so many transactions of one small row in an SQLite file, synced to the disk as the records are. */
export function syncedWrites(folder: string, count = 100, rows = 1): number[] {
  const own = mkdtempSync(join(folder, 'synced-'))
  const db = new Database(join(own, 'bare.db'))
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('create table bare (id integer primary key, text text not null)')
    const insert = db.prepare('insert into bare (text) values (?)')
    return Array.from({ length: count }, (_, nth) => {
      const began = performance.now()
      db.transaction(() => {
        for (let row = 0; row < rows; row++) insert.run(`${nth}:${row} what is saved of one document`)
      })()
      return performance.now() - began
    })
  } finally {
    db.close()
    rmSync(own, { recursive: true, force: true })
  }
}

/** Ms of a read of an SQLite file, each with other parameters, by a connection of its own. */
export function sqliteReads(
  file: string,
  sql: string,
  parameters: (n: number) => readonly unknown[],
  runs = 100,
): number[] {
  const db = new Database(file, { readonly: true })
  try {
    const statement = db.prepare(sql)
    // The first ones find the database's pages cold.
    for (let n = 0; n < 10; n++) statement.all(...parameters(n))
    return Array.from({ length: runs }, (_, n) => {
      const began = performance.now()
      statement.all(...parameters(n))
      return performance.now() - began
    })
  } finally {
    db.close()
  }
}

/** Seconds of reading some files and writing them as one, hashed and synced. */
export function bareCopy(paths: readonly string[], folder: string): number {
  const own = mkdtempSync(join(folder, 'copy-'))
  const began = performance.now()
  try {
    const file = openSync(join(own, 'all'), 'w')
    for (const path of paths) {
      const bytes = readFileSync(path)
      createHash('sha256').update(bytes).digest('hex')
      writeSync(file, bytes)
    }
    fsyncSync(file)
    closeSync(file)
    return (performance.now() - began) / 1000
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Ms within which most empty requests to a server are answered, over a real connection. */
export async function emptyRequests(address: string): Promise<number> {
  const samples: number[] = []
  for (let n = 0; n < 110; n++) {
    const began = performance.now()
    await (await fetch(`${address}/healthz`)).text()
    if (n >= 10) samples.push(performance.now() - began)
  }
  return p95(samples)
}
