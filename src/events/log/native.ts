/** The channel library: pages that need no other tabs do not fetch it. */
import { BroadcastChannel } from 'broadcast-channel'
import type { Channel, ChannelFactory } from './channel.ts'

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
