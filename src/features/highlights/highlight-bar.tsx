/** The highlight sets under a document: each on or off, its count there, its look, previous and next. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { groundOf, lineOf } from './looks.ts'
import { mostPlaces, type ShownSet } from './sets.ts'
import type { Steps } from './use-steps.ts'

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  height: '32px',
  px: '3',
  borderTopWidth: '1px',
  borderColor: 'line',
  background: 'surface',
  fontSize: 'xs',
  flexShrink: 0,
} as const

export function HighlightBar({
  sets,
  countOf,
  steps: { chosen, at, go, step, turn },
  note = '',
}: {
  readonly sets: readonly ShownSet[]
  /** Places of a set in the document. */
  readonly countOf: (highlightSetId: number) => number
  readonly steps: Steps
  /** What is to be known of the counts. */
  readonly note?: string
}): ReactElement {
  const total = sets.reduce((sum, { highlightSetId, off }) => sum + (off ? 0 : countOf(highlightSetId)), 0)
  const name = sets.find(({ highlightSetId }) => highlightSetId === chosen)?.name ?? ''
  return (
    <chakra.div role="toolbar" aria-label="Highlight sets" css={row}>
      <chakra.span role="status" whiteSpace="nowrap">
        {note !== ''
          ? note
          : chosen !== null && at !== null
            ? `${name}: ${number(at + 1)} of ${said(countOf(chosen))}`
            : counted(total, 'highlight')}
      </chakra.span>
      <IconButton
        icon="left"
        label="Previous highlight"
        keys="Shift+H"
        disabled={chosen === null}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="right"
        label="Next highlight"
        keys="h"
        disabled={chosen === null}
        onClick={() => step(1)}
      />
      <chakra.div
        display="flex"
        gap="2"
        overflowX="auto"
        minWidth="0"
        // More sets than have room are reached by the keys, which bring each into view; a scrollbar would lie over them.
        scrollbarWidth="none"
        maskImage="linear-gradient(to right, #000 calc(100% - 24px), transparent)"
        pr="6"
      >
        {sets.map((set) => (
          <OneSet
            key={set.highlightSetId}
            set={set}
            count={countOf(set.highlightSetId)}
            isChosen={set.highlightSetId === chosen}
            onGo={() => go(set.highlightSetId, 0)}
            onTurn={() => turn([set.highlightSetId], !set.off)}
          />
        ))}
      </chakra.div>
    </chakra.div>
  )
}

const said = (count: number): string => (count === mostPlaces ? `more than ${number(count)}` : number(count))

function OneSet({
  set,
  count,
  isChosen,
  onGo,
  onTurn,
}: {
  readonly set: ShownSet
  readonly count: number
  readonly isChosen: boolean
  readonly onGo: () => void
  readonly onTurn: () => void
}): ReactElement {
  const { name, off, unread } = set
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <chakra.span
      ref={place}
      scrollMarginInline="6"
      display="inline-flex"
      alignItems="center"
      whiteSpace="nowrap"
    >
      <chakra.button
        type="button"
        role="switch"
        aria-checked={!off}
        aria-label={`Highlight ${name}`}
        title={off ? `Turn ${name} on` : `Turn ${name} off`}
        onClick={onTurn}
        height="24px"
        minWidth="24px"
        px="1"
        borderRadius="md"
        _hover={{ background: 'hover' }}
      >
        <Swatch set={set} off={off} />
      </chakra.button>
      <chakra.button
        type="button"
        disabled={off || count === 0}
        onClick={onGo}
        height="24px"
        px="1"
        borderRadius="md"
        fontWeight={isChosen ? 600 : undefined}
        title={unread === 0 ? undefined : `${counted(unread, 'term')} can no longer be read.`}
        _hover={{ background: 'hover' }}
        _disabled={{ color: 'faint' }}
      >
        {name} <b>{off ? 'off' : said(count)}</b>
        {unread > 0 && <chakra.span color="attentionInk"> ({counted(unread, 'term')} not read)</chakra.span>}
      </chakra.button>
    </chakra.span>
  )
}

/** As words of the set look. */
export const Swatch = ({
  set,
  off = false,
}: {
  readonly set: Pick<ShownSet, 'color' | 'line'>
  readonly off?: boolean
}): ReactElement => (
  <chakra.span
    aria-hidden
    display="inline-block"
    px="1"
    // The line stands over the letters, and is cut off by nothing around.
    pt="1"
    lineHeight="1.1"
    color={off ? 'faint' : 'ink'}
    style={{
      textDecoration: off ? 'line-through' : lineOf(set),
      background: off ? 'transparent' : groundOf(set),
    }}
  >
    ab
  </chakra.span>
)
