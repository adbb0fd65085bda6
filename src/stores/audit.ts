/**
 * The local audit log beside the record's history. The projection only gathers facts of both sides; how they stand to
 * each other is computed from them (`reconciled`), so it makes no difference in which order they came, or how often.
 */
import { combine } from 'effector'
import type { AuditRow, VerifyProgress } from '#contracts/audit.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { historyFailed, historyIngested, historyRequested } from '../events/catalog/audit.ts'
import {
  codingReset,
  conflictResolved,
  saveConfirmed,
  saveConflicted,
  saveFailed,
  saveRequested,
  valuesRestored,
  valuesSet,
} from '../events/catalog/coding.ts'
import { attempted } from '../events/catalog/effects.ts'
import { changeConfirmed, changeFailed, changeRequested } from '../events/catalog/tags.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import type { Envelope } from '../events/envelope.ts'
import { type Buckets, getIn, noBuckets, putBounded } from './buckets.ts'
import { createCache } from './cache.ts'
import { type Handler, on, projection } from './projection.ts'
import { $reconcile, type ReconcileState } from './reconcile.ts'
import { $shown } from './review.ts'

/** What the browser knows by itself. `local`: never meant for the record by itself (an edit before its save). */
type LocalState = 'local' | 'queued' | 'sent' | 'acknowledged' | 'refused'
/** …and what comparing it with the record adds. */
type EntryState = LocalState | 'matched' | 'differs' | 'missing'

interface LocalEntry {
  /** By which the record knows it: the id of its command; of an undo's further steps, with their number. */
  readonly commandId: string
  readonly eventId: string
  readonly at: string
  readonly userId: number | null
  readonly label: string
  readonly what: 'edit' | 'coding' | 'tags'
  readonly how: 'manual' | 'undo' | 'redo'
  readonly state: LocalState
  /** Of a save: what was to be written, by field name. */
  readonly values: readonly { readonly field: string; readonly value: CodedValue }[]
  /** Rows that the record said it had written. */
  readonly auditIds: readonly number[]
  readonly message: string | null
}

export interface DocumentAudit {
  /** In order of the log. */
  readonly entries: readonly LocalEntry[]
  /** Rows of the record, newest first. */
  readonly rows: readonly AuditRow[]
  readonly totalCount: number | null
  /** Changes by others that this person's role does not show, as of the last look. */
  readonly hidden: number
  /** Whether all rows that there were at the last look are here. */
  readonly complete: boolean
  readonly asking: boolean
  readonly fault: string | null
}

export interface AuditState {
  readonly documents: Buckets<DocumentAudit>
  /** Which document a save belongs to, by the id of its event: attempts name only that. */
  readonly underWay: Readonly<Record<string, number>>
}

/** So many entries and rows a document; older ones are in the log and on the record. */
const kept = 1000
/** So many documents a bucket with nothing under way: what they did is in the log. */
const keptPerBucket = 16

const emptyAudit: DocumentAudit = {
  entries: [],
  rows: [],
  totalCount: null,
  hidden: 0,
  complete: false,
  asking: false,
  fault: null,
}

export const auditIn = (state: Pick<AuditState, 'documents'>, documentId: number): DocumentAudit =>
  getIn(state.documents, String(documentId)) ?? emptyAudit

const edit = <P extends { documentId: number }>(
  state: AuditState,
  payload: P,
  envelope: Envelope<P>,
): AuditState => withEntry(state, payload.documentId, entryOf(envelope, 'edit', 'local', []))

const ended =
  <P extends { documentId: number }>(
    change: (payload: P) => Partial<LocalEntry>,
    idOf: (payload: P) => string,
  ) =>
  (state: AuditState, payload: P): AuditState =>
    inEntry(state, payload.documentId, idOf(payload), (entry) => ({ ...entry, ...change(payload) }))

