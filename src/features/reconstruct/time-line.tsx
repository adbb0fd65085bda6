/** The top of the screen: which moment is looked at, the period around it, and how to get to another one. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { choosePeriod, compareWith, movePlayhead, stepPlayhead } from '#src/commands/reconstruct.ts'
import type { PastMoment } from '#src/events/catalog/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import type { Density } from '#src/stores/reconstruct-cache.ts'
import { useActions } from '../ui/actions.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, dayAndTime, exactTime } from '../ui/format.ts'
import { Input } from '../ui/input.tsx'
import { DensityDialog } from './density-dialog.tsx'
import { useMoving } from './handle.tsx'
import { PeriodStrip } from './period-strip.tsx'
import { isWithin, type Span } from './scale.ts'
import { Track } from './track.tsx'
import type { TimeLine } from './use-time-line.ts'
import { momentWords } from './words.ts'

const isoOf = (at: number): string => new Date(at).toISOString()
const atOf = (moment: PastMoment | null, now: number): number =>
  moment === null ? now : Date.parse(moment.at)

export function TimeLineBar({
  line,
  density,
  aside,
}: {
  readonly line: TimeLine
  /** All of the record. */
  readonly density: Density
  readonly aside: ReactNode
}): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { wholeSpan, span, now } = line
  const { filter, playhead, other } = view
  const [pointed, setPointed] = useState<number | null>(null)
  const [table, setTable] = useState(false)
  const shown = line.period.value ?? density
  /** At the end of the record: now, and on with it. */
  const momentAt = (at: number): PastMoment | null => (at >= now ? null : { at: isoOf(at), seq: null })
  const head = useMoving(atOf(playhead, now), (at) => run(movePlayhead({ to: momentAt(at) })))
  const second = useMoving(atOf(other, now), (at) =>
    run(compareWith({ other: { at: isoOf(Math.min(at, now)), seq: null } })),
  )
  const setPeriod = (from: number, to: number) =>
    run(
      choosePeriod({
        from: from <= wholeSpan.from ? null : isoOf(from),
        to: to >= wholeSpan.to ? null : isoOf(to),
      }),
    )
  const begins = useMoving(span.from, (at) => setPeriod(Math.min(at, span.to - 1000), span.to))
  const ends = useMoving(span.to, (at) => setPeriod(span.from, Math.max(at, span.from + 1000)))
  const compare = () => {
    if (other !== null) {
      run(compareWith({ other: null }))
      return
    }
    // Where it is seen at once: a third of the way back, or the beginning where the playhead stands there already.
    const at = Math.max(span.from, Math.min(head.at, span.to) - (span.to - span.from) / 3)
    run(compareWith({ other: { at: isoOf(at), seq: null } }))
  }
  const back = () => run(stepPlayhead({ by: -1 }))
  const on = () => run(stepPlayhead({ by: 1 }))
  useActions([
    {
      id: 'look-back',
      label: 'To the change before',
      group: 'Reconstruct',
      keys: ',',
      icon: 'left',
      run: back,
    },
    { id: 'look-on', label: 'To the next change', group: 'Reconstruct', keys: '.', icon: 'right', run: on },
    {
      id: 'look-now',
      label: 'Look at now',
      group: 'Reconstruct',
      keys: 'n',
      icon: 'jobs',
      run: () => run(movePlayhead({ to: null })),
    },
    {
      id: 'look-compare',
      label: other === null ? 'Compare two moments' : 'End the comparison',
      group: 'Reconstruct',
      keys: 'c',
      icon: 'compare',
      run: compare,
    },
  ])
  const moving = playhead === null || head.at !== Date.parse(playhead.at) ? momentAt(head.at) : playhead
  const isWhole = filter.from === null && filter.to === null
  return (
    <chakra.div background="surface" borderBottomWidth="1px" borderColor="line" flexShrink={0} pb="2">
      <chakra.div display="flex" alignItems="center" gap="2" rowGap="1" flexWrap="wrap" px="3" py="2">
        <chakra.h1 fontSize="lg" mr="2">
          Reconstruct
        </chakra.h1>
        <IconButton icon="left" label="To the change before" keys="," onClick={back} />
        <IconButton
          icon="right"
          label="To the next change"
          keys="."
          disabled={playhead === null}
          onClick={on}
        />
        <chakra.output aria-label="The moment looked at" minWidth="232px" whiteSpace="nowrap">
          <chakra.span color="muted">As of </chakra.span>
          <chakra.span fontWeight={600}>{moving === null ? 'now' : momentWords(moving)}</chakra.span>
          {moving !== null && moving.seq !== null && (
            <chakra.span fontFamily="mono" fontSize="xs" color="faint" ml="2">
              #{moving.seq}
            </chakra.span>
          )}
        </chakra.output>
        <Button size="sm" disabled={playhead === null} onClick={() => run(movePlayhead({ to: null }))}>
          Now
        </Button>
        <GoTo at={head.at} now={now} onGo={(at) => run(movePlayhead({ to: momentAt(at) }))} />
        <Button
          size="sm"
          icon="compare"
          look={other === null ? 'plain' : 'quiet'}
          aria-pressed={other !== null}
          onClick={compare}
        >
          {other === null ? 'Compare' : 'End comparison'}
        </Button>
        {other !== null && (
          <chakra.span fontSize="xs" color="muted" whiteSpace="nowrap">
            with B, {momentWords({ at: isoOf(second.at) })}
          </chakra.span>
        )}
        <chakra.span flex="1" />
        {aside}
      </chakra.div>
      <Track
        density={shown}
        span={span}
        stale={line.period.stale}
        playhead={head}
        playheadWords={moving === null ? 'Now, the end of the record' : momentWords(moving)}
        other={other === null ? null : second}
        onPoint={setPointed}
      />
      <PeriodStrip
        density={density}
        span={wholeSpan}
        from={begins}
        to={ends}
        playhead={head.at}
        onPeriod={setPeriod}
      />
      <chakra.div
        display="flex"
        alignItems="center"
        gap="3"
        px="3"
        pt="1"
        minHeight="28px"
        fontSize="xs"
        color="muted"
        flexWrap="wrap"
      >
        <span data-testid="period-words">
          {pointed === null ? periodWords(isWhole, span, shown) : pointedWords(shown, pointed)}
        </span>
        <chakra.span flex="1" />
        <Legend density={shown} />
        {!isWhole && (
          <Button size="sm" look="quiet" onClick={() => run(choosePeriod({ from: null, to: null }))}>
            Whole record
          </Button>
        )}
        <Button size="sm" look="quiet" icon="log" onClick={() => setTable(true)}>
          As a table
        </Button>
      </chakra.div>
      {table && (
        <DensityDialog
          density={shown}
          onClose={() => setTable(false)}
          onGo={(at) => {
            setTable(false)
            run(movePlayhead({ to: momentAt(at) }))
          }}
        />
      )}
    </chakra.div>
  )
}

