/** Where the project's material comes from. Files can be dropped on a row. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Source } from '#contracts/collect.ts'
import { OpenCount } from '../exceptions/open-count.tsx'
import { filesThatWait } from '../processing/pending-labels.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { fileSize, number } from '../ui/format.ts'
import { type Column, Table } from '../ui/table.tsx'

export function SourcesTable({
  rows,
  onOpen,
  onDrop,
}: {
  readonly rows: readonly Source[]
  readonly onOpen: (source: Source) => void
  /** Absent: nothing can be dropped. */
  readonly onDrop: ((source: Source, dropped: DataTransfer) => void) | undefined
}): ReactElement {
  return (
    <Table
      label="Sources"
      rows={rows}
      columns={columns}
      keyOf={({ sourceId }) => sourceId}
      onOpen={onOpen}
      onDrop={onDrop}
    />
  )
}

const figure = (value: number, tone: 'ink' | 'attentionInk' = 'ink') => (
  <chakra.span color={value === 0 ? 'faint' : tone}>{number(value)}</chakra.span>
)

const columns: readonly Column<Source>[] = [
  {
    id: 'name',
    head: 'Source',
    cell: ({ name, custodian }) => (
      <chakra.div minWidth="110px" maxWidth="min(340px, 34vw)">
        <chakra.div fontWeight={600} truncate title={marked(name)}>
          <Foreign text={name} />
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate title={custodian}>
          {custodian}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'files',
    head: 'Files',
    align: 'end',
    width: '110px',
    cell: ({ files, bytes }) => (
      <div>
        {figure(files)}
        <chakra.div fontSize="xs" color="faint" whiteSpace="nowrap">
          {fileSize(bytes)}
        </chakra.div>
      </div>
    ),
  },
  {
    id: 'waiting',
    head: filesThatWait,
    align: 'end',
    width: '90px',
    cell: ({ waiting }) => figure(waiting, 'attentionInk'),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    width: '100px',
    from: 'sm',
    cell: ({ documents }) => figure(documents),
  },
  {
    id: 'exceptions',
    head: 'Exceptions',
    align: 'end',
    width: '100px',
    from: 'sm',
    cell: (source) => <OpenCount {...source} />,
  },
  {
    id: 'itself',
    head: 'Automatically',
    width: '190px',
    from: 'md',
    cell: ({ autoProcess, autoPromote }) => (
      <chakra.span display="inline-flex" gap="1">
        {autoProcess && <Badge icon="process">Processed</Badge>}
        {autoPromote && <Badge icon="promote">Promoted</Badge>}
        {!autoProcess && !autoPromote && <chakra.span color="faint">Nothing</chakra.span>}
      </chakra.span>
    ),
  },
]
