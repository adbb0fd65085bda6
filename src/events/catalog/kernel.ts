/** Facts about commands, logs and undo themselves: with them the timeline has no holes. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

/**
 * A command that changed nothing, with the reason. The bus writes it to the innermost log that is open, so `log` here
 * is only the fallback.
 */
export const commandRejected = event({
  type: 'command.rejected',
  log: 'device',
  retention: 'session',
  payload: z.object({ commandType: z.string(), reason: z.string() }),
  stream: ({ commandType }) => `command:${commandType}`,
})

/** A command that found everything as it wanted it already. */
export const commandHadNoEffect = event({
  type: 'command.hadNoEffect',
  log: 'device',
  retention: 'session',
  payload: z.object({ commandType: z.string() }),
  stream: ({ commandType }) => `command:${commandType}`,
})

const logKind = z.enum(['device', 'account', 'project'])
export const modePayload = z.object({
  /** `shared`: in the browser's database, seen by every tab; `memory`: in this tab only, lost with it. */
  mode: z.enum(['shared', 'memory']),
  reason: z.enum(['', 'refused', 'quota', 'wiped', 'failed', 'newer', 'held', 'noChannel', 'insecure']),
})
export const logModeChanged = event({
  type: 'log.modeChanged',
  log: 'device',
  retention: 'session',
  payload: modePayload,
  stream: () => 'log',
})

export const quarantinePayload = z.object({
  log: logKind,
  seq: z.int(),
  type: z.string(),
  version: z.int(),
  stream: z.string(),
  /** `newer`: what a newer version wrote; it comes back with that version. `unreadable`: damaged, for good. */
  reason: z.enum(['newer', 'unreadable']),
})
/** An event that this version of the program does not understand was set aside; its stream pauses here. */
export const logQuarantined = event({
  type: 'log.quarantined',
  version: 2,
  log: 'device',
  retention: 'session',
  payload: quarantinePayload,
  stream: () => 'log',
  upcasts: [(first) => ({ ...Object(first), reason: 'newer' })],
})

export const unreadablePayload = z.object({ unsent: z.int(), snapshots: z.int() })
/** Beside the events something was kept that cannot be read: so many changes that were not sent, so many snapshots. */
export const logUnreadable = event({
  type: 'log.unreadable',
  log: 'device',
  retention: 'session',
  payload: unreadablePayload,
  stream: () => 'log',
})

/** A newer version of the program has taken the browser's log over: this tab writes to it no more. */
export const logSuperseded = event({
  type: 'log.superseded',
  log: 'device',
  retention: 'session',
  payload: z.object({}),
  stream: () => 'log',
})

/** What is unsent was asked for as a file. */
export const unsentAsked = event({
  type: 'log.unsentAsked',
  log: 'device',
  retention: 'session',
  payload: z.object({}),
  stream: () => 'log',
})

/** Typing in a field is over (blur): what follows is its own undo step. */
export const undoSettled = event({
  type: 'undo.settled',
  log: 'project',
  retention: 'session',
  payload: z.object({ stream: z.string() }),
  stream: ({ stream }) => stream,
})

/** A step was passed over by undo or redo because nothing of it is left to be changed. */
export const undoPassed = event({
  type: 'undo.passed',
  log: 'project',
  retention: 'audit',
  payload: z.object({ stream: z.string() }),
  stream: ({ stream }) => stream,
})
