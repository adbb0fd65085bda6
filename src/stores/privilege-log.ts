/**
 * What was written into the privilege log here and what became of it, over the rows as they were fetched; and how it goes with
 * forms that a tab has sent.
 */
import { combine } from 'effector'
import type { LogRow, PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import {
  type CellChange,
  cellsWritten,
  leftAsTheyAre,
  type RowConflict,
  saveConfirmed,
  saveFailed,
  saveGivenUp,
  saveRefused,
  settingsAsked,
  formSettled as settled,
  theirsTaken,
  versionAsked,
  type WrittenCells,
} from '../events/catalog/privilege-log.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import { dropTab, putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

/** A row as it must be, once everything that was written here is saved. */
interface Known {
  /** The latest that is known of it. */
  readonly version: number
  /** What the last save of this browser made of it: a save that waited for that one has seen it. 0: none. */
  readonly own: number
  readonly cells: WrittenCells
}

interface Save {
  readonly saveId: string
  readonly changes: readonly CellChange[]
  /** Why it was not saved; null: it is on its way. */
  readonly message: string | null
}

export interface PrivilegeLogState {
  /** By document. */
  readonly known: Readonly<Record<string, Known>>
  /** In the order in which they were made. */
  readonly saves: readonly Save[]
  /** By document. */
  readonly conflicts: Readonly<Record<string, RowConflict>>
  /** Grows with each save that is on the record. */
  readonly saved: number
  /** Rows that the last undo or redo has left alone. */
  readonly leftAlone: readonly string[]
  /** By tab. */
  readonly forms: FormSaves
  readonly stale: Readonly<Record<string, boolean>>
}

/** So many rows are remembered; of the others the record is asked. */
const rowsKept = 3_000

const nothing: Known = { version: 0, own: 0, cells: {} }

function put(
  known: PrivilegeLogState['known'],
  documentId: number,
  to: Partial<Known>,
): PrivilegeLogState['known'] {
  const next: Record<string, Known> = { ...known, [documentId]: { ...(known[documentId] ?? nothing), ...to } }
  const ids = Object.keys(next)
  return ids.length <= rowsKept
    ? next
    : Object.fromEntries(Object.entries(next).slice(ids.length - rowsKept / 2))
}

function without<V>(record: Readonly<Record<string, V>>, key: number): Readonly<Record<string, V>> {
  const { [String(key)]: _, ...others } = record
  return others
}

/** What is written over a conflict ends it, cell by cell. */
function decided(conflicts: PrivilegeLogState['conflicts'], { documentId, values }: CellChange) {
  const conflict = conflicts[documentId]
  if (conflict === undefined) return conflicts
  const cells = Object.fromEntries(Object.entries(conflict.cells).filter(([source]) => !(source in values)))
  return Object.keys(cells).length === 0
    ? without(conflicts, documentId)
    : { ...conflicts, [documentId]: { ...conflict, cells } }
}

/** Where a cell still holds what a save put there, it holds again what stood there before. */
function putBack(known: PrivilegeLogState['known'], { documentId, before, values }: CellChange) {
  const row = known[documentId]
  if (row === undefined) return known
  const back = Object.entries(before).filter(([source]) => row.cells[source] === values[source])
  return put(known, documentId, { cells: { ...row.cells, ...Object.fromEntries(back) } })
}

export const privilegeLog = projection<PrivilegeLogState>({
  name: 'privilegeLog',
  version: 1,
  log: 'project',
  initial: { known: {}, saves: [], conflicts: {}, saved: 0, leftAlone: [], forms: {}, stale: {} },
  handlers: [
    on(cellsWritten, (state, { changes }, envelope) => ({
      ...state,
      known: changes.reduce((known, { documentId, version, values }) => {
        const row = known[documentId] ?? nothing
        return put(known, documentId, {
          version: Math.max(row.version, version),
          cells: { ...row.cells, ...values },
        })
      }, state.known),
      conflicts: changes.reduce(decided, state.conflicts),
      saves: [...state.saves, { saveId: requestIdOf(envelope), changes, message: null }],
      leftAlone: [],
    })),
    on(saveConfirmed, (state, { saveId, rows }) => ({
      ...state,
      known: rows.reduce(
        (known, { documentId, version }) => put(known, documentId, { version, own: version }),
        state.known,
      ),
      saves: state.saves.filter((one) => one.saveId !== saveId),
      saved: state.saved + 1,
    })),
    on(saveRefused, (state, { saveId, conflicts }) => ({
      ...state,
      known: conflicts.reduce(
        (known, { documentId, version, cells }) =>
          put(known, documentId, {
            version,
            cells: {
              ...known[documentId]?.cells,
              ...Object.fromEntries(Object.entries(cells).map(([source, { theirs }]) => [source, theirs])),
            },
          }),
        state.known,
      ),
      saves: state.saves.filter((one) => one.saveId !== saveId),
      conflicts: {
        ...state.conflicts,
        ...Object.fromEntries(conflicts.map((one) => [one.documentId, one])),
      },
    })),
    on(saveFailed, (state, { saveId, message }) => ({
      ...state,
      saves: state.saves.map((one) => (one.saveId === saveId ? { ...one, message } : one)),
    })),
    on(saveGivenUp, (state, { saveId }) => ({
      ...state,
      known: (state.saves.find((one) => one.saveId === saveId)?.changes ?? []).reduce(putBack, state.known),
      saves: state.saves.filter((one) => one.saveId !== saveId),
    })),
    on(theirsTaken, (state, { documentId }) => ({
      ...state,
      conflicts: without(state.conflicts, documentId),
    })),
    on(leftAsTheyAre, (state, { controlNumbers }) => ({ ...state, leftAlone: controlNumbers })),
    on(settingsAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      forms: formSent(state.forms, tabId, formKey),
      stale: dropTab(state.stale, tabId),
    })),
    on(versionAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      forms: formSent(state.forms, tabId, formKey),
    })),
    on(settled, (state, { formKey, message, stale }, { tabId }) => ({
      ...state,
      forms: formSettled(state.forms, tabId, formKey, message),
      stale: stale ? putTab(state.stale, tabId, true) : state.stale,
    })),
  ],
})

