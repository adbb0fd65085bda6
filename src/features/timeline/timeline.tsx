/** The event log: what was done, what it became, what was called, how it ended. For developers, and anyone curious. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dispatch } from '../../commands/dispatch.ts'
import { showRest } from '../../commands/shell.ts'
import type { LogKind } from '../../events/envelope.ts'
import { $whole } from '../../stores/shell.ts'
import { $tabId } from '../../stores/tab.ts'
import { $timeline, type LogSource } from '../../stores/timeline.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ChosenEntry, placeOf } from './chosen-entry.tsx'
import { EventTree } from './event-tree.tsx'
import { addressOf, filterIn } from './filter-address.ts'
import { countsOf, FilterBar } from './filter-bar.tsx'
import { Folding } from './folding.tsx'
import { gestureRows } from './gesture-rows.ts'
import { type IndexFilter, noFilter } from './log-filter.ts'
import { ScrubBar } from './scrub-bar.tsx'
import { ClockBar, ImportedBar, SessionMenu } from './session-bar.tsx'
import { useInside, useLog } from './use-log.ts'
import { useLookBack } from './use-look-back.ts'

const logs: readonly (readonly [LogKind, string])[] = [
  ['project', 'This project'],
  ['account', 'Your account'],
  ['device', 'This tab (before sign-in, network)'],
]
/** As the settings of its list name it. */
const logName = 'event log'
const nothing = new Uint32Array()

