/** Where facts are kept, and what had to be set aside: for the banners. */
import { logModeChanged, logQuarantined } from '../events/catalog/kernel.ts'
import { on, projection } from './projection.ts'

export interface LogState {
  /** `memory`: in this tab only, and lost with it. */
  readonly mode: 'shared' | 'memory'
  readonly reason: '' | 'refused' | 'quota' | 'failed' | 'noChannel' | 'insecure'
  /** Events of a newer version of the program: reloading the page brings them back. */
  readonly quarantined: number
}

export const logState = projection<LogState>({
  name: 'logState',
  version: 1,
  log: 'device',
  initial: { mode: 'shared', reason: '', quarantined: 0 },
  handlers: [
    on(logModeChanged, (state, { mode, reason }) => ({ ...state, mode, reason })),
    on(logQuarantined, (state) => ({ ...state, quarantined: state.quarantined + 1 })),
  ],
})
