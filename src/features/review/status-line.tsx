/** The line at the foot: whether everything is on the record, and how the place is going. */
import { chakra } from '@chakra-ui/react'
import { reflect } from '@effector/reflect'
import type { ReactElement } from 'react'
import { type LogState, logState } from '../../stores/logState.ts'
import { $network, type NetworkState } from '../../stores/network.ts'
import { $list } from '../../stores/review.ts'
import { $timed } from '../../stores/selection.ts'
import { useUnsettled } from '../coding-form/use-unsettled.ts'
import { counted, exactTime, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { part } from '../ui/part.tsx'

interface Props {
  readonly network: NetworkState
  readonly log: LogState
  readonly indexedAsOf: string | null
  /** The review idle timeout; null: no time is recorded. */
  readonly minutes: number | null
}

function StatusLineView({ network, log, indexedAsOf, minutes }: Props): ReactElement {
  const unsettled = useUnsettled()
  return (
    <chakra.footer
      display="flex"
      alignItems="center"
      gap="4"
      height="26px"
      px="3"
      fontSize="xs"
      color="muted"
      background="sunken"
      borderTopWidth="1px"
      borderColor="line"
      flexShrink={0}
      overflow="hidden"
      whiteSpace="nowrap"
    >
      <chakra.span role="status" display="inline-flex" alignItems="center" gap="1" data-testid="unsent">
        {!network.online ? (
          <chakra.span color="attentionInk" display="inline-flex" gap="1" alignItems="center">
            <Icon name="offline" size={14} /> Offline
            {network.waiting > 0 && ` · ${number(network.waiting)} unsent`}
          </chakra.span>
        ) : network.waiting > 0 ? (
          `${number(network.waiting)} being saved`
        ) : (
          unsettled.length === 0 && (
            <>
              <Icon name="check" size={14} /> All saved
            </>
          )
        )}
        {unsettled.length > 0 && <Open documents={unsettled} />}
      </chakra.span>
      {log.mode === 'memory' && (
        <chakra.span color="attentionInk">
          Work is kept in this tab only: it is lost with the tab.
        </chakra.span>
      )}
      <chakra.span flex="1" />
      {minutes !== null && (
        <chakra.span
          title={`Your time on each document is recorded, in seconds, for review managers: nothing of what you type or read. The clock stops after ${counted(minutes, 'minute')} without input.`}
          data-testid="review-time"
        >
          Review time is recorded
        </chakra.span>
      )}
      {indexedAsOf !== null && <span>Indexed as of {exactTime(indexedAsOf)}</span>}
    </chakra.footer>
  )
}

/** Fetched with the first edit; until it has come, also where it cannot be fetched, that something is open is said. */
const Open = part(
  () => import('./open-work.tsx').then((module) => module.Open),
  <chakra.span color="attentionInk">Not everything is saved</chakra.span>,
)

export const StatusLine = reflect({
  view: StatusLineView,
  bind: {
    network: $network,
    minutes: $timed,
    log: logState.$state,
    indexedAsOf: $list.map((list) => list?.indexedAsOf ?? null),
  },
})