const handlers: readonly Handler<AuditState>[] = [
  on(valuesSet, edit),
  on(codingReset, edit),
  on(valuesRestored, edit),
  on(conflictResolved, edit),
  on(saveRequested, (state, payload, envelope) => {
    const values = payload.fields.map(({ name, value }) => ({ field: name, value }))
    return begun(state, payload.documentId, entryOf(envelope, 'coding', 'queued', values))
  }),
  on(changeRequested, (state, payload, envelope) =>
    begun(state, payload.documentId, entryOf(envelope, 'tags', 'queued', [])),
  ),
  on(attempted, (state, { outcome }, { causationId }) => {
    const documentId = causationId === null ? undefined : state.underWay[causationId]
    // Answered attempts speak through their answer.
    if (documentId === undefined || outcome === 'answered') return state
    return inDocument(state, documentId, (doc) => ({
      ...doc,
      entries: doc.entries.map((entry) =>
        entry.eventId === causationId && entry.state === 'queued' ? { ...entry, state: 'sent' } : entry,
      ),
    }))
  }),
  on(
    saveConfirmed,
    ended(
      ({ auditIds }) => ({ state: 'acknowledged', auditIds, message: null }),
      ({ saveId }) => saveId,
    ),
  ),
  on(
    saveConflicted,
    ended(
      ({ conflicts }) => ({
        state: 'refused',
        message: `Changed meanwhile: ${conflicts.map((one) => one.name).join(', ')}`,
      }),
      ({ saveId }) => saveId,
    ),
  ),
  on(
    saveFailed,
    ended(
      ({ message }) => ({ state: 'refused', message }),
      ({ saveId }) => saveId,
    ),
  ),
  on(
    changeConfirmed,
    ended(
      ({ auditIds }) => ({ state: 'acknowledged', auditIds, message: null }),
      ({ changeId }) => changeId,
    ),
  ),
  on(
    changeFailed,
    ended(
      ({ message }) => ({ state: 'refused', message }),
      ({ changeId }) => changeId,
    ),
  ),
  on(historyRequested, (state, { documentId }) =>
    inDocument(state, documentId, (doc) => ({ ...doc, asking: true, fault: null })),
  ),
  on(historyFailed, (state, { documentId, message }) =>
    inDocument(state, documentId, (doc) => ({ ...doc, asking: false, fault: message })),
  ),
  on(historyIngested, (state, { documentId, rows, totalCount, hidden = 0 }) =>
    inDocument(state, documentId, (doc) => ({ ...taken(doc, rows, totalCount), hidden })),
  ),
]

export const audit = projection<AuditState>({
  name: 'audit',
  version: 5,
  log: 'project',
  initial: { documents: noBuckets, underWay: {} },
  handlers,
})

export const chainKey = (projectId: number): string => `audit.chain:${projectId}`
/** How the verification of a project's trail stands, as the server last told it. */
export const chainStandings = createCache<VerifyProgress>('chainStandings', 20, 'account')

export interface Reconciled {
  readonly commandId: string | null
  /**
   * `foreign`: changes that only the record has. `noted`: no change at all, but what the record notes by itself: that the
   * document came in, was sent to a browser, was looked at. The log of the browser that did it has nothing of it.
   */
  readonly state: EntryState | 'foreign' | 'noted'
  /** Null for what only the record has. */
  readonly entry: LocalEntry | null
  /** Empty for what only this browser has. */
  readonly rows: readonly AuditRow[]
  readonly at: string
}

/**
 * Both sides, newest first: each local entry with its rows of the record, and the rows that it does not know. What is on the
 * record has the record's time, because clocks of browsers differ.
 */
