/** The bar over a window that shows the past: when, whose tab, what is missing, and the way back. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { PastView } from '../../stores/timeline.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/input.tsx'
import type { LogIndex } from './log-index.ts'
import { Scrubber } from './scrubber.tsx'
import { clock } from './times.ts'

export function PastBar({
  standing,
  index,
  imported,
  refused,
  onGo,
  onTab,
  onLeave,
}: {
  readonly standing: PastView
  readonly index: LogIndex | null
  /** The imported session's name; null: this browser's own. */
  readonly imported: string | null
  /** Something was done that would change the past. */
  readonly refused: boolean
  readonly onGo: (seq: number) => void
  readonly onTab: (tabId: string) => void
  readonly onLeave: () => void
}): ReactElement {
  const { seq, tabId, label, whole, at } = standing
  const step = (by: 1 | -1) => index?.next(seq, by) ?? null
  const [before, after] = [step(-1), step(1)]
  const tabs = index?.tabs() ?? []
  const known = tabs.some(({ name }) => name === tabId) ? tabs : [{ name: tabId, count: 0 }, ...tabs]
  return (
    <chakra.section
      aria-label="The past"
      display="flex"
      alignItems="center"
      gap="2"
      px="3"
      py="1"
      minHeight="48px"
      flexWrap="wrap"
      flexShrink={0}
      background="attentionGround"
      color="attentionInk"
      fontSize="sm"
    >
      <Icon name="jobs" />
      <chakra.p flex="1 1 240px" minWidth="0" truncate aria-live="polite">
        <b>Looking at {at === '' ? 'the beginning' : clock(Date.parse(at))}.</b> {label}
        {imported !== null && ` · ${imported}`}
        {!whole &&
          ' · What only moved the screen has been tidied away before this: coding is as it stood, the rest may not be.'}
      </chakra.p>
      <IconButton
        icon="left"
        label="One event back"
        keys="["
        disabled={before === null}
        onClick={() => before !== null && onGo(before)}
      />
      {index && <Scrubber index={index} seq={seq} onMove={onGo} focused />}
      <IconButton
        icon="right"
        label="One event on"
        keys="]"
        disabled={after === null}
        onClick={() => after !== null && onGo(after)}
      />
      <Select
        aria-label="Whose screen"
        width="130px"
        value={tabId}
        choices={known.map(({ name }) => ({ value: name, label: `Tab ${name.slice(0, 6)}` }))}
        onChoose={onTab}
      />
      <chakra.span role="status" flexShrink={0} fontWeight={600}>
        {refused && 'You are looking at the past.'}
      </chakra.span>
      <Button look="primary" onClick={onLeave} ml="auto" flexShrink={0}>
        Return to now
      </Button>
    </chakra.section>
  )
}
