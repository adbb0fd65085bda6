/**
 * What a browser gives a tab, so that the tab can die in the middle of anything: from that moment on it hears and says
 * nothing more, its database is gone, nothing it has asked for is ever answered, and its locks are free.
 */
import type { AppPorts } from '#src/app.ts'
import type { Environment } from '#src/effects/environment.ts'
import type { Http } from '#src/effects/http.ts'
import type { Channel, ChannelFactory } from '#src/events/log/channel.ts'

export interface MortalPorts
  extends Pick<AppPorts, 'indexedDB' | 'channels' | 'env' | 'idle' | 'signals' | 'http' | 'onFault'> {
  readonly locks: Pick<LockManager, 'request'>
}

export interface Mortal {
  readonly ports: MortalPorts
  readonly die: () => void
}

const forever = <T>(): Promise<T> => new Promise<T>(() => undefined)

export function mortal(given: MortalPorts & { readonly indexedDB: IDBFactory }): Mortal {
  let dead = false
  const ends: (() => void)[] = []
  const ended = new Promise<void>((end) => {
    ends.push(end)
  })
  /** What a dead tab waits for never comes. */
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) return forever()
    try {
      const value = await work()
      return dead ? forever() : value
    } catch (fault) {
      return dead ? forever() : Promise.reject(fault)
    }
  }

  const factory = new Proxy(given.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'open' || typeof value !== 'function') return bound(value, target)
      return (...args: unknown[]) => {
        const opening = value.apply(target, args) as IDBOpenDBRequest
        opening.addEventListener('success', () => {
          const db = opening.result
          if (dead) db.close()
          else ends.push(() => db.close())
        })
        return opening
      }
    },
  })

  const channels: ChannelFactory = <M>(name: string): Channel<M> | null => {
    const channel = given.channels<M>(name)
    if (!channel) return null
    ends.push(() => channel.close())
    return {
      ...channel,
      subscribe: (listener) =>
        channel.subscribe((message) => {
          if (!dead) listener(message)
        }),
    }
  }

  const env: Environment = {
    ...given.env,
    sleep: (ms, signal) => whileAlive(() => given.env.sleep(ms, signal)),
    subscribe: (listener) =>
      given.env.subscribe(() => {
        if (!dead) listener()
      }),
  }

  /** The browser frees the locks of a page that is gone, whatever the page was doing with them. */
  const request = (name: string, options: LockOptions, run: (lock: Lock | null) => unknown) =>
    given.locks.request(name, options, (lock) => (dead ? undefined : Promise.race([run(lock), ended])))

  return {
    ports: {
      indexedDB: factory,
      channels,
      env,
      locks: { request: request as LockManager['request'] },
      idle: (work) =>
        given.idle(() => {
          if (!dead) work()
        }),
      signals: (wake) =>
        given.signals(() => {
          if (!dead) wake()
        }),
      http: (doors) => {
        const http = given.http(doors)
        const call = (...args: Parameters<Http['call']>) => whileAlive(() => http.call(...args))
        return { ...http, call: call as Http['call'] }
      },
      onFault: (fault) => {
        if (!dead) given.onFault(fault)
      },
    },
    die: () => {
      dead = true
      for (const end of ends.splice(0)) end()
    },
  }
}

const bound = (value: unknown, target: object): unknown =>
  typeof value === 'function' ? value.bind(target) : value
