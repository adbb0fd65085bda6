/** An envelope as the log keeps it, for tests that make their own: only what matters to them is said. */
import { type Envelope, notUndoable } from '#src/events/envelope.ts'
import type { Unplaced } from '#src/events/log/log.ts'

const plain: Omit<Unplaced, 'id' | 'commandId' | 'correlationId'> = {
  type: 'notes.looked',
  version: 1,
  payload: {},
  stream: 'document:1',
  log: 'project',
  retention: 'session',
  actor: { userId: 7, role: 'Reviewer' },
  clientId: 'browser',
  tabId: 'tab',
  projectId: 1,
  at: '2026-01-05T09:00:00.000Z',
  commandType: 'notes.look',
  causationId: null,
  undo: notUndoable,
  label: 'Look',
}

/** The `nth` envelope of a test, before it has its place. */
export const unplaced = (nth: number, over: Partial<Unplaced> = {}): Unplaced => ({
  ...plain,
  payload: { note: nth, tabId: 'tab' },
  id: `id-${nth}`,
  commandId: `command-${nth}`,
  correlationId: `command-${nth}`,
  ...over,
})

export const placed = (seq: number, over: Partial<Envelope> = {}): Envelope => ({
  ...unplaced(seq),
  seq,
  ...over,
})
