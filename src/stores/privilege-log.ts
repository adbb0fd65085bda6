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
  /** When it was last touched, as `turn` of the state counts. */
  readonly turn: number
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
  /** Grows with each event that touches rows. */
  readonly turn: number
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

const nothing: Known = { version: 0, own: 0, cells: {}, turn: 0 }

/** The rows after an event: of too many, those that were touched longest ago are forgotten. */
function touched<Row>(
  state: PrivilegeLogState,
  rows: readonly Row[],
  change: (known: PrivilegeLogState['known'], row: Row) => readonly [number, Partial<Known>] | null,
): Pick<PrivilegeLogState, 'known' | 'turn'> {
  const turn = state.turn + 1
  const known: Record<string, Known> = { ...state.known }
  for (const row of rows) {
    const changed = change(known, row)
    if (changed === null) continue
    const [documentId, to] = changed
    known[documentId] = { ...(known[documentId] ?? nothing), ...to, turn }
  }
  const all = Object.entries(known)
  if (all.length <= rowsKept) return { known, turn }
  const newest = all.sort(([, one], [, other]) => other.turn - one.turn).slice(0, rowsKept / 2)
  return { known: Object.fromEntries(newest), turn }
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
function putBack(
  known: PrivilegeLogState['known'],
  { documentId, before, values }: CellChange,
): readonly [number, Partial<Known>] | null {
  const row = known[documentId]
  if (row === undefined) return null
  const back = Object.entries(before).filter(([source]) => row.cells[source] === values[source])
  return [documentId, { cells: { ...row.cells, ...Object.fromEntries(back) } }]
}

export const privilegeLog = projection<PrivilegeLogState>({
  name: 'privilegeLog',
  version: 2,
  log: 'project',
  initial: { known: {}, turn: 0, saves: [], conflicts: {}, saved: 0, leftAlone: [], forms: {}, stale: {} },
  handlers: [
    on(cellsWritten, (state, { changes }, envelope) => ({
      ...state,
      ...touched(state, changes, (known, { documentId, version, values }) => {
        const row = known[documentId] ?? nothing
        return [
          documentId,
          { version: Math.max(row.version, version), cells: { ...row.cells, ...values } },
        ] as const
      }),
      conflicts: changes.reduce(decided, state.conflicts),
      saves: [...state.saves, { saveId: requestIdOf(envelope), changes, message: null }],
      leftAlone: [],
    })),
    on(saveConfirmed, (state, { saveId, rows }) => ({
      ...state,
      ...touched(
        state,
        rows,
        (_, { documentId, version }) => [documentId, { version, own: version }] as const,
      ),
      saves: state.saves.filter((one) => one.saveId !== saveId),
      saved: state.saved + 1,
    })),
    on(saveRefused, (state, { saveId, conflicts }) => ({
      ...state,
      ...touched(
        state,
        conflicts,
        (known, { documentId, version, cells }) =>
          [
            documentId,
            {
              version,
              cells: {
                ...known[documentId]?.cells,
                ...Object.fromEntries(Object.entries(cells).map(([source, { theirs }]) => [source, theirs])),
              },
            },
          ] as const,
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
      ...touched(state, state.saves.find((one) => one.saveId === saveId)?.changes ?? [], putBack),
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
