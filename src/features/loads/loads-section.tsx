/** The loads of the project: what became of the rows of each. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { ReplyOf } from '#contracts/call.ts'
import { hasEnded } from '#contracts/jobs.ts'
import type { listLoads } from '#contracts/loads.ts'
import { projectLoads } from '#src/reads/loads.ts'
import { JobStateBadge } from '../jobs/job-state.tsx'
import { useRead } from '../ui/answer.ts'
import { ButtonTo } from '../ui/button-to.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { loadPath } from './words.ts'

/** Ms between looks: while one is at work, and else. */
const often = 2_000
const seldom = 30_000

export function LoadsSection({
  isPage = false,
}: {
  /** It is what the page is for: it also says that there are none. */
  readonly isPage?: boolean
}): ReactElement | null {
  const answer = useRead(
    projectLoads,
    {},
    { every: (held) => (held?.some(({ state }) => !hasEnded(state)) ? often : seldom) },
  )
  const { value } = answer
  if (!isPage && (value === null ? answer.failure === null : value.length === 0)) return null
  return (
    <Section
      title={isPage ? 'All loads' : 'Loads'}
      aside={
        <chakra.span fontSize="xs" color="faint">
          {value === null ? '' : counted(value.length, 'load')}
        </chakra.span>
      }
    >
      <Missing answer={answer} rows={4} title="Loads could not be loaded" onRetry={answer.again} />
      {value !== null && value.length === 0 && (
        <EmptyState
          icon="collect"
          title="Nothing has been loaded yet"
          action={<ButtonTo to="/overview/collect">Go to Collect</ButtonTo>}
        >
          A production of somebody else, or an old database, comes with load files. Add its files to a source
          that does not process automatically, then choose “Load with a load file” there.
        </EmptyState>
      )}
      {value !== null && value.length > 0 && (
        <Table label="Loads" rows={value} columns={columns} keyOf={({ jobId }) => jobId} />
      )}
    </Section>
  )
}

type Row = ReplyOf<typeof listLoads>['data'][number]

const columns: readonly Column<Row>[] = [
  {
    id: 'source',
    head: 'Load',
    cell: ({ jobId, source }) => (
      <chakra.div minWidth="120px" maxWidth="min(320px, 30vw)" fontWeight={600} overflowWrap="anywhere">
        <Link to={loadPath(jobId)} aria-label={`Load ${jobId} of ${source}`}>
          <Foreign text={source} />
        </Link>
      </chakra.div>
    ),
  },
  { id: 'state', head: 'State', cell: ({ state }) => <JobStateBadge state={state} /> },
  { id: 'rows', head: 'Rows', align: 'end', cell: ({ counts }) => number(counts.rows) },
  { id: 'loaded', head: 'Loaded', align: 'end', cell: ({ counts }) => number(counts.loaded) },
  { id: 'overlaid', head: 'Overlaid', align: 'end', cell: ({ counts }) => number(counts.overlaid) },
  { id: 'refused', head: 'Refused', align: 'end', cell: ({ counts }) => number(counts.refused) },
  {
    id: 'unused',
    head: 'Unused files',
    align: 'end',
    from: 'md',
    cell: ({ counts }) => number(counts.unused),
  },
  { id: 'faults', head: 'Errors', align: 'end', cell: ({ faultCount }) => number(faultCount) },
  {
    id: 'by',
    head: 'By',
    from: 'md',
    cell: ({ by }) => <Foreign text={by} />,
  },
  { id: 'at', head: 'When', align: 'end', width: '120px', cell: ({ at }) => <Ago at={at} /> },
]
