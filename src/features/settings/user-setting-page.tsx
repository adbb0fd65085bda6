/** The frame of each page of one's own settings, under whichever of its addresses it was opened. */
import type { ReactElement, ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useWho } from '../session/who.ts'
import { Page } from '../ui/page.tsx'
import { PageLinks } from '../ui/page-links.tsx'

/** The pages in their order, by what follows the address of the first. */
const pages = {
  profile: { under: '', title: 'Profile' },
  security: { under: '/security', title: 'Security' },
  passkeys: { under: '/passkeys', title: 'Passkeys' },
} as const

const whole = 'Your settings'
const marker = '/usersetpage'

export function UserSettingPage({
  name,
  children,
}: {
  readonly name: keyof typeof pages
  readonly children: ReactNode
}): ReactElement {
  const who = useWho()
  const { pathname } = useLocation()
  const first = pathname.slice(0, pathname.indexOf(marker) + marker.length)
  return (
    <Page
      title={name === 'profile' ? whole : pages[name].title}
      within={name === 'profile' ? undefined : whole}
      width="860px"
      lead={
        <Link to={who.projectId === null ? '/client' : '/overview'}>
          Back to {who.projectId === null ? 'clients and projects' : who.projectName || 'the project'}
        </Link>
      }
      nav={
        <PageLinks
          label="Pages of your settings"
          links={Object.values(pages).map(({ under, title }) => ({ to: first + under, title }))}
        />
      }
    >
      {children}
    </Page>
  )
}
