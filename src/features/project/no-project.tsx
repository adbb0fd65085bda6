/** In place of a screen of a project where none has been chosen yet. */
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { IconName } from '../ui/icon.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NoProject({
  icon,
  children,
}: {
  readonly icon: IconName
  /** What the screen is for. */
  readonly children?: ReactNode
}): ReactElement {
  return (
    <EmptyState
      page
      icon={icon}
      title="No project is chosen"
      action={<Link to="/client">Choose a project</Link>}
    >
      {children}
    </EmptyState>
  )
}
