/** Bringing material in: sources, what came from each, files and folders dropped into them, and the jobs that follow. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { lookAt, lookedAt } from '#src/reads/collect.ts'
import { ProjectJobsSection } from '../jobs/project-jobs.tsx'
import { LoadsSection } from '../loads/loads-section.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { DropZone } from './drop-zone.tsx'
import { useGathering } from './picking.ts'
import { SourceDialog } from './source-dialog.tsx'
import { SourcePage } from './source-page.tsx'
import { SourcesTable } from './sources-table.tsx'
import { Uploads } from './uploads.tsx'

const refresh = 5_000

export function CollectScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy(
    'Review managers see it, and litigation support brings material in. A project manager can give you such a role.',
  )
  const { projectId } = who
  if (projectId === null) {
    return <NoProject icon="collect">Material is brought into a project.</NoProject>
  }
  if (!who.can('collect.view')) {
    return <DeniedState page what="Collect" grantedBy={grantedBy} />
  }
  return <Sources projectId={projectId} />
}

function Sources({ projectId }: { readonly projectId: number }): ReactElement {
  const who = useWho()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const asked = lookAt(projectId, { about: 'sources' })
  const { value, failure, again } = useRead(lookedAt.sources, asked, { every: refresh })
  const gathering = useGathering()
  const [chosen, setChosen] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const added = useCallback((sourceId: number) => {
    setChosen(sourceId)
    setAdding(false)
  }, [])
  const managing = who.can('collect.manage')
  const named = Number(params.get('source') ?? '')
  const opened = value?.find(({ sourceId }) => sourceId === named)
  if (opened !== undefined) return <SourcePage key={named} projectId={projectId} source={opened} />
  const only = value?.length === 1 ? (value[0]?.sourceId ?? null) : null
  return (
    <Page
      title="Collect"
      lead="Material goes in as it is, from sources that each have a custodian. Every item that goes in is accounted for."
    >
      {managing ? (
        <>
          {value !== null && value.length > 0 && (
            <DropZone
              projectId={projectId}
              sources={value}
              sourceId={chosen ?? only}
              onSource={setChosen}
              gathering={gathering}
              onNewSource={() => setAdding(true)}
            />
          )}
          <Uploads projectId={projectId} sources={value ?? []} />
        </>
      ) : (
        <chakra.p color="muted">
          You see what was collected. Bringing material in needs litigation support or a stronger role.
        </chakra.p>
      )}
      <Section
        title="Sources"
        aside={
          <>
            {value !== null && counted(value.length, 'source')}
            {managing && (
              <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
                New source
              </Button>
            )}
          </>
        }
      >
        {value === null && failure === null && <Skeleton rows={4} />}
        {value === null && failure !== null && (
          <ErrorState title="Sources could not be loaded" message={failure.message} onRetry={again} />
        )}
        {value !== null && value.length === 0 && (
          <EmptyState
            icon="collect"
            title="No sources yet"
            action={
              managing && (
                <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
                  Add a source
                </Button>
              )
            }
          >
            A source is where material comes from: a laptop, a mailbox, a share. Files are dropped into it.
          </EmptyState>
        )}
        {value !== null && value.length > 0 && (
          <SourcesTable
            rows={value}
            onOpen={({ sourceId }) => void navigate(`/overview/collect?source=${sourceId}`)}
            onDrop={
              managing
                ? ({ sourceId }, dropped) => {
                    setChosen(sourceId)
                    gathering.takeDrop(dropped)
                  }
                : undefined
            }
          />
        )}
      </Section>
      <LoadsSection />
      {who.can('job.view') && <ProjectJobsSection projectId={projectId} title="Jobs" />}
      {adding && (
        <SourceDialog projectId={projectId} source={null} onClose={() => setAdding(false)} onSaved={added} />
      )}
    </Page>
  )
}
