/** Where one is: client and project, and the ways to go to another. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectClient } from '#src/commands/selection.ts'
import { clients as clientList, projects } from '#src/reads/company.ts'
import { useWho } from '../session/who.ts'
import { useActions } from '../ui/actions.tsx'
import { useHeld, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { part } from '../ui/part.tsx'
import { TypedAhead } from '../ui/typed-ahead.tsx'

const ProjectPicker = part(
  () => import('./project-picker.tsx').then((module) => module.ProjectPicker),
  TypedAhead,
)

export function Switcher(): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const who = useWho()
  const [picking, setPicking] = useState(false)
  const clients = useRead(clientList, {}).value ?? []
  useActions(
    [
      {
        id: 'switch-project',
        label: 'Switch project',
        group: 'Go to',
        keys: 'g p',
        icon: 'project',
        run: () => setPicking(true),
      },
    ],
    'frame',
  )
  // Known before the project itself is, where it was chosen from a list.
  const listed = useHeld(projects, {}).value?.find(({ projectId }) => projectId === who.projectId)
  const projectName = listed?.projectName ?? who.projectName
  const clientName =
    clients.find(({ company_id }) => company_id === who.clientId)?.company_name ?? who.companyName
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
      <Button
        look="quiet"
        size="sm"
        minWidth="0"
        maxWidth="260px"
        color="ink"
        fontWeight={600}
        aria-haspopup="dialog"
        aria-expanded={picking}
        onClick={() => setPicking(true)}
      >
        <chakra.span truncate>{projectName === '' ? 'Choose a project' : projectName}</chakra.span>
        <Icon name="down" size={12} />
      </Button>
      {picking && <ProjectPicker onClose={() => setPicking(false)} />}
    </chakra.div>
  )
}
