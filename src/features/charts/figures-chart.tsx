/** Documents by the values of a field: bars with the values' names, or columns in the values' own order. */
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { counted, fileSize } from '../ui/format.ts'
import { ChartCard, type ChartState } from './chart-card.tsx'
import { type FiguresProps, FiguresTable, fileOf } from './figures-table.tsx'
import { useLook } from './look.ts'
import { barsOption, columnsOption, type Figure, rowHeight } from './options.ts'
import { Picture } from './picture.tsx'

export const sayFigure = ({ label, documents, bytes }: Figure): string =>
  [`${label}: ${counted(documents, 'document')}`, ...(bytes === null ? [] : [fileSize(bytes)])].join(', ')

export interface FiguresChartProps extends FiguresProps {
  readonly as: 'bars' | 'columns'
  readonly span?: number
  readonly state: ChartState
  /** What should be known besides: how many have no value. */
  readonly note?: string
  readonly foot?: ReactNode
  readonly onDrag?: (from: number, to: number) => void
}

const columnsHeight = 180

export function FiguresChart(props: FiguresChartProps): ReactElement {
  const { title, of, figures, chosen, onChoose, onOpen, as, state, note = '' } = props
  const take = onChoose ?? onOpen
  const look = useLook()
  const [at, setAt] = useState<number | null>(null)
  const option = useMemo(
    () => (as === 'bars' ? barsOption : columnsOption)(figures, look, { at, chosen }),
    [as, figures, look, at, chosen],
  )
  const height = as === 'bars' ? Math.max(1, figures.length) * rowHeight : columnsHeight
  const pointed = at === null ? undefined : figures[at]
  return (
    <ChartCard
      title={title}
      {...(props.span === undefined ? {} : { span: props.span })}
      state={state}
      said={pointed === undefined ? note : sayFigure(pointed)}
      file={fileOf(of, figures)}
      foot={props.foot}
      height={as === 'bars' ? 0 : height}
      table={
        <FiguresTable
          title={title}
          of={of}
          figures={figures}
          chosen={chosen}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      }
      picture={
        <Picture
          label={title}
          option={option}
          height={height}
          axis={as === 'bars' ? 'y' : 'x'}
          items={figures.map((figure) => ({
            key: figure.key,
            said: sayFigure(figure),
            chosen: chosen.has(figure.key),
          }))}
          at={at}
          onAt={setAt}
          isMany={onChoose !== undefined}
          onChoose={
            take &&
            ((index) => {
              const figure = figures[index]
              if (figure !== undefined) take(figure.key)
            })
          }
          onDrag={props.onDrag}
        />
      }
    />
  )
}
