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
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { RefusalNotice } from '../ui/refusal-notice.tsx'
import { openPopOut } from './pop-out.ts'

const panes: readonly (readonly [Pane, string])[] = [
  ['document', 'Document'],
  ['text', 'Text'],
  ['metadata', 'Metadata'],
  ['history', 'History'],
]

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
  /** Where the original can be downloaded; null where the viewer may not. */
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
  const back = useCallback(() => run(previous({})), [run])
  const on = useCallback(() => run(next({})), [run])
  const pullOut = useCallback(() => openPopOut(tabId), [tabId])
  return (
    <chakra.div
      position="relative"
      display="flex"
      alignItems="center"
      gap="2"
      height="40px"
      px={{ base: '1', md: '3' }}
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      flexShrink={0}
    >
      <IconButton
        icon="left"
        label="Previous document"
        keys="k"
        disabled={position === null || isFirst}
        onClick={back}
      />
      <chakra.span
        fontSize="sm"
        minWidth={{ base: '72px', md: '112px' }}
        textAlign="center"
        whiteSpace="nowrap"
        data-testid="position"
      >
        {position === null
          ? total >= 0
            ? `– of ${number(total)}`
            : '–'
          : `${number(position + 1)} of ${number(total)}`}
      </chakra.span>
      <IconButton icon="right" label="Next document" keys="j" disabled={total <= 0 || isLast} onClick={on} />
      <PaneTabs shown={view.pane} onPane={onPane} />
      <chakra.div flex="1" />
      {original !== null && (
        <ButtonLink
          aria-label="Download the original"
          look="quiet"
          size="sm"
          icon="download"
          href={original}
          download={document?.fileName ?? true}
        >
          <chakra.span display={{ base: 'none', lg: 'inline' }}>Original</chakra.span>
        </ButtonLink>
      )}
      {!alone && (
        <IconButton icon="external" label="Pull the viewer out to a second window" onClick={pullOut} />
      )}
      <RefusalNotice about={says} at="below" />
    </chakra.div>
  )
}

/** Drawn again when another view is chosen, not with every document. */
const PaneTabs = memo(function PaneTabs({
  shown,
  onPane,
}: {
  readonly shown: Pane
  readonly onPane: (pane: Pane) => void
}): ReactElement {
  const move = (event: KeyboardEvent) => {
    const at = panes.findIndex(([pane]) => pane === shown)
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : at
    const chosen = panes[(to + panes.length) % panes.length]
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
      display="flex"
      gap="1"
      ml="2"
    >
      {panes.map(([pane, name]) => (
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
