/** A log as a page of the product holds it: the browser's own database, and its own channel to the other pages. */
import type { Envelope } from '#src/events/envelope.ts'
import { browserSignals, type Hint, hintChannelName } from '#src/events/log/channel.ts'
import { type Follower, follow } from '#src/events/log/follower.ts'
import { openKeys } from '#src/events/log/keys.ts'
import { nativeChannel } from '#src/events/log/native.ts'
import { openLog } from '#src/events/log/open.ts'
import { unplaced } from '../../support/envelopes.ts'

/** What is compared between pages. */
export interface Row {
  readonly seq: number
  readonly id: string
}

let follower: Follower | null = null
let name = ''
const handedOn: Row[] = []
const faults: string[] = []

const rowsOf = (envelopes: readonly Envelope[]): Row[] => envelopes.map(({ seq, id }) => ({ seq, id }))

export async function open(page: string): Promise<void> {
  name = page
  const log = await openLog('affiant:project:7:1', {
    factory: window.indexedDB,
    keys: openKeys(window.indexedDB, window.crypto),
    account: 7,
    onMemory: (reason) => faults.push(`went into memory: ${reason}`),
    onErased: () => faults.push('was erased'),
    onSuperseded: () => faults.push('was superseded'),
    onUnreadable: () => faults.push('could not be read'),
    onFault: (fault) => faults.push(String(fault)),
  })
  follower = await follow({
    log,
    channel: nativeChannel<Hint>(hintChannelName),
    signals: browserSignals,
    tabId: () => page,
    admit: (envelopes) => envelopes,
    apply: (envelopes) => handedOn.push(...rowsOf(envelopes)),
    onForeign: () => undefined,
    reload: async () => 0,
    onFault: (fault) => faults.push(String(fault)),
  })
}

/** Appends so many batches of one to three envelopes, several on their way at any time. Answers their ids. */
export async function append(batches: number): Promise<string[]> {
  const left = Array.from({ length: batches }, (_, nth) =>
    Array.from({ length: 1 + (nth % 3) }, (_, index) => {
      const id = `${name}-${nth}-${index}`
      return unplaced(nth, { id, commandId: `${name}-${nth}`, tabId: name, stream: `document:${nth % 5}` })
    }),
  )
  const ids = left.flat().map(({ id }) => id)
  const lane = async (): Promise<void> => {
    for (let batch = left.shift(); batch; batch = left.shift()) await follower?.append(batch, { seen: null })
  }
  await Promise.all([lane(), lane(), lane()])
  return ids
}

/** What this page was handed, in the order in which it was; what the database holds; and what went wrong. */
export async function result(): Promise<{ handedOn: Row[]; stored: Row[]; head: number; faults: string[] }> {
  await follower?.catchUp()
  const stored = (await follower?.log.read({ after: 0, limit: 1e6 })) ?? []
  return { handedOn, stored: rowsOf(stored), head: (await follower?.log.head()) ?? 0, faults }
}
