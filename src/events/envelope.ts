/** An event with its who, when, where and why: what the log keeps. */

/** Which log an event belongs to: before sign-in (memory), the account's, or the account's in one project. */
export type LogKind = 'device' | 'account' | 'project'

export type UndoKind = 'do' | 'undo' | 'redo' | 'none'
export interface Undo {
  readonly kind: UndoKind
  /** Steps of one group are undone together. */
  readonly group: string
  /** The command ids that this one compensates. */
  readonly targets: readonly string[]
  /** Typing that goes on in the same place: what it merges with. */
  readonly merge?: string
  /** On undo and redo: the command type whose inverse takes this back, and which of the step's parts it is. */
  readonly via?: {
    readonly command: string
    readonly part: number
    /** How many inverses the same command had decided before: an undo over several steps has several. */
    readonly turn?: number
  }
}
/** The mark of whatever undo does not concern itself with. */
export const notUndoable: Undo = { kind: 'none', group: '', targets: [] }

/** Kept for ever, or only until a snapshot covers it. */
export type Retention = 'audit' | 'session'

/** What a decision gives: an event that is not in the log yet. */
export interface Draft<P = unknown> {
  readonly type: string
  readonly version: number
  readonly payload: P
  /** What it is about, `document:123`: for undo, history and conflict checks. */
  readonly stream: string
  readonly log: LogKind
  readonly retention: Retention
  /** Only undo and redo mark their own drafts; the bus marks all others from the command's `capture`. */
  readonly undo?: Undo
}

export interface Envelope<P = unknown> extends Draft<P> {
  readonly id: string
  /** Position in the log, from 1, gapless; given by the append transaction. */
  readonly seq: number
  readonly actor: { readonly userId: number | null; readonly role: string }
  /** The browser. */
  readonly clientId: string
  readonly tabId: string
  readonly projectId: number | null
  /** ISO 8601; never used for order. */
  readonly at: string
  readonly commandId: string
  readonly commandType: string
  /** One gesture shares a correlation. */
  readonly correlationId: string
  /** The command's or event's id that caused the command; null for a person's gesture. */
  readonly causationId: string | null
  readonly undo: Undo
  /** What the timeline calls the step. */
  readonly label: string
}

/** What an inverse needs to know of an envelope; the undo trail keeps no more of it. */
export type Done = Pick<Envelope, 'type' | 'version' | 'payload'>
