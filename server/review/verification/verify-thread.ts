/** Verifies one chain on a thread of its own: a million rows take seconds, and the server must answer meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import type { VerifyNews } from '../../platform/audit/verifying.ts'
import { type VerifyTask, verifyRecords } from './verify-records.ts'

const port = parentPort
if (port === null) throw new Error('This module runs as a worker thread only.')

const task: VerifyTask = workerData
const verified = await verifyRecords(task, (rows, total) => tell({ rows, total }))
tell({ verified })

function tell(news: VerifyNews): void {
  port?.postMessage(news)
}
