/** Productions of a project: the list of them, and one by its address. */
import type { ReactElement } from 'react'
import { useSearchParams } from 'react-router-dom'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { DeniedState } from '../ui/states.tsx'
import { ProductionList } from './production-list.tsx'
import { ProductionPage } from './production-page.tsx'
import { steps } from './words.ts'

export function ProductionScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that sees productions.')
  const [params] = useSearchParams()
  const productionId = Number(params.get('production') ?? '')
  const step = steps.find((one) => one === params.get('step')) ?? null
  if (who.projectId === null)
    return (
      <NoProject icon="production">
        Here stands what was produced from a project, under which numbers.
      </NoProject>
    )
  if (!who.can('production.view')) return <DeniedState page what="productions" grantedBy={grantedBy} />
  return Number.isSafeInteger(productionId) && productionId > 0 ? (
    <ProductionPage key={productionId} projectId={who.projectId} productionId={productionId} step={step} />
  ) : (
    <ProductionList projectId={who.projectId} />
  )
}
