import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import type { Node } from '#query/tree.ts'
import { late } from '../ui/late.ts'
import { useWaited } from '../ui/use-waited.ts'
import type { Finder } from './finder.ts'
import { findNothing } from './marks.ts'

/** Where nothing is marked. */
export const nothing: Finder = { terms: [], find: findNothing }
const { useLate } = late(() => import('./finder.ts').then(({ finderOf }) => finderOf))

/** What a search marks in a document; undefined until that can be said: nothing is marked then, whatever there is. */
export function useFinder(tree: Node | null, noise?: readonly string[]): Finder | undefined {
  const [finderOf] = useLate(tree !== null)
  return useMemo(() => (tree === null ? nothing : finderOf?.(tree, noise)), [tree, noise, finderOf])
}

/** Under the text: what it does not show. */
export const TextNote = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p role="note" px="4" py="1" fontSize="xs" color="attentionInk" background="attentionGround">
    {children}
  </chakra.p>
)

/** Stands where hits are to be marked and cannot be yet: a document without marks would look like one without hits. */
export const Unmarked = (): ReactElement | null =>
  useWaited(500) ? <TextNote>Hits are not marked yet.</TextNote> : null
