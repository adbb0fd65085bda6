/** One load: how far it is, what became of its rows and files, and by which settings it was made. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { hasEnded, type JobState } from '#contracts/jobs.ts'
import { encodingNames } from '#contracts/load-file-forms.ts'
import { type Load, loadFaults, unusedFiles } from '#contracts/loads.ts'
import { jobDetails } from '#src/reads/jobs.ts'
import { oneLoad } from '#src/reads/loads.ts'
import { jobKey, jobsById } from '#src/stores/running-jobs.ts'
import { jobPath } from '../jobs/job-path.ts'
import { isLive, JobStateBadge, toneOf } from '../jobs/job-state.tsx'
import { keyNames } from '../overlay/words.ts'
import { useLeads } from '../project/leads.ts'
import { useWho } from '../session/who.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, rate } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Missing } from '../ui/states.tsx'
import { RowHead } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { Report } from './report.tsx'
import { kindNames, loadsPath } from './words.ts'

/** Ms between looks while it is at work. */
const often = 1_500

export function LoadedPage({
  projectId,
  jobId,
}: {
  readonly projectId: number
  readonly jobId: number
}): ReactElement {
  const { can } = useWho()
  const leads = useLeads()
  const answer = useRead(
    oneLoad,
    { jobId },
    { every: (held) => (held === null || !hasEnded(held.state) ? often : undefined) },
  )
  const { value: load } = answer
  const above = (
    <chakra.p fontSize="sm">
      <Link to="/overview/collect">Collect</Link> · <Link to={loadsPath}>Loads</Link>
    </chakra.p>
  )
  if (load === null)
    return (
      <Page title="Load" within="Collect" above={above}>
        <Section>
          <Missing answer={answer} rows={8} title="The load could not be loaded" onRetry={answer.again} />
        </Section>
      </Page>
    )
  const { state, report, source, sourceId, by, at } = load
  const file = (of: typeof loadFaults | typeof unusedFiles, what: string) =>
    can('collect.manage') ? (
      <ButtonLink
        size="sm"
        icon="download"
        href={`${pathOf(of).replace(':jobId', String(jobId))}?projectId=${projectId}`}
        download
      >
        {what}
      </ButtonLink>
    ) : undefined
  return (
    <Page
      title={`Load of ${source}`}
      within="Collect"
      above={above}
      lead={
        <>
          Started by <Foreign text={by} />, <Ago at={at} />
        </>
      }
      actions={
        <>
          <ButtonTo to={`/overview/collect?source=${sourceId}`}>Source</ButtonTo>
          {can('job.view') && (
            <ButtonTo to={jobPath({ projectId, jobId })} icon="jobs">
              Job {jobId}
            </ButtonTo>
          )}
        </>
      }
    >
      <Section padded>
        <chakra.div display="flex" gap="4" alignItems="center">
          <JobStateBadge state={state} />
          <chakra.div flex="1" minWidth="0">
            {hasEnded(state) ? (
              <chakra.span color="muted">
                {report.counts.unused > 0
                  ? `${counted(report.counts.unused, 'file')} that no load file names ${report.counts.unused === 1 ? 'waits' : 'wait'} in the source again.`
                  : 'It has ended, and no file is left.'}
              </chakra.span>
            ) : (
              <Progress
                projectId={projectId}
                jobId={jobId}
                state={state}
                counts={report.counts}
                source={source}
              />
            )}
          </chakra.div>
        </chakra.div>
      </Section>
      <Report
        report={report}
        isDone
        isWhole={hasEnded(state)}
        documents={leads.documents('', { within: { objectId: jobId, type: 'load' } })}
        allFaults={file(loadFaults, 'All errors as CSV')}
        allUnused={file(unusedFiles, 'All unused files as CSV')}
      />
      <Settings load={load} />
    </Page>
  )
}

/** By the words of its job where one may see jobs, else by its own figures. */
function Progress({
  projectId,
  jobId,
  state,
  counts: { rows, loaded, overlaid, refused },
  source,
}: {
  readonly projectId: number
  readonly jobId: number
  readonly state: JobState
  readonly counts: Load['report']['counts']
  readonly source: string
}): ReactElement {
  const { can } = useWho()
  useRead(jobDetails, can('job.view') ? { projectId, jobId } : null, { every: often })
  const job = useCached(jobsById, jobKey(jobId))
  const live = isLive(job?.state ?? state)
  return (
    <ProgressBar
      label={`Progress of the load of ${source}`}
      done={job?.itemsDone ?? loaded + overlaid + refused}
      all={job?.itemsTotal ?? rows}
      rate={job?.rate == null || !live ? null : rate(job.rate, 'rows')}
      secondsLeft={live ? (job?.secondsLeft ?? null) : null}
      now={live ? (job?.message ?? null) : null}
      tone={toneOf(job?.state ?? state)}
    />
  )
}

/** By which settings it was made: for whoever asks years later. */
function Settings({ load: { settings } }: { readonly load: Load }): ReactElement {
  const { rows, images, mode, custodians, timeZone, columns } = settings
  const dialect = rows?.dialect ?? null
  const facts: readonly (readonly [string, string])[] = [
    [
      'Load file',
      rows === null
        ? 'none'
        : dialect === null
          ? kindNames[rows.kind]
          : `${kindNames[rows.kind]}, ${encodingNames[dialect.encoding]}`,
    ],
    ...(dialect === null || dialect.dates.length === 0 ? [] : [['Dates', dialect.dates.join(', ')] as const]),
    ['Image list', images === null ? 'none' : kindNames[images.kind]],
    [
      'Each row',
      mode.is === 'new'
        ? 'became a new document'
        : `was laid over the document with its ${keyNames[mode.by].toLowerCase()}; empty values ${mode.blank === 'clear' ? 'cleared what was there' : 'changed nothing'}`,
    ],
    [
      'Custodian',
      custodians.is === 'folder'
        ? `folder ${custodians.level} of the file’s path`
        : custodians.is === 'column'
          ? 'of a column'
          : 'of the source',
    ],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    [
      'Columns',
      `${counted(columns.filter(({ target }) => target.is !== 'ignored').length, 'column')} loaded, ${columns.filter(({ target }) => target.is === 'ignored').length} left out`,
    ],
  ]
  return (
    <Section title="Settings" padded>
      <chakra.table aria-label="Settings of the load">
        <tbody>
          {facts.map(([name, said]) => (
            <tr key={name}>
              <RowHead>{name}</RowHead>
              <td>{said}</td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Section>
  )
}
