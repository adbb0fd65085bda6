/**
 * How this browser's whole log stands against the record: which acknowledged entries were found there, which still have
 * to be looked up, and which the record does not show or shows otherwise. An answer says something of each entry by its
 * id, so it makes no difference how often answers come, or in which order.
 */
import { type OddEntry, saidText, taggedText } from '#contracts/reconcile.ts'
import { saveConfirmed, saveConflicted, saveFailed, saveRequested } from '../events/catalog/coding.ts'
import { checked, reopened, reportRequested } from '../events/catalog/reconcile.ts'
import { changeConfirmed, changeFailed, changeRequested } from '../events/catalog/tags.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { type Buckets, dropFrom, entriesOf, getIn, noBuckets, putIn } from './buckets.ts'
import { type Handler, on, projection } from './projection.ts'

export interface LogEntry {
  readonly documentId: number
  /** Of its acknowledgement in the log; null: not acknowledged yet. */
  readonly seq: number | null
  /** Names of the fields by their ids, until the acknowledgement says what they hold. */
  readonly names: Readonly<Record<number, string>>
  /** What the record said it had written, as it is digested; null: not known any more. */
  readonly says: readonly string[] | null
  readonly auditIds: readonly number[]
}

interface OddLogEntry extends LogEntry {
  readonly state: OddEntry['state']
}

export interface ReconcileState {
  /** The log's own name in reports; null before the first. */
  readonly logId: string | null
  /** By the id of the command: on its way, or acknowledged and not looked up. */
  readonly open: Buckets<LogEntry>
  readonly unsent: number
  readonly acknowledged: number
  readonly matched: number
  readonly odd: Readonly<Record<string, OddLogEntry>>
  /** Of the last look: the row up to which the record was read, and when by its clock. */
  readonly asOf: number
  readonly at: string | null
  readonly offset: number | null
  /** The record ended before a row that it has had: everything has to be looked up again. */
  readonly wentBack: boolean
}

const requested = (
  state: ReconcileState,
  id: string,
  documentId: number,
  names: LogEntry['names'],
  says: LogEntry['says'],
): ReconcileState =>
  getIn(state.open, id)
    ? state
    : {
        ...state,
        unsent: state.unsent + 1,
        open: putIn(state.open, id, { documentId, seq: null, names, says, auditIds: [] }),
      }

/** An answer that comes twice finds nothing that waits for it. */
function acknowledged(
  state: ReconcileState,
  id: string,
  seq: number,
  auditIds: readonly number[],
  saysOf: (entry: LogEntry) => LogEntry['says'],
): ReconcileState {
  const entry = getIn(state.open, id)
  if (!entry || entry.seq !== null) return state
  const now: LogEntry = { ...entry, seq, names: {}, says: saysOf(entry), auditIds }
  return {
    ...state,
    unsent: state.unsent - 1,
    acknowledged: state.acknowledged + 1,
    open: putIn(state.open, id, now),
  }
}

function refused(state: ReconcileState, id: string): ReconcileState {
  const entry = getIn(state.open, id)
  if (!entry || entry.seq !== null) return state
  return { ...state, unsent: state.unsent - 1, open: dropFrom(state.open, id) }
}

/** Out of what is open; what is only on its way was not asked for. */
function closed(state: ReconcileState, id: string): ReconcileState | null {
  const entry = getIn(state.open, id)
  if (!entry || entry.seq === null) return null
  return { ...state, acknowledged: state.acknowledged - 1, open: dropFrom(state.open, id) }
}

/** Rows come to the record and never go: found once, an entry stays found, whatever an older answer says. */
function found(state: ReconcileState, id: string): ReconcileState {
  if (state.odd[id]) {
    const { [id]: _, ...odd } = state.odd
    return { ...state, odd, matched: state.matched + 1 }
  }
  const next = closed(state, id)
  return next === null ? state : { ...next, matched: next.matched + 1 }
}

