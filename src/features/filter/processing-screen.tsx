/** The frame of the screens that look at documents as a whole: without a project, and without the role, they say so. */
import type { ReactElement, ReactNode } from 'react'
import type { Capability } from '#contracts/permission.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import type { IconName } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { DeniedState } from '../ui/states.tsx'

export function ProcessingScreen({
  title,
  icon,
  lead,
  needs = 'collect.view',
  children,
}: {
  readonly title: string
  readonly icon: IconName
  readonly lead: string
  readonly needs?: Capability
  readonly children: ReactNode
}): ReactElement {
  const who = useWho()
  if (who.projectId === null) return <NoProject icon={icon}>{lead}</NoProject>
  if (!who.can(needs))
    return <DeniedState page what={title} grantedBy="A project manager can give you a role that sees it." />
  return (
    <Page title={title} lead={lead} width="1480px">
      {children}
    </Page>
  )
}
