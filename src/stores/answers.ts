/** What became of the last asking, beside the cache that holds what came: so that a stale list stays when a refresh fails. */
import { createCache } from './cache.ts'

export interface Failure {
  readonly message: string
  readonly detail: string
  /** HTTP status, or 0. */
  readonly status: number
}

/** By what was asked, `company.list`; null once it went well. */
export const failures = createCache<Failure | null>('failures', 300, 'account')

export const failureOf = ({ message, detail, status }: Failure): Failure => ({ message, detail, status })
