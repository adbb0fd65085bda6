/** The volumes of an export, each to be downloaded, and what was found when they were read back. */
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { downloadExport, type ExportVolume } from '#contracts/exports.ts'
import { exportVolumes } from '#src/reads/exports.ts'
import { Report } from '../production/report.tsx'
import { DownloadDenied, downloadColumn, sizeColumns } from '../production/volume-columns.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

export function ExportVolumes({
  projectId,
  exportId,
}: {
  readonly projectId: number
  readonly exportId: number
}): ReactElement {
  const mayDownload = useWho().can('document.download')
  const grantedBy = useGrantedBy('A project manager can give you a role that downloads documents.')
  const answer = useRead(exportVolumes, { exportId })
  const { value } = answer
  const download = downloadColumn(`${pathOf(downloadExport)}?projectId=${projectId}&exportId=${exportId}`)
  return (
    <>
      <Section
        title="Volumes"
        aside={value === null ? undefined : <span>{counted(value.data.length, 'volume')}</span>}
      >
        <Missing answer={answer} rows={2} title="The volumes could not be loaded" onRetry={answer.again} />
        {value !== null && (
          <Table
            label="Volumes"
            rows={value.data}
            columns={mayDownload ? [...columns, download] : columns}
            keyOf={({ volume }) => volume}
          />
        )}
        {!mayDownload && <DownloadDenied>{grantedBy}</DownloadDenied>}
      </Section>
      {value !== null && (
        <Section title="Quality report">
          <Report checks={value.checks} replaced={value.replaced} />
        </Section>
      )}
    </>
  )
}

const columns: readonly Column<ExportVolume>[] = [
  { id: 'name', head: 'Volume', cell: ({ name }) => name },
  ...sizeColumns,
]
