/** Writing into the privilege log, taking that back, settling what others wrote meanwhile; its settings and its versions. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { privilegeLogLimits } from '#contracts/privilege-log.ts'
import {
  type CellChange,
  cellChange,
  cellsWritten,
  formSettled,
  leftAsTheyAre,
  type RowConflict,
  saveConfirmed,
  saveFailed,
  saveGivenUp,
  saveRefused,
  settingsAsked,
  theirsTaken,
  versionAsked,
  writtenCells,
} from '../events/catalog/privilege-log.ts'
import type { Done } from '../events/envelope.ts'
import { type CommandInput, command, type DecideContext, reject } from './define.ts'

const never = { capture: 'never' } as const
const notAllowed = reject('Your role does not write the privilege log.')

/** Cells that stay as they are are no change; a row without any is none, either. */
const real = (changes: readonly CellChange[]): CellChange[] =>
  changes.flatMap((change) => {
    const values = Object.entries(change.values).filter(([source, value]) => change.before[source] !== value)
    return values.length === 0 ? [] : [{ ...change, values: Object.fromEntries(values) }]
  })

const named = (changes: readonly Pick<CellChange, 'controlNumber'>[]): string =>
  changes.length === 1 ? (changes[0]?.controlNumber ?? '') : `${changes.length} rows of the privilege log`

/** Writes cells of rows: all or none. */
export const writeCells = command({
  type: 'privilegeLog.write',
  capture: 'step',
  payload: z.strictObject({ changes: z.array(cellChange) }),
  decide: ({ privilegeLog }, { changes }, { can }) => {
    if (!can('privilegeLog.edit')) return notAllowed
    if (changes.length > privilegeLogLimits.atOnce)
      return reject(`At most ${privilegeLogLimits.atOnce} rows are written at once.`)
    const made = real(changes).map((change) => ({
      ...change,
      version: Math.max(change.version, privilegeLog.known[change.documentId]?.version ?? 0),
    }))
    return made.length === 0 ? [] : [cellsWritten({ changes: made })]
  },
  inverse: takeBack,
  label: ({ changes }) => `Write ${named(changes)}`,
})

/**
 * Puts cells back to what stood there before a step. A cell that holds something else by now was written by somebody since, or
 * the step never came to the record: it is left as it is, and said.
 */
export const putCellsBack = command({
  type: 'privilegeLog.putBack',
  capture: 'step',
  payload: z.strictObject({
    changes: z.array(
      z.object({
        documentId: id,
        controlNumber: z.string(),
        /** What the step wrote. */
        stands: writtenCells,
        values: writtenCells,
      }),
    ),
  }),
  decide: ({ privilegeLog }, { changes }, { can }) => {
    if (!can('privilegeLog.edit')) return notAllowed
    const left: string[] = []
    const made = changes.flatMap(({ documentId, controlNumber, stands, values }) => {
      const known = privilegeLog.known[documentId]
      const standing = Object.keys(values).filter(
        (source) => known === undefined || known.cells[source] === stands[source],
      )
      if (standing.length < Object.keys(values).length) left.push(controlNumber)
      const of = (cells: CellChange['values']) =>
        Object.fromEntries(standing.map((source) => [source, cells[source] ?? null]))
      return standing.length === 0
        ? []
        : [
            {
              ...{ documentId, controlNumber, version: known?.version ?? 0 },
              ...{ before: of(stands), values: of(values) },
            },
          ]
    })
    return [
      ...(made.length === 0 ? [] : [cellsWritten({ changes: made })]),
      ...(left.length === 0 ? [] : [leftAsTheyAre({ controlNumbers: left })]),
    ]
  },
  inverse: takeBack,
  label: ({ changes }) => `Put back ${named(changes)}`,
})

function takeBack(done: readonly Done[]): CommandInput | null {
  const changes = done.flatMap(({ type, payload }) =>
    type === cellsWritten.type ? (cellsWritten.payload.safeParse(payload).data?.changes ?? []) : [],
  )
  if (changes.length === 0) return null
  return {
    type: 'privilegeLog.putBack',
    payload: {
      changes: changes.map(({ documentId, controlNumber, before, values }) => ({
        ...{ documentId, controlNumber, stands: values },
        values: Object.fromEntries(Object.keys(values).map((source) => [source, before[source] ?? null])),
      })),
    },
  }
}

/** What the record says otherwise has been seen: what is written stays. */
export const lookAtRows = command({
  ...never,
  type: 'privilegeLog.lookAt',
  payload: z.strictObject({
    rows: z.array(z.object({ documentId: id, controlNumber: z.string(), version: z.int() })),
  }),
  decide: ({ privilegeLog }, { rows }, { can }) =>
    can('privilegeLog.edit')
      ? [
          cellsWritten({
            changes: rows.map((row) => ({
              ...row,
              version: Math.max(row.version, privilegeLog.known[row.documentId]?.version ?? 0),
              before: {},
              values: {},
            })),
          }),
        ]
      : notAllowed,
  label: ({ rows }) => `${named(rows)}: looked at`,
})

/** By the effect: the save is on the record. */
export const confirmSave = command({
  ...never,
  type: 'privilegeLog.confirm',
  payload: saveConfirmed.payload,
  decide: (_state, payload) => [saveConfirmed(payload)],
  label: ({ rows }) => (rows.length === 1 ? 'The row is saved' : `${rows.length} rows are saved`),
})

/**
 * By the effect: rows had been written since they were seen. Where others have written into the same cell, both texts wait for
 * a decision; all else of the save is sent again.
 */
