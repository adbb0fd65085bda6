/** A search of an index that is being opened: asked again until it is open. */
import { type SearchOpening, searchOpening } from '#contracts/search-opening.ts'
import { CallFailed } from './failure.ts'

/** Each answer says how far it is, and comes only after a while: the server waits a little before it says so. */
export async function whenOpen<R>(tell: (far: SearchOpening) => void, ask: () => Promise<R>): Promise<R> {
  for (;;)
    try {
      return await ask()
    } catch (thrown) {
      if (!(thrown instanceof CallFailed) || thrown.failure.code !== 'search.opening') throw thrown
      const far = searchOpening.safeParse(thrown.failure.data)
      if (!far.success) throw thrown
      tell(far.data)
    }
}
