/** Whether the network is there, and how much unsent work waits for it. */
import { networkChanged } from '../events/catalog/effects.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface NetworkState {
  readonly online: boolean
  /** Writes of the account that the server has not acknowledged. */
  readonly waiting: number
}

export const network = projection<NetworkState>({
  name: 'network',
  version: 1,
  log: 'device',
  initial: { online: true, waiting: 0 },
  handlers: [on(networkChanged, (_, now) => now)],
})

export const $network = network.$state
export const $online = $network.map(({ online }) => online)

/** Bytes of the transfers under way, by the id of the command that began each; they go on in whatever project one works. */
export const progress = createCache<{ readonly done: number; readonly total: number }>(
  'progress',
  64,
  'account',
)
