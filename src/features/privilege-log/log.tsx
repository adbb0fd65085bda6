/** The log as it stands: filters with their counts, the sheet, and below it all of the row that the keyboard is on. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { type LogFilter, logFilter, privilegeLogLimits } from '#contracts/privilege-log.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAtRows, writeCells } from '#src/commands/privilege-log.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { logStream } from '#src/events/catalog/privilege-log.ts'
import { privilegeLogRows, privilegeLogSettings } from '#src/reads/privilege-log.ts'
import { overlayOf, privilegeLog } from '#src/stores/privilege-log.ts'
import { trailOf, undoTrail } from '#src/stores/undo.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Grid, type GridColumn, type Place } from './grid.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { RowDetails } from './row-details.tsx'
import { changeOf, type ShownRow, shownCell, shownRow, typedInto } from './shown-row.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import { filterNames, partPath } from './words.ts'
import { WriteDialog } from './write-dialog.tsx'

/** Ms without a save after which counts and rows are asked for anew. */
const quiet = 1_500

const orders = [
  { value: 'number', label: 'By log number' },
  { value: 'date', label: 'By date, oldest first' },
  { value: 'dateDown', label: 'By date, newest first' },
]

const none: ReadonlySet<number> = new Set()
const noColumns: readonly GridColumn[] = []

