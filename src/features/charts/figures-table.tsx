/** The figures of a chart as a table: what can be chosen in the picture can be ticked here. */
import type { ReactElement } from 'react'
import { fileSize, number } from '../ui/format.ts'
import { Table } from '../ui/table.tsx'
import type { ChartTable } from './chart-card.tsx'
import type { Figure } from './options.ts'

export interface FiguresProps {
  readonly title: string
  /** What a row is: `Custodian`. */
  readonly of: string
  readonly figures: readonly Figure[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose?: ((key: string) => void) | undefined
  /** Leads to what a figure counts; in the place of choosing. */
  readonly onOpen?: ((key: string) => void) | undefined
}

const isWeighed = (figures: readonly Figure[]): boolean => figures.some(({ bytes }) => bytes !== null)

export function FiguresTable({ title, of, figures, chosen, onChoose, onOpen }: FiguresProps): ReactElement {
  return (
    <Table
      label={title}
      rows={figures}
      keyOf={({ key }) => key}
      onOpen={onOpen && (({ key }) => onOpen(key))}
      columns={[
        {
          id: 'label',
          head: of,
          cell: ({ key, label }) =>
            onChoose === undefined ? (
              <bdi>{label}</bdi>
            ) : (
              <label style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
                <input type="checkbox" checked={chosen.has(key)} onChange={() => onChoose(key)} />
                <bdi>{label}</bdi>
              </label>
            ),
        },
        { id: 'documents', head: 'Documents', align: 'end', cell: (row) => number(row.documents) },
        ...(isWeighed(figures)
          ? [
              {
                id: 'size',
                head: 'Size',
                align: 'end' as const,
                cell: ({ bytes }: Figure) => (bytes === null ? '–' : fileSize(bytes)),
              },
            ]
          : []),
      ]}
    />
  )
}

export const fileOf = (of: string, figures: readonly Figure[]): ChartTable =>
  isWeighed(figures)
    ? {
        head: [of, 'Documents', 'Bytes'],
        rows: figures.map(({ label, documents, bytes }) => [label, documents, bytes]),
      }
    : { head: [of, 'Documents'], rows: figures.map(({ label, documents }) => [label, documents]) }
