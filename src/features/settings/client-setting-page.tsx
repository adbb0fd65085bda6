/** The frame of each page of a client's settings: of which client, and the way to the other pages. */
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Company } from '#contracts/company.ts'
import { NoClient } from '../company/no-client.tsx'
import { useClient } from '../company/use-client.ts'
import { useWho } from '../session/who.ts'
import { Page } from '../ui/page.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { DeniedState, ErrorState, Skeleton } from '../ui/states.tsx'

/** The pages in their order. */
const pages = {
  general: { to: '/project/ClientSetting', title: 'General' },
  people: { to: '/project/ClientSetting/people', title: 'People' },
  report: { to: '/project/ClientSetting/report', title: 'Report' },
  signIn: { to: '/project/ClientSetting/sign-in', title: 'Single sign-on' },
} as const
export type ClientSettingPageName = keyof typeof pages

const whole = 'Client settings'

export function ClientSettingPage({
  name,
  lead,
  actions,
  children,
}: {
  readonly name: ClientSettingPageName
  readonly lead?: string
  readonly actions?: ReactNode
  readonly children: (client: Company) => ReactNode
}): ReactElement {
  const who = useWho()
  const { client, failure, again } = useClient()
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
  const isFirst: boolean = name === 'general'
  const links = Object.values(pages)
  return (
    <Page
      title={isFirst ? whole : pages[name].title}
      within={isFirst ? undefined : whole}
      lead={lead ?? <Link to="/client">Back to clients and projects</Link>}
      actions={actions}
      nav={links.length > 1 && <PageLinks label="Pages of the client settings" links={links} />}
    >
      {client === undefined ? (
        failure === null ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorState title="The client could not be loaded" message={failure.message} onRetry={again} />
        )
      ) : client === null ? (
        <NoClient />
      ) : (
        children(client)
      )}
    </Page>
  )
}
