/** What answers and failures of most effects become. */
import { addToast } from '../commands/toasts.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { type Cache, write } from '../stores/cache.ts'
import type { Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'

/** Where what was answered is known only where the call is made, the request answers the outcome itself. */
export const asOutcome = (_: unknown, outcome: Outcome): Outcome => outcome

/** What came for a key takes the place of what was held, and of why the last did not come. */
export const cacheValue = <V>(
  cache: Cache<V>,
  key: string,
  value: V,
): Outcome & Required<Pick<Outcome, 'cache'>> => ({
  cache: [write(cache, key, value), write(failures, key, null)],
})

/** Said where the answer would stand. */
export const cacheFailure = (key: string, failure: CallFailure): Outcome =>
  failure.kind === 'canceled' ? {} : { cache: [write(failures, key, failureOf(failure))] }

/** Said to whoever asked for it. */
export const toastError = ({ kind, message }: CallFailure): Outcome =>
  kind === 'canceled' ? {} : { commands: [addToast({ kind: 'error', message })] }
