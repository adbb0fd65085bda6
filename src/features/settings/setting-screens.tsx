/** Settings of a client and of the system. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { clients as clientList, projects } from '#src/reads/company.ts'
import { NoClient } from '../company/no-client.tsx'
import { useClient } from '../company/use-client.ts'
import { RoleTable } from '../people/role-table.tsx'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Page, Section, Stats } from '../ui/page.tsx'
import { DeniedState, ErrorState, Skeleton } from '../ui/states.tsx'

export function ClientSetting(): ReactElement {
  const who = useWho()
  const { client, failure, again } = useClient()
  const rows = useRead(projects, {}).value ?? []
  if (!who.accountCan('company.manage')) {
    return (
      <DeniedState
        page
        what="the settings of this client"
        grantedBy="Client administrators see and change them."
        action={<Link to="/client">Back to clients and projects</Link>}
      />
    )
  }
  return (
    <Page title="Client settings" lead={<Link to="/client">Back to clients and projects</Link>}>
      {client === undefined ? (
        failure === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorState title="The client could not be loaded" message={failure.message} onRetry={again} />
        )
      ) : client === null ? (
        <NoClient />
      ) : (
        <Facts
          facts={[
            ['Name', client.company_name],
            ['Projects', number(client.projectCount)],
            [
              'Documents in its projects',
              number(
                rows
                  .filter(({ companyId }) => companyId === client.company_id)
                  .reduce((sum, { documentCount }) => sum + documentCount, 0),
              ),
            ],
          ]}
        />
      )}
    </Page>
  )
}

export function SystemSetting(): ReactElement {
  const who = useWho()
  const asked = who.accountCan('system.view') ? {} : null
  const clients = useRead(clientList, asked).value ?? []
  const rows = useRead(projects, asked).value ?? []
  if (!who.accountCan('system.view')) {
    return (
      <DeniedState
        page
        what="the system settings"
        grantedBy="System administrators and the provider's staff see them."
        action={<Link to="/client">Back to clients and projects</Link>}
      />
    )
  }
  return (
    <Page
      title="System settings"
      lead={`Version ${who.version}. You see them as ${roleWords(who.roleName ?? '').toLowerCase()}.`}
    >
      <Stats
        items={[
          { label: 'Clients', value: number(clients.length) },
          { label: 'Projects', value: number(rows.length) },
          { label: 'Documents', value: number(rows.reduce((sum, row) => sum + row.documentCount, 0)) },
          { label: 'Jobs running', value: number(rows.reduce((sum, row) => sum + row.runningJobs, 0)) },
        ]}
      />
      <RoleTable strongest={0} />
    </Page>
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <Section title="Current settings">
      <chakra.dl>
        {facts.map(([name, value]) => (
          <chakra.div
            key={name}
            display="grid"
            gridTemplateColumns={{ base: '1fr', sm: '220px 1fr' }}
            px="4"
            py="1.5"
            borderTopWidth="1px"
            borderColor="line"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt color="faint">{name}</chakra.dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Section>
  )
}
