/** The privilege log of a project: the log itself, its versions, what is missing on it, and what it is made by. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { Page } from '../ui/page.tsx'
import { DeniedState } from '../ui/states.tsx'
import { Categories } from './categories.tsx'
import { Compared } from './compared.tsx'
import { Gaps } from './gaps.tsx'
import { Log } from './log.tsx'
import { LogSettings } from './log-settings.tsx'
import { VersionRows } from './version-rows.tsx'
import { Versions } from './versions.tsx'
import { type Part, partNames, partPath, parts } from './words.ts'

export function PrivilegeLogScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that sees the privilege log.')
  const [params] = useSearchParams()
  if (who.projectId === null)
    return (
      <NoProject icon="lock">
        Here stands what a project withholds or redacts for privilege, and why it is claimed.
      </NoProject>
    )
  if (!who.can('production.view')) return <DeniedState page what="the privilege log" grantedBy={grantedBy} />
  const part = parts.find((one) => one === params.get('part')) ?? 'log'
  const versionId = whole(params.get('version'))
  const other = params.get('with')
  const frame: Frame = (children, actions) => (
    <Page
      title={part === 'log' ? 'Privilege log' : partNames[part]}
      {...(part === 'log' ? {} : { within: 'Privilege log' })}
      above={
        part === 'log' ? undefined : (
          <chakra.p fontSize="sm">
            <Link to={partPath('log')}>Privilege log</Link>
          </chakra.p>
        )
      }
      width={part === 'log' ? '2400px' : '1200px'}
      actions={actions}
      nav={<Parts at={part} />}
    >
      {children}
    </Page>
  )
  switch (part) {
    case 'log':
      return <Log frame={frame} />
    case 'versions':
      if (versionId === null) return <Versions projectId={who.projectId} frame={frame} />
      return other === null ? (
        <VersionRows key={versionId} versionId={versionId} frame={frame} />
      ) : (
        <Compared
          key={`${versionId} ${other}`}
          versionId={versionId}
          other={other === 'now' ? null : whole(other)}
          frame={frame}
        />
      )
    case 'gaps':
      return <Gaps frame={frame} />
    case 'categories':
      return <Categories frame={frame} />
    case 'settings':
      return <LogSettings frame={frame} />
  }
}

/** What a part shows, in the page that they share. */
export type Frame = (children: ReactNode, actions?: ReactNode) => ReactElement

function whole(text: string | null): number | null {
  const value = Number(text ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

function Parts({ at }: { readonly at: Part }): ReactElement {
  return (
    <chakra.nav aria-label="Parts of the privilege log" mb="5" borderBottomWidth="1px" borderColor="line">
      <chakra.ul display="flex" listStyleType="none">
        {parts.map((part) => (
          <li key={part}>
            <chakra.span
              display="flex"
              height="36px"
              alignItems="center"
              borderBottomWidth="2px"
              borderColor={part === at ? 'accent' : 'transparent'}
              css={{
                '& a': { px: '3', color: part === at ? 'accentInk' : 'muted', textDecoration: 'none' },
                '& a:hover': { color: 'ink' },
              }}
              fontWeight={part === at ? 600 : 400}
            >
              <Link to={partPath(part)} aria-current={part === at ? 'page' : undefined}>
                {partNames[part]}
              </Link>
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}
