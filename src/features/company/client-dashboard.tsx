/** A client as a whole: the figures of its projects, summed and side by side. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectProject } from '#src/commands/selection.ts'
import { projects as projectList } from '#src/reads/company.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { ButtonTo } from '../ui/button-to.tsx'
import { number, percent } from '../ui/format.ts'
import { BarList, Page, Section, Stats } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { projectColumns } from './client-home.tsx'
import { NoClient } from './no-client.tsx'
import { useClient } from './use-client.ts'

/** Projects in the picture; all are in the table. */
const charted = 20

export function ClientDashboard(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const who = useWho()
  const { client, ...clients } = useClient()
  const projects = useRead(projectList, {}, { every: 15_000 })
  if (client === undefined || projects.value === null) {
    const failure = clients.failure ?? projects.failure
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState
        page
        title="The dashboard could not be loaded"
        message={failure.message}
        onRetry={() => {
          clients.again()
          projects.again()
        }}
      />
    )
  }
  if (client === null) return <NoClient page>Its dashboard shows the figures of all its projects.</NoClient>
  const rows = projects.value.filter(({ companyId }) => companyId === client.company_id)
  const sum = (figure: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + figure(row), 0)
  const choose = (row: (typeof rows)[number]) =>
    run(selectProject({ clientId: row.companyId, projectId: row.projectId }))
  const documents = sum((row) => row.documentCount)
  const coded = sum((row) => row.codedCount)
  return (
    <Page
      title={client.company_name}
      lead="All projects of this client that you may see."
      actions={
        <ButtonTo to="/project/ClientSetting">
          {who.accountCan('company.manage') ? 'Client settings' : 'Whom to ask'}
        </ButtonTo>
      }
    >
      <Stats
        items={[
          { label: 'Projects', value: number(rows.length) },
          { label: 'Documents', value: number(documents) },
          { label: 'Coded', value: number(coded), note: percent(coded, documents) },
          {
            label: 'Jobs running',
            value: number(sum((row) => row.runningJobs)),
            lead: { to: '/client/client-jobs' },
          },
        ]}
      />
      <Section title="Projects">
        {rows.length === 0 ? (
          <EmptyState icon="project" title="No projects yet" />
        ) : (
          <Table
            label="Projects"
            rows={rows}
            columns={projectColumns}
            keyOf={(row) => row.projectId}
            currentKey={who.projectId}
            onOpen={(row) => {
              choose(row)
              void navigate('/overview')
            }}
          />
        )}
      </Section>
      {documents > 0 && (
        <Section
          title={
            rows.length > charted ? `Documents by project, the ${charted} largest` : 'Documents by project'
          }
          padded
        >
          <BarList
            label="Documents by project"
            rows={[...rows]
              .sort((a, b) => b.documentCount - a.documentCount)
              .slice(0, charted)
              .map((row) => ({
                key: row.projectId,
                name: row.projectName,
                count: row.documentCount,
                lead: { to: '/overview', onGo: () => choose(row) },
              }))}
          />
        </Section>
      )}
    </Page>
  )
}
