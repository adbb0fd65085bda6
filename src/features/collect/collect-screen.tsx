/** Bringing material in: drop files, watch them arrive, watch them being read, see what could not be. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { requestReport } from '#src/commands/project.ts'
import { reportKey, reports } from '#src/stores/project.ts'
import { useAnswer, usePoll } from '../ui/answer.ts'
import { ExceptionsTable } from '../ui/exceptions-table.tsx'
import { counted, number } from '../ui/format.ts'
import { ProjectJobsSection } from '../ui/jobs/project-jobs.tsx'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState } from '../ui/states.tsx'
import { useWho } from '../ui/who.ts'
import { DropZone } from './drop-zone.tsx'
import { Uploads } from './uploads.tsx'

export function CollectScreen(): ReactElement {
  const who = useWho()
  const { projectId } = who
  usePoll(projectId === null || !who.can('collect.view') ? null : requestReport({ projectId }), 10_000)
  const report = useAnswer(reports, reportKey(projectId ?? 0)).value
  if (projectId === null) {
    return (
      <EmptyState
        page
        icon="collect"
        title="No project is chosen"
        action={<Link to="/client">Choose a project</Link>}
      >
        Material is brought into a project.
      </EmptyState>
    )
  }
  if (!who.can('collect.view')) {
    return (
      <DeniedState
        page
        what="Collect"
        grantedBy="Review managers see it, and litigation support brings material in. A project manager can give you such a role."
      />
    )
  }
  return (
    <Page
      title="Collect"
      lead="Mail goes in as it is: message files, mbox archives, and zip or tar archives of them. Every item that goes in is accounted for."
    >
      {who.can('collect.manage') ? (
        <>
          <DropZone projectId={projectId} />
          <Uploads projectId={projectId} />
        </>
      ) : (
        <chakra.p color="muted">
          You see what was collected. Bringing material in needs litigation support or a stronger role.
        </chakra.p>
      )}
      {who.can('job.view') && <ProjectJobsSection projectId={projectId} title="Imports and other jobs" />}
      <div id="exceptions">
        <Section
          title="Exceptions"
          aside={
            report !== null && (
              <chakra.span color="muted" title={`${number(report.exceptions)} in the whole project`}>
                {counted(report.exceptions, 'item')}
              </chakra.span>
            )
          }
        >
          <ExceptionsTable projectId={projectId} jobId={null} asOf={report?.exceptions ?? 0} />
        </Section>
      </div>
    </Page>
  )
}
