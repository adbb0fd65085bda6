/** Verifies one chain on a thread of its own: a million rows take seconds, and the server must answer meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { openReader } from '../records/open.ts'
import type { DatabaseLocation } from '../records/records.ts'
import { knownHeads } from './heads.ts'
import { type Verified, verifyChain } from './verify.ts'

/** What the thread is given. */
export interface ThreadTask {
  readonly place: DatabaseLocation
  readonly config: Pick<Config, 'headsDir'>
  readonly chain: string
}
/** What it says: progress at times, and once the result. */
export type ThreadNews = { readonly rows: number; readonly total: number } | { readonly verified: Verified }

const port = parentPort
if (port === null) throw new Error('This module runs as a worker thread only.')

/** Larger than on the server's own thread, where nobody must wait for a page. */
const pageSize = 4000

const { place, config, chain }: ThreadTask = workerData
const { read, close } = await openReader(place)
try {
  const known = await knownHeads(read, config, chain)
  const onProgress = (rows: number, total: number): void => tell({ rows, total })
  const verified = await verifyChain(read, chain, { pageSize, known, onProgress })
  tell({ verified })
} finally {
  await close()
}

function tell(news: ThreadNews): void {
  port?.postMessage(news)
}
