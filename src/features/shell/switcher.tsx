/** Where one is: client and project, each a menu to go to another. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router-dom'
import { requestCompanies, requestProjects } from '#src/commands/company.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectClient, selectProject } from '#src/commands/selection.ts'
import { companies, companiesKey, projectRows, projectsKey } from '#src/stores/company.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { roleWords } from '../ui/roles.ts'
import { useWho } from '../ui/who.ts'

export function Switcher(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const who = useWho()
  useAsk(requestCompanies({}))
  useAsk(requestProjects({}))
  const clients = useAnswer(companies, companiesKey).value ?? []
  const rows = useAnswer(projectRows, projectsKey).value ?? []
  const client = clients.find(({ company_id }) => company_id === who.clientId)
  const offered = rows.filter((row) => who.clientId === null || row.companyId === who.clientId)
  const projectName =
    rows.find(({ projectId }) => projectId === who.projectId)?.projectName ?? who.projectName
  const clientName = client?.company_name ?? who.companyName

  const openProject = (clientId: number, projectId: number) => {
    run(selectProject({ clientId, projectId }))
    void navigate('/overview')
  }
  return (
    <chakra.div display="flex" alignItems="center" minWidth="0" gap="0.5">
      <Menu
        trigger={
          <Button
            look="quiet"
            size="sm"
            minWidth="0"
            maxWidth="200px"
            display={{ base: 'none', md: 'inline-flex' }}
          >
            <chakra.span truncate>{clientName === '' ? 'Choose a client' : clientName}</chakra.span>
            <Icon name="down" size={12} />
          </Button>
        }
        groups={[
          {
            label: 'Clients',
            items: clients.map((one) => ({
              id: `client-${one.company_id}`,
              label: one.company_name,
              note: counted(one.projectCount, 'project'),
              checked: one.company_id === who.clientId,
              run: () => {
                run(selectClient({ clientId: one.company_id }))
                void navigate('/client')
              },
            })),
          },
          {
            items: [
              {
                id: 'client-home',
                label: 'All clients and projects',
                icon: 'client',
                run: () => void navigate('/client'),
              },
            ],
          },
        ]}
      />
      <chakra.span color="faint" display={{ base: 'none', md: 'inline' }}>
        /
      </chakra.span>
      <Menu
        trigger={
          <Button look="quiet" size="sm" minWidth="0" maxWidth="260px" color="ink" fontWeight={600}>
            <chakra.span truncate>{projectName === '' ? 'Choose a project' : projectName}</chakra.span>
            <Icon name="down" size={12} />
          </Button>
        }
        groups={[
          {
            label: client === undefined ? 'Projects' : `Projects of ${client.company_name}`,
            items: offered.map((row) => ({
              id: `project-${row.projectId}`,
              label: row.projectName,
              note: `${counted(row.documentCount, 'document')} · ${roleWords(row.roleName)}`,
              checked: row.projectId === who.projectId,
              run: () => openProject(row.companyId, row.projectId),
            })),
          },
          {
            items: [
              ...(who.projectId === null
                ? []
                : [
                    {
                      id: 'project-page',
                      label: 'About this project',
                      icon: 'project' as const,
                      run: () => void navigate('/project'),
                    },
                  ]),
              {
                id: 'home',
                label: 'All clients and projects',
                icon: 'client' as const,
                run: () => void navigate('/client'),
              },
            ],
          },
        ]}
      />
    </chakra.div>
  )
}
