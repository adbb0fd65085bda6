import { useEffect, useMemo, useState } from 'react'
import type { Node } from '#query/tree.ts'
import type { Finder } from './finder.ts'
import { findNothing } from './marks.ts'

type FinderOf = (tree: Node) => Finder

const nothing: Finder = { terms: [], find: findNothing }
let fetched: FinderOf | null = null

/** What a search marks in a document; nothing until that can be said. */
export function useFinder(tree: Node | null): Finder {
  const [finderOf, setFinderOf] = useState(() => fetched)
  const isWanted = tree !== null && finderOf === null
  useEffect(() => {
    if (!isWanted) return
    const fetch = () =>
      void import('./finder.ts').then(
        (module) => {
          fetched = module.finderOf
          setFinderOf(() => fetched)
        },
        // Asked for again as soon as the network is back.
        () => undefined,
      )
    fetch()
    addEventListener('online', fetch)
    return () => removeEventListener('online', fetch)
  }, [isWanted])
  return useMemo(() => (tree === null || finderOf === null ? nothing : finderOf(tree)), [tree, finderOf])
}
