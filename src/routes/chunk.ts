/** Fetching a screen's code, and saying which file could not be had. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { messages } from '#contracts/errors.ts'

export type Load = () => Promise<ComponentType>

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
export const isChunkFault = (thrown: unknown): boolean =>
  thrown instanceof TypeError
    ? /dynamically imported module|importing a module script|module script failed/i.test(thrown.message)
    : thrown instanceof Error && /unable to preload/i.test(thrown.message)

/** A screen whose code is fetched when it is first shown. */
export const lazily = (load: Load): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (thrown) {
      if (isChunkFault(thrown)) throw new ChunkFailed(addressIn(thrown, location.pathname))
      throw thrown
    }
  })
