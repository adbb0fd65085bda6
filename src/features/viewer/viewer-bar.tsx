/** Where one is in the list, what of the document is shown, and the way to a second window. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, memo, type ReactElement, useCallback } from 'react'
import type { DocumentDetail } from '#contracts/documents.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { next, previous } from '../../commands/review.ts'
import type { RefusalPlace } from '../../stores/refusals.ts'
import { $isFirst, $isLast, type Pane, type TabView } from '../../stores/review.ts'
import { $tabId } from '../../stores/tab.ts'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { hasSheets, shownPane } from './panes.ts'
import { openPopOut } from './pop-out.ts'

const panes: readonly (readonly [Pane, string])[] = [
  ['document', 'Document'],
  ['pages', 'Pages'],
  ['text', 'Text'],
  ['sheet', 'Sheet'],
  ['metadata', 'Metadata'],
  ['related', 'Related'],
  ['history', 'History'],
]

/** The panes beside it decide how wide it is, not the window: in a narrow one the views stand in a line of their own. */
const barStyles = {
  containerType: 'inline-size',
  '& .bar': { display: 'flex', alignItems: 'center', gap: '2', height: '40px', paddingInline: '3' },
  '& .position': { minWidth: '112px', flexShrink: 0 },
  '& .views': { marginLeft: '2' },
  '& .room': { flex: '1' },
  '@container (max-width: 680px)': {
    '& .bar': { paddingInline: '1' },
    '& .position': { minWidth: '72px' },
    '& .word': { display: 'none' },
    '& .views': { gap: '0', marginLeft: '0' },
    '& .views > *': { paddingInline: '1' },
  },
  '@container (max-width: 620px)': {
    '& .bar': { flexWrap: 'wrap', height: 'auto', minHeight: '40px', rowGap: '0', paddingBlock: '1' },
    '& .views': { order: 1, flexBasis: 'full', marginLeft: '0' },
  },
} as const

export function ViewerBar({
  view,
  document,
  original,
  says,
  alone,
  onPane,
}: {
  readonly view: TabView
  readonly document: DocumentDetail | null
  /** Where the original, or the redacted file, can be downloaded; null where the viewer may not. */
  readonly original: string | null
  /** Refusals that no other pane of this window says. */
  readonly says: readonly RefusalPlace[]
  /** It is the second window already. */
  readonly alone: boolean
  readonly onPane: (pane: Pane) => void
}): ReactElement {
  const { run, tabId, isFirst, isLast } = useUnit({
    run: dispatch,
    tabId: $tabId,
    isFirst: $isFirst,
    isLast: $isLast,
  })
  const position = view.current?.position ?? null
  const total = view.list?.totalCount ?? -1
  const isRedacted = document?.asItLeaves === true
  const back = useCallback(() => run(previous({})), [run])
  const on = useCallback(() => run(next({})), [run])
  const pullOut = useCallback(() => openPopOut(tabId), [tabId])
  return (
    <chakra.div
      position="relative"
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      flexShrink={0}
      css={barStyles}
    >
      <div className="bar">
        <IconButton
          icon="left"
          label="Previous document"
          keys="k"
          disabled={position === null || isFirst}
          onClick={back}
        />
        <chakra.span
          fontSize="sm"
          className="position"
          textAlign="center"
          whiteSpace="nowrap"
          data-testid="position"
        >
          {place(view)}
        </chakra.span>
        <IconButton
          icon="right"
          label="Next document"
          keys="j"
          disabled={total <= 0 || isLast}
          onClick={on}
        />
        <PaneTabs shown={shownPane(view, document)} sheet={hasSheets(document)} onPane={onPane} />
        <div className="room" />
        {original !== null && (
          <ButtonLink
            aria-label={isRedacted ? 'Download the redacted file' : 'Download the original'}
            look="quiet"
            size="sm"
            icon="download"
            href={original}
            download={isRedacted ? true : (document?.fileName ?? true)}
          >
            <span className="word">{isRedacted ? 'Redacted file' : 'Original'}</span>
          </ButtonLink>
        )}
        {!alone && <IconButton icon="external" label="Pop out viewer to a second window" onClick={pullOut} />}
      </div>
      <RefusalNotice about={says} at="below" />
    </chakra.div>
  )
}

/** A document stays in view where a new result does not hold it: that nobody takes it for a part of that one. */
function place({ current, list }: TabView): string {
  const total = list?.totalCount ?? -1
  if (current === null) return total >= 0 ? `– of ${number(total)}` : '–'
  if (current.position !== null) return `${number(current.position + 1)} of ${number(total)}`
  return total >= 0 ? 'Not in the list' : '–'
}

/** Drawn again when another view is chosen, not with every document. */
const PaneTabs = memo(function PaneTabs({
  shown,
  sheet,
  onPane,
}: {
  readonly shown: Pane
  /** Whether the document can be looked at as sheets. */
  readonly sheet: boolean
  readonly onPane: (pane: Pane) => void
}): ReactElement {
  const offered = panes.filter(([pane]) => pane !== 'sheet' || sheet)
  const move = (event: KeyboardEvent) => {
    const at = offered.findIndex(([pane]) => pane === shown)
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : at
    const chosen = offered[(to + offered.length) % offered.length]
    if (to !== at && chosen) {
      onPane(chosen[0])
      event.currentTarget.querySelector<HTMLElement>(`#pane-${chosen[0]}`)?.focus()
    }
  }
  return (
    <chakra.div
      role="tablist"
      aria-label="Views of the document"
      onKeyDown={move}
      className="views"
      display="flex"
      gap="1"
    >
      {offered.map(([pane, name]) => (
        <chakra.button
          key={pane}
          id={`pane-${pane}`}
          type="button"
          role="tab"
          aria-selected={shown === pane}
          tabIndex={shown === pane ? 0 : -1}
          onClick={() => onPane(pane)}
          height="28px"
          px="2"
          fontSize="sm"
          borderRadius="md"
          color="muted"
          _hover={{ background: 'hover' }}
          _selected={{ color: 'accentInk', background: 'selected' }}
        >
          {name}
        </chakra.button>
      ))}
    </chakra.div>
  )
})
