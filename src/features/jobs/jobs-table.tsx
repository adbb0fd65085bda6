/** Jobs with inline bars, live while they run. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasEnded, type Job, jobNeeds, jobUnit } from '#contracts/jobs.ts'
import { jobKey, jobsById } from '#src/stores/running-jobs.ts'
import { OpenCount } from '../exceptions/open-count.tsx'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { duration, number, rate } from '../ui/format.ts'
import { Bar } from '../ui/progress-bar.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { JobButtons } from './job-buttons.tsx'
import { jobPath } from './job-path.ts'
import { isAllKnown, progressOf } from './job-progress.ts'
import { isLive, JobStateBadge, jobKinds, prioritySaid, toneOf } from './job-state.tsx'

/** The jobs of these ids, as they are known now. */
export function useJobs(ids: readonly number[]): readonly Job[] {
  return useStoreMap({
    store: jobsById.$entries,
    keys: [ids] as const,
    fn: (entries, [wanted]) =>
      wanted.flatMap((id) => {
        const job = entries.get(jobKey(id))
        return job === undefined ? [] : [job]
      }),
    updateFilter: (next, before) =>
      next.length !== before.length || next.some((job, at) => job !== before[at]),
  })
}

export function JobsTable({
  ids,
  label,
  shows = 'own',
}: {
  readonly ids: readonly number[]
  readonly label: string
  /** `own`: of one project. `client`: each with its project. `narrow`: what matters while it runs, in half a page. */
  readonly shows?: 'own' | 'client' | 'narrow'
}): ReactElement {
  const rows = useJobs(ids)
  const navigate = useNavigate()
  const who = useWho()
  const mayTell = rows.some(({ kind }) => who.can(jobNeeds[kind]))
  const columns = mayTell ? [...columnsOf[shows], controls] : columnsOf[shows]
  return (
    <Table
      label={label}
      rows={rows}
      columns={columns}
      keyOf={(job) => job.jobId}
      onOpen={(job) => void navigate(jobPath(job))}
    />
  )
}

/** Below a list that has not come to its end: how much of it shows, and the button for more. */
export function OlderJobs({
  shown,
  all,
  onMore,
}: {
  readonly shown: number
  readonly all: number
  readonly onMore: () => void
}): ReactElement | null {
  if (shown >= all) return null
  return (
    <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
      {number(shown)} of {number(all)}
      <Button size="sm" onClick={onMore}>
        Show older
      </Button>
    </chakra.div>
  )
}

/** The name with, below it, the kind and the number, the project where it is asked for, and what it is on now. */
const titled = (widest: string, withProject = false): Column<Job> => ({
  id: 'title',
  head: 'Job',
  cell: (job) => (
    <chakra.div minWidth="120px" maxWidth={widest}>
      <chakra.div fontWeight={600} truncate title={marked(job.title)}>
        <Foreign text={job.title} />
      </chakra.div>
      <chakra.div fontSize="xs" color="faint" truncate>
        {jobKinds[job.kind]} {job.jobId}
        {withProject && <chakra.span display={{ md: 'none' }}> · {job.projectName}</chakra.span>}
        {job.priority !== 0 && ` · ${prioritySaid(job.priority)}`}
        {isLive(job.state) && job.now !== null && ` · ${marked(job.now)}`}
      </chakra.div>
    </chakra.div>
  ),
})
const state: Column<Job> = {
  id: 'state',
  head: 'State',
  width: '140px',
  cell: (job) => <JobStateBadge state={job.state} />,
}
const progress: Column<Job> = {
  id: 'progress',
  head: 'Progress',
  width: 'clamp(96px, 18vw, 220px)',
  cell: (job) => <JobProgress job={job} />,
}
const items: Column<Job> = {
  id: 'items',
  head: 'Items',
  align: 'end',
  width: '90px',
  from: 'md',
  cell: ({ kind, itemsDone }) =>
    jobUnit(kind) === 'step' ? (
      <>
        {number(itemsDone)}{' '}
        <chakra.div fontSize="xs" color="faint">
          {itemsDone === 1 ? 'step' : 'steps'}
        </chakra.div>
      </>
    ) : (
      number(itemsDone)
    ),
}
const exceptions: Column<Job> = {
  id: 'exceptions',
  head: 'Exceptions',
  align: 'end',
  width: '90px',
  from: 'md',
  cell: (job) => <OpenCount {...job} />,
}
const begun: Column<Job> = {
  id: 'begun',
  head: 'Started',
  align: 'end',
  width: '130px',
  from: 'md',
  cell: (job) => (
    <chakra.div color="muted">
      <Ago at={job.createdAt} />
      <chakra.div fontSize="xs" color="faint" truncate maxWidth="120px">
        {job.createdBy}
      </chakra.div>
    </chakra.div>
  ),
}
const projectOf: Column<Job> = {
  id: 'project',
  head: 'Project',
  cell: (job) => (
    <chakra.div truncate maxWidth="min(240px, 20vw)" title={job.projectName}>
      {job.projectName}
    </chakra.div>
  ),
  from: 'md',
}
const controls: Column<Job> = {
  id: 'controls',
  head: <chakra.span srOnly>What can be done</chakra.span>,
  align: 'end',
  width: '80px',
  cell: (job) => <JobButtons job={job} />,
}
const columnsOf: Readonly<Record<'own' | 'client' | 'narrow', readonly Column<Job>[]>> = {
  own: [titled('min(420px, 34vw)'), state, progress, items, exceptions, begun],
  client: [titled('min(320px, 34vw)', true), projectOf, state, progress, items, exceptions, begun],
  narrow: [titled('min(240px, 34vw)'), state, progress, items],
}

export function JobProgress({ job }: { readonly job: Job }): ReactElement {
  const live = isLive(job.state) || job.state === 'Paused'
  const { done, all, unit } = progressOf(job)
  const facts = [
    isAllKnown(job) ? null : unit(done),
    job.rate === null ? null : rate(job.rate),
    job.secondsLeft === null ? null : `${duration(job.secondsLeft)} left`,
  ].filter((fact) => fact !== null)
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      <Bar
        part={hasEnded(job.state) ? all : done}
        all={isAllKnown(job) ? Math.max(1, all) : 0}
        label={`Progress of ${job.title}`}
        tone={toneOf(job.state)}
      />
      {live && facts.length > 0 && (
        <chakra.span fontSize="xs" color="muted">
          {facts.join(' · ')}
        </chakra.span>
      )}
    </chakra.div>
  )
}
