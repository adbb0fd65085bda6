/** The client home: every client and project that one may see, with how far each is. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Company, ProjectRow } from '#contracts/company.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { beginCreate } from '#src/commands/project.ts'
import { selectClient, selectProject } from '#src/commands/selection.ts'
import { clients as clientList, projects as projectList } from '#src/reads/company.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, number, percent } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Page, Section } from '../ui/page.tsx'
import { part } from '../ui/part.tsx'
import { Bar } from '../ui/progress-bar.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

// Most who come here never start a project.
const NewProjectDialog = part(
  withAreas(['project'], () => import('./new-project-dialog.tsx').then((module) => module.NewProjectDialog)),
)

const NewClientDialog = part(
  withAreas(['clientSettings'], () =>
    import('./new-client-dialog.tsx').then((module) => module.NewClientDialog),
  ),
)

/** Ms between two looks at the list. */
const refresh = 15_000
/** From so many projects on, a box to find one. */
const findFrom = 8

export function ClientHome(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const who = useWho()
  const [adding, setAdding] = useState<number | null | 'none'>('none')
  const [addingClient, setAddingClient] = useState(false)
  const [wanted, setWanted] = useState('')
  const clients = useRead(clientList, {}, { every: refresh * 4 })
  const projects = useRead(projectList, {}, { every: refresh })
  const mayCreate = who.accountCan('project.create')
  const mayAddClients = who.accountCan('company.all')

  const begin = (clientId: number | null) => {
    run(beginCreate({}))
    setAdding(clientId)
  }
  useActions(
    mayCreate
      ? [{ id: 'new-project', label: 'New project', group: 'Projects', icon: 'plus', run: () => begin(null) }]
      : [],
  )
  const open = (row: ProjectRow) => {
    run(selectProject({ clientId: row.companyId, projectId: row.projectId }))
    void navigate('/overview')
  }

  const again = () => {
    clients.again()
    projects.again()
  }
  const failure = clients.failure ?? projects.failure
  const ready = clients.value !== null && projects.value !== null
  const all = projects.value ?? []
  const words = wanted.trim().toLowerCase()
  const rows = all.filter(
    ({ projectName, prefix }) =>
      projectName.toLowerCase().includes(words) || prefix.toLowerCase().startsWith(words),
  )
  const shown = (clients.value ?? []).filter(
    ({ company_id }) => words === '' || rows.some(({ companyId }) => companyId === company_id),
  )
  return (
    <Page
      title="Clients and projects"
      lead="Choose a project to work in. Your role is the one you have in that project."
      actions={
        <>
          {mayAddClients && (
            <Button icon="plus" onClick={() => setAddingClient(true)}>
              New client
            </Button>
          )}
          {mayCreate && (
            <Button look="primary" icon="plus" onClick={() => begin(null)}>
              New project
            </Button>
          )}
        </>
      }
    >
      {!ready && failure === null && (
        <Section>
          <Skeleton rows={6} />
        </Section>
      )}
      {!ready && failure !== null && (
        <ErrorState title="The list could not be loaded" message={failure.message} onRetry={again} />
      )}
      {ready && all.length >= findFrom && (
        <chakra.div maxWidth="320px">
          <DraftInput
            type="search"
            placeholder="Find a project by name or prefix"
            aria-label="Find a project"
            value={wanted}
            onChange={setWanted}
          />
        </chakra.div>
      )}
      {ready &&
        shown.map((client) => (
          <ClientSection
            key={client.company_id}
            client={client}
            rows={rows.filter(({ companyId }) => companyId === client.company_id)}
            all={all.filter(({ companyId }) => companyId === client.company_id).length}
            currentId={who.projectId}
            onOpen={open}
            onChoose={(path) => {
              run(selectClient({ clientId: client.company_id }))
              void navigate(path)
            }}
            onAdd={mayCreate ? () => begin(client.company_id) : undefined}
          />
        ))}
      {ready && all.length > 0 && rows.length === 0 && (
        <Section>
          <EmptyState
            icon="search"
            title={`No project is called like “${wanted.trim()}”`}
            action={<Button onClick={() => setWanted('')}>Show all projects</Button>}
          >
            {counted(all.length, 'project')} left out.
          </EmptyState>
        </Section>
      )}
      {ready && clients.value?.length === 0 && (
        <Section>
          <EmptyState icon="client" title="No clients yet">
            {mayAddClients
              ? 'Add the first one with “New client”.'
              : 'You are not a member of any project. A project manager or a client administrator can add you.'}
          </EmptyState>
        </Section>
      )}
      {addingClient && <NewClientDialog onClose={() => setAddingClient(false)} />}
      {adding !== 'none' && (
        <NewProjectDialog clients={clients.value ?? []} clientId={adding} onClose={() => setAdding('none')} />
      )}
    </Page>
  )
}