export function reconciled({ entries, rows, complete }: DocumentAudit): readonly Reconciled[] {
  const byCommand = Map.groupBy(rows, (row) => row.commandId ?? `row:${row.auditId}`)
  const own = new Set(entries.map((entry) => entry.commandId))
  const newest = complete ? (rows[0]?.auditId ?? 0) : 0
  const local = entries.map((entry): Reconciled => {
    const found = entry.what === 'edit' ? [] : (byCommand.get(entry.commandId) ?? [])
    const state = stateOf(entry, found, newest)
    return { commandId: entry.commandId, state, entry, rows: found, at: found[0]?.at ?? entry.at }
  })
  const foreign = [...byCommand]
    .filter(([commandId]) => !own.has(commandId))
    .map(([, found]): Reconciled => {
      const { commandId = null, at = '' } = found[0] ?? {}
      const state = found.every(({ field }) => field === null) ? 'noted' : 'foreign'
      return { commandId, state, entry: null, rows: found, at }
    })
  // Where times are equal, what stands later in the log was later.
  return [...local.toReversed(), ...foreign].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** `newest`: up to which row the record is known without a gap; 0 where it is not. */
function stateOf(entry: LocalEntry, rows: readonly AuditRow[], newest: number): EntryState {
  if (entry.what === 'edit') return entry.state
  // Of two tabs that asked by the same key the one was refused, and the other was let through and has not told it.
  if (entry.state === 'refused') return rows.length > 0 ? 'differs' : 'refused'
  const known = new Set(rows.map((row) => row.auditId))
  const lost = entry.auditIds.some((auditId) => !known.has(auditId) && auditId <= newest)
  if (rows.length > 0) {
    const says = entry.values.every(({ field, value }) => {
      const row = rows.find((one) => one.field === field)
      // A value that stood already leaves no row.
      return row === undefined || JSON.stringify(row.newValue) === JSON.stringify(value)
    })
    return says && !lost ? 'matched' : 'differs'
  }
  if (entry.state !== 'acknowledged') return entry.state
  if (entry.auditIds.length === 0) return 'matched'
  return lost ? 'missing' : 'acknowledged'
}

const $audit = audit.$state
/** Both sides for the document that this tab shows. */
export const $history = combine($audit, $reconcile, $shown, (state, { odd }, shown) => {
  if (shown.current === null) return null
  const { documentId } = shown.current
  const doc = auditIn(state, documentId)
  return { documentId, ...doc, reconciled: reconciled(doc).map((one) => asFound(one, odd)) }
})

/** What the last look at the whole log found counts: rows that were fetched before may have gone since. */
function asFound(one: Reconciled, odd: ReconcileState['odd']): Reconciled {
  const found = one.entry === null || one.entry.what === 'edit' ? undefined : odd[one.entry.commandId]
  return found ? { ...one, state: found.state } : one
}

function entryOf<P>(
  envelope: Envelope<P>,
  what: LocalEntry['what'],
  state: LocalState,
  values: LocalEntry['values'],
): LocalEntry {
  const { id, at, actor, label, undo } = envelope
  const { userId } = actor
  const commandId = requestIdOf(envelope)
  const how = undo.kind === 'undo' || undo.kind === 'redo' ? undo.kind : 'manual'
  return { commandId, eventId: id, at, userId, label, what, how, state, values, auditIds: [], message: null }
}

function taken(doc: DocumentAudit, rows: readonly AuditRow[], totalCount: number): DocumentAudit {
  const byId = new Map([...doc.rows, ...rows].map((row) => [row.auditId, row]))
  const all = [...byId.values()].sort((a, b) => b.auditId - a.auditId).slice(0, kept)
  const total = Math.max(totalCount, doc.totalCount ?? 0)
  return { ...doc, rows: all, totalCount: total, complete: all.length >= total, asking: false, fault: null }
}

const isSettled = ({ entries }: DocumentAudit): boolean =>
  entries.every(({ state }) => state !== 'queued' && state !== 'sent')

const begun = (state: AuditState, documentId: number, entry: LocalEntry): AuditState =>
  withEntry({ ...state, underWay: { ...state.underWay, [entry.eventId]: documentId } }, documentId, entry)

const withEntry = (state: AuditState, documentId: number, entry: LocalEntry): AuditState =>
  inDocument(state, documentId, (doc) => ({
    ...doc,
    entries: [...(doc.entries.length < kept ? doc.entries : doc.entries.slice(1 - kept)), entry],
  }))

/** The save of a command: its edits, where it made any, are other entries. */
function inEntry(
  state: AuditState,
  documentId: number,
  commandId: string,
  change: (entry: LocalEntry) => LocalEntry,
): AuditState {
  const found = auditIn(state, documentId).entries.findLast(
    (entry) => entry.commandId === commandId && entry.what !== 'edit',
  )
  if (!found) return state
  const { [found.eventId]: _ended, ...underWay } = state.underWay
  return inDocument({ ...state, underWay }, documentId, (doc) => ({
    ...doc,
    entries: doc.entries.map((entry) => (entry === found ? change(entry) : entry)),
  }))
}

function inDocument(
  state: AuditState,
  documentId: number,
  change: (doc: DocumentAudit) => DocumentAudit,
): AuditState {
  const key = String(documentId)
  const doc = change(auditIn(state, documentId))
  return { ...state, documents: putBounded(state.documents, key, doc, keptPerBucket, isSettled) }
}
