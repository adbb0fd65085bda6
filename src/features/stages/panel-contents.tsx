/** Panels of the inspect menu whose own tools come later: what each will hold, and what is true today. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { jobUnit } from '#contracts/jobs.ts'
import { tagsEnabled } from '#contracts/project.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { requestJobs } from '#src/commands/jobs.ts'
import { requestReport } from '#src/commands/project.ts'
import { $formList } from '#src/stores/coding-view.ts'
import { jobLists, projectJobsKey } from '#src/stores/jobs.ts'
import { reportKey, reports } from '#src/stores/project.ts'
import { $project } from '#src/stores/selection.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { jobPath } from '../ui/jobs/job-path.ts'
import { isLive, JobStateBadge } from '../ui/jobs/job-state.tsx'
import { JobProgress, useJobs } from '../ui/jobs/jobs-table.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { useWho } from '../ui/who.ts'

function Panel({ today, later }: { readonly today: ReactNode; readonly later: string }): ReactElement {
  return (
    <chakra.div p="3" display="flex" flexDirection="column" gap="3">
      <div>{today}</div>
      <chakra.p color="muted">{later}</chakra.p>
    </chakra.div>
  )
}

function useReport() {
  const { projectId } = useWho()
  useAsk(projectId === null ? null : requestReport({ projectId }))
  return useAnswer(reports, reportKey(projectId ?? 0)).value
}

export function FolderPanel(): ReactElement {
  const report = useReport()
  return (
    <Panel
      today={report === null ? '' : `${counted(report.documents, 'document')}, none of them in a folder.`}
      later="Folders, shared and one's own, will stand here; a folder narrows the list, and documents are dragged into it."
    />
  )
}

export function AssistantPanel(): ReactElement {
  return (
    <Panel
      today="No assistant is connected to this project."
      later="Questions about the documents will be answered here, each answer with the documents that it rests on."
    />
  )
}

export function ProductionPanel(): ReactElement {
  const report = useReport()
  return (
    <Panel
      today={report === null ? '' : `Nothing produced yet; ${counted(report.coded, 'document')} coded.`}
      later="Productions will stand here with their Bates ranges; one narrows the list to what it holds."
    />
  )
}

export function SavedSearchPanel(): ReactElement {
  return (
    <Panel
      today="The search you typed last is kept in this browser."
      later="Searches with a name will stand here, one's own and shared, with the count of each."
    />
  )
}

export function JobsPanel(): ReactElement {
  const { projectId } = useWho()
  const run = useUnit(dispatch)
  const ask = projectId === null ? null : requestJobs({ projectId })
  useAsk(ask)
  const { value: list, failure } = useAnswer(jobLists, projectJobsKey(projectId ?? 0))
  const rows = useJobs(list?.ids.slice(0, 20) ?? [])
  if (list === null) {
    return failure === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState
        title="Jobs could not be loaded"
        message={failure.message}
        onRetry={() => ask && run(ask)}
      />
    )
  }
  if (rows.length === 0) return <Panel today="No jobs yet." later="Imports and other work will stand here." />
  return (
    <ul style={{ listStyle: 'none' }}>
      {rows.map((job) => (
        <chakra.li
          key={job.jobId}
          px="3"
          py="2"
          borderBottomWidth="1px"
          borderColor="line"
          display="flex"
          flexDirection="column"
          gap="1"
        >
          <chakra.div display="flex" gap="2" alignItems="center">
            <chakra.span flex="1" minWidth="0" truncate title={job.title}>
              <Link to={jobPath(job)}>{job.title}</Link>
            </chakra.span>
            <JobStateBadge state={job.state} />
          </chakra.div>
          {isLive(job.state) && <JobProgress job={job} />}
          <chakra.div fontSize="xs" color="faint">
            {counted(job.itemsDone, jobUnit(job.kind))} · <Ago at={job.createdAt} />
          </chakra.div>
        </chakra.li>
      ))}
    </ul>
  )
}

export function CodingFormsPanel(): ReactElement {
  const [run, forms, project] = useUnit([dispatch, $formList, $project])
  const coded = project !== null && !tagsEnabled(project.features)
  useEffect(() => {
    if (coded) run(loadForms({}))
  }, [coded, run])
  if (!coded) {
    return <Panel today="Documents of this project are sorted with tags, so that forms are off." later="" />
  }
  return (
    <ul style={{ listStyle: 'none' }}>
      {forms.map((form) => (
        <chakra.li key={form.coding_form_id} px="3" py="2" borderBottomWidth="1px" borderColor="line">
          {form.name}
        </chakra.li>
      ))}
      {forms.length === 0 && (
        <chakra.li p="3" color="muted">
          No coding form yet.
        </chakra.li>
      )}
    </ul>
  )
}

export function TagsPanel(): ReactElement {
  const project = useUnit($project)
  return project !== null && tagsEnabled(project.features) ? (
    <Panel
      today="Documents of this project are sorted with tags: they stand at the right of the document."
      later="A tag chosen here will narrow the list to the documents that carry it."
    />
  ) : (
    <Panel today="Documents of this project are coded with forms, so that tags are off." later="" />
  )
}
