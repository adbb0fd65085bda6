/** In place of a screen of a client where none has been chosen and there are several. */
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { IconName } from '../ui/icon.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NoClient({
  icon = 'client',
  page = false,
  children,
}: {
  readonly icon?: IconName
  /** It stands for the whole screen. */
  readonly page?: boolean
  /** What the screen is for. */
  readonly children?: ReactNode
}): ReactElement {
  return (
    <EmptyState
      page={page}
      icon={icon}
      title="No client is chosen"
      action={<Link to="/client">Choose a client</Link>}
    >
      {children}
    </EmptyState>
  )
}
