/** In place of a screen of a project where none has been chosen yet; where there is only one, it is. */
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { IconName } from '../ui/icon.tsx'
import { part } from '../ui/part.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'

// Nearly everybody has chosen one.
const OnlyProject = part(
  () => import('./only-project.tsx').then((module) => module.OnlyProject),
  <Skeleton rows={8} />,
)

export function NoProject({
  icon,
  children,
}: {
  readonly icon: IconName
  /** What the screen is for. */
  readonly children?: ReactNode
}): ReactElement {
  return (
    <OnlyProject>
      <EmptyState
        page
        icon={icon}
        title="No project is chosen"
        action={<Link to="/client">Choose a project</Link>}
      >
        {children}
      </EmptyState>
    </OnlyProject>
  )
}
