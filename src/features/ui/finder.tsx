/** A list that is found by typing a part of what is looked for: arrows move in it, Enter chooses, Escape closes. */
import { chakra, Dialog, Portal } from '@chakra-ui/react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { stayOpen } from './dialog.tsx'
import { dialogRecipe } from './dialog-recipe.ts'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { takeTyped, writes } from './typed-ahead.tsx'

interface Props<T> {
  /** What the list holds: 'Commands'. */
  readonly label: string
  /** What the input is for. */
  readonly ask: string
  readonly placeholder: string
  /** Options in order; where they are grouped, a group's stand together. */
  readonly find: (text: string) => readonly T[]
  readonly keyOf: (option: T) => string
  /** What an option shows. One function for all drawings: hundreds of options are not drawn anew for a step among them. */
  readonly show: (option: T) => ReactNode
  readonly groupOf?: (option: T) => string
  /** What the list opens on; without it on its first option. */
  readonly from?: T | undefined
  /** The options are on their way: Enter chooses among them once they are here. */
  readonly awaited?: boolean
  /** Said where nothing is found. */
  readonly none: (text: string) => string
  readonly foot?: ReactNode
  readonly onChoose: (option: T) => void
  readonly onClose: () => void
}

export function Finder<T>(props: Props<T>): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  /** Enter came before the input or the options: kept until both are here, or something else is typed. */
  const [entered, setEntered] = useState(false)
  // Until the dialog has given its input the focus, what is typed comes here all the same: from the same moment in which
  // nothing stands in the place of the list any more, so that no key falls between the two.
  useLayoutEffect(() => {
    const ahead = takeTyped()
    setText((before) => before + ahead.text)
    setEntered(ahead.entered)
    const hear = (event: globalThis.KeyboardEvent) => {
      if (document.activeElement === input.current) return
      if (event.key === 'Enter') setEntered(!event.repeat)
      else if (writes(event)) {
        setText((before) => before + event.key)
        setEntered(false)
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [])
  return (
    <Dialog.Root
      recipe={dialogRecipe}
      open
      onOpenChange={(change) => !change.open && props.onClose()}
      size="lg"
      // Given by the dialog, which gives it back to where it was.
      initialFocusEl={() => input.current}
      onFocusOutside={stayOpen}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content aria-label={props.label}>
            <Found
              {...props}
              input={input}
              text={text}
              setText={setText}
              entered={entered}
              setEntered={setEntered}
            />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Found<T>({
  label,
  ask,
  placeholder,
  find,
  keyOf,
  show,
  groupOf,
  from,
  awaited = false,
  none,
  foot,
  onChoose,
  onClose,
  input,
  text,
  setText,
  entered,
  setEntered,
}: Props<T> & {
  readonly input: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly setText: (text: string) => void
  readonly entered: boolean
  readonly setEntered: (entered: boolean) => void
}): ReactElement {
  /** Null: nobody has moved yet. */
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useId()
  const found = useMemo(() => find(text), [find, text])
  const start = from === undefined || text !== '' ? null : keyOf(from)
  const at = Math.max(
    0,
    found.findIndex((option) => keyOf(option) === (chosen ?? start)),
  )
  const elementOf = (place: number) => `${list}-${place}`
  const goTo = (place: number) => {
    const option = found[place]
    if (option !== undefined) setChosen(keyOf(option))
    document.getElementById(elementOf(place))?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (option: T | undefined) => {
    if (option === undefined) return
    onClose()
    onChoose(option)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they have come
  useEffect(() => {
    if (!entered || awaited) return
    setEntered(false)
    choose(found[at])
  }, [entered, awaited])
  const opened = start === null ? null : elementOf(at)
  // What it opens on may stand far down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for each step from there
  useEffect(() => {
    if (opened !== null) document.getElementById(opened)?.scrollIntoView({ block: 'center' })
  }, [start])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) goTo((at + step + found.length) % found.length)
    else if (event.key !== 'Enter') return
    else if (awaited) setEntered(true)
    else choose(found[at])
    event.preventDefault()
  }
  // One listener for all options: there may be hundreds.
  const under = (event: MouseEvent): T | undefined => {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null
    return option === null ? undefined : found[Number(option.dataset.at)]
  }
  return (
    <>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        px="4"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <chakra.span color="faint">
          <Icon name="search" />
        </chakra.span>
        <chakra.input
          ref={input}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={found.length > 0 ? elementOf(at) : undefined}
          aria-label={ask}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(null)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
          onFocus={goOnBehind}
          placeholder={placeholder}
          flex="1"
          height="48px"
          fontSize="md"
          background="transparent"
          outline="none"
        />
        <Kbd keys="Escape" />
      </chakra.div>
      <chakra.div
        id={list}
        role="listbox"
        aria-label={label}
        // A list without options is none.
        hidden={found.length === 0}
        maxHeight="min(52vh, 420px)"
        overflowY="auto"
        p="1"
        css={optionStyles}
        onMouseMove={(event) => {
          const option = under(event)
          if (option !== undefined) setChosen(keyOf(option))
        }}
        onClick={(event) => choose(under(event))}
      >
        {groupsOf(found, groupOf).map(({ name, first, options }) => (
          <Group key={name} name={name}>
            {options.map((option, place) => (
              <Option
                key={keyOf(option)}
                id={elementOf(first + place)}
                at={first + place}
                option={option}
                show={show as (option: unknown) => ReactNode}
                current={first + place === at}
              />
            ))}
          </Group>
        ))}
      </chakra.div>
      {found.length === 0 && (
        <chakra.p role="status" color="muted" px="4" pb="5" pt="3">
          {none(text)}
        </chakra.p>
      )}
      {foot}
    </>
  )
}

/** A dialog selects what stands in the input that it gives the focus to: the next letter would replace what was typed ahead. */
function goOnBehind({ currentTarget: input }: FocusEvent<HTMLInputElement>): void {
  queueMicrotask(() => input.setSelectionRange(input.value.length, input.value.length))
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  if (name === '') return <>{children}</>
  return (
    // biome-ignore lint/a11y/useSemanticElements: of options in a list, not of fields in a form
    <div role="group" aria-label={name}>
      <div className="group" aria-hidden>
        {name}
      </div>
      {children}
    </div>
  )
}

const Option = memo(function Option({
  id,
  at,
  option,
  show,
  current,
}: {
  readonly id: string
  readonly at: number
  readonly option: unknown
  readonly show: (option: unknown) => ReactNode
  readonly current: boolean
}): ReactElement {
  return (
    <div id={id} role="option" className="option" data-at={at} aria-selected={current} tabIndex={-1}>
      {show(option)}
    </div>
  )
})

/** Every word typed must stand in what is said of an option; options of which they begin words come first. */
export function ranked<T>(options: readonly T[], said: (option: T) => string, text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const scored = options.flatMap((option) => {
    const all = said(option).toLowerCase()
    let score = 0
    for (const word of words) {
      const index = all.indexOf(word)
      if (index < 0) return []
      score += index === 0 ? 0 : all[index - 1] === ' ' ? 1 : 2
    }
    return [{ option, score }]
  })
  return scored.sort((a, b) => a.score - b.score).map(({ option }) => option)
}

/** Options as they stand together. */
function groupsOf<T>(found: readonly T[], groupOf: (option: T) => string = () => '') {
  const groups: { readonly name: string; readonly first: number; readonly options: T[] }[] = []
  for (const [place, option] of found.entries()) {
    const name = groupOf(option)
    const last = groups.at(-1)
    if (last?.name === name) last.options.push(option)
    else groups.push({ name, first: place, options: [option] })
  }
  return groups
}

/** Plain elements styled by the list around them. */
const optionStyles = {
  '& .option': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '32px',
    paddingInline: '3',
    borderRadius: 'sm',
    cursor: 'pointer',
    contentVisibility: 'auto',
    containIntrinsicHeight: 'auto 32px',
  },
  '& .option[aria-selected=true]': { background: 'selected' },
  '& .option .label': {
    flex: '1',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .option .icon': { color: 'muted', width: '16px', flexShrink: 0 },
  '& .option .aside': { fontSize: 'xs', color: 'faint', flexShrink: 0 },
  '& .option .code': { fontFamily: 'mono' },
  // Of equal width, so that what stands before it is a column.
  '& .option .note': { width: '216px', textAlign: 'end', display: { base: 'none', sm: 'block' } },
  '& .group': { paddingInline: '3', paddingBlock: '2', fontSize: 'xs', fontWeight: 600, color: 'faint' },
} as const
