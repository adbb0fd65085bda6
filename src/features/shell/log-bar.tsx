/** What has become of the browser's log where it is not as it should be, and what the person can do about it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { downloadUnsent } from '#src/commands/kernel.ts'
import { $unsettled } from '#src/stores/coding-view.ts'
import { type LogState, logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

const inMemory: Readonly<Record<LogState['reason'], string>> = {
  '': '',
  refused: 'This browser does not let the page keep its log.',
  insecure: 'This page is not opened over a secure connection, so the browser keeps no log of it.',
  noChannel: 'The tabs of this browser cannot hear of each other, so each keeps its own log.',
  quota: 'This browser has no room left for the log.',
  wiped: 'What this browser kept of your work was taken away while the page was open.',
  failed: 'This browser’s storage has failed.',
  held: 'The log in this browser did not open in time: another tab may hold it. Close the other tabs of Affiant, then reload this page.',
  newer: 'The log in this browser belongs to a newer version of Affiant. Reload this page to go on with it.',
}

/** Sentences, the gravest first. */
function wordsOf(log: LogState): string[] {
  const { mode, reason, quarantined, unreadable, unsentLost, superseded } = log
  if (superseded) return ['A newer version of Affiant is open. Reload this page; nothing is lost.']
  const words: string[] = []
  if (mode === 'memory') {
    words.push(`${inMemory[reason]} Work is kept in this tab only until it has been sent.`)
  }
  if (unsentLost > 0) {
    words.push(
      `${counted(unsentLost, 'unsent change')} cannot be read any more: look again at what you did last.`,
    )
  }
  if (unreadable > 0) {
    words.push(
      `${counted(unreadable, 'entry', 'entries')} of this browser’s log cannot be read and were set aside. What was sent is on the record.`,
    )
  }
  if (quarantined > 0) {
    words.push(
      `${counted(quarantined, 'entry', 'entries')} of a newer version of Affiant: what they are about waits. Reload this page; nothing is lost.`,
    )
  }
  return words
}

export function LogBar(): ReactElement | null {
  const { run, log, network, unsettled } = useUnit({
    run: dispatch,
    log: logState.$state,
    network: $network,
    unsettled: $unsettled,
  })
  const alone = log.mode === 'memory' && !log.superseded
  useLeaveWarning(alone && (network.waiting > 0 || unsettled.size > 0))
  const words = wordsOf(log)
  if (words.length === 0) return null
  const reloads = log.superseded || log.quarantined > 0 || log.reason === 'newer' || log.reason === 'held'
  return (
    <chakra.div
      role="status"
      data-testid="log-bar"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="3"
      py="1.5"
      background="attentionGround"
      color="attentionInk"
      borderBottomWidth="1px"
      borderColor="attentionBar"
    >
      <Icon name="warning" />
      <chakra.span flex="1" minWidth="240px">
        {words.join(' ')}
      </chakra.span>
      {alone && network.waiting > 0 && (
        <Button size="sm" icon="download" onClick={() => run(downloadUnsent({}))}>
          Download unsent work
        </Button>
      )}
      {reloads && (
        <Button size="sm" icon="retry" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </chakra.div>
  )
}

/** What is nowhere but in this tab goes with it: the browser asks first, in its own words. */
function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [wouldLose])
}
