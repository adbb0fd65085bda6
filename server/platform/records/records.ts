/**
 * The system of record: SQLite by default, PostgreSQL by DATABASE_URL. Written once, in Kysely.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

declare module '../services.ts' {
  interface Services {
    readonly records: Records
  }
}

export type Reader = Kysely<Schema>
export type Writer = Transaction<Schema>

/** `interactive` goes before what waits, within limits (turns.ts); `bulk` work comes in chunks of at most about 10 ms. */
export type Priority = 'interactive' | 'bulk'

/**
 * `alone`: interactive work on thousands of rows, in its turn but in a transaction of its own: the answers of saves before
 * it do not wait for it.
 */
export interface Sharing {
  readonly alone?: boolean | undefined
}

/** Where records are: enough for another thread to read them. Holds a password where the address does. */
export type DatabaseLocation =
  | { readonly file: string }
  | { readonly databaseUrl: string; readonly schema: string | undefined }

/** Records that are open to be read only. */
export interface OpenReader {
  readonly read: Reader
  close(): Promise<void>
}

export interface Records {
  readonly place: DatabaseLocation
  readonly dialect: 'sqlite' | 'postgres'
  /** Short reads, on a connection of their own; never a write. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction of the only writer. Commits when it resolves (durably: synchronous=FULL), rolls
   * everything back when it throws; settles after the commit that interactive transactions share (writing.ts). Nothing
   * but database work may be awaited inside; what does not rest on each other's answers may be asked at once.
   */
  write<T>(priority: Priority, work: (trx: Writer) => Promise<T>, how?: Sharing): Promise<T>
  /** How many transactions wait for their turn. */
  waiting(): number
  close(): Promise<void>
}
