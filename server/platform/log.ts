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

/** Does work whose routine lines would only bury what a person is told meanwhile: warnings and worse are logged as ever. */
export async function quietly<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const { level } = log
  if (log.isLevelEnabled('info')) log.level = 'warn'
  try {
    return await work()
  } finally {
    log.level = level
  }
}

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
