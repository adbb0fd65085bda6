/** What an effect seldom needs, and fetches when it does, so that its area does not bring it along. */
import { messages } from '#contracts/errors.ts'
import { CallFailed, callFailure } from './failure.ts'

/**
 * A module that cannot be fetched is a call that did not get through: it is tried again by the effect's policy, and what
 * waits to be delivered goes on waiting.
 */
export const lazyModule =
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
