/** Taking a session along as a file, and opening one that somebody else took. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { exportSession, noteImport } from '#src/commands/timeline.ts'
import type { LogKind } from '../../events/envelope.ts'
import {
  $clockAhead,
  $timeline,
  exportPlans,
  type ImportedSession,
  type LogSource,
  type TimelineDoor,
} from '../../stores/timeline.ts'
import { Button } from '../ui/button.tsx'
import { counted, exactTime, fileSize } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { type IndexFilter, noFilter } from './log-filter.ts'
import type { LogIndex } from './log-index.ts'
import { span } from './times.ts'

export function SessionMenu({
  door,
  source,
  log,
  index,
  passed,
  filter,
  onOpen,
}: {
  readonly door: TimelineDoor
  readonly source: LogSource
  readonly log: LogKind
  readonly index: LogIndex | null
  /** The gestures that pass the filter. */
  readonly passed: Uint32Array
  readonly filter: IndexFilter
  readonly onOpen: (source: LogSource) => void
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState<{ done: number; total: number; since: number } | null>(null)
  const [failed, setFailed] = useState(false)
  const run = useUnit(dispatch)
  const take = useExport(log, index, passed)
  const read = (file: File) => {
    const since = performance.now()
    setFailed(false)
    setReading({ done: 0, total: file.size, since })
    door
      .tools()
      .then((tools) => tools.read(file, file.name, (done, total) => setReading({ done, total, since })))
      .then(
        (opened) => {
          setReading(null)
          const { events = 0, fault = null } = opened.imported ?? {}
          run(noteImport({ name: file.name, events, firstBadLine: fault?.line ?? null }))
          onOpen(opened)
        },
        () => {
          setReading(null)
          setFailed(true)
        },
      )
  }
  const filtered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".ndjson,.jsonl,application/x-ndjson"
        hidden
        aria-label="Session file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) read(file)
          event.currentTarget.value = ''
        }}
      />
      <Menu
        end
        trigger={<Button icon="file">Session</Button>}
        groups={[
          {
            items:
              source.imported === null
                ? [
                    {
                      id: 'export',
                      label: 'Export the session',
                      icon: 'download' as const,
                      note: 'Every log of this tab: it can be looked back at elsewhere',
                      run: () => take('all'),
                    },
                    {
                      id: 'export-log',
                      label: 'Export this log',
                      icon: 'download' as const,
                      run: () => take('this log'),
                    },
                    ...(filtered
                      ? [
                          {
                            id: 'export-filtered',
                            label: 'Export what passes the filter',
                            icon: 'download' as const,
                            note: counted(passed.length, 'gesture'),
                            run: () => take('what passed a filter'),
                          },
                        ]
                      : []),
                  ]
                : [],
          },
          {
            items: [
              {
                id: 'open',
                label: 'Open a session file',
                icon: 'upload' as const,
                run: () => picker.current?.click(),
              },
            ],
          },
        ]}
      />
      {reading !== null && (
        <chakra.div width="260px">
          <ProgressBar
            label="Reading the session"
            done={reading.done}
            all={reading.total}
            unit={fileSize}
            {...pace(reading)}
          />
        </chakra.div>
      )}
      {failed && (
        <chakra.span role="alert" color="dangerInk" fontSize="sm">
          The file could not be read. Try again.
        </chakra.span>
      )}
    </>
  )
}

function pace({ done, total, since }: { done: number; total: number; since: number }) {
  const seconds = (performance.now() - since) / 1_000
  if (seconds < 1 || done === 0) return {}
  const each = done / seconds
  return { rate: `${fileSize(each)}/s`, secondsLeft: (total - done) / each }
}

/** What is taken: every log whole, this one, or the events of the gestures that pass. */
function useExport(log: LogKind, index: LogIndex | null, passed: Uint32Array) {
  const [run, plan] = useUnit([dispatch, exportPlans.put])
  const door = useUnit($timeline)
  return (part: 'all' | 'this log' | 'what passed a filter') => {
    const key = nanoid()
    const kinds = part === 'all' ? allKinds : [log]
    const only =
      part === 'what passed a filter' && index !== null
        ? new Set([...passed].flatMap((number) => index.seqsOf(number)))
        : null
    if (only !== null) plan({ key, value: new Map([[log, only]]) })
    void Promise.all(
      kinds.map((kind) => (door?.live.log(kind) ?? null)?.head().then((to) => ({ log: kind, from: 1, to }))),
    ).then((logs) => run(exportSession({ key, part, logs: logs.filter((one) => one !== undefined) })))
  }
}

const allKinds: readonly LogKind[] = ['device', 'account', 'project']

/** What an imported session is, and how far it can be believed. */
export function ImportedBar({
  session,
  onClose,
}: {
  readonly session: ImportedSession
  readonly onClose: () => void
}): ReactElement {
  const { name, by, exportedAt, events, fault, quarantined, part, program } = session
  const strange = [...new Set(quarantined.map(({ type }) => type))]
  return (
    <chakra.div
      role="region"
      aria-label="Imported session"
      display="flex"
      gap="3"
      alignItems="center"
      flexWrap="wrap"
      px="3"
      py="2"
      fontSize="sm"
      background={fault === null ? 'infoGround' : 'dangerGround'}
      color={fault === null ? 'infoInk' : 'dangerInk'}
    >
      <Icon name={fault === null ? 'file' : 'error'} />
      <chakra.div flex="1 1 240px" minWidth="0">
        <chakra.p>
          Imported: {name}
          {by !== '' && `, by ${by}`}
          {exportedAt !== '' && `, ${exactTime(exportedAt)}`}
          {program !== '' && `, version ${program}`}. {counted(events, 'event')}, read-only
          {part !== '' && part !== 'all' && `; it holds only ${part}`}.
        </chakra.p>
        {fault !== null && (
          <chakra.p role="alert">
            Line {fault.line}: {fault.words} {events > 0 && 'What stands before it is shown.'}
          </chakra.p>
        )}
        {strange.length > 0 && (
          <chakra.p>
            {counted(quarantined.length, 'event')} set aside: this version of the program does not understand{' '}
            {strange.join(', ')}, or what follows it.
          </chakra.p>
        )}
      </chakra.div>
      <Button icon="close" onClick={onClose}>
        Back to this browser's log
      </Button>
    </chakra.div>
  )
}

/** Less is the noise of two good clocks. */
const worthSaying = 60_000

export function ClockBar({ imported }: { readonly imported: ImportedSession | null }): ReactElement | null {
  const own = useUnit($clockAhead)
  const ahead = imported === null ? own : imported.clockAhead
  if (ahead === null || Math.abs(ahead) <= worthSaying) return null
  return (
    <chakra.p role="status" px="3" py="2" fontSize="sm" background="attentionGround" color="attentionInk">
      <Icon name="warning" size={14} />{' '}
      {imported === null ? "This computer's clock is" : "That computer's clock was"} {span(Math.abs(ahead))}{' '}
      {ahead > 0 ? 'ahead of' : 'behind'} the server's; order does not depend on it.
    </chakra.p>
  )
}
