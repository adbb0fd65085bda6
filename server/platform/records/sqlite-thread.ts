/** The writer's thread: owns the only connection that writes, so that a sync to disk never holds up the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { openEngine } from './sqlite-engine.ts'

export interface ThreadRequest {
  readonly id: number
  /** `null`: close the file and end. */
  readonly sql: string | null
  readonly parameters: readonly unknown[]
}
export type ThreadReply =
  | { readonly id: number; readonly rows: unknown[]; readonly changes: number; readonly lastId: number }
  | { readonly id: number; readonly message: string; readonly code: string }

const port = parentPort
if (port === null) throw new Error('This module runs as a worker thread only.')
const engine = openEngine(String(workerData), 'write')

port.on('message', (request: ThreadRequest) => {
  port.postMessage(answer(request))
  if (request.sql === null) port.close()
})

function answer(request: ThreadRequest): ThreadReply {
  const { id, sql, parameters } = request
  try {
    if (sql === null) {
      engine.close()
      return { id, rows: [], changes: 0, lastId: 0 }
    }
    return { id, ...engine.run(sql, parameters) }
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error))
    return { id, message: known.message, code: 'code' in known ? String(known.code) : '' }
  }
}
