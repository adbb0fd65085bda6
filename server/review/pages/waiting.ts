/** Waiting for pages: not longer than somebody waits, and not for what nobody waits for any more. */
import { ApiError } from '../../platform/http/error.ts'
import { ChildFault } from '../../platform/jobs/child.ts'

/** Whoever waits longer is told to ask again. */
export const waitMs = 4_000

/** What becomes of some work, if it does so in time; it goes on in any case. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const waited = Promise.withResolvers<null>()
  const timer = setTimeout(() => waited.resolve(null), ms)
  try {
    return await Promise.race([work, waited.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The server stops, or nobody waits any more: no fault of the page, which may be asked for again. */
export async function stillWanted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ChildFault)) throw error
    throw new ApiError('unavailable', 'The page could not be drawn now. Try again.')
  }
}
