/** What could not be read wholly: where it was, why, its bytes, and what was done about it. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap, useUnit } from 'effector-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { pathOf, type ReplyOf } from '#contracts/call.ts'
import {
  type ExceptionRow,
  exceptionBytes,
  type exceptionFigures as exceptionFiguresCall,
  exceptionsCsv,
} from '#contracts/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { type ExceptionFilter, exceptionFigures, exceptions } from '#src/reads/collect.ts'
import { collect } from '#src/stores/collect.ts'
import { jobColumn } from '../jobs/job-column.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, day, exactTime, fileSize, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Menu } from '../ui/menu.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ExceptionFigures } from './exception-figures.tsx'
import { ExceptionFilters } from './exception-filters.tsx'
import { ExceptionSum } from './exception-sum.tsx'
import { asQuery, everything, type Narrowed } from './figures.ts'
import { ReplacingFiles } from './replacing-files.tsx'
import { type ExceptionAct, useExceptionActs } from './use-exception-acts.tsx'
import { exceptionNames, keptAs, resolutionNames, severityMeanings, severityNames } from './words.ts'

const nobody: ReadonlySet<number> = new Set()
const nothing: ReplyOf<typeof exceptionFiguresCall> = { data: [], totalCount: 0, lastAccepted: null }

/** The exceptions of the project, or of a job. Which of them are listed is nobody's concern but its own. */
export function ExceptionsTable(
  props: Omit<ComponentProps<typeof NarrowedExceptions>, 'narrowed' | 'onNarrow'>,
): ReactElement {
  const [narrowed, setNarrowed] = useState(everything)
  return <NarrowedExceptions {...props} narrowed={narrowed} onNarrow={setNarrowed} />
}

/** The exceptions that these filters leave, with their figures and what can be done about them. */
export function NarrowedExceptions({
  projectId,
  jobId,
  asOf,
  narrowed,
  onNarrow,
}: {
  readonly projectId: number
  readonly jobId: number | null
  /** How far the work is: when it has moved on, they are asked for again. */
  readonly asOf: string | number
  readonly narrowed: Narrowed
  readonly onNarrow: (to: Narrowed) => void
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const [chosen, setChosen] = useState(nobody)
  const settled = useStoreMap({
    store: collect.$state,
    keys: [projectId],
    fn: (state, [of]) => state.settled[of] ?? 0,
  })
  const filter: ExceptionFilter = { projectId, jobId, ...narrowed }
  const moment = { asOf: `${asOf} ${settled}` }
  const { value, failure, again } = useRead(exceptions, { ...filter, after: null }, moment)
  const figures = useRead(exceptionFigures, { projectId, jobId }, moment).value ?? nothing
  const { actsOf, dialog } = useExceptionActs(projectId)
  const rows = value?.rows ?? []
  const picked = rows.filter(({ exceptionId }) => chosen.has(exceptionId))
  const managing = who.can('collect.manage')
  const choose = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    for (const one of ids) {
      if (on) next.add(one)
      else next.delete(one)
    }
    setChosen(next)
  }
  const clear = () => setChosen(nobody)
  const isNarrowed = Object.values(narrowed).some((one) => one !== null)
  const narrow = (to: Narrowed) => {
    onNarrow(to)
    clear()
  }
  const last = rows.at(-1)
  return (
    <>
      {(isNarrowed || rows.length > 0) && (
        <ExceptionFilters
          value={narrowed}
          figures={figures.data}
          csv={`${pathOf(exceptionsCsv)}?${asQuery(projectId, jobId, narrowed)}`}
          onChange={narrow}
        />
      )}
      {figures.data.length > 0 && (
        <ExceptionFigures figures={figures.data} value={narrowed} onChange={narrow} />
      )}
      {/* Whatever row is looked at, what can be done about those that are chosen stays in view; and nothing moves as they are. */}
      <chakra.div position="sticky" top="0" zIndex="1" background="surface">
        {managing && picked.length > 0 ? (
          <ChosenBar picked={picked} acts={actsOf(picked, clear)} onClear={clear} />
        ) : (
          figures.data.length > 0 && (
            <ExceptionSum figures={figures} filter={filter} narrowed={narrowed} managing={managing} />
          )
        )}
      </chakra.div>
      {managing && <ReplacingFiles projectId={projectId} />}
      {value === null && failure === null && <Skeleton rows={4} />}
      {value === null && failure !== null && (
        <ErrorState title="Exceptions could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && rows.length === 0 && (
        <EmptyState icon="ok" title={isNarrowed ? 'None of this kind' : 'No exceptions'}>
          {isNarrowed
            ? 'Other exceptions may be there: choose other kinds above.'
            : 'Everything that was read so far could be read wholly.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        // Whoever walks up the rows by keyboard sees each: none stops under the bar above them.
        <chakra.div overflowX="auto" css={{ '& :is(a, button, input)': { scrollMarginTop: '96px' } }}>
          <Table
            label="Exceptions"
            rows={rows}
            columns={[
              ...(managing ? [choice(rows, chosen, choose)] : []),
              ...columnsFor(projectId, jobId === null && who.can('job.view')),
              actions(projectId, (row) =>
                managing ? actsOf([row], () => choose([row.exceptionId], false)) : none,
              ),
            ]}
            keyOf={(row) => row.exceptionId}
          />
        </chakra.div>
      )}
      {value !== null && rows.length < value.totalCount && last !== undefined && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
          {number(rows.length)} of {number(value.totalCount)}
          <Button size="sm" onClick={() => run(exceptions.request({ ...filter, after: last.exceptionId }))}>
            Show more
          </Button>
        </chakra.div>
      )}
      {dialog}
    </>
  )
}

