/**
 * Bodies of effects that are fetched when they are first needed: what calls and reads answers, and what they know of the
 * contract (docs/decisions/0041-lazy-api-calls.md).
 */
import { messages } from '#contracts/errors.ts'
import { CallFailed, callFailure } from './failure.ts'

/**
 * A body that cannot be had is a call that did not get through: it is tried again by the effect's policy, and what waits to
 * be delivered goes on waiting.
 */
export const later =
  <M>(load: () => Promise<M>): (() => Promise<M>) =>
  async () => {
    try {
      return await load()
    } catch {
      throw new CallFailed(
        callFailure({
          kind: 'network',
          message: messages.networkError,
          transport: `${messages.chunkFailed} a part of the program`,
        }),
      )
    }
  }
