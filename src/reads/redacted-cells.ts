/** The redacted cells of a spreadsheet as the record has them, and what stands against letting its redacted copy out. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { getRedactedFile, lastCellsGesture, loadCells } from '#contracts/redacted-cells.ts'
import { reject } from '../commands/define.ts'
import { receiveCells } from '../commands/redacted-cells.ts'
import { read } from './read.ts'

const maySee = (can: (capability: 'redaction.see') => boolean) =>
  can('redaction.see') ? null : reject('Your role in this project does not show redactions.')

export const documentCellsRead = read({
  name: 'redactedCells.load',
  event: 'redactedCells.loadAsked',
  label: 'Look up the redacted cells of the spreadsheet',
  log: 'project',
  payload: z.object({ documentId: id }),
  mayNot: (_state, _payload, { can }) => maySee(can),
  ask: ({ documentId }, { call }) => call(loadCells, { query: { documentId } }),
  also: (told) => ({ commands: [receiveCells(told)] }),
})

export const lastCellsGestureRead = read({
  name: 'redactedCells.last',
  event: 'redactedCells.lastAsked',
  label: 'Look up the last own redaction of the spreadsheet',
  log: 'project',
  payload: z.object({ documentId: id }),
  mayNot: (_state, _payload, { can }) =>
    can('redaction.draw') ? null : reject('Your role in this project does not allow redacting.'),
  ask: ({ documentId }, { call }) => call(lastCellsGesture, { query: { documentId } }),
})

export const redactedCopyRead = read({
  name: 'redactedCells.copy',
  event: 'redactedCells.copyAsked',
  label: 'Look up the redacted copy of the spreadsheet',
  log: 'project',
  payload: z.object({ documentId: id, /** Of its redactions, as they are known. */ revision: z.int() }),
  // Of copies what is asked last is what is waited for.
  lane: ({ documentId }) => `redactedCopy:${documentId}`,
  // A large file is made anew, and read, in one go.
  timeout: 600_000,
  mayNot: (_state, _payload, { can }) => maySee(can),
  ask: ({ documentId }, { call }) => call(getRedactedFile, { query: { documentId } }),
})
