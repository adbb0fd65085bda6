/** What the chart library is told to draw. Pure: figures and a look in, an option out. */
import type { EChartsCoreOption } from 'echarts/core'
import { number } from '../ui/format.ts'
import type { Palette } from '../ui/palette.ts'
import type { Look } from './look.ts'

export interface Figure {
  /** What is chosen with it. */
  readonly key: string
  readonly label: string
  readonly documents: number
  /** Null where nobody counted them. */
  readonly bytes: number | null
}

/** What stands out: what is pointed at, and what is chosen. */
export interface Marked {
  readonly at: number | null
  readonly chosen: ReadonlySet<string>
}

const fontFamily = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
const text = (color: string) => ({ color, fontSize: 12, fontFamily })
const still = { animationDuration: 150, animationDurationUpdate: 150 }
const base = ({ moves }: Look): EChartsCoreOption => ({ animation: moves, ...still })

const colourOf = (c: Palette, { key }: Figure, index: number, { at, chosen }: Marked): string => {
  if (chosen.size > 0) return chosen.has(key) ? c.accent : at === index ? c.control : c.line
  return at === index ? c.accentHover : c.infoBar
}

const bar = (look: Look, figures: readonly Figure[], marked: Marked) => ({
  type: 'bar',
  data: figures.map((figure, index) => ({
    // Nothing is no bar, not a short one.
    value: figure.documents === 0 ? null : figure.documents,
    itemStyle: { color: colourOf(look.colours, figure, index, marked), borderRadius: 2 },
  })),
  silent: true,
})

/** Names of rows, at the left, as much of them as there is room for. */
const namesAxis = (c: Look['colours'], names: readonly string[]) => ({
  type: 'category',
  inverse: true,
  data: [...names],
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: {
    ...text(c.muted),
    width: 122,
    overflow: 'truncate',
    interval: 0,
    align: 'left',
    margin: 130,
  },
})

export const rowHeight = 24
export function barsOption(figures: readonly Figure[], look: Look, marked: Marked): EChartsCoreOption {
  const c = look.colours
  return {
    ...base(look),
    grid: { left: 132, right: 56, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false, max: 'dataMax' },
    yAxis: namesAxis(
      c,
      figures.map(({ label }) => label),
    ),
    series: [
      {
        ...bar(look, figures, marked),
        barWidth: 12,
        barMinHeight: 2,
        label: {
          show: true,
          position: 'right',
          formatter: ({ value }: { readonly value: number }) => number(value),
          ...text(c.muted),
        },
      },
    ],
  }
}

const axisOf = (c: Palette) => ({
  axisLine: { lineStyle: { color: c.line } },
  axisTick: { show: false },
  axisLabel: { ...text(c.faint), hideOverlap: true },
})

const heights = (c: Palette) => ({
  type: 'value',
  splitNumber: 3,
  minInterval: 1,
  splitLine: { lineStyle: { color: c.line } },
  axisLabel: { ...text(c.faint), formatter: (value: number) => number(value) },
})

