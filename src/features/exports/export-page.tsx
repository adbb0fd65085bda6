/** One export: how far it is, what it made, and until when its files are there. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Exported } from '#contracts/exports.ts'
import { exportDownloads, oneExport } from '#src/reads/exports.ts'
import { Downloads } from '../production/downloads.tsx'
import { Work } from '../production/work.tsx'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, Section, Stats } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { RemoveDialog, SlipDialog } from './ends.tsx'
import { ExportDocuments } from './export-documents.tsx'
import { StateBadge } from './export-list.tsx'
import { ExportVolumes } from './export-volumes.tsx'
import { exportsPath, untilWords } from './words.ts'

/** Ms between looks: while its job is at work, and else. */
const often = 1_500
const seldom = 20_000

export function ExportPage({
  projectId,
  exportId,
}: {
  readonly projectId: number
  readonly exportId: number
}): ReactElement {
  const answer = useRead(
    oneExport,
    { exportId },
    { every: (held) => (held?.exported.state === 'Running' ? often : seldom) },
  )
  const back = (
    <chakra.p fontSize="sm">
      <Link to={exportsPath}>Exports</Link>
    </chakra.p>
  )
  if (answer.value === null)
    return (
      <Page title="Export" within="Exports" above={back}>
        <Section>
          <Missing answer={answer} rows={8} title="The export could not be loaded" onRetry={answer.again} />
        </Section>
      </Page>
    )
  return <Made projectId={projectId} exported={answer.value.exported} back={back} />
}

function Made({
  projectId,
  exported,
  back,
}: {
  readonly projectId: number
  readonly exported: Exported
  readonly back: ReactElement
}): ReactElement {
  const [asking, setAsking] = useState<'slip' | 'remove' | null>(null)
  const { exportId, name, state, job, failed, documents, pages } = exported
  const isGone = state === 'Expired' || state === 'Removed'
  const isMade = state === 'Ready'
  const close = () => setAsking(null)
  return (
    <Page
      title={name}
      within="Exports"
      above={back}
      lead={<StateBadge state={state} />}
      actions={
        isGone || state === 'Running' ? undefined : (
          <>
            {state === 'Failed' && failed > 0 && (
              <Button onClick={() => setAsking('slip')}>Let sheets stand for what failed</Button>
            )}
            <Button icon="close" onClick={() => setAsking('remove')}>
              Remove now
            </Button>
          </>
        )
      }
    >
      <Standing exported={exported} />
      {!isMade && !isGone && <Work projectId={projectId} made={{ name, state, job }} />}
      <Stats
        items={[
          { label: 'Documents', value: documents === null ? '–' : number(documents) },
          { label: 'Pages', value: pages === null ? '–' : number(pages) },
          {
            label: 'Failed',
            value: number(failed),
            note: failed > 0 ? 'Each needs a decision' : undefined,
          },
        ]}
      />
      {isMade && <ExportVolumes projectId={projectId} exportId={exportId} />}
      {(isMade || isGone) && <Downloaded exportId={exportId} />}
      {!isGone && <ExportDocuments exportId={exportId} failed={failed} asOf={`${state} ${job.done}`} />}
      {asking === 'slip' && <SlipDialog exported={exported} onClose={close} />}
      {asking === 'remove' && <RemoveDialog exported={exported} onClose={close} />}
    </Page>
  )
}

function Downloaded({ exportId }: Pick<Exported, 'exportId'>): ReactElement {
  return <Downloads answer={useRead(exportDownloads, { exportId }, { every: seldom })} />
}

/** Who has started it, and what became of its files. */
function Standing({
  exported: { state, created, ready, expiresAt, removed },
}: {
  readonly exported: Exported
}): ReactElement {
  return (
    <chakra.p role="status" display="flex" gap="2">
      <Icon name="info" />
      <span>
        Started by <Foreign text={created.by} />, <Ago at={created.at} />.{' '}
        {ready !== null && (
          <>
            Ready <Ago at={ready} />: what was made was read back and agrees with the list.{' '}
          </>
        )}
        {state !== 'Running' && expiresAt !== null && `${untilWords(expiresAt, Date.now())}.`}
        {state === 'Expired' && 'Its days have passed, and its files are gone. The record of it stays.'}
        {removed !== null && (
          <>
            <Foreign text={removed.by} /> has removed its files, <Ago at={removed.at} />. The record of it
            stays.
          </>
        )}
      </span>
    </chakra.p>
  )
}
