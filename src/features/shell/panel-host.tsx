/**
 * The panel beside the rail: open with its content, collapsed to its title strip, or not there. Where the window is not wide
 * enough for it beside the panes of review, it lies over them: it takes no width from the document.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { closePanels, panelNames, togglePanel } from '#src/commands/shell.ts'
import type { PanelId } from '#src/events/catalog/shell.ts'
import { IconButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/states.tsx'
import { stripName } from '../ui/strip.ts'
import { enter } from './panel-focus.ts'
import type { Panel } from './places.ts'

export function PanelHost({
  panels,
  id,
  state,
}: {
  readonly panels: readonly Panel[]
  readonly id: PanelId
  readonly state: 'open' | 'collapsed'
}): ReactElement | null {
  // A log may hold the opening of a panel that this version does not have.
  const panel = panels.find((one) => one.id === id)
  if (panel === undefined) return null
  return state === 'open' ? <Open key={id} panel={panel} /> : <Strip key={id} panel={panel} />
}

/** Only its title, written downwards. */
function Strip({ panel: { id } }: { readonly panel: Panel }): ReactElement {
  const run = useUnit(dispatch)
  const box = useRef<HTMLElement>(null)
  const name = panelNames[id]
  useGivesBack(box, id)
  return (
    <chakra.aside
      ref={box}
      aria-label={name}
      flexShrink={0}
      width="28px"
      height="full"
      background="surface"
      borderRightWidth="1px"
      borderColor="line"
    >
      <chakra.button
        type="button"
        {...stripName}
        width="full"
        aria-label={`Close ${name}`}
        onClick={() => run(togglePanel({ panel: id }))}
      >
        {name}
      </chakra.button>
    </chakra.aside>
  )
}

function Open({ panel }: { readonly panel: Panel }): ReactElement {
  const run = useUnit(dispatch)
  const box = useRef<HTMLElement>(null)
  const { id } = panel
  const name = panelNames[id]
  const close = () => run(closePanels({}))
  useUncovered(box, close)
  useGivesBack(box, id)
  const Content = contentOf(panel)
  return (
    <chakra.aside
      ref={box}
      aria-label={name}
      flexShrink={0}
      width={{ base: 'min(280px, 80vw)', lg: '300px' }}
      height="full"
      position="absolute"
      left="48px"
      // Above a list that was brought over.
      zIndex={20}
      boxShadow="pop"
      css={{ '@media (min-width: 1440px)': { position: 'static', boxShadow: 'none' } }}
      onKeyDown={(event: KeyboardEvent) => {
        // In an input, Escape is about what is typed; a panel beside the others is in nobody's way.
        if (event.key !== 'Escape' || event.defaultPrevented || !liesOver(box.current)) return
        if (event.target instanceof HTMLInputElement) return
        event.preventDefault()
        close()
      }}
      background="surface"
      borderRightWidth="1px"
      borderColor="line"
      display="flex"
      flexDirection="column"
    >
      <chakra.div
        display="flex"
        alignItems="center"
        height="36px"
        flexShrink={0}
        pl="3"
        pr="1"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <chakra.h2 flex="1" fontSize="sm">
          {name}
        </chakra.h2>
        <IconButton
          icon="minus"
          label="Collapse to a strip"
          onClick={() => run(togglePanel({ panel: id }))}
        />
        <IconButton icon="close" label="Close the panel" keys="o x" onClick={close} />
      </chakra.div>
      <chakra.div
        flex="1"
        minHeight="0"
        overflowY="auto"
        // Where the keyboard comes to when the panel is opened by its key.
        tabIndex={-1}
        ref={enter}
        data-panel-content
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Suspense fallback={<Skeleton rows={6} />}>
          <Content />
        </Suspense>
      </chakra.div>
    </chakra.aside>
  )
}

/** Whatever closes or collapses it: where it held the keyboard, its button on the rail has it then. */
function useGivesBack(box: RefObject<HTMLElement | null>, id: PanelId): void {
  useLayoutEffect(() => {
    const panel = box.current
    return () => {
      if (panel?.contains(document.activeElement))
        document.querySelector<HTMLElement>(`[data-panel="${id}"]`)?.focus()
    }
  }, [box, id])
}

const liesOver = (panel: HTMLElement | null): panel is HTMLElement =>
  panel !== null && getComputedStyle(panel).position === 'absolute'

/** Nobody works in what the panel covers: it is closed as soon as the keyboard or a press goes there. */
function useUncovered(box: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const panel = box.current
      if (!(target instanceof Element) || !liesOver(panel) || panel.contains(target)) return
      // What comes and goes over the whole window, such as a dialog of the panel itself, is not beneath it.
      if (target.closest('#main') === null || target.id === 'main') return
      const { left, right, top, bottom } = panel.getBoundingClientRect()
      const there = target.getBoundingClientRect()
      if (there.left < right && there.right > left && there.top < bottom && there.bottom > top)
        latest.current()
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [box])
}

const contents = new Map<Panel['content'], ComponentType>()

/** One component for one panel, however often it is opened. */
function contentOf({ content }: Panel): ComponentType {
  const known = contents.get(content)
  if (known !== undefined) return known
  const made = lazy(() => content().then((Content) => ({ default: Content })))
  contents.set(content, made)
  return made
}
