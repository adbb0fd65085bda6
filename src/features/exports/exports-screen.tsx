/** Exports of a project: the list of them, one by its address, and a new one. */
import type { ReactElement } from 'react'
import { useSearchParams } from 'react-router-dom'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { DeniedState } from '../ui/states.tsx'
import { ExportList } from './export-list.tsx'
import { ExportPage } from './export-page.tsx'
import { NewExport } from './new-export.tsx'

export function ExportsScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that exports documents.')
  const [params] = useSearchParams()
  const exportId = Number(params.get('export') ?? '')
  if (who.projectId === null)
    return (
      <NoProject icon="external">Here stands what was taken out of a project for one’s own use.</NoProject>
    )
  if (!who.can('export.run')) return <DeniedState page what="exports" grantedBy={grantedBy} />
  if (params.has('new')) return <NewExport ofSearch={params.get('new') === 'search'} />
  return Number.isSafeInteger(exportId) && exportId > 0 ? (
    <ExportPage key={exportId} projectId={who.projectId} exportId={exportId} />
  ) : (
    <ExportList projectId={who.projectId} />
  )
}
