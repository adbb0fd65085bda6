/** What /project shows: to client administrators and stronger their client's dashboard, to others the project's page. */
import type { ReactElement } from 'react'
import { ClientDashboard } from '../features/company/client-dashboard.tsx'
import { ProjectPage } from '../features/project/project-page.tsx'
import { useWho } from '../features/session/who.ts'

export function ProjectIndex(): ReactElement {
  const { rank } = useWho()
  return rank <= 1 ? <ClientDashboard /> : <ProjectPage />
}
