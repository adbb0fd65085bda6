/** All that uses the channel library: pages that need no other tabs do not fetch it. */
import { BroadcastChannel, createLeaderElection } from 'broadcast-channel'
import type { Channel, ChannelFactory } from './channel.ts'
import { type Election, leadershipState } from './leader.ts'

/** The browser's own channel. Pinned to `native`: the library's other methods are up to 500 times slower. */
export const nativeChannel: ChannelFactory = <M>(name: string): Channel<M> | null => {
  if (typeof globalThis.BroadcastChannel !== 'function') return null
  const channel = new BroadcastChannel<M>(name, { type: 'native', webWorkerSupport: false })
  const listeners = new Set<(message: M) => void>()
  // One listener for life: taking it off and on again was seen to hang.
  channel.addEventListener('message', (message: M) => {
    for (const listener of listeners) listener(message)
  })
  return {
    post: (message) => {
      if (!channel.isClosed) channel.postMessage(message).catch(() => undefined)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      listeners.clear()
      void channel.close()
    },
  }
}

/** The channel library's election, where there are no Web Locks. */
export const channelElection: Election = (name) => {
  const state = leadershipState()
  const channel = new BroadcastChannel(name, { type: 'native', webWorkerSupport: false })
  const elector = createLeaderElection(channel)
  let resigned = false
  void elector.awaitLeadership().then(() => {
    if (!resigned) state.set(true)
  })
  return {
    leads: state.leads,
    subscribe: state.subscribe,
    resign: () => {
      resigned = true
      state.set(false)
      void elector.die().then(() => channel.close())
    },
  }
}
