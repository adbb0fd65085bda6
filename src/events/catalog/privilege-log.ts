/**
 * The privilege log as people write it: what they put into its cells and how that ended, its settings, its versions. What
 * somebody wrote stands here; what the record says of a document never does.
 */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** One trail of undo for the whole log: cells of many rows are written at once. */
export const logStream = 'privilegeLog'
const written = { log: 'project', retention: 'audit', stream: () => logStream } as const
/** Forms have a lane of their own: they are no steps of the trail. */
const form = { log: 'project', retention: 'audit', stream: () => 'privilegeLogForms' } as const

/** By the source of the column: what somebody wrote; null: what the record says. */
export const writtenCells = z.record(z.string(), z.nullable(z.string()))
export type WrittenCells = z.infer<typeof writtenCells>

/** `version`: of the row, as it was seen. Without values the row was looked at. */
export const cellChange = z.object({
  documentId: id,
  controlNumber: z.string(),
  version: z.int(),
  before: writtenCells,
  values: writtenCells,
})
export type CellChange = z.infer<typeof cellChange>

/** A save, known by the command that asked for it. */
export const cellsWritten = event({
  ...written,
  type: 'privilegeLog.cellsWritten',
  payload: z.object({ changes: z.array(cellChange) }),
})

export const saveConfirmed = event({
  ...written,
  type: 'privilegeLog.saveConfirmed',
  payload: z.object({
    saveId: z.string(),
    rows: z.array(z.object({ documentId: id, version: z.int() })),
  }),
})

/** Cells in which somebody else has written meanwhile. */
export const rowConflict = z.object({
  documentId: id,
  controlNumber: z.string(),
  /** Of the row, as the others left it. */
  version: z.int(),
  by: z.string(),
  at: z.string(),
  cells: z.record(
    z.string(),
    z.object({
      mine: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
      before: z.nullable(z.string()),
    }),
  ),
})
export type RowConflict = z.infer<typeof rowConflict>

/** Rows had moved, so nothing of the save was written. What stands against nothing is sent again in the same moment. */
export const saveRefused = event({
  ...written,
  type: 'privilegeLog.saveRefused',
  payload: z.object({ saveId: z.string(), conflicts: z.array(rowConflict) }),
})

/** Nothing was written for another reason. It is kept until it is sent again, or given up. */
export const saveFailed = event({
  ...written,
  type: 'privilegeLog.saveFailed',
  payload: z.object({ saveId: z.string(), message: z.string() }),
})

export const saveGivenUp = event({
  ...written,
  type: 'privilegeLog.saveGivenUp',
  payload: z.object({ saveId: z.string() }),
})

/** What the others wrote stays. */
export const theirsTaken = event({
  ...written,
  type: 'privilegeLog.theirsTaken',
  payload: z.object({ documentId: id }),
})

/** Undo or redo has left these rows alone: somebody else has written there since. */
export const leftAsTheyAre = event({
  ...written,
  type: 'privilegeLog.leftAsTheyAre',
  payload: z.object({ controlNumbers: z.array(z.string()) }),
})

/** The settings themselves name people of the documents: they are no part of the log. */
export const settingsAsked = event({
  ...form,
  type: 'privilegeLog.settingsAsked',
  payload: z.strictObject({ formKey: z.string(), version: z.int() }),
})

export const versionAsked = event({
  ...form,
  type: 'privilegeLog.versionAsked',
  payload: z.strictObject({ formKey: z.string(), name: z.string() }),
})

/** The message is null where it is done; else it says why it is not. */
export const formSettled = event({
  ...form,
  type: 'privilegeLog.formSettled',
  payload: z.strictObject({
    formKey: z.string(),
    message: z.nullable(z.string()),
    /** Somebody else has changed it since it was seen. */
    stale: z.boolean(),
  }),
})
