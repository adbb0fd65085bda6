/** The tabs of all sheets; those that the file hides are there, and marked. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import type { Sheet } from '#contracts/sheets.ts'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

const hiddenWords = {
  visible: '',
  hidden: 'hidden in the file',
  veryHidden: 'hidden in the file so that Excel does not list it',
} as const

export function SheetTabs({
  sheets,
  redacted,
  shown,
  onChoose,
}: {
  readonly sheets: readonly Sheet[]
  /** Those whose names are redacted. */
  readonly redacted: ReadonlySet<number>
  readonly shown: number
  readonly onChoose: (index: number) => void
}): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const to = (shown + by + sheets.length) % sheets.length
    onChoose(to)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  useEffect(() => {
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[shown]?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <chakra.div
      ref={list}
      role="tablist"
      aria-label="Sheets"
      onKeyDown={move}
      display="flex"
      gap="1"
      px="3"
      py="1"
      overflowX="auto"
      borderTopWidth="1px"
      borderColor="line"
      background="sunken"
      flexShrink={0}
    >
      {sheets.map(({ name, hidden, rows, columns }, index) => (
        <chakra.button
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets keep their places, and names come twice
          key={index}
          type="button"
          role="tab"
          aria-selected={index === shown}
          tabIndex={index === shown ? 0 : -1}
          onClick={() => onChoose(index)}
          title={[`${number(rows)} × ${number(columns)}`, hiddenWords[hidden]].filter(Boolean).join(', ')}
          display="inline-flex"
          alignItems="center"
          gap="1"
          height="26px"
          px="2"
          fontSize="sm"
          borderRadius="md"
          color="muted"
          flexShrink={0}
          _hover={{ background: 'hover' }}
          _selected={{ color: 'accentInk', background: 'selected' }}
        >
          {hidden !== 'visible' && <Icon name="warning" size={12} />}
          <Foreign text={name === '' ? '(no name)' : name} />
          {redacted.has(index) && (
            <chakra.span fontSize="xs" color="attentionInk">
              name redacted
            </chakra.span>
          )}
          {hidden !== 'visible' && (
            <chakra.span fontSize="xs" color="attentionInk">
              {hidden === 'hidden' ? 'hidden' : 'very hidden'}
            </chakra.span>
          )}
        </chakra.button>
      ))}
    </chakra.div>
  )
}
