/** The panel beside the rail: open with its content, collapsed to its title strip, or not there. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { closePanels, panelNames, togglePanel } from '#src/commands/shell.ts'
import { shownPanel } from '#src/stores/shell.ts'
import { IconButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { Panel } from './places.ts'
import { useSidebar } from './sidebar-context.tsx'

export function PanelHost({ panels }: { readonly panels: readonly Panel[] }): ReactElement | null {
  const shown = shownPanel(useSidebar())
  const run = useUnit(dispatch)
  // A log may hold the opening of a panel that this version does not have.
  const panel = panels.find(({ id }) => id === shown?.id)
  if (shown === null || panel === undefined) return null
  const name = panelNames[shown.id]
  if (shown.state === 'collapsed') {
    return (
      <chakra.aside
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
          width="full"
          height="full"
          display="flex"
          alignItems="flex-start"
          justifyContent="center"
          pt="3"
          fontSize="xs"
          fontWeight={600}
          color="muted"
          _hover={{ background: 'hover', color: 'ink' }}
          css={{ writingMode: 'vertical-rl' }}
          aria-label={`Close ${name}`}
          onClick={() => run(togglePanel({ panel: shown.id }))}
        >
          {name}
        </chakra.button>
      </chakra.aside>
    )
  }
  const Content = contentOf(panel)
  return (
    <chakra.aside
      aria-label={name}
      flexShrink={0}
      width={{ base: 'min(280px, 80vw)', lg: '300px' }}
      height="full"
      position={{ base: 'absolute', md: 'static' }}
      left="48px"
      zIndex="header"
      boxShadow={{ base: 'pop', md: 'none' }}
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
          onClick={() => run(togglePanel({ panel: shown.id }))}
        />
        <IconButton icon="close" label="Close the panel" keys="o x" onClick={() => run(closePanels({}))} />
      </chakra.div>
      <chakra.div
        flex="1"
        minHeight="0"
        overflowY="auto"
        // Where the keyboard comes to when the panel is opened by its key.
        tabIndex={-1}
        key={shown.id}
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

/** Brings the keyboard into the panel that is open; answers whether it was elsewhere. */
export function focusPanel(): boolean {
  const content = document.querySelector<HTMLElement>('[data-panel-content]')
  if (content === null || content.contains(document.activeElement)) return false
  content.focus()
  return true
}

let entering = false
/** The keyboard goes into the panel that opens next. */
export const enterPanel = (): void => {
  entering = true
}
const enter = (content: HTMLElement | null): void => {
  if (content === null || !entering) return
  entering = false
  content.focus()
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
