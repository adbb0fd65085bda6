/** Where facts are kept, and what had to be set aside: for the banners. */
import { logModeChanged, logQuarantined, logSuperseded, logUnreadable } from '../events/catalog/kernel.ts'
import { on, projection } from './projection.ts'

export interface LogState {
  /** `memory`: in this tab only, and lost with it. */
  readonly mode: 'shared' | 'memory'
  readonly reason: '' | 'refused' | 'quota' | 'wiped' | 'failed' | 'newer' | 'held' | 'noChannel' | 'insecure'
  /** Events of a newer version of the program: reloading the page brings them back. */
  readonly quarantined: number
  /** Events that were damaged: nothing brings them back. */
  readonly unreadable: number
  /** Unsent changes that cannot be read any more. */
  readonly unsentLost: number
  /** A newer version of the program has the log: this tab writes nothing more to it. */
  readonly superseded: boolean
}

export const logState = projection<LogState>({
  name: 'logState',
  version: 2,
  log: 'device',
  initial: {
    mode: 'shared',
    reason: '',
    quarantined: 0,
    unreadable: 0,
    unsentLost: 0,
    superseded: false,
  },
  handlers: [
    on(logModeChanged, (state, { mode, reason }) => ({ ...state, mode, reason })),
    on(logQuarantined, (state, { reason }) =>
      reason === 'newer'
        ? { ...state, quarantined: state.quarantined + 1 }
        : { ...state, unreadable: state.unreadable + 1 },
    ),
    on(logUnreadable, (state, { unsent }) => ({ ...state, unsentLost: state.unsentLost + unsent })),
    on(logSuperseded, (state) => ({ ...state, superseded: true })),
  ],
})

/** Whether there is something to be said about it. */
export const $ailing = logState.$state.map(
  ({ mode, quarantined, unreadable, unsentLost, superseded }) =>
    mode === 'memory' || superseded || quarantined + unreadable + unsentLost > 0,
)