/** What was written here into a row, over what was fetched of it. */
export interface Overlay {
  readonly version: number
  /** What holds over the fetched row, whatever its version. */
  readonly pending: WrittenCells
  readonly cells: WrittenCells
  readonly isSending: boolean
  readonly failed: { readonly saveId: string; readonly message: string } | null
  readonly conflict: RowConflict | null
}

export function overlayOf(
  { known, saves, conflicts }: Pick<PrivilegeLogState, 'known' | 'saves' | 'conflicts'>,
  documentId: number,
): Overlay | null {
  const row = known[documentId]
  if (row === undefined) return null
  let pending: WrittenCells = {}
  let isSending = false
  let failed: Overlay['failed'] = null
  for (const { saveId, changes, message } of saves)
    for (const change of changes) {
      if (change.documentId !== documentId) continue
      pending = { ...pending, ...change.values }
      if (message === null) isSending = true
      else failed = { saveId, message }
    }
  const conflict = conflicts[documentId] ?? null
  return { version: row.version, cells: row.cells, pending, isSending, failed, conflict }
}

/** What this tab has sent last of its forms. */
export const $logForm = combine(privilegeLog.$state, $tabId, ({ forms }, tabId) => forms[tabId] ?? null)

/** Whether the settings that this tab sent last were refused because somebody else has changed them. */
export const $logSettingsStale = combine(
  privilegeLog.$state,
  $tabId,
  ({ stale }, tabId) => stale[tabId] === true,
)

/** By document: the row as its last save left it. */
export const savedRows = createCache<LogRow>('privilegeLog.savedRows', rowsKept)

/** Settings that were changed here and are not saved yet, in this tab only. */
export interface LogSettingsDraft {
  readonly version: number
  readonly settings: PrivilegeLogSettings
}
export const logSettingsDraft = createCache<LogSettingsDraft>('privilegeLog.settingsDraft', 1)
