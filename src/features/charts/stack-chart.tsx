/** Rows of which each is made of parts: what went in, by what became of it. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo, useState } from 'react'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Table } from '../ui/table.tsx'
import { ChartCard, type ChartState } from './chart-card.tsx'
import { useLook } from './look.ts'
import { type Part, stackOption } from './options.ts'
import { Picture } from './picture.tsx'

const rowHeight = 26

export function StackChart({
  title,
  of,
  rows,
  parts,
  state,
  span = 12,
  onOpen,
}: {
  readonly title: string
  /** What a row is. */
  readonly of: string
  readonly rows: readonly { readonly key: string; readonly label: string }[]
  readonly parts: readonly Part[]
  readonly state: ChartState
  readonly span?: number
  /** Opens what a row stands for, by its key. */
  readonly onOpen: (key: string) => void
}): ReactElement {
  const look = useLook()
  const [at, setAt] = useState<number | null>(null)
  const shown = parts.filter(({ values }) => values.some((value) => value !== 0))
  const option = useMemo(
    () =>
      stackOption(
        rows.map(({ label }) => label),
        shown,
        look,
      ),
    [rows, shown, look],
  )
  const say = (index: number) =>
    `${rows[index]?.label}: ${shown
      .filter(({ values }) => values[index] !== 0)
      .map(({ name, values }) => `${number(values[index] ?? 0)} ${name.toLowerCase()}`)
      .join(', ')}`
  return (
    <ChartCard
      title={title}
      span={span}
      state={state}
      said={at === null ? '' : say(at)}
      height={0}
      file={{
        head: [of, ...parts.map(({ name }) => name)],
        rows: rows.map(({ label }, index) => [label, ...parts.map(({ values }) => values[index] ?? 0)]),
      }}
      foot={
        <chakra.ul
          display="flex"
          flexWrap="wrap"
          gap="3"
          pt="2"
          fontSize="xs"
          color="muted"
          listStyleType="none"
        >
          {shown.map(({ name, tone }) => (
            <chakra.li key={name} display="flex" alignItems="center" gap="1.5">
              <chakra.span width="10px" height="10px" borderRadius="sm" background={tone} />
              <Foreign text={name} />
            </chakra.li>
          ))}
        </chakra.ul>
      }
      table={
        <Table
          label={title}
          rows={rows.map((row, index) => ({ ...row, index }))}
          keyOf={({ key }) => key}
          onOpen={({ key }) => onOpen(key)}
          columns={[
            { id: 'label', head: of, cell: ({ label }) => label },
            ...parts.map(({ name, values }) => ({
              id: name,
              head: name,
              align: 'end' as const,
              cell: ({ index }: { readonly index: number }) => number(values[index] ?? 0),
            })),
          ]}
        />
      }
      picture={
        <Picture
          label={title}
          option={option}
          height={Math.max(1, rows.length) * rowHeight}
          axis="y"
          items={rows.map(({ key }, index) => ({ key, said: say(index), chosen: false }))}
          at={at}
          onAt={setAt}
          onChoose={(index) => {
            const row = rows[index]
            if (row !== undefined) onOpen(row.key)
          }}
        />
      }
    />
  )
}
