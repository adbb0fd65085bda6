/** One job: how far, what it is on, what it brought, and whether its reconciliation balances. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { hasEnded, type Job, jobUnit } from '#contracts/jobs.ts'
import { jobDetails } from '#src/reads/jobs.ts'
import { jobKey, jobsById } from '#src/stores/running-jobs.ts'
import { ReceiptPage } from '../bulk/receipt-page.tsx'
import { resolvedOf } from '../exceptions/exception-stat.tsx'
import { ExceptionsTable } from '../exceptions/exceptions-table.tsx'
import { useWho } from '../session/who.ts'
import { useCached, useHeld, useRead } from '../ui/answer.ts'
import { counted, dayAndTime, duration, exactTime, number, rate } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, Section, Stats } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { CollectionTable } from './collection-table.tsx'
import { JobButtons } from './job-buttons.tsx'
import { isAllKnown, progressOf } from './job-progress.ts'
import { JobSettings } from './job-settings.tsx'
import { isLive, JobStateBadge, jobKinds, prioritySaid, toneOf } from './job-state.tsx'
import { ReconciliationBar } from './reconciliation-bar.tsx'
import { ReconciliationTable } from './reconciliation-table.tsx'
import { isBeingIndexed, NowAt, Stages } from './stages.tsx'

export function JobPage({
  projectId,
  jobId,
}: {
  readonly projectId: number
  readonly jobId: number
}): ReactElement {
  const who = useWho()
  const job = useCached(jobsById, jobKey(jobId))
  const asked = { projectId, jobId }
  const { value: details, failure } = useHeld(jobDetails, asked)
  const soon = job === null ? failure === null : isLive(job.state) || isBeingIndexed(details?.stages ?? [])
  const { again } = useRead(jobDetails, asked, { every: soon ? 1500 : 30_000 })
  if (job === null) {
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState page title={`Job ${jobId} could not be loaded`} message={failure.message} onRetry={again} />
    )
  }
  if (job.kind === 'bulk') return <ReceiptPage jobId={jobId} />
  const failed = job.reconciliation?.exceptions ?? job.collected?.failed ?? job.exceptions
  // Others of an import became documents all the same: without text, or with a date that cannot be.
  const flawed = job.exceptions - failed
  return (
    <Page
      title={job.title}
      lead={
        <>
          <Link to="/project/allJobs">Jobs</Link> · {jobKinds[job.kind]} {job.jobId} in {job.projectName}
        </>
      }
      actions={<JobButtons job={job} large />}
    >
      <Section padded>
        <chakra.div display="flex" flexDirection="column" gap="3">
          <chakra.div display="flex" alignItems="center" gap="3" flexWrap="wrap">
            <JobStateBadge state={job.state} />
            {job.priority !== 0 && <chakra.span color="muted">{prioritySaid(job.priority)}</chakra.span>}
            {job.message !== null && <span>{job.message}</span>}
          </chakra.div>
          <ProgressBar
            label={`Progress of ${job.title}`}
            {...progressOf(job)}
            rate={job.rate === null ? null : rate(job.rate, `${jobUnit(job.kind)}s`)}
            secondsLeft={job.secondsLeft}
            tone={toneOf(job.state)}
          />
          {details !== null && <NowAt workers={details.workers} />}
        </chakra.div>
      </Section>
      {details !== null && isAllKnown(job) && <Stages stages={details.stages} unit={jobUnit(job.kind)} />}
      <Stats
        items={[
          {
            label: jobUnit(job.kind) === 'step' ? 'Steps done' : 'Items done',
            value: number(job.itemsDone),
            note:
              job.itemsTotal > 0
                ? `of ${number(job.itemsTotal)}${hasEnded(job.state) ? '' : ' found so far'}`
                : undefined,
          },
          {
            label: 'Failed',
            value: number(failed),
            note:
              flawed > 0
                ? `and ${counted(flawed, 'document processed with exceptions', 'documents processed with exceptions')}`
                : undefined,
          },
          { label: 'Time', value: took(job), note: rateOf(job) },
          {
            label: 'Started',
            value: dayAndTime(job.createdAt),
            note: <span title={exactTime(job.createdAt)}>by {job.createdBy}</span>,
          },
        ]}
      />
      {job.reconciliation !== null && (
        <Section title="Reconciliation">
          <chakra.div px="4" pt="4">
            <ReconciliationBar reconciliation={job.reconciliation} state={job.state} />
          </chakra.div>
          <ReconciliationTable reconciliation={job.reconciliation} job={job} />
        </Section>
      )}
      {job.collected !== null && (
        <Section title="Reconciliation">
          <CollectionTable reconciliation={job.collected} job={job} />
        </Section>
      )}
      {who.can('collect.view') && (job.kind === 'collect' || job.kind === 'import') && (
        <JobSettings job={job} />
      )}
      {who.can('collect.view') && (
        <Section
          title="Exceptions"
          scrolls={false}
          aside={
            <chakra.span color="muted">
              {flawed > 0
                ? `${number(failed)} failed, ${counted(flawed, 'document')} processed with exceptions`
                : counted(job.exceptions, 'item')}
              {job.openExceptions < job.exceptions && `, ${resolvedOf(job)}`}
            </chakra.span>
          }
        >
          <ExceptionsTable
            projectId={projectId}
            jobId={jobId}
            asOf={`${job.state} ${job.itemsDone} ${job.openExceptions}`}
          />
        </Section>
      )}
      {job.state === 'Cancelled' && (
        <chakra.p color="muted" display="flex" gap="2">
          <Icon name="info" />
          What was done before the job was cancelled stays.{!job.overtaken && ' Resuming it repeats nothing.'}
        </chakra.p>
      )}
    </Page>
  )
}

function took(job: Job): string {
  if (job.startedAt === null) return 'not begun'
  const until = job.endedAt === null ? Date.now() : Date.parse(job.endedAt)
  return duration((until - Date.parse(job.startedAt)) / 1000)
}

function rateOf(job: Job): string | undefined {
  if (job.startedAt === null || job.endedAt === null || job.itemsDone === 0) return undefined
  const seconds = (Date.parse(job.endedAt) - Date.parse(job.startedAt)) / 1000
  return seconds > 0 ? rate(job.itemsDone / seconds, `${jobUnit(job.kind)}s`) : undefined
}
