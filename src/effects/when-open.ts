/** A search of an index that is being opened: asked again until it is open. */
import { CallFailed } from './failure.ts'

/**
 * `tell` hears the server say how far the opening is, in words. The server waits a little before it says so: nobody asks
 * it without a pause.
 */
export async function whenOpen<R>(tell: (far: string) => void, ask: () => Promise<R>): Promise<R> {
  for (;;)
    try {
      return await ask()
    } catch (thrown) {
      if (!(thrown instanceof CallFailed) || thrown.failure.code !== 'search.opening') throw thrown
      tell(thrown.failure.message)
    }
}