function foundOdd(state: ReconcileState, id: string, how: OddEntry['state']): ReconcileState {
  const known = state.odd[id]
  if (known) {
    if (known.state === how || how === 'missing') return state
    return { ...state, odd: { ...state.odd, [id]: { ...known, state: how } } }
  }
  const entry = getIn(state.open, id)
  const next = closed(state, id)
  return next === null || !entry ? state : { ...next, odd: { ...next.odd, [id]: { ...entry, state: how } } }
}

const handlers: readonly Handler<ReconcileState>[] = [
  on(saveRequested, (state, { documentId, fields }, envelope) => {
    const names = Object.fromEntries(fields.map(({ fieldId, name }) => [fieldId, name]))
    return requested(state, requestIdOf(envelope), documentId, names, null)
  }),
  on(saveConfirmed, (state, { saveId, values, auditIds }, { seq }) =>
    acknowledged(state, saveId, seq, auditIds, ({ names }) =>
      values.map(({ fieldId, value }) => saidText(names[fieldId] ?? '', value)),
    ),
  ),
  on(saveConflicted, (state, { saveId }) => refused(state, saveId)),
  on(saveFailed, (state, { saveId }) => refused(state, saveId)),
  on(changeRequested, (state, { documentId, on: tagIds }, envelope) => {
    return requested(state, requestIdOf(envelope), documentId, {}, tagIds.map(taggedText))
  }),
  on(changeConfirmed, (state, { changeId, auditIds }, { seq }) =>
    acknowledged(state, changeId, seq, auditIds, ({ says }) => says),
  ),
  on(changeFailed, (state, { changeId }) => refused(state, changeId)),
  on(checked, (state, { asOf, at, offset, matched, odd }) => {
    const all = odd.reduce(
      (now, one) => foundOdd(now, one.commandId, one.state),
      matched.reduce(found, state),
    )
    // An answer that took longer than the next one says nothing of now.
    if (state.at !== null && Date.parse(at) < Date.parse(state.at)) return all
    return { ...all, asOf, at, offset, wentBack: state.wentBack || asOf < state.asOf }
  }),
  on(reopened, (state, { entries, whole }, { seq }) => {
    let { open, matched, acknowledged } = state
    for (const { commandId, documentId, auditIds } of entries) {
      if (getIn(open, commandId) || state.odd[commandId]) continue
      open = putIn(open, commandId, { documentId, seq, names: {}, says: null, auditIds })
      matched = Math.max(0, matched - 1)
      acknowledged += 1
    }
    return { ...state, open, matched, acknowledged, wentBack: state.wentBack && !whole }
  }),
  on(reportRequested, (state, { log }) => (state.logId === null ? { ...state, logId: log } : state)),
]

export const reconcile = projection<ReconcileState>({
  name: 'reconcile',
  version: 2,
  log: 'project',
  initial: {
    logId: null,
    open: noBuckets,
    unsent: 0,
    acknowledged: 0,
    matched: 0,
    odd: {},
    asOf: 0,
    at: null,
    offset: null,
    wentBack: false,
  },
  handlers,
})

export const $reconcile = reconcile.$state

/** What is asked of the record at once, oldest first, and what it did not show before once more. */
export function toCheck(
  { open, odd }: ReconcileState,
  most: number,
): readonly (readonly [string, LogEntry])[] {
  const known = Object.entries(odd).slice(0, Math.floor(most / 5))
  const waiting = [...entriesOf(open)]
    .flatMap(([id, entry]) => (entry.seq === null ? [] : [{ id, entry, seq: entry.seq }]))
    .sort((a, b) => a.seq - b.seq)
    .slice(0, most - known.length)
  return [...known, ...waiting.map(({ id, entry }) => [id, entry] as const)]
}

/** Entries that the record does not show, or shows otherwise. */
export function oddCounts({ odd }: ReconcileState): { readonly differs: number; readonly missing: number } {
  const all = Object.values(odd)
  const missing = all.filter(({ state }) => state === 'missing').length
  return { missing, differs: all.length - missing }
}