/** One column beside the other, in an order of their own: months, sizes. */
export function columnsOption(figures: readonly Figure[], look: Look, marked: Marked): EChartsCoreOption {
  const c = look.colours
  return {
    ...base(look),
    grid: { left: 4, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same' },
    xAxis: { type: 'category', data: figures.map(({ label }) => label), ...axisOf(c) },
    yAxis: heights(c),
    series: [{ ...bar(look, figures, marked), barCategoryGap: '12%', barMinHeight: 1 }],
  }
}

/** Parts of a whole, drawn one behind the other in each row. */
export interface Part {
  readonly name: string
  readonly tone: keyof Palette
  readonly values: readonly number[]
}

export function stackOption(rows: readonly string[], parts: readonly Part[], look: Look): EChartsCoreOption {
  const c = look.colours
  return {
    ...base(look),
    grid: { left: 132, right: 8, top: 0, bottom: 4, outerBoundsMode: 'none', containLabel: false },
    xAxis: { type: 'value', show: false, max: 'dataMax' },
    yAxis: namesAxis(c, rows),
    series: parts.map(({ name, tone, values }) => ({
      type: 'bar',
      name,
      stack: 'all',
      data: [...values],
      barWidth: 14,
      silent: true,
      itemStyle: { color: c[tone] },
    })),
  }
}

export interface FlowNode {
  readonly name: string
  readonly label: string
  readonly tone: keyof Palette
  /** In which column it stands. */
  readonly depth: number
}
export interface FlowLink {
  readonly source: string
  readonly target: string
  readonly value: number
}

/** A band that narrows from left to right; what leaves it stands below where it leaves. */
export function flowOption(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
  look: Look,
): EChartsCoreOption {
  const c = look.colours
  return {
    ...base(look),
    series: [
      {
        type: 'sankey',
        left: 8,
        right: 120,
        top: 8,
        bottom: 24,
        nodeWidth: 10,
        nodeGap: 18,
        // The order is that of the work, and nothing moves it about.
        layoutIterations: 0,
        draggable: false,
        emphasis: { focus: 'none', itemStyle: { opacity: 1 }, lineStyle: { opacity: 0.6 } },
        lineStyle: { color: 'target', opacity: 0.3, curveness: 0.5 },
        label: {
          ...text(c.ink),
          // Else it is that of a Chinese character, which some systems have no font for.
          lineHeight: 15,
          formatter: ({ data }: { readonly data: FlowNode }) => data.label,
        },
        data: nodes.map((node) => ({ ...node, itemStyle: { color: c[node.tone], borderWidth: 0 } })),
        links: [...links],
      },
    ],
  }
}

export interface Heat {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** Column, row, documents. */
  readonly cells: readonly (readonly [number, number, number])[]
}

/**
 * Where the cells begin, and the least that a column takes: narrower, the heads of columns would stand in each other. A head has
 * two lines, so that names of two words are read whole.
 */
const heat = { left: 132, right: 4, top: 40, bottom: 4, column: 84, head: 80, row: 26, line: 14 } as const

/** The least width, in pixels, in which a picture of so many columns can be read. */
export const minHeatWidth = (columns: number): number => heat.left + heat.right + columns * heat.column

/** The height, in pixels, of a picture of so many rows. */
export const heatHeight = (rows: number): number => heat.top + heat.bottom + Math.max(1, rows) * heat.row

export function heatOption({ columns, rows, cells }: Heat, look: Look): EChartsCoreOption {
  const c = look.colours
  const most = Math.max(1, ...cells.map(([, , documents]) => documents))
  return {
    ...base(look),
    grid: { left: heat.left, right: heat.right, top: heat.top, bottom: heat.bottom, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      position: 'top',
      data: [...columns],
      ...axisOf(c),
      axisLabel: {
        ...text(c.muted),
        interval: 0,
        overflow: 'break',
        lineOverflow: 'truncate',
        lineHeight: heat.line,
        width: heat.head,
        height: 2 * heat.line,
      },
    },
    yAxis: namesAxis(c, rows),
    // By their roots: one cell that holds most of all would leave all others without colour.
    visualMap: {
      show: false,
      min: 0,
      max: Math.sqrt(most),
      dimension: 3,
      inRange: { color: [c.sunken, c.accent] },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(([x, y, documents]) => {
          const share = Math.sqrt(documents / most)
          return {
            value: [x, y, documents, Math.sqrt(documents)],
            label: { color: share > 0.8 ? c.onAccent : c.ink },
          }
        }),
        label: {
          show: true,
          ...text(c.ink),
          formatter: ({ value }: { readonly value: readonly number[] }) => number(value[2] ?? 0),
        },
        itemStyle: { borderColor: c.surface, borderWidth: 2 },
        emphasis: { itemStyle: { borderColor: c.focus } },
      },
    ],
  }
}