export const refuseSave = command({
  ...never,
  type: 'privilegeLog.refuse',
  payload: z.object({
    saveId: z.string(),
    rows: z.array(
      z.object({ documentId: id, version: z.int(), by: z.string(), at: z.string(), cells: writtenCells }),
    ),
  }),
  decide: ({ privilegeLog }, { saveId, rows }) => {
    const save = privilegeLog.saves.find((one) => one.saveId === saveId)
    if (save === undefined) return []
    const conflicts: RowConflict[] = []
    const again: CellChange[] = []
    for (const change of save.changes) {
      const now = rows.find(({ documentId }) => documentId === change.documentId)
      if (now === undefined) {
        again.push(change)
        continue
      }
      const theirs = (source: string) => now.cells[source] ?? null
      const isMet = ([source, mine]: readonly [string, string | null]) =>
        theirs(source) !== mine && theirs(source) !== (change.before[source] ?? null)
      const cells = Object.entries(change.values)
      const met = cells.filter(isMet)
      const rest = cells.filter((cell) => !isMet(cell))
      if (met.length > 0)
        conflicts.push({
          ...{ documentId: change.documentId, controlNumber: change.controlNumber },
          ...{ version: now.version, by: now.by, at: now.at },
          cells: Object.fromEntries(
            met.map(([source, mine]) => [
              source,
              { mine, theirs: theirs(source), before: change.before[source] ?? null },
            ]),
          ),
        })
      if (met.length === 0 || rest.length > 0)
        again.push({ ...change, version: now.version, values: Object.fromEntries(rest) })
    }
    return [
      saveRefused({ saveId, conflicts }),
      ...(again.length === 0 ? [] : [cellsWritten({ changes: again })]),
    ]
  },
  label: () => 'Somebody else has written there meanwhile',
})

/** By the effect: nothing was written for another reason. */
export const failSave = command({
  ...never,
  type: 'privilegeLog.fail',
  payload: saveFailed.payload,
  decide: (_state, payload) => [saveFailed(payload)],
  label: ({ message }) => `Not saved: ${message}`,
})

/** Sends what was not saved once more. */
export const sendAgain = command({
  ...never,
  type: 'privilegeLog.sendAgain',
  payload: z.strictObject({ saveId: z.string() }),
  decide: ({ privilegeLog }, { saveId }, { can }) => {
    const save = privilegeLog.saves.find((one) => one.saveId === saveId && one.message !== null)
    if (!can('privilegeLog.edit')) return notAllowed
    return save === undefined
      ? reject('It is not waiting any more.')
      : [saveGivenUp({ saveId }), cellsWritten({ changes: [...save.changes] })]
  },
  label: () => 'Send it again',
})

export const giveUpSave = command({
  ...never,
  type: 'privilegeLog.giveUp',
  payload: saveGivenUp.payload,
  decide: (_state, payload) => [saveGivenUp(payload)],
  label: () => 'Give up what was not saved',
})

/** Writes over what the others wrote, who have been seen. */
export const keepMine = command({
  type: 'privilegeLog.keepMine',
  capture: 'step',
  payload: z.strictObject({ documentId: id }),
  decide: ({ privilegeLog }, { documentId }, { can }) => {
    if (!can('privilegeLog.edit')) return notAllowed
    const conflict = privilegeLog.conflicts[documentId]
    if (conflict === undefined) return reject('It is settled already.')
    const cells = Object.entries(conflict.cells)
    return [
      cellsWritten({
        changes: [
          {
            ...{ documentId, controlNumber: conflict.controlNumber, version: conflict.version },
            before: Object.fromEntries(cells.map(([source, { theirs }]) => [source, theirs])),
            values: Object.fromEntries(cells.map(([source, { mine }]) => [source, mine])),
          },
        ],
      }),
    ]
  },
  inverse: takeBack,
  label: (_payload) => 'Keep mine in the privilege log',
})

export const takeTheirs = command({
  ...never,
  type: 'privilegeLog.takeTheirs',
  payload: theirsTaken.payload,
  decide: ({ privilegeLog }, payload) =>
    privilegeLog.conflicts[payload.documentId] === undefined
      ? reject('It is settled already.')
      : [theirsTaken(payload)],
  label: () => 'Take theirs in the privilege log',
})

const mayManage =
  <P, E>(made: (payload: P) => E) =>
  (_state: unknown, payload: P, { can }: DecideContext) =>
    can('production.manage') ? [made(payload)] : reject('Your role does not manage the privilege log.')

/** `settings`: as JSON. They name people of the documents: they are kept in memory only. */
export const saveLogSettings = command({
  ...never,
  type: 'privilegeLog.saveSettings',
  payload: z.strictObject({ formKey: z.string(), version: z.int(), settings: z.string() }),
  secret: ['settings'],
  decide: mayManage(({ formKey, version }: { formKey: string; version: number; settings: string }) =>
    settingsAsked({ formKey, version }),
  ),
  label: () => 'Save the settings of the privilege log',
})

export const makeLogVersion = command({
  ...never,
  type: 'privilegeLog.makeVersion',
  payload: versionAsked.payload,
  decide: mayManage(versionAsked),
  label: ({ name }) => `Make the version ${name} of the privilege log`,
})

/** By the effect, with what became of a form. */
export const settleLogForm = command({
  ...never,
  type: 'privilegeLog.settleForm',
  payload: formSettled.payload,
  decide: (_state, payload) => [formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
