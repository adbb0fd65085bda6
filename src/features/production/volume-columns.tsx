/** What productions and exports say of their volumes. */
import { chakra } from '@chakra-ui/react'
import type { ExportVolume } from '#contracts/exports.ts'
import { ButtonLink } from '../ui/button.tsx'
import { fileSize, number } from '../ui/format.ts'
import type { Column } from '../ui/table.tsx'

/** How much is in a volume. */
export const sizeColumns: readonly Column<ExportVolume>[] = [
  { id: 'documents', head: 'Documents', align: 'end', cell: ({ documents }) => number(documents) },
  { id: 'files', head: 'Files', align: 'end', from: 'sm', cell: ({ files }) => number(files) },
  { id: 'bytes', head: 'Size', align: 'end', cell: ({ bytes }) => fileSize(bytes) },
]

/** The address of a volume is that of all of them with its number. */
export const downloadColumn = (address: string): Column<ExportVolume> => ({
  id: 'download',
  head: <chakra.span srOnly>Download</chakra.span>,
  align: 'end',
  cell: ({ volume, name }) => (
    <ButtonLink size="sm" icon="download" href={`${address}&volume=${volume}`} download>
      Download {name}
    </ButtonLink>
  ),
})

export const DownloadDenied = chakra('p', { base: { px: '4', py: '2', fontSize: 'sm', color: 'muted' } })
