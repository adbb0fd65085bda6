/** Two fields held against each other: how many documents have both values. */

import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo, useState } from 'react'
import type { Matrix } from '#contracts/facets.ts'
import type { ChosenDocuments } from '#contracts/filter.ts'
import { counted, number } from '../ui/format.ts'
import { ChartCard, type ChartState } from './chart-card.tsx'
import { useLook } from './look.ts'
import { type Heat, heatHeight, heatOption, minHeatWidth } from './options.ts'
import { Picture } from './picture.tsx'

const nothing = '(none)'
type Value = string | null
export type Cell = Matrix['cells'][number]

interface Choosing {
  /** The documents that a cell counts; null where they cannot be asked for. */
  readonly choiceOf: (cell: Cell) => ChosenDocuments | null
  readonly onChoose: (next: ChosenDocuments) => void
}

export function HeatChart({
  title,
  matrix,
  nameOf,
  state,
  span = 12,
  choiceOf,
  onChoose,
}: {
  readonly title: string
  readonly matrix: Matrix | null
  readonly nameOf: (field: string) => string
  readonly state: ChartState
  readonly span?: number
} & Choosing): ReactElement {
  const look = useLook()
  const [at, setAt] = useState<number | null>(null)
  const cells = matrix?.cells ?? []
  const option = useMemo(() => heatOption(heatOf(matrix), look), [matrix, look])
  const leads = cells.some((cell) => choiceOf(cell) !== null)
  const say = (cell: Cell) => {
    const { pivot, group, documents } = cell
    const counts = `${pivot ?? nothing} and ${group ?? nothing}: ${counted(documents, 'document')}`
    return choiceOf(cell) === null ? `${counts}, which no search can ask for` : counts
  }
  const pointed = at === null ? undefined : cells[at]
  const groups = matrix?.groups ?? []
  return (
    <ChartCard
      title={title}
      span={span}
      state={state}
      said={pointed === undefined ? '' : say(pointed)}
      height={0}
      file={{
        head: [nameOf(matrix?.groupBy ?? ''), nameOf(matrix?.pivotOn ?? ''), 'Documents', 'Bytes'],
        rows: cells.map(({ pivot, group, documents, bytes }) => [
          group ?? nothing,
          pivot ?? nothing,
          documents,
          bytes,
        ]),
      }}
      table={
        matrix === null ? (
          <span />
        ) : (
          <HeatTable title={title} matrix={matrix} choiceOf={choiceOf} onChoose={onChoose} />
        )
      }
      picture={
        <chakra.div overflowX="auto">
          <chakra.div style={{ minWidth: minHeatWidth(matrix?.pivots.length ?? 0) }}>
            <Picture
              label={title}
              option={option}
              height={heatHeight(groups.length)}
              axis={null}
              items={cells.map((cell) => ({
                key: JSON.stringify([cell.pivot, cell.group]),
                said: say(cell),
                chosen: false,
              }))}
              at={at}
              onAt={setAt}
              onChoose={
                leads
                  ? (index) => {
                      const cell = cells[index]
                      const next = cell === undefined ? null : choiceOf(cell)
                      if (next !== null) onChoose(next)
                    }
                  : undefined
              }
            />
          </chakra.div>
        </chakra.div>
      }
    />
  )
}

function heatOf(matrix: Matrix | null): Heat {
  const { pivots = [], groups = [], cells = [] } = matrix ?? {}
  const named = (values: readonly Value[]) => values.map((value) => value ?? nothing)
  return {
    columns: named(pivots),
    rows: named(groups),
    cells: cells.map(({ pivot, group, documents }) => [
      pivots.indexOf(pivot),
      groups.indexOf(group),
      documents,
    ]),
  }
}

function HeatTable({
  title,
  matrix: { pivots, groups, cells },
  choiceOf,
  onChoose,
}: {
  readonly title: string
  readonly matrix: Matrix
} & Choosing): ReactElement {
  const most = Math.max(1, ...cells.map(({ documents }) => documents))
  const head = { px: '2', height: 'row', fontSize: 'xs', color: 'muted', fontWeight: 600 } as const
  return (
    <chakra.table aria-label={title} width="full">
      <thead>
        <tr>
          <td />
          {pivots.map((pivot) => (
            <chakra.th key={pivot} scope="col" textAlign="end" whiteSpace="nowrap" {...head}>
              {pivot ?? nothing}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <chakra.tr key={group} borderTopWidth="1px" borderColor="line">
            <chakra.th scope="row" textAlign="start" {...head} pl="4">
              {group ?? nothing}
            </chakra.th>
            {pivots.map((pivot) => {
              const cell = cells.find((one) => one.pivot === pivot && one.group === group)
              const next = cell === undefined ? null : choiceOf(cell)
              return (
                <chakra.td
                  key={pivot}
                  textAlign="end"
                  px="2"
                  background={
                    cell !== undefined && cell.documents * 4 >= most ? 'accentGround' : 'transparent'
                  }
                >
                  {cell === undefined ? (
                    <chakra.span color="faint">0</chakra.span>
                  ) : next === null ? (
                    number(cell.documents)
                  ) : (
                    <chakra.button
                      type="button"
                      px="1"
                      minHeight="24px"
                      color="accentInk"
                      aria-label={`${pivot ?? nothing} and ${group ?? nothing}: ${counted(cell.documents, 'document')}`}
                      onClick={() => onChoose(next)}
                    >
                      {number(cell.documents)}
                    </chakra.button>
                  )}
                </chakra.td>
              )
            })}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  )
}
