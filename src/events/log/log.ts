/**
 * The log's port: all envelopes of one account, or of one account in one project, in one order.
 * Adapters: indexeddb.ts (shared by the tabs of a browser) and memory.ts (one tab).
 */
import type { Envelope } from '../envelope.ts'

/** An envelope that has no place in the order yet. */
export type Unplaced<P = unknown> = Omit<Envelope<P>, 'seq'>

/** Work that must be delivered once per browser, written in the same transaction as the envelope that asks for it. */
export interface OutboxRow {
  /** The envelope's id. */
  readonly id: string
  readonly envelope: Envelope
}

export interface AppendOptions {
  /** The last seq the decision knew of, or null where nothing can conflict. */
  readonly seen: number | null
  /** Which of the envelopes get an outbox row, by index. */
  readonly outbox?: readonly number[]
  /** Outbox rows that these envelopes settle: gone in the same transaction. */
  readonly settles?: readonly string[]
  /** The last seq that the appender has handed on: a log that has lost its database goes on counting there. */
  readonly applied?: number
}

export interface ReadOptions {
  readonly after: number
  readonly limit: number
  readonly stream?: string
}

export interface Snapshot {
  readonly name: string
  readonly version: number
  /** The state holds every envelope up to and with this one. */
  readonly seq: number
  readonly state: unknown
}

/** An envelope that this version of the program does not understand, or that waits behind such a one. */
export interface Quarantined {
  readonly seq: number
  readonly type: string
  readonly version: number
  readonly stream: string
  readonly reason: 'unknownType' | 'newerVersion' | 'streamPaused' | 'unreadable'
}

export interface EventLog {
  readonly name: string
  /** Whether the other tabs of the browser read and write it too. Once it is this tab's alone, it stays so. */
  isShared(): boolean
  /** Gives each a seq and keeps them, all or none. Throws StaleStream where a touched stream has moved since `seen`. */
  append(envelopes: readonly Unplaced[], options: AppendOptions): Promise<Envelope[]>
  /** The last seq given; 0 for an empty log. */
  head(): Promise<number>
  /** In order; not upcast, not checked. Compacted envelopes are missing. */
  read(options: ReadOptions): Promise<Envelope[]>
  /** Called after each append made through this instance. */
  subscribe(listener: (appended: readonly Envelope[]) => void): () => void
  saveSnapshots(snapshots: readonly Snapshot[]): Promise<void>
  loadSnapshots(): Promise<Snapshot[]>
  /** Packs old rows, and drops session events up to `upTo` (what every snapshot covers). Answers how many were dropped. */
  compact(options: { readonly upTo: number }): Promise<number>
  /** In order of seq. */
  outbox(): Promise<OutboxRow[]>
  /** Throws Fenced where another leader has taken over since `epoch`. */
  settleOutbox(ids: readonly string[], epoch: number): Promise<void>
  quarantine(rows: readonly Quarantined[]): Promise<void>
  quarantined(): Promise<Quarantined[]>
  /** Makes the caller the only one whose fenced writes are taken; answers the new epoch. */
  takeEpoch(): Promise<number>
  epoch(): Promise<number>
  getMeta(key: string): Promise<unknown>
  setMeta(key: string, value: unknown): Promise<void>
  metaKeys(): Promise<string[]>
  close(): Promise<void>
}

/** A touched stream has moved: catch up and decide again. */
export class StaleStream extends Error {
  override readonly name = 'StaleStream'
  readonly stream: string
  constructor(stream: string) {
    super('The stream has moved since the decision')
    this.stream = stream
  }
}

/** A former leader tried to write. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The log's database holds what another key has sealed: it is not the one that was opened. */
export class KeyLost extends Error {
  override readonly name = 'KeyLost'
}

/** This version of the program must not write here any more: a newer one has taken the log over. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
  constructor() {
    super('A newer version of Affiant is open. Reload this page; nothing is lost.')
  }
}

export const unreadableType = 'log.unreadableEntry'

/** The streams that an append touches, once each. */
export const touchedStreams = (envelopes: readonly Unplaced[]): string[] => [
  ...new Set(envelopes.map((envelope) => envelope.stream)),
]