const none: readonly ExceptionAct[] = []

/** How many are chosen, and what can be done about them. */
function ChosenBar({
  picked,
  acts,
  onClear,
}: {
  readonly picked: readonly ExceptionRow[]
  readonly acts: readonly ExceptionAct[]
  readonly onClear: () => void
}): ReactElement {
  const open = picked.filter(({ resolution }) => resolution === 'open').length
  return (
    <chakra.div
      role="group"
      aria-label="What is done about the exceptions that are chosen"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      minHeight="45px"
      px="4"
      py="2"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <chakra.span role="status" mr="2">
        {counted(picked.length, 'exception')} chosen
        {open < picked.length && `, ${number(open)} of them open`}
      </chakra.span>
      {acts.map(({ id, label, icon, run }) => (
        <Button key={id} size="sm" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      <Button size="sm" look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </chakra.div>
  )
}

const severityTones = { high: 'danger', medium: 'attention', low: 'neutral' } as const

/** A box before each row, and one in the head for all that show. */
const choice = (
  rows: readonly ExceptionRow[],
  chosen: ReadonlySet<number>,
  choose: (ids: readonly number[], on: boolean) => void,
): Column<ExceptionRow> => ({
  id: 'choice',
  width: '32px',
  head: (
    <input
      type="checkbox"
      aria-label="Choose all exceptions shown"
      checked={rows.every(({ exceptionId }) => chosen.has(exceptionId))}
      onChange={(event) =>
        choose(
          rows.map(({ exceptionId }) => exceptionId),
          event.currentTarget.checked,
        )
      }
    />
  ),
  cell: ({ exceptionId, path }) => (
    <input
      type="checkbox"
      aria-label={`Choose ${marked(path.at(-1) ?? 'unnamed')}`}
      checked={chosen.has(exceptionId)}
      onChange={(event) => choose([exceptionId], event.currentTarget.checked)}
    />
  ),
})

const columnsFor = (projectId: number, withJob: boolean): readonly Column<ExceptionRow>[] => [
  {
    id: 'what',
    head: 'Item',
    cell: (row) => (
      <chakra.div maxWidth="min(380px, 34vw)">
        <chakra.div truncate title={marked(row.path.join(' › '))}>
          <Foreign text={row.path.at(-1) ?? 'unnamed'} />
        </chakra.div>
        {row.path.length > 1 && (
          <chakra.div fontSize="xs" color="faint" truncate title={marked(row.path.join(' › '))}>
            in <Foreign text={row.path.slice(0, -1).join(' › ')} />
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'why',
    head: 'Reason',
    cell: (row) => (
      <chakra.div minWidth="120px">
        <div>{exceptionNames[row.code]}</div>
        <chakra.div fontSize="xs" color="faint">
          {row.reason}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'severity',
    head: 'Severity',
    width: '90px',
    from: 'md',
    cell: ({ severity }) => (
      <Badge tone={severityTones[severity]} title={severityMeanings[severity]}>
        {severityNames[severity]}
      </Badge>
    ),
  },
  {
    id: 'kept',
    head: 'Kept as',
    width: '140px',
    from: 'lg',
    cell: keptAs,
  },
  {
    id: 'resolution',
    head: 'Resolution',
    width: '130px',
    from: 'sm',
    cell: (row) =>
      row.resolution === 'open' ? (
        <chakra.span color="attentionInk">Open</chakra.span>
      ) : (
        <chakra.div maxWidth="180px">
          <Badge tone="ok" icon="check">
            {resolutionNames[row.resolution]}
          </Badge>
          {row.note !== '' && (
            <chakra.div fontSize="xs" color="faint" truncate title={row.note}>
              {row.note}
            </chakra.div>
          )}
          {row.resolvedBy !== null && row.resolvedAt !== null && (
            <chakra.div fontSize="xs" color="faint" title={exactTime(row.resolvedAt)}>
              {row.resolvedBy}, {day(row.resolvedAt)}
            </chakra.div>
          )}
        </chakra.div>
      ),
  },
  ...(withJob ? [jobColumn(projectId)] : []),
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    width: '90px',
    from: 'sm',
    cell: (row) => <chakra.span whiteSpace="nowrap">{fileSize(row.size)}</chakra.span>,
  },
]

/** At the end of each row: its bytes, and what can be done about it. */
const actions = (
  projectId: number,
  actsOf: (row: ExceptionRow) => readonly ExceptionAct[],
): Column<ExceptionRow> => ({
  id: 'actions',
  head: <chakra.span srOnly>Actions</chakra.span>,
  align: 'end',
  width: '84px',
  cell: (row) => <RowActions projectId={projectId} row={row} acts={actsOf(row)} />,
})

function RowActions({
  projectId,
  row: { exceptionId, path, sha256 },
  acts,
}: {
  readonly projectId: number
  readonly row: ExceptionRow
  readonly acts: readonly ExceptionAct[]
}): ReactElement {
  // Once it is settled there is nothing more to be done, and the keyboard goes on at its row.
  const ref = useKeptFocus<HTMLSpanElement>((cell) => cell.closest('tr')?.querySelector('input') ?? null)
  const name = marked(path.at(-1) ?? 'the item')
  return (
    <chakra.span ref={ref} display="inline-flex" alignItems="center" gap="1">
      {sha256 !== null && (
        <chakra.a
          href={`${pathOf(exceptionBytes).replace(':exceptionId', String(exceptionId))}?projectId=${projectId}`}
          download
          aria-label={`Download ${name}`}
          title="Download its bytes"
          display="inline-flex"
          p="1.5"
          borderRadius="md"
          color="muted"
          _hover={{ background: 'hover', color: 'ink' }}
        >
          <Icon name="download" />
        </chakra.a>
      )}
      {acts.length > 0 && (
        <Menu
          end
          groups={[{ items: acts }]}
          trigger={
            <Button
              look="quiet"
              size="icon"
              icon="dots"
              aria-label={`Actions for ${name}`}
              title="What can be done about it"
            />
          }
        />
      )}
    </chakra.span>
  )
}