const isArchived = ({ archivedAt }: ProjectRow): boolean => archivedAt != null

function ClientSection({
  client,
  rows,
  all,
  currentId,
  onOpen,
  onChoose,
  onAdd,
}: {
  readonly client: Company
  /** Those that are found, of so many. */
  readonly rows: readonly ProjectRow[]
  readonly all: number
  readonly currentId: number | null
  readonly onOpen: (row: ProjectRow) => void
  /** Chooses the client, and goes to one of its pages. */
  readonly onChoose: (path: string) => void
  readonly onAdd: (() => void) | undefined
}): ReactElement {
  const who = useWho()
  const archived = rows.filter(isArchived)
  const worked = rows.filter((row) => !isArchived(row))
  return (
    <Section
      title={client.company_name}
      aside={
        <chakra.div display="flex" alignItems="center" gap="2" color="muted" mr="-2">
          <span>
            {rows.length < all && `${number(rows.length)} of `}
            {counted(all, 'project')}
          </span>
          <Button look="quiet" size="sm" onClick={() => onChoose('/project')}>
            Dashboard
          </Button>
          <Button look="quiet" size="sm" onClick={() => onChoose('/project/ClientSetting')}>
            {who.accountCan('company.manage') ? 'Settings' : 'Whom to ask'}
          </Button>
        </chakra.div>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          icon="project"
          title="No projects yet"
          action={
            onAdd && (
              <Button icon="plus" onClick={onAdd}>
                New project
              </Button>
            )
          }
        >
          {onAdd
            ? 'A project holds one matter: its documents, its people and its record.'
            : 'A client administrator can start one.'}
        </EmptyState>
      ) : (
        <>
          {worked.length > 0 && (
            <Table
              label={`Projects of ${client.company_name}`}
              rows={worked}
              columns={projectColumns}
              keyOf={(row) => row.projectId}
              onOpen={onOpen}
              currentKey={currentId}
            />
          )}
          {archived.length > 0 && (
            <>
              <chakra.h3 px="4" py="2" fontSize="xs" color="muted" borderTopWidth="1px" borderColor="line">
                Archived
              </chakra.h3>
              <Table
                label={`Archived projects of ${client.company_name}`}
                rows={archived}
                columns={projectColumns}
                keyOf={(row) => row.projectId}
                onOpen={onOpen}
                currentKey={currentId}
              />
            </>
          )}
        </>
      )}
    </Section>
  )
}

export const projectColumns: readonly Column<ProjectRow>[] = [
  {
    id: 'name',
    head: 'Project',
    cell: (row) => (
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="2">
        <chakra.span fontWeight={600}>{row.projectName}</chakra.span>
        <chakra.span fontFamily="mono" fontSize="xs" color="faint">
          {row.prefix}
        </chakra.span>
      </chakra.div>
    ),
  },
  { id: 'role', head: 'Your role', cell: (row) => roleWords(row.roleName), from: 'md', width: '150px' },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    width: '100px',
    cell: (row) => number(row.documentCount),
  },
  {
    id: 'coded',
    head: 'Coded',
    width: '180px',
    from: 'md',
    cell: (row) =>
      row.documentCount === 0 ? (
        <chakra.span color="faint">no documents</chakra.span>
      ) : (
        <chakra.div display="flex" alignItems="center" gap="2">
          <Bar
            part={row.codedCount}
            all={row.documentCount}
            label={`Coded in ${row.projectName}`}
            tone="okBar"
          />
          <chakra.span
            width="44px"
            textAlign="end"
            color="muted"
            title={`${number(row.codedCount)} of ${number(row.documentCount)}`}
          >
            {percent(row.codedCount, row.documentCount)}
          </chakra.span>
        </chakra.div>
      ),
  },
  {
    id: 'jobs',
    head: 'Jobs',
    width: '96px',
    from: 'md',
    cell: (row) =>
      row.runningJobs > 0 ? (
        <Badge tone="accent" icon="jobs">
          {row.runningJobs} running
        </Badge>
      ) : (
        <chakra.span color="faint">none</chakra.span>
      ),
  },
  {
    id: 'activity',
    head: 'Last activity',
    align: 'end',
    width: '120px',
    from: 'sm',
    cell: (row) => (
      <chakra.span color="muted">
        {row.lastActivityAt === null ? 'none yet' : <Ago at={row.lastActivityAt} />}
      </chakra.span>
    ),
  },
]
