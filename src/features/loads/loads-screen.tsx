/** Loads: all of them, one by its address, or one that is being prepared for a source. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { Page } from '../ui/page.tsx'
import { DeniedState } from '../ui/states.tsx'
import { LoadedPage } from './loaded-page.tsx'
import { LoadsSection } from './loads-section.tsx'
import { PreparePage } from './prepare-page.tsx'
import { steps } from './words.ts'

export function LoadsScreen(): ReactElement {
  const { projectId, can } = useWho()
  const [params] = useSearchParams()
  const seeing = useGrantedBy(
    'Review managers see them, and litigation support loads. A project manager can give you such a role.',
  )
  const loading = useGrantedBy(
    'Litigation support and stronger roles load. A project manager can give you such a role.',
  )
  const sourceId = idIn(params.get('source'))
  const jobId = idIn(params.get('job'))
  const step = steps.find((one) => one === params.get('step')) ?? 'file'
  if (projectId === null)
    return <NoProject icon="collect">A delivery with load files is loaded into a project.</NoProject>
  if (!can('collect.view')) return <DeniedState page what="loads" grantedBy={seeing} />
  if (jobId !== null) return <LoadedPage key={jobId} projectId={projectId} jobId={jobId} />
  if (sourceId === null) return <AllLoads />
  if (!can('collect.manage')) return <DeniedState page what="loading with load files" grantedBy={loading} />
  return <PreparePage key={sourceId} projectId={projectId} sourceId={sourceId} step={step} />
}

function idIn(text: string | null): number | null {
  const said = Number(text ?? '')
  return Number.isSafeInteger(said) && said > 0 ? said : null
}

const AllLoads = (): ReactElement => (
  <Page
    title="Loads"
    above={
      <chakra.p fontSize="sm">
        <Link to="/overview/collect">Collect</Link>
      </chakra.p>
    }
    lead="Deliveries that came with load files. Every row and every file of each is accounted for."
  >
    <LoadsSection isPage />
  </Page>
)
