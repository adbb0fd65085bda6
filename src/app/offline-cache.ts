/**
 * Keeps what was fetched for work without the network (effects/kept.ts): sealed, in idle time, bounded, and for nobody but
 * the account that fetched it. Fetched when the first thing is to be kept.
 */
import type { OfflineCache } from '../effects/offline-cache.ts'
import { projectLost } from '../events/catalog/selection.ts'
import type { Envelope } from '../events/envelope.ts'
import { type Codec, plainCodec } from '../events/log/codec.ts'
import { type KeptRow, type KeptStore, openKept } from '../events/log/kept.ts'
import type { Keyring } from '../events/log/keys.ts'
import { heaviest, type Kind, keptKinds, maxBytes } from './offline-cache-kinds.ts'
import { keptName } from './open-logs.ts'

export interface KeptPorts {
  readonly factory: IDBFactory
  /** Under which it is sealed, as the logs are; null: in clear, for tests. */
  readonly keys: Pick<Keyring, 'keysFor'> | null
  /** Whose logs are open; null: nobody's, and nothing is kept or read. */
  readonly userId: () => number | null
  readonly now: () => number
  readonly idle: (work: () => void) => void
  readonly onFault: (fault: unknown) => void
  readonly bytes?: number
}

export interface Keeping extends OfflineCache {
  /** Told of what is committed: a project that the account has lost is kept no longer. */
  readonly heard: (envelopes: readonly Envelope[]) => void
  /** Resolves when nothing waits to be kept. */
  readonly settled: () => Promise<void>
}

/** An entry that waits for an idle moment. */
interface Waiting {
  readonly kind: Kind
  readonly value: unknown
  readonly projectId: number | null
  readonly context: string
  readonly userId: number
}

/** After so many entries it is looked at what the other tabs have kept. */
const lookEvery = 20
/** Ms after which what is kept is fetched anew by whoever fetches ahead. */
const stale = 4 * 3_600_000

interface Opened {
  readonly userId: number
  readonly store: KeptStore
  readonly codec: Codec
  /** By key: what is there, without the bodies. */
  rows: Map<string, KeptRow>
  /** How many were put in since the rows were read: other tabs put in theirs. */
  since: number
}

