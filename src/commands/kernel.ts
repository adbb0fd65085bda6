/** How the condition of the logs themselves becomes a fact: said by the app. */
import * as z from 'zod/mini'
import {
  logModeChanged,
  logQuarantined,
  logSuperseded,
  logUnreadable,
  modePayload,
  quarantinePayload,
  unreadablePayload,
  unsentAsked,
} from '../events/catalog/kernel.ts'
import { command, reject } from './define.ts'

export const noteLogMode = command({
  type: 'log.noteMode',
  capture: 'never',
  payload: modePayload,
  decide: (state, payload) =>
    state.logState.mode === payload.mode && state.logState.reason === payload.reason
      ? []
      : [logModeChanged(payload)],
  label: ({ mode }) => (mode === 'memory' ? 'Go on in memory' : 'Keep the log in the browser'),
})

export const noteQuarantine = command({
  type: 'log.noteQuarantine',
  capture: 'never',
  payload: quarantinePayload,
  decide: (_state, payload) => [logQuarantined(payload)],
  label: ({ type }) => `Set aside ${type}`,
})

export const noteUnreadable = command({
  type: 'log.noteUnreadable',
  capture: 'never',
  payload: unreadablePayload,
  decide: (_state, payload) => [logUnreadable(payload)],
  label: () => 'Note what cannot be read',
})

export const noteSuperseded = command({
  type: 'log.noteSuperseded',
  capture: 'never',
  payload: z.strictObject({}),
  decide: ({ logState }) => (logState.superseded ? [] : [logSuperseded({})]),
  label: () => 'Leave the log to a newer version',
})

export const downloadUnsent = command({
  type: 'log.downloadUnsent',
  capture: 'never',
  payload: z.strictObject({}),
  decide: ({ network }) => (network.waiting > 0 ? [unsentAsked({})] : reject('Everything has been sent.')),
  label: () => 'Download unsent work',
  group: 'Account',
})
