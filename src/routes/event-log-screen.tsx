/** The event log of what the address is about: the project below /overview, elsewhere the account. */
import type { ReactElement } from 'react'
import { useLocation } from 'react-router-dom'
import { Timeline } from '../features/timeline/timeline.tsx'

export function EventLogScreen(): ReactElement {
  const about = useLocation().pathname.startsWith('/overview') ? 'project' : 'account'
  return <Timeline about={about} key={about} />
}
