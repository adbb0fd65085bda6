/** One source: what came into it, what each file became, and what can be done with it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Source, SourceFile } from '#contracts/collect.ts'
import { tellSource } from '#src/commands/collect-sources.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { lookAt, lookedAt, looks } from '#src/reads/collect.ts'
import { exceptionStat } from '../exceptions/exception-stat.tsx'
import { stepPath } from '../loads/words.ts'
import { filesThatWait } from '../processing/pending-labels.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, dayAndTime, exactTime, fileSize, number } from '../ui/format.ts'
import { Page, Section, Stats } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { DropZone } from './drop-zone.tsx'
import { useGathering } from './picking.ts'
import { ServerFolderButton } from './server-folder.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { Uploads } from './uploads.tsx'

export function SourcePage({
  projectId,
  source,
}: {
  readonly projectId: number
  readonly source: Source
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const gathering = useGathering()
  const [changes, setChanges] = useState(false)
  const { sourceId, name, waiting, files } = source
  const managing = who.can('collect.manage')
  return (
    <Page
      title={name}
      lead={
        <>
          <Link to="/overview/collect">Sources</Link> · of <Foreign text={source.custodian} />, added by{' '}
          {source.createdBy}
        </>
      }
      actions={
        managing && (
          <>
            {waiting > 0 && (
              <Button
                look="primary"
                icon="process"
                onClick={() => run(tellSource({ projectId, sourceId, name, order: { is: 'process' } }))}
              >
                Process {counted(waiting, 'file')}
              </Button>
            )}
            {waiting > 0 && <ButtonTo to={stepPath(sourceId, 'file')}>Load with a load file…</ButtonTo>}
            <ServerFolderButton projectId={projectId} source={source} />
            <Button icon="settings" onClick={() => setChanges(true)}>
              Change…
            </Button>
            {files === 0 && (
              <Button
                icon="close"
                onClick={() => run(tellSource({ projectId, sourceId, name, order: { is: 'delete' } }))}
              >
                Delete
              </Button>
            )}
          </>
        )
      }
    >
      <Stats
        items={[
          { label: 'Files', value: number(files), note: fileSize(source.bytes) },
          {
            label: filesThatWait,
            value: number(waiting),
            note: source.autoProcess ? 'processed automatically' : 'processed when asked for',
          },
          {
            label: 'Documents',
            value: number(source.documents),
            note: source.autoPromote ? 'promoted automatically' : 'promoted when asked for',
          },
          exceptionStat(source),
        ]}
      />
      {managing && (
        <DropZone projectId={projectId} sources={[source]} sourceId={sourceId} gathering={gathering} />
      )}
      {managing && <Uploads projectId={projectId} sources={[source]} only={sourceId} />}
      <Files projectId={projectId} source={source} />
      {changes && (
        <SourceDialog
          projectId={projectId}
          source={source}
          onClose={() => setChanges(false)}
          onSaved={() => setChanges(false)}
        />
      )}
    </Page>
  )
}

function Files({
  projectId,
  source: { sourceId, files, waiting },
}: {
  readonly projectId: number
  readonly source: Source
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const asked = lookAt(projectId, { about: 'files', sourceId })
  const { value, failure, again } = useRead(lookedAt.files, asked, { asOf: `${files} ${waiting}` })
  const last = value?.rows.at(-1)
  return (
    <Section title="Files" aside={value === null ? undefined : counted(value.totalCount, 'file')}>
      {value === null && failure === null && <Skeleton rows={5} />}
      {value === null && failure !== null && (
        <ErrorState title="The files could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && value.rows.length === 0 && (
        <EmptyState icon="file" title="Nothing has come yet">
          Files stand here in the order in which they arrive, each with the job that processes it.
        </EmptyState>
      )}
      {value !== null && value.rows.length > 0 && (
        <Table
          label="Files of the source"
          rows={value.rows}
          columns={columnsFor(projectId, who.can('job.view'))}
          keyOf={(row) => row.sourceFileId}
        />
      )}
      {value !== null && last !== undefined && value.rows.length < value.totalCount && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
          {number(value.rows.length)} of {number(value.totalCount)}
          <Button size="sm" onClick={() => run(looks.request({ ...asked, after: last.sourceFileId }))}>
            Show more
          </Button>
        </chakra.div>
      )}
    </Section>
  )
}

const columnsFor = (projectId: number, linked: boolean): readonly Column<SourceFile>[] => [
  {
    id: 'path',
    head: 'File',
    cell: ({ path, partOf }) => (
      <chakra.div maxWidth="min(480px, 44vw)">
        <chakra.div truncate title={path.join('/')}>
          {path.at(-1)}
        </chakra.div>
        {path.length > 1 && (
          <chakra.div fontSize="xs" color="faint" truncate title={path.join('/')}>
            in {path.slice(0, -1).join(' / ')}
          </chakra.div>
        )}
        {partOf !== undefined && (
          <chakra.div fontSize="xs" color="faint" truncate title={partOf.archive}>
            one of {number(partOf.parts)} parts of {partOf.archive}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'modified',
    head: 'Last changed',
    width: '150px',
    from: 'lg',
    cell: ({ modifiedAt }) =>
      modifiedAt === null ? (
        <chakra.span color="faint">not known</chakra.span>
      ) : (
        <span title={exactTime(modifiedAt)}>{dayAndTime(modifiedAt)}</span>
      ),
  },
  {
    id: 'hash',
    head: 'SHA-256',
    width: '120px',
    from: 'lg',
    cell: ({ sha256 }) => (
      <chakra.code fontSize="xs" title={sha256}>
        {sha256.slice(0, 10)}…
      </chakra.code>
    ),
  },
  {
    id: 'arrived',
    head: 'Arrived',
    align: 'end',
    width: '120px',
    from: 'md',
    cell: ({ arrivedAt }) => <Ago at={arrivedAt} />,
  },
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    width: '100px',
    cell: ({ size }) => <chakra.span whiteSpace="nowrap">{fileSize(size)}</chakra.span>,
  },
  {
    id: 'job',
    head: 'Became',
    align: 'end',
    width: '90px',
    cell: ({ jobId }) =>
      jobId === null ? (
        <chakra.span color="attentionInk">Waits</chakra.span>
      ) : linked ? (
        <Link to={`/project/allJobs?project=${projectId}&job=${jobId}`}>Job {jobId}</Link>
      ) : (
        `Job ${jobId}`
      ),
  },
]