const periodWords = (isWhole: boolean, span: Span, density: Density): string =>
  `${isWhole ? 'Whole record' : 'Period'}: ${dayAndTime(isoOf(span.from))} to ${dayAndTime(isoOf(span.to))}, ${counted(density.total, 'change')}`

/** What stands under the pointer. */
function pointedWords({ from, binMs, counts, marks }: Density, at: number): string {
  const index = Math.floor((at - Date.parse(from)) / binMs)
  const starts = Date.parse(from) + index * binMs
  const count = counts[index] ?? 0
  const said = `${exactTime(isoOf(starts))}: ${counted(count, 'change')} in ${spanWords(binMs)}`
  const near = marks.filter((mark) =>
    isWithin({ from: starts - binMs, to: starts + 2 * binMs }, Date.parse(mark.at)),
  )
  return near.length === 0
    ? said
    : `${said} · ${near.map(({ title, state }) => `${title}: ${state}`).join(', ')}`
}

const spanWords = (ms: number): string => {
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`
  return counted(Math.round(ms / 86_400_000), 'day')
}

function Legend({ density }: { readonly density: Density }): ReactElement {
  const drawn = density.marks.length
  return (
    <chakra.span display={{ base: 'none', md: 'inline-flex' }} alignItems="center" gap="3" color="faint">
      <span>
        <Sign colour="accent" /> changes
      </span>
      {drawn > 0 && (
        <span>
          <Sign colour="okBar" turned /> imports
        </span>
      )}
      {density.marks.some(({ kind }) => kind === 'job') && (
        <span>
          <Sign colour="infoBar" turned /> other jobs
        </span>
      )}
      {density.marksTotal > drawn && (
        <span>
          the last {drawn} of {density.marksTotal} jobs
        </span>
      )}
    </chakra.span>
  )
}

const Sign = ({ colour, turned = false }: { readonly colour: string; readonly turned?: boolean }) => (
  <chakra.span
    display="inline-block"
    width="8px"
    height="8px"
    mr="1"
    background={colour}
    transform={turned ? 'rotate(45deg)' : 'none'}
    aria-hidden
  />
)

/** The exact moment, typed. */
function GoTo({
  at,
  now,
  onGo,
}: {
  readonly at: number
  readonly now: number
  readonly onGo: (at: number) => void
}): ReactElement {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button size="sm" look="quiet" onClick={() => setOpen(true)}>
        Go to …
      </Button>
    )
  return (
    <chakra.form
      display="inline-flex"
      gap="1"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('moment')
        const to = typeof typed === 'string' ? new Date(typed).getTime() : Number.NaN
        if (!Number.isNaN(to)) onGo(Math.min(to, now))
        setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <Input
        name="moment"
        type="datetime-local"
        step="1"
        aria-label="The moment to look at, by your clock"
        defaultValue={localWords(at)}
        width="210px"
        height="26px"
        fontSize="xs"
        autoFocus
      />
      <Button size="sm" type="submit">
        Go
      </Button>
    </chakra.form>
  )
}

/** As the browser's own input writes it: by the reader's clock. */
function localWords(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
