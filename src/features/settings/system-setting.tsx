/** Settings of the system. */
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { clients as clientList, projects } from '#src/reads/company.ts'
import { RoleTable } from '../people/role-table.tsx'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { Page, Stats } from '../ui/page.tsx'
import { DeniedState } from '../ui/states.tsx'
import { ClientSignOns } from './client-sign-ons.tsx'
import { ContactRequests } from './contact-requests.tsx'
import { DeletedClients } from './deleted-projects.tsx'

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
      <ClientSignOns />
      <ContactRequests />
      <DeletedClients />
      <RoleTable strongest={0} />
    </Page>
  )
}
