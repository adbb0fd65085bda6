/** The log: JSON lines without document text, queries, bodies, addresses or secrets. */
import pino, { type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** The server's logger; lines go to standard output. */
export const createLog = (level: LogLevel): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  })

/** Databases put values into an error's further fields (`detail`, `where`, `parameters`): only these four are kept. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
  }
}
