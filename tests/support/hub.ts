/** Channels between the tabs of one test browser, which may lose, repeat, delay and reorder what is said. */
import type { Channel, ChannelFactory } from '#src/events/log/channel.ts'

export interface Faults {
  /** Each in [0, 1): how likely a message is lost, repeated, or held back until `release`. */
  readonly lose: number
  readonly repeat: number
  readonly delay: number
  readonly random: () => number
}
export const noFaults: Faults = { lose: 0, repeat: 0, delay: 0, random: () => 0.999 }

interface End {
  readonly name: string
  readonly listeners: Set<(message: unknown) => void>
}

export interface Hub {
  readonly channels: ChannelFactory
  /** Delivers what was held back, in another order than it was said. */
  readonly release: () => void
  /** Everything that was ever said, as it went over the wire. */
  readonly said: { readonly channel: string; readonly message: unknown }[]
  faults: Faults
}

export function createHub(faults: Faults = noFaults): Hub {
  const ends = new Set<End>()
  const held: (() => void)[] = []
  const said: { channel: string; message: unknown }[] = []
  const hub: Hub = {
    said,
    faults,
    channels: <M>(name: string): Channel<M> => {
      const end: End = { name, listeners: new Set() }
      ends.add(end)
      return {
        post: (message) => {
          if (!ends.has(end)) return
          const copy = structuredClone(message)
          said.push({ channel: name, message: copy })
          for (const other of ends) if (other !== end && other.name === name) send(other, copy)
        },
        subscribe: (listener) => {
          const heard = (message: unknown) => listener(message as M)
          end.listeners.add(heard)
          return () => end.listeners.delete(heard)
        },
        close: () => {
          ends.delete(end)
          end.listeners.clear()
        },
      }
    },
    release: () => {
      for (const deliver of held.splice(0).reverse()) deliver()
    },
  }
  const send = (end: End, message: unknown) => {
    const { lose, repeat, delay, random } = hub.faults
    if (random() < lose) return
    const deliver = () => {
      for (const listener of end.listeners) listener(structuredClone(message))
    }
    const times = random() < repeat ? 2 : 1
    for (let time = 0; time < times; time++) {
      if (random() < delay) held.push(deliver)
      else setTimeout(deliver, 0)
    }
  }
  return hub
}
