/** The picture of the period as a table: how many changes when, and what else happened. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Density } from '#src/stores/reconstruct-cache.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { exactTime, number } from '../ui/format.ts'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { markWords } from './track.tsx'

interface Row {
  readonly key: string
  /** Where the playhead goes: after all of it. */
  readonly ends: number
  readonly at: string
  readonly what: string
  readonly changes: string
}

const isoOf = (at: number): string => new Date(at).toISOString()

function rowsOf({ from, binMs, counts, marks }: Density): readonly Row[] {
  const bins = counts.flatMap((count, index): Row[] => {
    const begins = Date.parse(from) + index * binMs
    return count === 0
      ? []
      : [
          {
            key: `bin-${index}`,
            ends: begins + binMs,
            at: exactTime(isoOf(begins)),
            what: `to ${exactTime(isoOf(begins + binMs))}`,
            changes: number(count),
          },
        ]
  })
  const others = marks.map(
    ({ at, kind, jobId, title, state }): Row => ({
      key: `job-${jobId}`,
      ends: Date.parse(at),
      at: exactTime(at),
      what: `${markWords[kind]}: ${title} (${state})`,
      changes: '',
    }),
  )
  return [...bins, ...others].sort((a, b) => a.ends - b.ends)
}

export function DensityDialog({
  density,
  onGo,
  onClose,
}: {
  readonly density: Density
  readonly onGo: (at: number) => void
  readonly onClose: () => void
}): ReactElement {
  const rows = rowsOf(density)
  const columns: readonly Column<Row>[] = [
    { id: 'at', head: 'From', cell: (row) => <chakra.span whiteSpace="nowrap">{row.at}</chakra.span> },
    { id: 'what', head: 'What', cell: ({ what }) => what },
    { id: 'changes', head: 'Changes', align: 'end', cell: ({ changes }) => changes },
    {
      id: 'go',
      head: <chakra.span srOnly>Go there</chakra.span>,
      align: 'end',
      cell: ({ ends, at }) => (
        <Button size="sm" aria-label={`Look at the moment after ${at}`} onClick={() => onGo(ends)}>
          Look
        </Button>
      ),
    },
  ]
  return (
    <Dialog open title="Changes over time" size="lg" onClose={onClose}>
      {rows.length === 0 ? (
        <EmptyState icon="log" title="No changes in this period" />
      ) : (
        <chakra.div
          maxHeight="60vh"
          overflow="auto"
          tabIndex={0}
          role="region"
          aria-label="Changes over time"
        >
          <Table label="Changes over time" rows={rows} columns={columns} keyOf={({ key }) => key} />
        </chakra.div>
      )}
    </Dialog>
  )
}
