/** All that can be done, found by typing a part of it. */
import { chakra, Dialog, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useId, useMemo, useState } from 'react'
import { type Action, useAllActions } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'

const mostShown = 60

export function Palette({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}): ReactElement {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      size="lg"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content aria-label="Commands">
            <Finder onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }): ReactElement {
  const actions = useAllActions()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const found = useMemo(() => findActions(actions, text).slice(0, mostShown), [actions, text])
  const current = Math.min(at, Math.max(0, found.length - 1))
  const run = (action: Action) => {
    onClose()
    action.run()
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      const next = (current + step + found.length) % found.length
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const action = found[current]
      if (action) run(action)
    }
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
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
          aria-label="Find a command"
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={key}
          placeholder="Find a command or a screen"
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
        aria-label="Commands"
        maxHeight="min(52vh, 420px)"
        overflowY="auto"
        p="1"
      >
        {found.map((action, index) => (
          <chakra.div
            key={action.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setAt(index)}
            onClick={() => run(action)}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="32px"
            px="3"
            borderRadius="sm"
            cursor="pointer"
            background={index === current ? 'selected' : 'transparent'}
          >
            <chakra.span color="muted" width="16px" flexShrink={0}>
              {action.icon && <Icon name={action.icon} />}
            </chakra.span>
            <chakra.span flex="1" minWidth="0" truncate>
              {action.label}
            </chakra.span>
            <chakra.span fontSize="xs" color="faint">
              {action.group}
            </chakra.span>
            {action.keys !== undefined && <Kbd keys={action.keys} />}
          </chakra.div>
        ))}
        {found.length === 0 && (
          <chakra.p color="muted" px="3" py="4">
            Nothing is called “{text}”.
          </chakra.p>
        )}
      </chakra.div>
    </>
  )
}

/** Every word typed must begin a word of label or group, or stand inside one; words that begin one come first. */
export function findActions(actions: readonly Action[], text: string): readonly Action[] {
  const shown = actions.filter((action) => action.hidden !== true)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return shown
  const scored = shown.flatMap((action) => {
    const said = `${action.label} ${action.group}`.toLowerCase()
    let score = 0
    for (const word of words) {
      const index = said.indexOf(word)
      if (index < 0) return []
      score += index === 0 ? 0 : said[index - 1] === ' ' ? 1 : 2
    }
    return [{ action, score }]
  })
  return scored.sort((a, b) => a.score - b.score).map(({ action }) => action)
}
