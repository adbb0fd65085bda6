/** What somebody looks for in the document in view, beside the marks of the query, which stays as it is. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { soughtMarks } from './highlight-colours.ts'
import { mostSought, usePainted, useSought } from './use-sought.ts'

export function FindBar({
  body,
  asked,
  onClose,
}: {
  readonly body: RefObject<Element | null>
  /** Another number whenever it is asked for: the keyboard comes back to it. */
  readonly asked: number
  readonly onClose: () => void
}): ReactElement {
  const [sought, setSought] = useState('')
  const [at, setAt] = useState(0)
  const ranges = useSought(body, sought)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of another word begin anew
  useEffect(() => setAt(0), [ranges])
  usePainted(ranges, at)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it has the keyboard again
  useEffect(() => {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [asked])
  const count = ranges.length
  const step = (by: 1 | -1) => {
    if (count > 0) setAt((at + by + count) % count)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const more = count === mostSought ? 'more than ' : ''
  return (
    <chakra.div
      ref={box}
      role="search"
      aria-label="Find in this document"
      onKeyDown={keys}
      display="flex"
      alignItems="center"
      gap="2"
      height="36px"
      px="3"
      borderTopWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="xs"
      flexShrink={0}
    >
      {/* Not every pane marks hits and brings them; a message's frame has its own. */}
      <style>{soughtMarks}</style>
      <DraftInput
        aria-label="Find in this document"
        placeholder="Find in this document"
        value={sought}
        maxLength={500}
        onChange={setSought}
        width="220px"
        height="26px"
      />
      <IconButton
        icon="up"
        label="Previous place"
        keys="Shift+Enter"
        disabled={count === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="down"
        label="Next place"
        keys="Enter"
        disabled={count === 0}
        onClick={() => step(1)}
      />
      <chakra.span role="status" flex="1" whiteSpace="nowrap">
        {sought.trim() === ''
          ? ''
          : count === 0
            ? 'Not in what is shown'
            : `${number(at + 1)} of ${more}${number(count)}`}
      </chakra.span>
      <IconButton icon="close" label="Close" keys="Escape" onClick={onClose} />
    </chakra.div>
  )
}
