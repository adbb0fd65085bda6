/** The promotions and filters so far, live, each with what it did and, of a filter, what can be taken back. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StageJob } from '#contracts/stages.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { moveDocuments } from '#src/commands/stages.ts'
import { stages } from '#src/stores/stages.ts'
import { isLive, JobStateBadge } from '../jobs/job-state.tsx'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { useMoves } from './use-moves.ts'

const words = {
  promote: 'Promotion',
  filter: 'Filter',
  restore: 'Taken back',
  rollback: 'Promotion taken back',
} as const

export function MovesTable(): ReactElement {
  const { run, asking } = useUnit({ run: dispatch, asking: stages.$state.map((s) => s.asking) })
  const who = useWho()
  const navigate = useNavigate()
  const { value, failure, again } = useMoves()
  return (
    <Section
      title="Promotions and filters"
      aside={
        asking.length > 0 && (
          <chakra.span role="status" color="muted" fontSize="xs">
            {counted(asking.length, 'more is', 'more are')} on the way to the server
          </chakra.span>
        )
      }
    >
      {value === null && failure === null && <Skeleton rows={3} />}
      {value === null && failure !== null && (
        <ErrorState
          title="Promotions and filters could not be loaded"
          message={failure.message}
          onRetry={again}
        />
      )}
      {value?.length === 0 && (
        <EmptyState icon="promote" title="None yet">
          What is promoted or filtered out from here is listed, and a filter can be taken back.
        </EmptyState>
      )}
      {value !== null && value.length > 0 && (
        <Table
          label="Promotions and filters"
          rows={value}
          keyOf={({ jobId }) => jobId}
          onOpen={({ jobId }) => void navigate(`/project/allJobs?job=${jobId}`)}
          columns={[
            {
              id: 'name',
              head: 'What',
              cell: (job) => (
                <div>
                  <chakra.div fontWeight={600}>{job.name}</chakra.div>
                  <chakra.div fontSize="xs" color="faint">
                    {words[job.kind]} {job.jobId} · {job.by} · <Ago at={job.at} />
                  </chakra.div>
                </div>
              ),
            },
            { id: 'state', head: 'State', width: '180px', cell: (job) => <Standing job={job} /> },
            {
              id: 'moved',
              head: 'Documents moved',
              align: 'end',
              cell: ({ moved, documents }) => `${number(moved)} of ${number(documents)}`,
            },
            {
              id: 'standing',
              head: 'Filtered out now',
              align: 'end',
              from: 'sm',
              cell: ({ kind, standing }) => (kind === 'filter' ? number(standing) : '–'),
            },
            {
              id: 'act',
              head: <chakra.span srOnly>Restore</chakra.span>,
              align: 'end',
              cell: ({ kind, standing, jobId, name, moved }) => {
                const isFilter = kind === 'filter' && standing > 0
                if (!who.can('collect.manage') || !(isFilter || jobId === lastPromotion(value)?.jobId))
                  return null
                const documents = counted(isFilter ? standing : moved, 'document')
                return (
                  <Button
                    size="sm"
                    icon="undo"
                    aria-label={`Restore ${name}: ${documents}`}
                    onClick={(event) => {
                      event.stopPropagation()
                      run(
                        moveDocuments(
                          isFilter ? { what: 'restore', filterJobId: jobId } : { what: 'rollback', jobId },
                        ),
                      )
                    }}
                  >
                    Restore
                  </Button>
                )
              },
            },
          ]}
        />
      )}
    </Section>
  )
}

/** The newest promotion that stands: only that one can be taken back, once it has come to its end. */
function lastPromotion(moves: readonly StageJob[]): StageJob | null {
  const job = moves.find(
    ({ kind, moved, state }) => kind === 'promote' && moved > 0 && state !== 'RolledBack',
  )
  return job === undefined || isLive(job.state) || job.state === 'Paused' ? null : job
}

function Standing({ job }: { readonly job: StageJob }): ReactElement {
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      <JobStateBadge state={job.state} />
      {isLive(job.state) && <Bar part={job.done} all={job.documents} label={`${job.name}: progress`} />}
    </chakra.div>
  )
}
