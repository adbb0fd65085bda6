/** The volumes that are handed over, each to be downloaded. */
import type { ReactElement } from 'react'
import { pathOf } from '#contracts/call.ts'
import { downloadVolume, type ProductionVolume } from '#contracts/production-volumes.ts'
import { productionVolumes } from '#src/reads/production.ts'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Numbers } from './production-list.tsx'
import { DownloadDenied, downloadColumn, sizeColumns } from './volume-columns.tsx'

export function Volumes({
  projectId,
  productionId,
}: {
  readonly projectId: number
  readonly productionId: number
}): ReactElement {
  const { can } = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that downloads volumes.')
  const answer = useRead(productionVolumes, { productionId })
  const { value } = answer
  const download = downloadColumn(
    `${pathOf(downloadVolume)}?projectId=${projectId}&productionId=${productionId}`,
  )
  return (
    <Section
      title="Volumes"
      aside={value === null ? undefined : <span>{counted(value.length, 'volume')}</span>}
    >
      <Missing answer={answer} rows={2} title="The volumes could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <Table
          label="Volumes"
          rows={value}
          columns={can('production.download') ? [...columns, download] : columns}
          keyOf={({ volume }) => volume}
        />
      )}
      {!can('production.download') && <DownloadDenied>{grantedBy}</DownloadDenied>}
    </Section>
  )
}

const columns: readonly Column<ProductionVolume>[] = [
  { id: 'name', head: 'Volume', cell: ({ name }) => name },
  { id: 'numbers', head: 'Numbers', cell: (volume) => <Numbers production={volume} /> },
  ...sizeColumns,
]
