/** One connection to an SQLite file with its prepared statements; used by the writer thread and by the reader. */
import Database from 'better-sqlite3'

export interface Ran {
  readonly rows: unknown[]
  readonly changes: number
  readonly lastId: number
}

export interface Engine {
  run(sql: string, parameters: readonly unknown[]): Ran
  inTransaction(): boolean
  close(): void
}

/** Statements kept prepared; inserts of many rows come in many shapes, so the least recently used go. */
const keptStatements = 300

/** Opens the file; a writer makes it and sets it to WAL with a sync at every commit. */
export function openEngine(file: string, mode: 'write' | 'read'): Engine {
  const db = new Database(file, mode === 'read' ? { readonly: true, fileMustExist: true } : {})
  if (mode === 'write') {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('wal_autocheckpoint = 4000')
  }
  // Other processes (the command line, a backup) may hold the file for a moment; the thread waits, not the server.
  db.pragma(`busy_timeout = ${mode === 'write' ? 15_000 : 2000}`)
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -16000')
  const statements = new Map<string, Database.Statement>()

  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql)
    if (known !== undefined) {
      statements.delete(sql)
      statements.set(sql, known)
      return known
    }
    const made = db.prepare(sql)
    statements.set(sql, made)
    if (statements.size > keptStatements) {
      const oldest = statements.keys().next().value
      if (oldest !== undefined) statements.delete(oldest)
    }
    return made
  }

  return {
    run(sql, parameters) {
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(...parameters), changes: 0, lastId: 0 }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], changes, lastId: Number(lastInsertRowid) }
    },
    inTransaction: () => db.inTransaction,
    close() {
      statements.clear()
      // What the log beside the file holds is moved into it by whoever closes it last, where the disk has room for it.
      db.close()
    },
  }
}
