/** The flow of early data assessment: a strip of its numbers, the band, and its table by source. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReplyOf } from '#contracts/call.ts'
import type { Flow, readFlow } from '#contracts/stages.ts'
import { only } from '#src/events/filter/choice.ts'
import { flow } from '#src/reads/stages.ts'
import type { ChartTable } from '../charts/chart-card.tsx'
import { FlowChart, type FlowStep } from '../charts/flow-chart.tsx'
import { useChosen } from '../filter/use-chosen.ts'
import { useMoving } from '../filter/use-moves.ts'
import { useRead } from '../ui/answer.ts'
import { counted, fileSize, number } from '../ui/format.ts'
import { Table } from '../ui/table.tsx'
import { flowStages, outsideStages } from './flow.ts'

type FlowReply = ReplyOf<typeof readFlow>
type Source = FlowReply['sources'][number]

const refresh = 10_000
/** So many imports are drawn, the largest; all others as one. */
const maxDrawn = 6
/** Letters of a name that stand beside its band where all stages have something. */
const longestName = 15

export function FlowSection(): ReactElement {
  const navigate = useNavigate()
  const { of, choose } = useChosen()
  const { moving, moved } = useMoving()
  const how = { every: moving ? 2_000 : refresh, asOf: moved }
  const { value, failure, again } = useRead(flow, {}, how)
  const drawn = useMemo(() => drawnOf(value), [value])

  const open = (key: string) => {
    const stage = flowStages.find((one) => one.key === key)
    if (stage === undefined) {
      const jobId = /^source-(\d+)$/.exec(key)?.[1]
      return navigate(jobId === undefined ? '/project/allJobs' : `/project/allJobs?job=${jobId}`)
    }
    if ('path' in stage.items) return navigate(stage.items.path)
    choose(only(of, stage.items.field, stage.items.value))
    return navigate('/overview/filter')
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {value !== null && <Strip total={value.total} onOpen={open} />}
      <chakra.div display="grid" gridTemplateColumns="repeat(12, 1fr)" gap="3">
        <FlowChart
          title="Flow"
          {...drawn}
          state={{
            waits: value === null,
            failure: value === null ? failure : null,
            onRetry: again,
          }}
          file={value === null ? { head: [], rows: [] } : fileOf(value)}
          table={<SourcesTable sources={value?.sources ?? []} onOpen={open} />}
          onOpen={open}
        />
      </chakra.div>
    </chakra.div>
  )
}

function drawnOf(value: FlowReply | null) {
  const { total, sources = [] } = value ?? {}
  const [first, ...others] = flowStages.map(
    ({ key, label, tone }): FlowStep => ({ key, label, tone, items: total?.[key].items ?? 0 }),
  )
  const largest = sources.toSorted((one, other) => other.in.items - one.in.items).slice(0, maxDrawn)
  const near = sources.filter((one) => largest.includes(one))
  const far = sources.filter((one) => !largest.includes(one))
  return {
    all: first ?? { key: 'in', label: 'Items', tone: 'accent' as const, items: 0 },
    steps: [...others, ...(total === undefined ? [] : outsideStages(total.reconciliation))],
    sources: [
      ...near.map(({ jobId, title, in: { items } }) => ({
        key: `source-${jobId}`,
        label: title.length > longestName ? `${title.slice(0, longestName - 1)}…` : title,
        items,
      })),
      ...(far.length === 0
        ? []
        : [
            {
              key: 'sources',
              label: counted(far.length, 'more import'),
              items: far.reduce((sum, source) => sum + source.in.items, 0),
            },
          ]),
    ],
    note:
      total === undefined ? '' : `${counted(sources.length, 'import')}, ${counted(total.in.items, 'item')}`,
  }
}

/** The same numbers in the same order, each leading to its items. */
function Strip({
  total,
  onOpen,
}: {
  readonly total: Flow
  readonly onOpen: (key: string) => void
}): ReactElement {
  return (
    <chakra.ol
      aria-label="What came in and what became of it"
      display="grid"
      gridTemplateColumns={{ base: 'repeat(3, 1fr)', lg: 'repeat(9, 1fr)' }}
      gap="1px"
      background="line"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      overflow="hidden"
      listStyleType="none"
    >
      {flowStages.map(({ key, label, tone }) => (
        <chakra.li key={key} background="surface" minWidth="0" display="flex">
          <chakra.button
            type="button"
            onClick={() => onOpen(key)}
            flex="1"
            textAlign="start"
            px="3"
            py="2"
            minWidth="0"
            borderTopWidth="3px"
            borderColor={tone}
            _hover={{ background: 'hover' }}
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <chakra.span display="block" fontSize="xs" color="faint">
              {label}
            </chakra.span>
            <chakra.span display="block" fontSize="lg" data-testid={`flow-${key}`}>
              {number(total[key].items)}
            </chakra.span>
            <chakra.span display="block" fontSize="xs" color="muted">
              {sizeOf(total[key])}
              {/* What came in is weighed as it came, all else as it was taken out of that. */}
              {key === 'in' && ' received'}
            </chakra.span>
          </chakra.button>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

const sizeOf = ({ bytes }: Flow[keyof Flow]): string => (bytes === null ? '–' : fileSize(bytes))

function SourcesTable({
  sources,
  onOpen,
}: {
  readonly sources: readonly Source[]
  readonly onOpen: (key: string) => void
}): ReactElement {
  return (
    <Table
      label="Flow by import"
      rows={sources}
      keyOf={({ jobId }) => jobId}
      onOpen={({ jobId }) => onOpen(`source-${jobId}`)}
      columns={[
        { id: 'title', head: 'Import', cell: ({ title }) => title },
        { id: 'custodian', head: 'Custodian', cell: ({ custodian }) => custodian },
        ...flowStages.map(({ key, label }) => ({
          id: key,
          head: label,
          align: 'end' as const,
          cell: (source: Source) => number(source[key].items),
        })),
      ]}
    />
  )
}

const fileOf = ({ sources, total }: FlowReply): ChartTable => ({
  head: ['Import', 'Custodian', ...flowStages.flatMap(({ label }) => [label, `${label}, bytes`])],
  rows: [
    ...sources.map((source) => [source.title, source.custodian, ...figuresIn(source)]),
    ['All imports', '', ...figuresIn(total)],
  ],
})
const figuresIn = (flow: Flow) => flowStages.flatMap(({ key }) => [flow[key].items, flow[key].bytes])
