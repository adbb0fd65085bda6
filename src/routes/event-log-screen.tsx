import type { ReactElement } from 'react'
import { Timeline } from '../features/timeline/timeline.tsx'

export function EventLogScreen(): ReactElement {
  return <Timeline />
}