export function createOfflineCache(ports: KeptPorts): Keeping {
  const { keys, now } = ports
  /** What came from here is not written back as it is. */
  const ours = new WeakSet<object>()
  const waiting = new Map<string, Waiting>()
  const looked = new Map<string, KeptRow>()
  let place: { readonly userId: number; readonly opened: Promise<Opened | null> } | null = null
  let working: Promise<void> | null = null

  const contextOf = (kind: Kind, key: string, projectId: number | null): string =>
    `${kind.ofProject ? projectId : ''}/${kind.cache}/${key}`

  /** Null: nobody is signed in, or the browser refuses. */
  const open = async (): Promise<Opened | null> => {
    const userId = ports.userId()
    if (userId === null) return null
    if (place?.userId !== userId) {
      const before = place
      place = { userId, opened: openFor(userId) }
      looked.clear()
      void before?.opened.then((opened) => opened?.store.close())
    }
    const opened = await place.opened
    return ports.userId() === userId ? opened : null
  }

  const openFor = async (userId: number): Promise<Opened | null> => {
    try {
      const store = await openKept(keptName(userId), {
        factory: ports.factory,
        onClosed: () => {
          if (place?.userId === userId) place = null
        },
      })
      const codec = keys === null ? plainCodec : (await keys.keysFor(userId)).codec(keptName(userId))
      return { userId, store, codec, rows: await rowsIn(store), since: 0 }
    } catch {
      // Private mode, or a policy: everything works but without the network.
      return null
    }
  }

  const work = (): void => {
    working ??= new Promise<void>((done) => {
      const step = (): void => {
        keepNext().then(
          (more) => (more ? ports.idle(step) : done()),
          (fault) => {
            ports.onFault(fault)
            done()
          },
        )
      }
      ports.idle(step)
    }).finally(() => {
      working = null
      if (waiting.size > 0) work()
    })
  }

  /** One at a time: a key press never waits for more than one. */
  const keepNext = async (): Promise<boolean> => {
    const [next] = waiting
    const opened = await open()
    if (opened === null) waiting.clear()
    if (opened === null || next === undefined) return false
    const [context, { kind, value, projectId, userId }] = next
    waiting.delete(context)
    if (userId !== opened.userId) return true
    const key = await opened.codec.streamKey(context)
    const body = await opened.codec.encodeState(value, context)
    const at = now()
    const row: KeptRow = {
      key,
      projectId: kind.ofProject ? projectId : null,
      cache: kind.cache,
      size: kind.weigh(value),
      at,
      used: at,
    }
    try {
      await opened.store.put(row, body)
    } catch {
      // Deleted by a logout meanwhile; or the browser has no room: then what is older makes some, and this goes.
      if (ports.userId() === userId && place !== null) await trim(opened, bytesOf(opened) / 2)
      return waiting.size > 0
    }
    opened.rows.set(key, row)
    if (++opened.since >= lookEvery) {
      opened.since = 0
      opened.rows = await rowsIn(opened.store)
    }
    await trim(opened)
    if (waiting.size === 0 && looked.size > 0) {
      const rows = [...looked.values()].filter((one) => opened.rows.has(one.key))
      looked.clear()
      await opened.store.note(rows)
    }
    return waiting.size > 0
  }

  /** What was looked at longest ago goes, first of a kind of which there is too much, then of all. */
  const trim = async ({ rows, store }: Opened, most = ports.bytes ?? maxBytes): Promise<void> => {
    const oldest = [...rows.values()].sort((one, other) => one.used - other.used)
    const counts = Map.groupBy(oldest, ({ cache }) => cache)
    const gone = new Set(
      [...counts].flatMap(([cache, own]) =>
        own.slice(0, Math.max(0, own.length - (keptKinds.get(cache)?.most ?? 0))),
      ),
    )
    let bytes = oldest.reduce((sum, row) => sum + (gone.has(row) ? 0 : row.size), 0)
    for (const row of oldest) {
      if (bytes <= most) break
      if (gone.has(row)) continue
      gone.add(row)
      bytes -= row.size
    }
    if (gone.size === 0) return
    for (const { key } of gone) rows.delete(key)
    await store.drop([...gone].map(({ key }) => key))
  }

  /** Also what another tab has kept, and this one does not know of. */
  const dropChosen = (choose: (opened: Opened) => Promise<readonly string[]>): void => {
    const work = async (): Promise<void> => {
      const opened = await open()
      if (opened === null) return
      const keys = await choose(opened)
      for (const key of keys) opened.rows.delete(key)
      await opened.store.drop(keys)
    }
    work().catch(ports.onFault)
  }

  return {
    read: async <V>(cache: { readonly name: string }, key: string, projectId: number | null) => {
      const kind = keptKinds.get(cache.name)
      const opened = await open()
      if (kind === undefined || opened === null) return undefined
      const context = contextOf(kind, key, projectId)
      const name = await opened.codec.streamKey(context)
      const row = opened.rows.get(name) ?? (await opened.store.row(name))
      const fresh = waiting.get(context)?.value
      if (fresh !== undefined) return fresh as V
      if (row === undefined) return undefined
      try {
        const value = kind.read(await opened.codec.decodeState(await opened.store.body(row.key), context))
        if (typeof value === 'object' && value !== null) ours.add(value)
        const used = { ...row, used: now() }
        opened.rows.set(row.key, used)
        looked.set(row.key, used)
        // The kind has read it: it is of the cache's own type.
        return value as V
      } catch {
        // Sealed with a key that is gone, or cut off: it is fetched again.
        return undefined
      }
    },
    offer: ({ cache, key, value }, projectId) => {
      const kind = keptKinds.get(cache.name)
      const userId = ports.userId()
      if (
        kind === undefined ||
        userId === null ||
        (typeof value === 'object' && value !== null && ours.has(value))
      )
        return
      if (kind.weigh(value) > heaviest) return
      const context = contextOf(kind, key, projectId)
      waiting.delete(context)
      waiting.set(context, { kind, value, projectId, context, userId })
      work()
    },
    drop: (cache, key, projectId) => {
      const kind = keptKinds.get(cache.name)
      if (kind === undefined) return
      const context = contextOf(kind, key, projectId)
      waiting.delete(context)
      dropChosen(async ({ codec }) => [await codec.streamKey(context)])
    },
    heard: (envelopes) => {
      for (const { type, payload } of envelopes) {
        if (type !== projectLost.type) continue
        const { projectId } = projectLost.payload.parse(payload)
        for (const [context, one] of waiting) if (one.projectId === projectId) waiting.delete(context)
        dropChosen(async ({ store }) =>
          (await store.rows()).filter((row) => row.projectId === projectId).map(({ key }) => key),
        )
      }
    },
    missing: async (cache, keys, projectId) => {
      const kind = keptKinds.get(cache.name)
      const opened = await open()
      if (kind === undefined || opened === null) return []
      const names = await Promise.all(
        keys.map((key) => opened.codec.streamKey(contextOf(kind, key, projectId))),
      )
      return keys.filter((key, at) => {
        const row = opened.rows.get(names[at] ?? '')
        const coming = waiting.has(contextOf(kind, key, projectId))
        return !coming && (row === undefined || now() - row.at > stale)
      })
    },
    settled: async () => {
      while (working !== null) await working
    },
  }
}

const bytesOf = ({ rows }: Opened): number => [...rows.values()].reduce((sum, { size }) => sum + size, 0)

const rowsIn = async (store: KeptStore): Promise<Map<string, KeptRow>> =>
  new Map((await store.rows()).map((row) => [row.key, row]))
