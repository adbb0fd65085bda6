/** How the condition of the logs themselves becomes a fact: said by the app. */
import { logModeChanged, logQuarantined, modePayload, quarantinePayload } from '../events/catalog/kernel.ts'
import { command } from './define.ts'

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
