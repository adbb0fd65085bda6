/** Data, jobs and data hub as tabs of one page. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { KeyboardEvent, ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseTab } from '#src/commands/shell.ts'
import { projectReport } from '#src/reads/project.ts'
import { $view } from '#src/stores/shell.ts'
import { ExceptionsTable } from '../exceptions/exceptions-table.tsx'
import { ProjectJobsSection } from '../jobs/project-jobs.tsx'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Figures, Shares } from './figures.tsx'
import { NoProject } from './no-project.tsx'
import { Volumes } from './volumes.tsx'

const tabs = [
  { id: 'tab1', label: 'Data' },
  { id: 'tab2', label: 'Jobs' },
  { id: 'tab3', label: 'Data hub' },
] as const

export function DataHub(): ReactElement {
  const [run, view] = useUnit([dispatch, $view])
  const who = useWho()
  const { projectId } = who
  const current = tabs.find(({ id }) => id === view.tab) ?? tabs[0]
  if (projectId === null) {
    return (
      <NoProject icon="datahub">The data hub shows what a project holds and where it came from.</NoProject>
    )
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length] ?? tabs[0]
    run(chooseTab({ tab: next.id }))
    document.getElementById(`hub-${next.id}`)?.focus()
  }
  return (
    <Page title="Data hub" lead="What the project holds, where it came from, and the work that brought it.">
      <div>
        <chakra.div
          role="tablist"
          aria-label="Data hub"
          display="flex"
          gap="1"
          borderBottomWidth="1px"
          borderColor="line"
        >
          {tabs.map((tab) => (
            <chakra.button
              key={tab.id}
              id={`hub-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={tab === current}
              aria-controls="hub-content"
              tabIndex={tab === current ? 0 : -1}
              onClick={() => run(chooseTab({ tab: tab.id }))}
              onKeyDown={move}
              px="3"
              height="36px"
              color={tab === current ? 'accentInk' : 'muted'}
              fontWeight={tab === current ? 600 : 400}
              borderBottomWidth="2px"
              borderColor={tab === current ? 'accent' : 'transparent'}
              mb="-1px"
            >
              {tab.label}
            </chakra.button>
          ))}
        </chakra.div>
        <chakra.div id="hub-content" role="tabpanel" aria-labelledby={`hub-${current.id}`} pt="5">
          {current.id === 'tab1' && <Data projectId={projectId} />}
          {current.id === 'tab2' &&
            (who.can('job.view') ? (
              <ProjectJobsSection projectId={projectId} />
            ) : (
              <DeniedState what="jobs" grantedBy="A project manager can give you a role that sees them." />
            ))}
          {current.id === 'tab3' && <Hub projectId={projectId} />}
        </chakra.div>
      </div>
    </Page>
  )
}

const useReport = (projectId: number) => useRead(projectReport, { projectId }, { every: 10_000 })

/** In the place of a report that has not come. */
function NoReport({ projectId, rows }: { readonly projectId: number; readonly rows: number }): ReactElement {
  const run = useUnit(dispatch)
  const { failure } = useHeld(projectReport, { projectId })
  return failure === null ? (
    <Skeleton rows={rows} />
  ) : (
    <ErrorState
      title="The figures could not be loaded"
      message={failure.message}
      onRetry={() => run(projectReport.request({ projectId }))}
    />
  )
}

function Data({ projectId }: { readonly projectId: number }): ReactElement {
  const { value: report } = useReport(projectId)
  if (report === null) return <NoReport projectId={projectId} rows={6} />
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <Figures report={report} />
      {report.byCustodian.length === 0 ? (
        <Section>
          <EmptyState icon="file" title="No documents yet" />
        </Section>
      ) : (
        <Shares report={report} />
      )}
    </chakra.div>
  )
}

function Hub({ projectId }: { readonly projectId: number }): ReactElement {
  const { value: report } = useReport(projectId)
  const who = useWho()
  if (!who.can('collect.view'))
    return <DeniedState what="volumes" grantedBy="A project manager can give you a role that sees them." />
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <Volumes />
      <Section title="Exceptions" scrolls={false}>
        <ExceptionsTable
          projectId={projectId}
          jobId={null}
          asOf={report === null ? '' : `${report.exceptions} ${report.openExceptions}`}
        />
      </Section>
    </chakra.div>
  )
}
