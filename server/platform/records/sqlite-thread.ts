/** The writer's thread: owns the only connection that writes, so that a sync to disk never holds up the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { openEngine } from './sqlite-engine.ts'

/** Statements travel together: to wake a thread costs more than most of them do. */
export interface ThreadRequest {
  /** Of the first statement; the others count up from it. */
  readonly id: number
  /** `null`: close the file and end. */
  readonly statements: readonly ThreadStatement[] | null
}
export interface ThreadStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Belongs to a transaction, and must not run where SQLite has taken that back by itself, as it does where the disk is full. */
  readonly within: boolean
}
/** One for each statement, in their order. */
export interface ThreadReply {
  readonly id: number
  readonly outcomes: readonly ThreadOutcome[]
}
export type ThreadOutcome =
  | { readonly rows: unknown[]; readonly changes: number; readonly lastId: number }
  | { readonly message: string; readonly code: string }

const port = parentPort
if (port === null) throw new Error('This module runs as a worker thread only.')
const engine = openEngine(String(workerData), 'write')
/** What a statement outside of any transaction is told: why there is none. */
let taken: ThreadOutcome = { message: 'There is no transaction.', code: 'SQLITE_ABORT_ROLLBACK' }

port.on('message', ({ id, statements }: ThreadRequest) => {
  if (statements === null) engine.close()
  port.postMessage({ id, outcomes: (statements ?? [close]).map(outcomeOf) } satisfies ThreadReply)
  if (statements === null) port.close()
})

const close = null

function outcomeOf(statement: ThreadStatement | null): ThreadOutcome {
  if (statement === null) return { rows: [], changes: 0, lastId: 0 }
  const { sql, parameters, within } = statement
  if (within && !engine.inTransaction()) return taken
  try {
    return engine.run(sql, parameters)
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error))
    const outcome = { message: known.message, code: 'code' in known ? String(known.code) : '' }
    if (!engine.inTransaction()) taken = outcome
    return outcome
  }
}
