/**
 * The timeline's door to the logs: the app (src/app/timeline.ts) puts it into its scope. The timeline reads the logs
 * themselves; nothing is copied into state for it. What it needs besides is fetched when somebody opens it.
 */
import { createEvent, createStore, type Scope } from 'effector'
import type { Envelope, LogKind } from '../events/envelope.ts'
import type { EventLog, Quarantined } from '../events/log/log.ts'
import { createCache } from './cache.ts'

/** The logs that a timeline shows: those of this browser, or of a session that was imported. */
export interface LogSource {
  /** Null while that log is closed, or where it was not exported. */
  readonly log: (kind: LogKind) => EventLog | null
  /** Calls back with what is committed from now on, of this tab and of others. Answers how to stop. */
  readonly follow: (listener: (envelopes: readonly Envelope[]) => void) => () => void
  /** Null: this browser's own. */
  readonly imported: ImportedSession | null
}

/** What an exported file says of itself, and what was found when it was read. */
export interface ImportedSession {
  /** The file's. */
  readonly name: string
  readonly by: string
  readonly exportedAt: string
  readonly program: string
  /** The server that its content is on. */
  readonly origin: string
  /** `all`, or what was left out. */
  readonly part: string
  /** Ms that the exporting computer's clock was ahead of the server's; null: not known. */
  readonly clockAhead: number | null
  readonly events: number
  /** The first line that is not as it was exported, and why; null: the file is whole. */
  readonly fault: { readonly line: number; readonly words: string } | null
  /** Events that this version of the program does not understand. */
  readonly quarantined: readonly Quarantined[]
}

/** Ms that an event cost in this tab; NaN: not measured. */
export interface Timing {
  readonly decide: number
  readonly append: number
  readonly fold: number
  readonly render: number
}

/** A state by the name of its projection. */
export type StatesByName = ReadonlyMap<string, unknown>

/** Where one looks: an event of a log, as the tab that is named showed it. */
export interface PastMoment {
  readonly log: LogKind
  readonly seq: number
  readonly tabId: string
}

/** The product as it stood, in a scope of its own. */
export interface Past {
  readonly scope: Scope
  readonly source: LogSource
  readonly go: (to: PastMoment, watch?: Watch) => Promise<PastView>
  /** Calls back when something was done that would have changed the past. */
  readonly onRefused: (listener: () => void) => () => void
  readonly close: () => void
}

/** Where the past stands, and what it shows. */
export interface PastView extends PastMoment {
  readonly path: string
  /** When, by the clock of the browser that wrote it; '' at the very beginning. */
  readonly at: string
  readonly label: string
  /** Every event up to here was there to be folded, or a snapshot held it. */
  readonly whole: boolean
}

/** Whoever waits for states to be folded. */
export interface Watch {
  readonly signal?: AbortSignal
  /** So many events of those that are to be folded. */
  readonly progress?: (done: number, total: number) => void
}

/** What is fetched with the timeline and not before. */
export interface TimelineTools {
  /** The states before the first of these events and after the last. Rejects with the signal's reason when nobody waits any more. */
  readonly around: (
    source: LogSource,
    events: { readonly log: LogKind; readonly first: number; readonly last: number },
    watch: Watch,
  ) => Promise<{ readonly before: StatesByName; readonly after: StatesByName }>
  readonly lookBack: (
    source: LogSource,
    to: PastMoment,
    watch?: Watch,
  ) => Promise<{ past: Past; standing: PastView }>
  /** Reads an exported file; what is good of it can be looked at, whatever stands behind. */
  readonly read: (
    file: Blob,
    name: string,
    progress: (done: number, total: number) => void,
  ) => Promise<LogSource>
}

export interface TimelineDoor {
  readonly live: LogSource
  readonly tools: () => Promise<TimelineTools>
  /** Null where the event was not made in this tab, or too long ago. */
  readonly timing: (eventId: string) => Timing | null
}

export const timelineGiven = createEvent<TimelineDoor>({ name: 'timelineGiven', sid: 'timelineGiven' })
export const $timeline = createStore<TimelineDoor | null>(null, {
  name: 'timeline',
  sid: 'timeline',
  serialize: 'ignore',
}).on(timelineGiven, (_, door) => door)

export const pastOpened = createEvent<{ past: Past; standing: PastView }>({
  name: 'pastOpened',
  sid: 'pastOpened',
})
export const pastLeft = createEvent<void>({ name: 'pastLeft', sid: 'pastLeft' })
/** What the whole window shows instead of the present; null: it shows the present. */
export const $past = createStore<{ past: Past; standing: PastView } | null>(null, {
  name: 'past',
  sid: 'past',
  serialize: 'ignore',
})
  .on(pastOpened, (_, opened) => opened)
  .on(pastLeft, () => null)

/** Ms between a server's word of what time it is and this browser's clock. */
export const serverTimeHeard = createEvent<number>({ name: 'serverTimeHeard', sid: 'serverTimeHeard' })
/** A reply takes a moment, and says its time in whole seconds. */
const noise = 5_000
/** Ms that this computer's clock is ahead of the server's; null until the server has said something. */
export const $clockAhead = createStore<number | null>(null, {
  name: 'clockAhead',
  sid: 'clockAhead',
  serialize: 'ignore',
}).on(serverTimeHeard, (known, ahead) => (known === null || Math.abs(known - ahead) > noise ? ahead : known))

/** Which events an export takes, by its key; null: all of that log. Too many for an event's payload. */
export type ExportPlan = ReadonlyMap<LogKind, ReadonlySet<number> | null>
export const exportPlans = createCache<ExportPlan>('exportPlans', 4, 'account')