/** `about`: the log that it opens on. Where no project is chosen there is none of a project. */
export function Timeline({ about }: { readonly about: 'account' | 'project' }): ReactElement {
  const { projectId } = useWho()
  const [tabId, door, whole, run] = useUnit([$tabId, $timeline, $whole, dispatch])
  const [imported, setImported] = useState<LogSource | null>(null)
  const source = imported ?? door?.live ?? null
  const [address, setAddress] = useSearchParams()
  const choices = logs.filter(([kind]) =>
    imported === null ? kind !== 'project' || projectId !== null : imported.log(kind) !== null,
  )
  const asked = address.get('log') ?? about
  const kind =
    (choices.find(([one]) => one === asked) ??
      choices.find(([one]) => one === 'account') ??
      choices[0])?.[0] ?? 'account'
  const [text, setText] = useState('')
  const linked = useMemo(() => filterIn(address), [address])
  const work = whole[logName] !== true
  const filter = useMemo(() => ({ ...linked, text, work }), [linked, text, work])
  const setFilter = (next: IndexFilter) => {
    if (next.work !== work) run(showRest({ list: logName, on: !next.work }))
    setText(next.text)
    const to = addressOf(next, kind)
    if (to.toString() !== addressOf(linked, kind).toString()) setAddress(to, { replace: true })
  }

  const { log, failed } = useLog(source, kind)
  const counts = useMemo(() => countsOf(log?.index ?? null), [log])
  const wanted = useDeferredValue(filter)
  const passed = useMemo(() => log?.index.filter(wanted) ?? nothing, [log, wanted])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const inside = useInside(source, kind, log, open)
  const rows = useMemo(
    () => (log === null ? null : gestureRows(log.index, passed, inside)),
    [log, passed, inside],
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const at = chosen === null ? -1 : (rows?.find(chosen) ?? -1)
  const row = useMemo(() => rows?.at(at) ?? null, [rows, at])
  const count = rows?.count ?? 0

  const lookBack = useLookBack(door)
  const { open: openPast } = lookBack
  const place = useMemo(() => row && placeOf(row, kind), [row, kind])
  const look = useMemo(
    () => (place && source ? () => openPast(source, place) : null),
    [place, source, openPast],
  )
  useActions([
    ...(look === null
      ? []
      : [
          {
            id: 'look-back',
            label: 'Look at the screen as it stood',
            group: 'Event log',
            keys: 'l',
            run: look,
          },
        ]),
  ])

  const turn = useCallback(
    (id: string, on?: boolean) =>
      setOpen((before) => {
        const next = new Set(before)
        if (on ?? !before.has(id)) next.add(id)
        else next.delete(id)
        return next
      }),
    [],
  )
  const gestures = log?.index.gestures() ?? 0
  const isOpening = log === null && !failed && (source?.log(kind) ?? null) !== null
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.h1 srOnly>Event log</chakra.h1>
      {imported?.imported && <ImportedBar session={imported.imported} onClose={() => setImported(null)} />}
      <ClockBar imported={imported?.imported ?? null} />
      <chakra.div
        display="flex"
        gap="2"
        p="2"
        alignItems="center"
        flexWrap="wrap"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <Select
          aria-label="Which log"
          width="180px"
          value={kind}
          choices={choices.map(([value, label]) => ({ value, label }))}
          onChoose={(value) =>
            setAddress(addressOf(linked, logs.find(([one]) => one === value)?.[0] ?? about), {
              replace: true,
            })
          }
        />
        <FilterBar filter={filter} onFilter={setFilter} counts={counts} tabId={tabId} />
        <chakra.span role="status" color="faint" fontSize="xs" ml="auto">
          {passed.length < gestures && `${number(passed.length)} of `}
          {counted(gestures, 'gesture')}, {counted(log?.index.size() ?? 0, 'event')}
          {log !== null && log.left > 0 && `, ${number(log.left)} older ones to come`}
        </chakra.span>
        {door && source && (
          <SessionMenu
            door={door}
            source={source}
            log={kind}
            index={log?.index ?? null}
            passed={passed}
            filter={filter}
            onOpen={setImported}
          />
        )}
      </chakra.div>
      {lookBack.folding !== null && (
        <chakra.div px="3" py="2">
          <Folding {...lookBack.folding} what="Folding the past" />
        </chakra.div>
      )}
      {lookBack.failed && (
        <chakra.p role="alert" px="3" py="2" background="dangerGround" color="dangerInk" fontSize="sm">
          The past could not be folded. Try again, or choose another event.
        </chakra.p>
      )}
      <chakra.div
        display="grid"
        gridTemplateColumns={{
          base: '1fr',
          md: 'minmax(0, 3fr) minmax(0, 2fr)',
          lg: 'minmax(0, 5fr) minmax(0, 3fr) minmax(0, 3fr)',
        }}
        gridTemplateRows={{ base: '1fr 1fr 1fr', md: '1fr 1fr', lg: '1fr' }}
        flex="1"
        minHeight="0"
      >
        <chakra.div minHeight="0" minWidth="0" gridRow={{ md: '1 / span 2', lg: '1' }}>
          {door === null ? (
            <EmptyState icon="log" title="The log cannot be read from here">
              A window that shows the past has no log of its own: return to now to go on reading.
            </EmptyState>
          ) : failed ? (
            <ErrorState
              title="The log could not be read"
              message="The browser refused it. Load the page again."
            />
          ) : isOpening ? (
            <Skeleton rows={8} />
          ) : gestures > 0 && count === 0 ? (
            <EmptyState
              icon="filter"
              title="Nothing passes the filter"
              action={<Button onClick={() => setFilter(noFilter)}>Show everything</Button>}
            >
              {counted(gestures, 'gesture')} of this log {gestures === 1 ? 'is' : 'are'} left out.
            </EmptyState>
          ) : rows === null || count === 0 ? (
            <EmptyState icon="log" title="Nothing here yet">
              What you do appears here as it happens, with every call that it causes.
            </EmptyState>
          ) : (
            <EventTree rows={rows} open={open} onTurn={turn} at={at} row={row} onChoose={setChosen} />
          )}
        </chakra.div>
        <ChosenEntry door={door} source={source} log={kind} row={row} onLook={look} />
      </chakra.div>
      {log !== null && source !== null && gestures > 0 && (
        <ScrubBar index={log.index} log={kind} at={place} onLook={(to) => openPast(source, to)} />
      )}
    </chakra.div>
  )
}
