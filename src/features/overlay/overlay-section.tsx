/** Overlay from file: looked at, read what would become of it, loaded, and what has become of it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { $bulkChanges } from '#src/stores/bulk.ts'
import { $overlayFile, type OverlayFile, overlayFiles, overlayReports } from '#src/stores/overlay.ts'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useCached } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, Skeleton } from '../ui/states.tsx'
import { FileDialog } from './file-dialog.tsx'
import { LoadBar } from './load-bar.tsx'
import { Report } from './report.tsx'

export function OverlaySection({ projectId }: { readonly projectId: number }): ReactElement {
  const file = useUnit($overlayFile)
  const { can } = useWho()
  const grantedBy = useGrantedBy(
    'Litigation support and stronger roles load them. A project manager can give you such a role.',
  )
  const [choosing, setChoosing] = useState(false)
  const choose = (
    <Button size="sm" icon="upload" onClick={() => setChoosing(true)}>
      Choose a file
    </Button>
  )
  if (!can('collect.manage'))
    return (
      <Section title="Overlay from file">
        <DeniedState what="loading values" grantedBy={grantedBy} />
      </Section>
    )
  return (
    <Section title="Overlay from file" aside={file === null ? undefined : choose}>
      {file === null ? (
        <EmptyState icon="upload" title="No file is being looked at" action={choose}>
          A CSV gives documents values of custom fields, or custom ids. What it would change is shown before
          anything is.
        </EmptyState>
      ) : (
        <FileLooked key={file.overlayKey} file={file} projectId={projectId} />
      )}
      {choosing && <FileDialog onClose={() => setChoosing(false)} />}
    </Section>
  )
}

function FileLooked({
  file,
  projectId,
}: {
  readonly file: OverlayFile
  readonly projectId: number
}): ReactElement {
  const changes = useUnit($bulkChanges)
  const report = useCached(overlayReports, file.overlayKey)
  // A reload has cut what was under way, and the bytes are gone with it.
  const cut = useCached(overlayFiles, file.overlayKey) === null
  const change = changes.find(({ bulkId }) => bulkId === file.bulkId) ?? null
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" p="4">
      <chakra.p fontWeight={600} truncate title={marked(file.fileName)}>
        <Foreign text={file.fileName} />
      </chakra.p>
      {file.phase === 'looking' && cut && (
        <chakra.p color="muted">The page was left before the file was looked at: choose it again.</chakra.p>
      )}
      {file.phase === 'looking' && !cut && (
        <div>
          <chakra.p role="status" color="muted">
            The file is being looked at. Nothing is changed.
          </chakra.p>
          <Skeleton rows={4} />
        </div>
      )}
      {change !== null && change.refused === null && report !== null && (
        <chakra.p color="muted">This is what was found before it was loaded.</chakra.p>
      )}
      {file.phase === 'refused' && <Notice tone="danger">{file.message}</Notice>}
      {file.phase === 'looked' && report !== null && <Report report={report} projectId={projectId} />}
      {file.phase === 'looked' && report === null && change === null && (
        <chakra.p color="muted">
          What it would change is not known here any more: choose the file again.
        </chakra.p>
      )}
      {file.phase === 'looked' && <LoadBar report={report} change={change} />}
    </chakra.div>
  )
}
