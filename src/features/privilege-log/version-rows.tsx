/** The rows of one version, as they stood when it was made. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { privilegeLogVersionRows, privilegeLogVersions } from '#src/reads/privilege-log.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DocumentLead } from './document-lead.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { Pages } from './pages.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { comparePath } from './words.ts'

export function VersionRows({
  versionId,
  frame,
}: {
  readonly versionId: number
  readonly frame: Frame
}): ReactElement {
  const { can, projectId } = useWho()
  const navigate = useNavigate()
  const [path, setPath] = useState<readonly number[]>([])
  const [loading, setLoading] = useState(false)
  const versions = useRead(privilegeLogVersions, {}, { once: true }).value ?? []
  const answer = useRead(privilegeLogVersionRows, { versionId, after: path.at(-1) ?? 0 }, { once: true })
  const { value } = answer
  const version = versions.find((one) => one.versionId === versionId)
  const compare = (chosen: string) => {
    if (chosen === 'now') return void navigate(comparePath(versionId, null))
    const other = versions.find((one) => String(one.versionId) === chosen)
    if (other === undefined || version === undefined) return
    // What is compared is always what became of the older one.
    const [older, later] = other.number < version.number ? [other, version] : [version, other]
    void navigate(comparePath(older.versionId, later.versionId))
  }
  type Row = NonNullable<typeof value>['data'][number]
  const columns: readonly Column<Row>[] = [
    { id: 'log', head: '#', align: 'end', width: '56px', cell: ({ logNumber }) => number(logNumber) },
    {
      id: 'control',
      head: 'Control number',
      cell: ({ documentId, controlNumber }) => (
        <chakra.span fontFamily="mono" whiteSpace="nowrap">
          <DocumentLead documentId={documentId} controlNumber={controlNumber} />
        </chakra.span>
      ),
    },
    ...(value?.columns ?? [])
      .filter(({ source }) => source !== 'Control_Number' && source !== 'Log_Number')
      .map(
        ({ source, heading }): Column<Row> => ({
          id: source,
          head: heading,
          cell: ({ values }) => (
            <chakra.div
              minWidth={source === 'Description' ? '240px' : '80px'}
              maxWidth="360px"
              overflowWrap="anywhere"
            >
              <Foreign text={values[source] ?? ''} />
            </chakra.div>
          ),
        }),
      ),
  ]
  return frame(
    <>
      <Section
        title={version?.name ?? 'Version'}
        aside={
          <chakra.span fontSize="xs" color="faint">
            {value === null ? '' : counted(value.totalCount, 'row')}
          </chakra.span>
        }
      >
        <Missing answer={answer} rows={8} title="The version could not be loaded" onRetry={answer.again} />
        {value !== null && value.data.length === 0 && (
          <EmptyState icon="saved" title="No rows">
            Nothing was on the log when this version was made.
          </EmptyState>
        )}
        {value !== null && value.data.length > 0 && (
          <Table
            label="Rows of the version"
            rows={value.data}
            columns={columns}
            keyOf={({ documentId }) => documentId}
          />
        )}
        <Pages path={path} next={value?.next ?? null} onTurn={setPath} />
      </Section>
      {loading && version !== undefined && projectId !== null && (
        <DownloadDialog projectId={projectId} version={version} onClose={() => setLoading(false)} />
      )}
    </>,
    version === undefined ? undefined : (
      <>
        <chakra.div width="200px">
          <Select
            aria-label="Compare with"
            value=""
            placeholder="Compare with"
            choices={[
              { value: 'now', label: 'The log as it stands now' },
              ...versions
                .filter((one) => one !== version)
                .map((one) => ({ value: String(one.versionId), label: one.name })),
            ]}
            onChoose={compare}
          />
        </chakra.div>
        {can('production.download') && (
          <Button icon="download" onClick={() => setLoading(true)}>
            Download
          </Button>
        )}
      </>
    ),
  )
}
