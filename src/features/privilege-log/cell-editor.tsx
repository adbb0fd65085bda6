/** Writing into one cell, over it: Enter and Tab save, Escape leaves. Standard phrases are offered below what is typed. */
import { chakra, Portal } from '@chakra-ui/react'
import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { privilegeLogLimits } from '#contracts/privilege-log.ts'
import { phrasesLike } from './phrases.ts'

/** Where it goes on once the cell is left. */
export type Goes = 'down' | 'right' | 'left' | 'here' | 'away'

export function CellEditor({
  cell,
  label,
  begins,
  phrases,
  onSave,
  onLeave,
}: {
  /** The cell that it stands over. */
  readonly cell: HTMLElement
  readonly label: string
  readonly begins: string
  readonly phrases: readonly string[]
  readonly onSave: (text: string, goes: Goes) => void
  readonly onLeave: () => void
}): ReactElement {
  const [text, setText] = useState(begins)
  /** Which phrase the arrows have come to; -1: none, what is typed counts. */
  const [at, setAt] = useState(-1)
  const [place, setPlace] = useState(() => cell.getBoundingClientRect())
  const input = useRef<HTMLTextAreaElement>(null)
  const settled = useRef(false)
  const typed = useRef(false)
  const listId = useId()
  const offered = phrasesLike(phrases, text)
  useLayoutEffect(() => {
    const element = input.current
    if (element === null) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(begins.length, begins.length)
  }, [begins])
  // It grows with what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows the text
  useLayoutEffect(() => {
    const element = input.current
    if (element === null) return
    element.style.height = '0'
    element.style.height = `${Math.min(200, Math.max(32, element.scrollHeight + 2))}px`
  }, [text])
  const save = (value: string, goes: Goes) => {
    if (settled.current) return
    settled.current = true
    onSave(value, goes)
  }
  const latest = useRef<() => void>(() => undefined)
  latest.current = () => save(text, 'away')
  // It stays over its cell; whoever goes elsewhere meanwhile has typed it all the same.
  useEffect(() => {
    const follow = () => setPlace(cell.getBoundingClientRect())
    addEventListener('resize', follow)
    addEventListener('scroll', follow, true)
    return () => {
      removeEventListener('resize', follow)
      removeEventListener('scroll', follow, true)
      if (typed.current) latest.current()
    }
  }, [cell])
  const press = (event: KeyboardEvent) => {
    // What is typed here is nothing to the grid around it.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const value = offered[at] ?? text
    switch (event.key) {
      case 'Escape':
        settled.current = true
        onLeave()
        break
      case 'Enter':
        save(value, 'down')
        break
      case 'Tab':
        save(value, event.shiftKey ? 'left' : 'right')
        break
      case 'ArrowDown':
      case 'ArrowUp': {
        if (offered.length === 0) return
        const next = at + (event.key === 'ArrowDown' ? 1 : -1)
        setAt(next < -1 ? offered.length - 1 : next >= offered.length ? -1 : next)
        break
      }
      default:
        return
    }
    event.preventDefault()
  }
  const width = Math.min(Math.max(place.width, 380), innerWidth - 16)
  const left = Math.max(8, Math.min(place.left, innerWidth - width - 8))
  const isLow = place.top + 300 > innerHeight
  return (
    <Portal>
      <chakra.div
        position="fixed"
        zIndex="popover"
        background="raised"
        boxShadow="pop"
        borderRadius="md"
        display="flex"
        flexDirection={isLow ? 'column-reverse' : 'column'}
        style={{ left, width, ...(isLow ? { bottom: innerHeight - place.bottom } : { top: place.top }) }}
      >
        <chakra.textarea
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
          value={text}
          maxLength={privilegeLogLimits.cell}
          rows={1}
          autoComplete="off"
          onChange={(event) => {
            typed.current = true
            setText(event.currentTarget.value)
            setAt(-1)
          }}
          onKeyDown={press}
          onBlur={() => latest.current()}
          width="full"
          px="2"
          py="1.5"
          fontSize="sm"
          color="ink"
          background="surface"
          borderWidth="1px"
          borderColor="focus"
          borderRadius="md"
          resize="none"
        />
        <chakra.ul
          id={listId}
          role="listbox"
          aria-label="Standard phrases"
          listStyleType="none"
          maxHeight="200px"
          overflowY="auto"
        >
          {offered.map((phrase, place) => (
            <chakra.li
              key={phrase}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === at}
              px="2"
              py="1"
              fontSize="sm"
              cursor="pointer"
              background={place === at ? 'selected' : 'transparent'}
              _hover={{ background: 'hover' }}
              // Before the typing loses the keyboard, which would save what was typed so far.
              onMouseDown={(event) => {
                event.preventDefault()
                save(phrase, 'here')
              }}
            >
              {phrase}
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.div>
    </Portal>
  )
}
