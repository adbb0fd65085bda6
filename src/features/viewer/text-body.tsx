/** A text in its reading column, hits marked. */
import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { themedMarks } from './highlight-colours.ts'
import { type Hit, markHits } from './marks.ts'
import { placeText } from './text-blocks.ts'
import { useFocusedMark } from './use-focused-mark.ts'

/** Ends a page in the text of what has pages. It has no look of its own, and no place in the text may move. */
const pageEnd = '\f'

interface Props {
  readonly text: string
  readonly find: (text: string) => readonly Hit[]
  readonly focused: number | null
  readonly onHits: (terms: readonly number[]) => void
  /** Marks more than hits, once they are marked; answers how to take that off again. */
  readonly decorate?: (element: Element) => () => void
}

export const TextBody = memo(function TextBody({
  text,
  find,
  focused,
  onHits,
  decorate,
}: Props): ReactElement {
  const column = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<readonly HTMLElement[]>([])
  useFocusedMark(marks, focused)

  useEffect(() => {
    const element = column.current
    if (!element) return
    // Text content, never markup: whatever a document contains is shown as it is.
    placeText(element, text.replaceAll(pageEnd, '\n'))
    element.parentElement?.scrollTo(0, 0)
    const found = markHits(element, find)
    setMarks((before) => (before.length + found.marks.length === 0 ? before : found.marks))
    onHits(found.terms)
    return decorate?.(element)
  }, [text, find, onHits, decorate])

  return (
    <chakra.div
      height="full"
      overflow="auto"
      background="surface"
      px="5"
      py="4"
      tabIndex={0}
      aria-label="Text"
      role="region"
    >
      <style>{themedMarks}</style>
      <chakra.div
        ref={column}
        maxWidth="80ch"
        fontSize="15px"
        lineHeight="24px"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        data-testid="text-body"
        data-words=""
      />
    </chakra.div>
  )
})
