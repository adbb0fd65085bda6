/** What came in and what became of it, from left to right, as a band that narrows. */
import { type ReactElement, useMemo, useState } from 'react'
import { number } from '../ui/format.ts'
import { useMedia } from '../ui/use-media.ts'
import { ChartCard, type ChartState, type ChartTable } from './chart-card.tsx'
import { useLook } from './look.ts'
import { type FlowLink, type FlowNode, flowOption } from './options.ts'
import { Picture } from './picture.tsx'

export interface FlowStep {
  readonly key: string
  readonly label: string
  readonly items: number
  readonly tone: FlowNode['tone']
}

export function FlowChart({
  title,
  sources,
  all,
  steps,
  state,
  file,
  table,
  note,
  onOpen,
}: {
  readonly title: string
  /** What it came from, each with its items. */
  readonly sources: readonly { readonly key: string; readonly label: string; readonly items: number }[]
  readonly all: FlowStep
  /** What leaves the band, in order; the last one is its end. */
  readonly steps: readonly FlowStep[]
  readonly state: ChartState
  readonly file: ChartTable
  readonly table: ReactElement
  readonly note: string
  readonly onOpen: (key: string) => void
}): ReactElement {
  const look = useLook()
  const [at, setAt] = useState<number | null>(null)
  // Where there is no room for their names the band begins with all of them; the table names each.
  const isNarrow = useMedia('(max-width: 900px)')
  const drawn = useMemo(() => bandOf(isNarrow ? [] : sources, all, steps), [isNarrow, sources, all, steps])
  const option = useMemo(() => flowOption(drawn.nodes, drawn.links, look), [drawn, look])
  const items = [...(isNarrow ? [] : sources), all, ...steps]
    .filter((one) => one.items > 0)
    .map((one) => ({ key: one.key, said: `${one.label}: ${number(one.items)}`, chosen: false }))
  return (
    <ChartCard
      title={title}
      state={state}
      said={at === null ? note : (items[at]?.said ?? note)}
      file={file}
      height={0}
      table={table}
      picture={
        <Picture
          label={title}
          option={option}
          height={240}
          axis={null}
          items={items}
          at={at}
          onAt={setAt}
          onChoose={(index) => {
            const item = items[index]
            if (item !== undefined) onOpen(item.key)
          }}
        />
      }
    />
  )
}

/** Between two of the steps the band goes on under a name of its own, which nobody sees. */
export function bandOf(
  sources: readonly { readonly key: string; readonly label: string; readonly items: number }[],
  all: FlowStep,
  steps: readonly FlowStep[],
): { readonly nodes: readonly FlowNode[]; readonly links: readonly FlowLink[] } {
  const said = ({ label, items }: { readonly label: string; readonly items: number }) =>
    `${label}\n${number(items)}`
  const nodes: FlowNode[] = []
  const links: FlowLink[] = []
  for (const source of sources.filter(({ items }) => items > 0)) {
    nodes.push({
      name: source.key,
      label: `${source.label}  ${number(source.items)}`,
      tone: 'control',
      depth: 0,
    })
    links.push({ source: source.key, target: all.key, value: source.items })
  }
  const begins = nodes.length > 0 ? 1 : 0
  nodes.push({ name: all.key, label: said(all), tone: all.tone, depth: begins })
  const left = steps.filter(({ items }) => items > 0)
  let band = all.key
  for (const [index, step] of left.entries()) {
    const depth = begins + index + 1
    const isLast = index === left.length - 1
    if (!isLast) {
      const next = `rest-${step.key}`
      // Not what came in less what has left: a reconciliation that accounts for an item twice has more leaving than came in.
      const rest = left.slice(index + 1).reduce((sum, { items }) => sum + items, 0)
      nodes.push({ name: next, label: '', tone: all.tone, depth })
      links.push({ source: band, target: next, value: rest })
      nodes.push({ name: step.key, label: said(step), tone: step.tone, depth })
      links.push({ source: band, target: step.key, value: step.items })
      band = next
    } else {
      nodes.push({ name: step.key, label: said(step), tone: step.tone, depth })
      links.push({ source: band, target: step.key, value: step.items })
    }
  }
  return { nodes, links }
}
