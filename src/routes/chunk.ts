/** Fetching a screen's code, and saying which file could not be had. */
import type { ComponentType } from 'react'
import { messages } from '#contracts/errors.ts'
import type { Load } from './screens.ts'

export class ChunkFailed extends Error {
  constructor(address: string) {
    super(`${messages.chunkFailed} ${address}`)
    this.name = 'ChunkFailed'
  }
}

/** The file's address as browsers name it in their message; the page's own where they name none. */
export function addressIn(thrown: unknown, page: string): string {
  const said = thrown instanceof Error ? thrown.message : ''
  return /(?:https?:\/\/|\/)\S+\.(?:m?[jt]sx?|css)(?:\?\S*)?/.exec(said)?.[0] ?? page
}

/** A browser says so in its own words; anything else is a fault of the code that was fetched. */
const isChunkFault = (thrown: unknown): boolean =>
  thrown instanceof TypeError
    ? /dynamically imported module|importing a module script|module script failed/i.test(thrown.message)
    : thrown instanceof Error && /unable to preload/i.test(thrown.message)

/** For the route table: fetches the screen when its address is visited. */
export const lazily =
  (load: Load) =>
  async (): Promise<{ Component: ComponentType }> => {
    try {
      return { Component: await load() }
    } catch (thrown) {
      if (isChunkFault(thrown)) throw new ChunkFailed(addressIn(thrown, location.pathname))
      throw thrown
    }
  }