export function Log({ frame }: { readonly frame: Frame }): ReactElement {
  const { run, state, trails } = useUnit({
    run: dispatch,
    state: privilegeLog.$state,
    trails: undoTrail.$state,
  })
  const { can } = useWho()
  const mayWrite = can('privilegeLog.edit')
  const [filter, setFilter] = useState<LogFilter>('all')
  const [order, setOrder] = useState('number')
  /** Where the pages before this one began; none: this is the first. */
  const [path, setPath] = useState<readonly string[]>([])
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [chosen, setChosen] = useState(none)
  const [writing, setWriting] = useState(false)
  const asked = {
    ...{ filter, after: path.at(-1) ?? null },
    ...(order === 'number'
      ? ({ sort: 'number', descending: false } as const)
      : ({ sort: 'date', descending: order === 'dateDown' } as const)),
  }
  const answer = useRead(privilegeLogRows, asked, { asOf: useSettled(state.saved) })
  const settings = useRead(privilegeLogSettings, {}, { once: true }).value?.settings
  const { value } = answer
  // Another page is on its way: what holds for all of them stays where it is.
  const last = useRef(value)
  if (value !== null) last.current = value
  const log = last.current
  const { rows: fetched, renew } = useSteadyRows(privilegeLogRows.key(asked), value)
  const { known, saves, conflicts } = state
  const rows = useMemo(
    () => fetched.map((row) => shownRow(row, overlayOf({ known, saves, conflicts }, row.documentId))),
    [fetched, known, saves, conflicts],
  )
  const columns = useMemo(
    () => log?.columns.filter(({ source }) => source !== 'Control_Number') ?? noColumns,
    [log?.columns],
  )
  const trail = trailOf(trails, logStream)
  const canUndo = mayWrite && trail.done.length > 0
  const canRedo = mayWrite && trail.undone.length > 0
  const takeBack = () => canUndo && run(undo({ stream: logStream }))
  const putForth = () => canRedo && run(redo({ stream: logStream }))
  useActions([
    { id: 'privilegeLog.undo', label: 'Undo', group: 'Privilege log', keys: 'Ctrl+Z', run: takeBack },
    {
      ...{ id: 'privilegeLog.redo', label: 'Redo', group: 'Privilege log', keys: 'Ctrl+Shift+Z' },
      ...{ alsoKeys: ['Ctrl+Y'], run: putForth },
    },
  ])
  const place = {
    row: Math.min(at.row, Math.max(0, rows.length - 1)),
    column: Math.min(at.column, columns.length),
  }
  const onto = rows[place.row]
  const column = columns[place.column - 1]
  const turn = (to: readonly string[]) => {
    setPath(to)
    setAt({ row: 0, column: place.column })
    setChosen(none)
  }
  const write = (targets: readonly ShownRow[], source: string, text: string | null) =>
    run(
      writeCells({
        changes: targets.map((shown) =>
          changeOf(shown, { [source]: text === null ? null : typedInto(shownCell(shown, source), text) }),
        ),
      }),
    )
  const chosenRows = rows.filter(({ row }) => chosen.has(row.documentId))
  const fill = ({ row, column: on }: Place) => {
    const source = columns[on - 1]?.source
    const own = rows[row]
    if (source === undefined || own === undefined) return
    const others = chosenRows.filter((one) => one !== own)
    const above = rows[row - 1]
    if (others.length > 0) write(others, source, shownCell(own, source).text)
    else if (above !== undefined) write([own], source, shownCell(above, source).text)
  }
  const phrasesOf = (source: string): readonly string[] =>
    source === 'Basis' ? (settings?.bases ?? []) : source === 'Description' ? (settings?.phrases ?? []) : []
  const isBare = log !== null && log.counts.all === 0
  const failed = saves.filter(({ message }) => message !== null).length
  return frame(
    <>
      {log === null && (
        <Missing
          answer={answer}
          rows={12}
          title="The privilege log could not be loaded"
          onRetry={answer.again}
        />
      )}
      {isBare && (
        <chakra.section background="surface" borderWidth="1px" borderColor="line" borderRadius="lg">
          <EmptyState
            icon="lock"
            title="Nothing is on the privilege log"
            action={
              can('production.manage') ? (
                <ButtonTo look="primary" to={partPath('settings')}>
                  Say what is privileged
                </ButtonTo>
              ) : undefined
            }
          >
            It is made by itself: of documents that a search finds, as those that are coded privileged, of
            what a production withholds, and of redactions that are labeled for privilege. The settings say
            which.
          </EmptyState>
        </chakra.section>
      )}
      {log !== null && !isBare && (
        <chakra.section
          aria-label="The log as it stands"
          background="surface"
          borderWidth="1px"
          borderColor="line"
          borderRadius="lg"
          overflow="clip"
          minWidth="0"
        >
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="2"
            px="3"
            py="1.5"
            borderBottomWidth="1px"
            borderColor="line"
          >
            <chakra.div role="group" aria-label="Rows to show" display="flex" gap="0.5">
              {logFilter.options.map((one) => (
                <Button
                  key={one}
                  look="quiet"
                  size="sm"
                  aria-pressed={one === filter}
                  onClick={() => {
                    setFilter(one)
                    turn([])
                  }}
                >
                  {filterNames[one]} <chakra.span color="faint">{number(log.counts[one])}</chakra.span>
                </Button>
              ))}
            </chakra.div>
            <chakra.div width="170px">
              <Select
                aria-label="Order"
                height="26px"
                fontSize="xs"
                value={order}
                choices={orders}
                onChoose={(next) => {
                  setOrder(next)
                  turn([])
                }}
              />
            </chakra.div>
            <IconButton
              icon="retry"
              label="Refresh the rows"
              onClick={() => {
                renew()
                answer.again()
              }}
            />
            <chakra.span flex="1" />
            <chakra.span role="status" fontSize="xs" color={failed > 0 ? 'dangerInk' : 'muted'}>
              {failed > 0
                ? `${counted(failed, 'save')} did not succeed`
                : saves.length > 0
                  ? 'Saving'
                  : state.leftAlone.length > 0
                    ? `Left as somebody else has written it since: ${state.leftAlone.slice(0, 3).join(', ')}${state.leftAlone.length > 3 ? ' and others' : ''}`
                    : chosen.size > 0
                      ? `${counted(chosen.size, 'row')} chosen`
                      : ''}
            </chakra.span>
            {mayWrite && (
              <>
                <Button size="sm" disabled={chosen.size === 0} onClick={() => setWriting(true)}>
                  Write into chosen rows
                </Button>
                <Button
                  size="sm"
                  keys="Ctrl+D"
                  disabled={column?.writable !== true || chosenRows.every((one) => one === onto)}
                  onClick={() => fill(place)}
                >
                  Fill
                </Button>
                <IconButton icon="undo" label="Undo" keys="Ctrl+Z" waits={!canUndo} onClick={takeBack} />
                <IconButton
                  icon="redo"
                  label="Redo"
                  keys="Ctrl+Shift+Z"
                  waits={!canRedo}
                  onClick={putForth}
                />
              </>
            )}
          </chakra.div>
          {value === null ? (
            <Missing
              answer={answer}
              rows={12}
              title="The privilege log could not be loaded"
              onRetry={answer.again}
            />
          ) : rows.length === 0 ? (
            <EmptyState
              icon="ok"
              title={filter === 'toDescribe' ? 'All is described' : 'No row of this kind'}
            >
              {filter === 'changed'
                ? 'Rows stand here whose record has changed since somebody wrote into them.'
                : 'Other rows are on the log: choose All.'}
            </EmptyState>
          ) : (
            <Grid
              rows={rows}
              columns={columns}
              mayWrite={mayWrite}
              phrasesOf={phrasesOf}
              chosen={chosen}
              onChoose={setChosen}
              at={place}
              onMove={setAt}
              onWrite={(shown, source, text) => write([shown], source, text)}
              onFill={fill}
            />
          )}
          <chakra.nav
            aria-label="Pages of the log"
            display="flex"
            alignItems="center"
            gap="2"
            px="3"
            py="1.5"
            borderTopWidth="1px"
            borderColor="line"
          >
            <chakra.span fontSize="xs" color="muted" flex="1">
              {value !== null && counted(value.totalCount, 'row')}
              {value !== null &&
                value.totalCount > rows.length &&
                `, ${number(path.length * privilegeLogLimits.page + 1)} to ${number(path.length * privilegeLogLimits.page + rows.length)} shown`}
            </chakra.span>
            {(path.length > 0 || (value?.next ?? null) !== null) && (
              <>
                <Button size="sm" disabled={path.length === 0} onClick={() => turn(path.slice(0, -1))}>
                  Earlier
                </Button>
                <Button
                  size="sm"
                  disabled={(value?.next ?? null) === null}
                  onClick={() => typeof value?.next === 'string' && turn([...path, value.next])}
                >
                  Later
                </Button>
              </>
            )}
          </chakra.nav>
          {onto !== undefined && (
            <RowDetails
              shown={onto}
              column={column}
              columns={columns}
              mayWrite={mayWrite}
              onShowRecord={(source) => write([onto], source, null)}
              onLookedAt={() =>
                run(
                  lookAtRows({
                    rows: [
                      {
                        ...{ documentId: onto.row.documentId, controlNumber: onto.row.controlNumber },
                        version: onto.version,
                      },
                    ],
                  }),
                )
              }
            />
          )}
        </chakra.section>
      )}
      {writing && (
        <WriteDialog
          rows={chosenRows}
          phrasesOf={phrasesOf}
          onWrite={(values) =>
            run(
              writeCells({
                changes: chosenRows.map((shown) =>
                  changeOf(
                    shown,
                    Object.fromEntries(
                      Object.entries(values).map(([source, text]) => [
                        source,
                        typedInto(shownCell(shown, source), text),
                      ]),
                    ),
                  ),
                ),
              }),
            )
          }
          onClose={() => setWriting(false)}
        />
      )}
    </>,
  )
}

/** A figure once it has stood still for a moment. */
function useSettled(figure: number): number {
  const [settled, setSettled] = useState(figure)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(figure), quiet)
    return () => clearTimeout(timer)
  }, [figure])
  return settled
}
