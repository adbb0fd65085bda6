/** Which page one is on, and how large pages are. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { Zoom } from '#src/stores/pages.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useDraft } from '../ui/use-draft.ts'

/** Where the bar would take two rows; what is left out then stands in the menu too. */
const narrow = '@container (max-width: 559px)'

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
  images,
  stamped,
  onRedactTerms,
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
  /** Chooses whose pages are shown. */
  readonly images?: ReactNode
  /** What is stamped on the page as its number. */
  readonly stamped?: string | undefined
  /** Null: whoever looks may not redact. */
  readonly onRedactTerms: (() => void) | null
}): ReactElement {
  const percent = `${Math.round(scale * 100)}%`
  const fits = (to: Zoom, label: string, keys: string): MenuItem => ({
    ...{ id: String(to), label, keys, checked: zoom === to, run: () => onZoom(to) },
  })
  const steps: readonly MenuItem[] = [
    { id: 'larger', label: 'Larger', keys: '+', run: () => onStep(1) },
    { id: 'smaller', label: 'Smaller', keys: '-', run: () => onStep(-1) },
    { id: 'turn', label: 'Turn to the right', keys: 'z r', run: onTurn },
  ]
  return (
    <chakra.div
      role="toolbar"
      aria-label="Pages"
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="1"
      px="2"
      py="1"
      css={{ [narrow]: { '& .wide': { display: 'none' } } }}
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
      <PageNumber page={page} count={count} onPage={onPage} />
      <chakra.span color="muted" whiteSpace="nowrap" data-testid="page-count">
        of {number(count)}
      </chakra.span>
      {stamped !== undefined && (
        <chakra.span fontFamily="mono" fontSize="xs" whiteSpace="nowrap" data-testid="page-stamped">
          {stamped}
        </chakra.span>
      )}
      {images}
      <chakra.span flex="1" />
      {tools}
      {onRedactTerms !== null && (
        <Button className="wide" size="sm" look="quiet" onClick={onRedactTerms}>
          Terms…
        </Button>
      )}
      <IconButton className="wide" icon="minus" label="Smaller" keys="-" onClick={() => onStep(-1)} />
      <Menu
        end
        trigger={
          <Button size="sm" look="quiet" aria-label={`Size: ${percent}`} data-testid="page-scale">
            {percent}
            <Icon name="down" size={12} />
          </Button>
        }
        groups={[
          {
            items: [
              fits('width', 'Fit width', 'z w'),
              fits('page', 'Fit page', 'z p'),
              fits(1, '100%', 'z 1'),
            ],
          },
          { items: steps },
        ]}
      />
      <IconButton className="wide" icon="plus" label="Larger" keys="+" onClick={() => onStep(1)} />
      <IconButton className="wide" icon="retry" label="Turn to the right" keys="z r" onClick={onTurn} />
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
  const [draft, setDraft] = useDraft(String(page), () => String(page))
  const go = (): void => {
    const wanted = Number(draft)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= count) onPage(wanted)
    else setDraft(String(page))
  }
  return (
    <DraftInput
      aria-label="Go to page"
      inputMode="numeric"
      width="44px"
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
