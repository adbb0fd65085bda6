/** The document's history on the record, beside what this browser's own log says of it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { fetchHistory } from '../../commands/audit.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { check } from '../../commands/reconcile.ts'
import { showRest } from '../../commands/shell.ts'
import { $history, type Reconciled } from '../../stores/audit.ts'
import { $reconcile, oddCounts } from '../../stores/reconcile.ts'
import { $whole } from '../../stores/shell.ts'
import { useWho } from '../session/who.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { decided, propagated, said } from './record-row.ts'

/** As the settings of its list name it. */
const listName = 'history'

/** It changed nothing of the document: what differs from the record, or is missing there, is never such an entry. */
const isNoted = ({ state }: Reconciled): boolean => state === 'noted'

export function HistoryPane({ documentId }: { readonly documentId: number }): ReactElement {
  const { history, run, whole } = useUnit({ history: $history, run: dispatch, whole: $whole })
  if (history === null) return <Skeleton rows={8} />
  const nothing = history.totalCount === null && history.entries.length === 0
  if (nothing && history.fault === null) return <Skeleton rows={8} />
  const noted = history.reconciled.filter(isNoted).length
  const all = whole[listName] === true
  const shown = all ? history.reconciled : history.reconciled.filter((one) => !isNoted(one))
  const matched = history.reconciled.filter(({ state }) => state === 'matched').length
  const odd = history.reconciled.filter(({ state }) => state === 'differs' || state === 'missing').length
  return (
    <chakra.div
      height="full"
      overflow="auto"
      background="surface"
      px="5"
      py="3"
      tabIndex={0}
      role="region"
      aria-label="History"
    >
      {history.fault !== null && (
        <ErrorState
          title="The history on the record could not be read"
          message={history.fault}
          onRetry={() => run(fetchHistory({ documentId }))}
        />
      )}
      <chakra.div display="flex" alignItems="center" gap="3" fontSize="xs" color="muted" pb="2">
        <span>
          {counted(history.totalCount ?? history.rows.length, 'entry', 'entries')} on the record ·{' '}
          {number(history.entries.length)} in this browser's log · {number(matched)} matched
        </span>
        {odd > 0 && <Badge tone="danger">{counted(odd, 'difference')}</Badge>}
        <chakra.span flex="1" />
        <Button
          size="sm"
          icon="retry"
          busy={history.asking}
          onClick={() => run(fetchHistory({ documentId }))}
        >
          Refresh
        </Button>
      </chakra.div>
      {history.hidden > 0 && (
        <chakra.p role="note" fontSize="xs" color="attentionInk" pb="2">
          {counted(history.hidden, 'change')} of coding by others {history.hidden === 1 ? 'is' : 'are'} not
          shown here: your role shows what you did yourself. A review manager sees all.
        </chakra.p>
      )}
      <WholeLog documentId={documentId} />
      {noted > 0 && (
        <chakra.label display="inline-flex" alignItems="center" gap="2" fontSize="xs" minHeight="24px" pb="2">
          <input
            type="checkbox"
            checked={all}
            onChange={(event) => run(showRest({ list: listName, on: event.target.checked }))}
          />
          Also what changed nothing: opened, viewed, downloaded and the like ({number(noted)})
        </chakra.label>
      )}
      <chakra.table
        width="full"
        fontSize="sm"
        css={{
          '& td, & th': {
            paddingBlock: '4px',
            paddingInlineEnd: '12px',
            verticalAlign: 'top',
            textAlign: 'start',
          },
        }}
      >
        <thead>
          <chakra.tr color="faint" fontSize="xs" borderBottomWidth="1px" borderColor="line">
            <th>When</th>
            <th>Who</th>
            <th>What</th>
            <th>How</th>
            <th>On the record</th>
          </chakra.tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <Entry
              key={`${one.commandId ?? ''}${one.entry?.eventId ?? one.rows[0]?.auditId ?? ''}`}
              one={one}
            />
          ))}
        </tbody>
      </chakra.table>
      {shown.length === 0 && (
        <chakra.p py="3" color="muted">
          {history.complete
            ? 'Nobody has coded or changed this document.'
            : 'None of the newest entries is a change. Older entries may be.'}
        </chakra.p>
      )}
      {!history.complete && (
        <chakra.div py="3">
          <Button
            size="sm"
            busy={history.asking}
            onClick={() => run(fetchHistory({ documentId, older: true }))}
          >
            Older entries
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}

/** Up to where this browser's log of the whole project was held against the record. */
function WholeLog({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { log, run } = useUnit({ log: $reconcile, run: dispatch })
  const { missing, differs } = oddCounts(log)
  const here = Object.values(log.odd).some((one) => one.documentId === documentId)
  if (log.at === null && log.acknowledged === 0) return null
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="3"
      fontSize="xs"
      color="muted"
      pb="2"
      data-testid="whole-log"
    >
      <span>
        This browser's log of the project:{' '}
        {log.at === null
          ? 'not checked against the record yet'
          : `checked to row ${number(log.asOf)} of the record, ${exactTime(log.at)}; ${number(log.matched)} found`}
        {log.acknowledged > 0 && `, ${number(log.acknowledged)} to check`}
      </span>
      {missing + differs > 0 && (
        <Badge
          tone="danger"
          title={here ? 'Some of them are of this document.' : 'None of them is of this document.'}
        >
          {[missing > 0 ? `${number(missing)} missing` : '', differs > 0 ? `${number(differs)} differ` : '']
            .filter((part) => part !== '')
            .join(', ')}
        </Badge>
      )}
      <chakra.span flex="1" />
      <Button size="sm" look="quiet" onClick={() => run(check({}))}>
        Verify now
      </Button>
    </chakra.div>
  )
}

const states: Readonly<Record<Reconciled['state'], readonly [Tone, string, string]>> = {
  local: ['neutral', 'local only', 'An edit that was not sent by itself: its save is.'],
  queued: ['info', 'waiting', 'Waits to be sent.'],
  sent: ['info', 'sent', 'Sent; the answer is not here yet.'],
  acknowledged: ['ok', 'acknowledged', 'The server has it.'],
  refused: ['attention', 'refused', 'The server did not take it; nothing was written.'],
  matched: ['ok', 'matched', 'This log and the record say the same.'],
  differs: ['danger', 'differs', 'This log and the record say different things.'],
  missing: ['danger', 'missing', 'The server acknowledged it, and the record does not show it.'],
  foreign: ['neutral', 'record', 'Made elsewhere: by somebody else, or on another machine.'],
  noted: ['neutral', 'noted', 'No change: what the record notes of a document. No browser logs it.'],
}

function Entry({ one }: { readonly one: Reconciled }): ReactElement {
  const { userId, userName } = useWho()
  const [tone, word, meaning] = states[one.state]
  const first = one.rows[0]
  return (
    <chakra.tr borderBottomWidth="1px" borderColor="line" data-state={one.state}>
      <chakra.td whiteSpace="nowrap" color="muted">
        <time dateTime={one.at}>{exactTime(one.at)}</time>
      </chakra.td>
      <td>{first?.userName ?? (one.entry?.userId === userId ? userName || 'You' : '')}</td>
      <td>
        {one.rows.length > 0
          ? one.rows.map((row) => (
              <p key={row.auditId}>
                {said(row)}
                {propagated(row) !== null && (
                  <chakra.span display="block" fontSize="xs" color="muted">
                    {propagated(row)}
                  </chakra.span>
                )}
                {decided(row) !== null && (
                  <chakra.span display="block" fontSize="xs" color="muted">
                    {decided(row)}
                  </chakra.span>
                )}
              </p>
            ))
          : (one.entry?.label ?? '')}
        {one.entry?.message && <chakra.p color="attentionInk">{one.entry.message}</chakra.p>}
      </td>
      <td>
        {first ? (first.field === null ? '' : (first.how ?? '')) : one.entry?.how}
        {first?.apiKey !== undefined && (
          <chakra.span display="block" fontSize="xs" color="muted">
            {`by passkey “${first.apiKey.label}”`}
          </chakra.span>
        )}
      </td>
      <td>
        <Badge tone={tone} title={meaning}>
          {word}
        </Badge>
        {first && (
          <chakra.span
            fontFamily="mono"
            fontSize="xs"
            color="faint"
            ml="2"
            title={`Chain hash ${first.hash}`}
          >
            #{first.seq}
          </chakra.span>
        )}
      </td>
    </chakra.tr>
  )
}
