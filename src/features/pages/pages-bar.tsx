/** Which page one is on, and how large pages are. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { Zoom } from '#src/stores/pages.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'

export function PagesBar({
  page,
  count,
  zoom,
  scale,
  onPage,
  onZoom,
  onStep,
  onTurn,
  tools,
}: {
  /** From 1. */
  readonly page: number
  readonly count: number
  readonly zoom: Zoom
  readonly scale: number
  readonly onPage: (page: number) => void
  readonly onZoom: (zoom: Zoom) => void
  readonly onStep: (by: 1 | -1) => void
  readonly onTurn: () => void
  readonly tools?: ReactNode
}): ReactElement {
  const fits = (to: Zoom, words: string, keys: string) => (
    <Button
      size="sm"
      look="quiet"
      aria-pressed={zoom === to}
      title={`${words} (${keys})`}
      onClick={() => onZoom(to)}
    >
      {words}
    </Button>
  )
  return (
    <chakra.div
      role="toolbar"
      aria-label="Pages"
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="1"
      px="3"
      py="1"
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="sm"
    >
      <IconButton
        icon="up"
        label="Page before"
        keys="p"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon="down"
        label="Page after"
        keys="n"
        disabled={page >= count}
        onClick={() => onPage(page + 1)}
      />
      <PageNumber key={page} page={page} count={count} onPage={onPage} />
      <chakra.span color="muted" whiteSpace="nowrap" data-testid="page-count">
        of {number(count)}
      </chakra.span>
      <chakra.span flex="1" />
      {tools}
      <IconButton icon="minus" label="Smaller" keys="-" onClick={() => onStep(-1)} />
      <chakra.span minWidth="44px" textAlign="center" data-testid="page-scale">
        {Math.round(scale * 100)}%
      </chakra.span>
      <IconButton icon="plus" label="Larger" keys="+" onClick={() => onStep(1)} />
      {fits('width', 'Fit width', 'z w')}
      {fits('page', 'Fit page', 'z p')}
      {fits(1, '100%', 'z 1')}
      <IconButton icon="retry" label="Turn to the right" keys="z r" onClick={onTurn} />
    </chakra.div>
  )
}

function PageNumber({
  page,
  count,
  onPage,
}: {
  readonly page: number
  readonly count: number
  readonly onPage: (page: number) => void
}): ReactElement {
  const [draft, setDraft] = useState(String(page))
  const go = (): void => {
    const wanted = Number(draft)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= count) onPage(wanted)
    else setDraft(String(page))
  }
  return (
    <DraftInput
      aria-label="Go to page"
      inputMode="numeric"
      width="52px"
      height="28px"
      textAlign="end"
      value={draft}
      onChange={setDraft}
      onBlur={() => setDraft(String(page))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go()
      }}
    />
  )
}
