/** What could not be read wholly: where it was, why, its bytes, and what was done about it. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap, useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { pathOf, type ReplyOf } from '#contracts/call.ts'
import {
  type ExceptionRow,
  type ExceptionSubject,
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
import { day, exactTime, fileSize, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ExceptionActions } from './exception-actions.tsx'
import { ExceptionFigures } from './exception-figures.tsx'
import { ExceptionFilters } from './exception-filters.tsx'
import { ExceptionSum } from './exception-sum.tsx'
import { asQuery, everything, type Narrowed } from './figures.ts'
import { ReplacingFiles } from './replacing-files.tsx'
import { exceptionNames, keptAs, resolutionNames, severityMeanings, severityNames } from './words.ts'

const nobody: ReadonlySet<number> = new Set()
const nothing: ReplyOf<typeof exceptionFiguresCall> = { data: [], totalCount: 0, lastAccepted: null }

export function ExceptionsTable({
  projectId,
  jobId,
  about = null,
  asOf,
}: {
  readonly projectId: number
  readonly jobId: number | null
  /** What those that are listed first are about; null: anything. */
  readonly about?: ExceptionSubject | null
  /** How far the work is: when it has moved on, they are asked for again. */
  readonly asOf: string | number
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const [narrowed, setNarrowed] = useState<Narrowed>({ ...everything, about })
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
  const isNarrowed = Object.values(narrowed).some((one) => one !== null)
  const narrow = (to: Narrowed) => {
    setNarrowed(to)
    setChosen(nobody)
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
        <>
          <ExceptionFigures figures={figures.data} value={narrowed} onChange={narrow} />
          <ExceptionSum figures={figures} filter={filter} narrowed={narrowed} managing={managing} />
        </>
      )}
      {managing && <ReplacingFiles projectId={projectId} />}
      {managing && picked.length > 0 && (
        <ExceptionActions projectId={projectId} picked={picked} onDone={() => setChosen(nobody)} />
      )}
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
        <Table
          label="Exceptions"
          rows={rows}
          columns={[
            ...(managing ? [choice(rows, chosen, choose)] : []),
            ...columnsFor(projectId, jobId === null && who.can('job.view')),
          ]}
          keyOf={(row) => row.exceptionId}
        />
      )}
      {value !== null && rows.length < value.totalCount && last !== undefined && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
          {number(rows.length)} of {number(value.totalCount)}
          <Button size="sm" onClick={() => run(exceptions.request({ ...filter, after: last.exceptionId }))}>
            Show more
          </Button>
        </chakra.div>
      )}
    </>
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
      aria-label={`Choose ${path.at(-1) ?? 'unnamed'}`}
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
  {
    id: 'bytes',
    head: <chakra.span srOnly>Download</chakra.span>,
    align: 'end',
    width: '48px',
    cell: (row) =>
      row.sha256 === null ? null : (
        <chakra.a
          href={`${pathOf(exceptionBytes).replace(':exceptionId', String(row.exceptionId))}?projectId=${projectId}`}
          download
          aria-label={`Download ${marked(row.path.at(-1) ?? 'the item')}`}
          title="Download its bytes"
          display="inline-flex"
          p="1.5"
          borderRadius="md"
          color="muted"
          _hover={{ background: 'hover', color: 'ink' }}
        >
          <Icon name="download" />
        </chakra.a>
      ),
  },
]
