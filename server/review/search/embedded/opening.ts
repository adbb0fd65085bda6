/** How far the opening of an index is, as whoever waits for it is told. */
import type { SearchOpening } from '#contracts/search-opening.ts'
import { ApiError } from '../../../platform/http/error.ts'
import type { Progress } from './child.ts'

export interface Opening {
  /** When it began, in ms of `performance.now()`. */
  readonly since: number
  /** Null until the process has said anything. */
  progress: Progress | null
}

/** The answer to a query that does not wait any longer; `undefined`: other indexes are opened before this one. */
export function openingTold(opening: Opening | undefined, now = performance.now()): ApiError {
  const { done, total } = opening?.progress ?? { done: 0, total: 0 }
  const elapsed = now - (opening?.since ?? now)
  const secondsLeft = done > 0 ? Math.ceil(((elapsed / done) * (total - done)) / 1000) : null
  const data: SearchOpening = { done, total, secondsLeft }
  const count = (documents: number): string => documents.toLocaleString('en-US')
  const far = total === 0 ? '' : ` ${count(done)} of ${count(total)} documents`
  const left = secondsLeft === null ? '' : `, ${duration(secondsLeft)} left`
  return new ApiError('search.opening', `Opening the index …${far}${left}`, { data })
}

const duration = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60).toLocaleString('en-US')} min`
