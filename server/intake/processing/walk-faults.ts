/** Why a walk of a container, or of an entry, came to no good end: as an exception says it. */
import type { ExceptionCode } from '#contracts/collect.ts'
import { Locked } from './archives/archive.ts'
import { LimitPassed } from './budget.ts'
import { storableUpTo } from './text.ts'

/** `what` says what is damaged, where that is all that is known. */
export function explain(error: unknown, what: string): { code: ExceptionCode; reason: string } {
  if (error instanceof LimitPassed) return { code: error.code, reason: error.message }
  if (error instanceof Locked) return { code: 'encrypted', reason: error.message }
  const message = storableUpTo(error instanceof Error ? error.message : String(error), 1000)
  return { code: 'corrupt', reason: `${what}: ${message}` }
}
