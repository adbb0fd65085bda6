/** A picture made by the chart library: it draws an option and says what is pointed at. It decides nothing. */
import { chakra } from '@chakra-ui/react'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { init } from './echarts.ts'

export interface Spot {
  /** Place of the category on the chart's axis, or of the item in its series. */
  readonly index: number
  /** In a flow, the node, or the one that a band leads to; else empty. */
  readonly name: string
}

interface ChartPointer {
  readonly dataIndex?: number
  readonly dataType?: string
  readonly name: string
  readonly data?: unknown
}

function spotOf({ dataIndex = -1, dataType, name, data }: ChartPointer): Spot {
  if (dataType === 'node') return { index: dataIndex, name }
  if (dataType === 'edge') return { index: dataIndex, name: String(Object(data).target) }
  return { index: dataIndex, name: '' }
}

export interface DrawingProps {
  readonly option: EChartsCoreOption
  readonly height: number
  /** The axis of categories: all of a row or column is pointed at, also where its bar is short. */
  readonly axis: 'x' | 'y' | null
  /** How many categories stand on it. */
  readonly size: number
  readonly onPoint: (spot: Spot | null) => void
  readonly onPress?: ((spot: Spot) => void) | undefined
  /** From one category to another, both included, the first not behind the second. */
  readonly onDrag?: ((from: number, to: number) => void) | undefined
}

interface Pulled {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

/** A drag is at least so many pixels long; what is shorter was a click. */
const minPull = 6

export function Drawing(props: DrawingProps): ReactElement {
  const { option, height, axis } = props
  const holder = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [pulled, setPulled] = useState<Pulled | null>(null)
  const began = useRef<{ readonly x: number; readonly index: number } | null>(null)

  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const made = init(element, null, { renderer: 'svg', width: element.clientWidth || 400, height })
    chart.current = made
    if (axis === null) {
      made.on('mouseover', (event) => latest.current.onPoint(spotOf(event)))
      made.on('mouseout', () => latest.current.onPoint(null))
      made.on('click', (event) => latest.current.onPress?.(spotOf(event)))
    }
    const watch = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.resize({ width: element.clientWidth, height })
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [axis, height])

  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])

  const at = (event: PointerEvent): { readonly x: number; readonly index: number } | null => {
    const box = holder.current?.getBoundingClientRect()
    if (box === undefined || chart.current === null || axis === null) return null
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const point = chart.current.convertFromPixel({ seriesIndex: 0 }, [x, y])
    const found = Array.isArray(point) ? Math.round(Number(point[axis === 'x' ? 0 : 1])) : Number.NaN
    if (Number.isNaN(found)) return null
    return { x, index: Math.min(Math.max(found, 0), props.size - 1) }
  }
  const spot = (index: number): Spot => ({ index, name: '' })
  const edges = (from: number, to: number) => {
    const pixel = (index: number) => Number(chart.current?.convertToPixel({ xAxisIndex: 0 }, index) ?? 0)
    const half = Math.abs(pixel(1) - pixel(0)) / 2
    return { left: pixel(from) - half, right: pixel(to) + half }
  }

  return (
    <chakra.div
      aria-hidden
      position="relative"
      style={{ height, touchAction: props.onDrag === undefined ? 'auto' : 'pan-y' }}
      cursor={props.onPress === undefined ? 'default' : 'pointer'}
      onPointerMove={(event) => {
        const found = at(event)
        if (found === null) return
        props.onPoint(spot(found.index))
        if (began.current === null || props.onDrag === undefined) return
        const [from, to] = [began.current.index, found.index].sort((a, b) => a - b) as [number, number]
        if (Math.abs(found.x - began.current.x) >= minPull) setPulled({ from, to, ...edges(from, to) })
      }}
      onPointerLeave={() => props.onPoint(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        began.current = at(event)
        if (props.onDrag !== undefined) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerCancel={() => {
        began.current = null
        setPulled(null)
      }}
      onPointerUp={() => {
        const start = began.current
        began.current = null
        setPulled(null)
        if (pulled !== null) props.onDrag?.(pulled.from, pulled.to)
        else if (start !== null) props.onPress?.(spot(start.index))
      }}
    >
      <div ref={holder} style={{ height }} />
      {pulled !== null && (
        <chakra.div
          position="absolute"
          top="0"
          bottom="0"
          zIndex={1}
          background="accent"
          opacity={0.18}
          pointerEvents="none"
          style={{ left: pulled.left, width: pulled.right - pulled.left }}
        />
      )}
    </chakra.div>
  )
}
