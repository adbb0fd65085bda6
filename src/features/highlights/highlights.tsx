/** Highlights in what the viewer shows of a document, and the bar of the sets; nothing where the project has none. */
import { type ReactElement, type RefObject, useEffect } from 'react'
import type { Node } from '#query/tree.ts'
import { scrollTo } from '../viewer/use-sought.ts'
import { HighlightBar } from './highlight-bar.tsx'
import { type ShownSet, useSets } from './sets.ts'
import { type Drawn, useDrawn } from './use-drawn.ts'
import { useFieldHits, usePaint, useSetRanges } from './use-painted-sets.ts'
import { useSteps } from './use-steps.ts'

export function Highlights({
  body,
  documentId,
  tree,
  partial,
}: {
  readonly body: RefObject<Element | null>
  readonly documentId: number
  /** The query's, for its hits in fields. */
  readonly tree: Node | null
  /** Only a part of the document is drawn at a time. */
  readonly partial: boolean
}): ReactElement | null {
  const sets = useSets()
  const drawn = useDrawn(body)
  useFieldHits(drawn, tree)
  return sets.length === 0 ? null : (
    <OfSets sets={sets} drawn={drawn} documentId={documentId} partial={partial} />
  )
}

function OfSets({
  sets,
  drawn,
  documentId,
  partial,
}: {
  readonly sets: readonly ShownSet[]
  readonly drawn: readonly Drawn[]
  readonly documentId: number
  readonly partial: boolean
}): ReactElement {
  const ranges = useSetRanges(drawn, sets)
  const countOf = (highlightSetId: number): number => ranges.get(highlightSetId)?.length ?? 0
  const steps = useSteps(sets, countOf, documentId)
  const { chosen, at } = steps
  const here = (chosen !== null && at !== null && ranges.get(chosen)?.[at]) || null
  usePaint(sets, ranges, here)
  useEffect(() => {
    if (here === null) return
    here.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    scrollTo(here)
  }, [here])
  return (
    <HighlightBar sets={sets} countOf={countOf} steps={steps} note={partial ? 'Highlights in view' : ''} />
  )
}
