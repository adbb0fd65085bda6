/** What came in and went out at each stage, by source and by custodian, and each import's books as bars. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReplyOf } from '#contracts/call.ts'
import type { Flow, readFlow } from '#contracts/stages.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { requestJobs } from '#src/commands/jobs.ts'
import { askFlow } from '#src/commands/stages.ts'
import { jobsById } from '#src/stores/jobs.ts'
import { flowKey, flows } from '#src/stores/stages.ts'
import { StackChart } from '../charts/stack-chart.tsx'
import { flowStages, unsettled } from '../eda/flow.ts'
import { useAnswer, useAsk, usePoll } from '../ui/answer.ts'
import { counted, fileSize, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { hasEnded } from '../ui/jobs/job-state.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Source = ReplyOf<typeof readFlow>['sources'][number]
interface Row extends Flow {
  readonly key: string
  readonly name: string
  readonly jobId: number | null
}

export function Volumes({ projectId }: { readonly projectId: number }): ReactElement {
  const { run, jobs } = useUnit({ run: dispatch, jobs: jobsById.$entries })
  const navigate = useNavigate()
  usePoll(askFlow({}), 10_000)
  useAsk(requestJobs({ projectId }))
  const { value, failure } = useAnswer(flows, flowKey)
  const sources = useMemo(() => (value?.sources ?? []).map(rowOf), [value])
  const custodians = useMemo(() => byCustodian(value?.sources ?? []), [value])
  if (value === null)
    return failure === null ? (
      <Skeleton rows={6} />
    ) : (
      <ErrorState
        title="The volumes could not be loaded"
        message={failure.message}
        onRetry={() => run(askFlow({}))}
      />
    )
  if (sources.length === 0)
    return (
      <EmptyState icon="datahub" title="Nothing has come in yet">
        Volumes are shown here as soon as material is brought in.
      </EmptyState>
    )
  /** Items that nobody can account for although all have been gone through; until then they are being worked on. */
  const lost = (row: Row): number => {
    const job = [...jobs.values()].find(({ jobId }) => jobId === row.jobId)
    return job !== undefined && hasEnded(job.state) ? unsettled(row) : 0
  }
  const odd = sources.filter((row) => lost(row) !== 0)
  /** Rows of sources have their jobs' ids as keys. */
  const openJob = (jobId: string) => void navigate(`/project/allJobs?job=${jobId}`)
  return (
    <>
      <chakra.div
        role="status"
        display="flex"
        alignItems="center"
        gap="2"
        px="4"
        py="2"
        borderRadius="lg"
        background={odd.length === 0 ? 'okGround' : 'dangerGround'}
        color={odd.length === 0 ? 'okInk' : 'dangerInk'}
      >
        <Icon name={odd.length === 0 ? 'ok' : 'error'} />
        {odd.length === 0
          ? `The books of ${counted(sources.length, 'import')} hold: every item is accounted for.`
          : `${counted(odd.length, 'import')} with items that are not accounted for: ${odd.map(({ name }) => name).join(', ')}. Retry the job, and tell support if it stays so.`}
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="repeat(12, 1fr)" gap="3">
        <StackChart
          title="What became of the items of each import"
          of="Import"
          rows={sources.map(({ key, name }) => ({ key, label: name }))}
          parts={[
            ...flowStages
              .filter(({ key }) => key !== 'in')
              .map(({ key, label, tone }) => ({
                name: label,
                tone,
                values: sources.map((row) => row[key].items),
              })),
            {
              name: 'Not accounted for',
              tone: 'danger' as const,
              values: sources.map((row) => Math.max(0, lost(row))),
            },
          ]}
          state={{ waits: false, failure: null }}
          onOpen={openJob}
        />
      </chakra.div>
      <Section title="Volumes by source">
        <VolumeTable
          label="Volumes by source"
          rows={sources}
          lost={lost}
          onOpen={({ key }) => openJob(key)}
        />
      </Section>
      <Section title="Volumes by custodian">
        <VolumeTable label="Volumes by custodian" rows={custodians} lost={() => 0} />
      </Section>
    </>
  )
}

const rowOf = (source: Source): Row => ({
  ...source,
  key: String(source.jobId),
  name: source.title,
})

function byCustodian(sources: readonly Source[]): readonly Row[] {
  const groups = Map.groupBy(sources, ({ custodianId }) => custodianId)
  return [...groups].map(([custodianId, own]) => {
    const sum = (key: keyof Flow): Flow[keyof Flow] => ({
      items: own.reduce((all, source) => all + source[key].items, 0),
      // Where the bytes of one are not known, those of all are not.
      bytes: own.reduce<number | null>((all, source) => {
        const { bytes } = source[key]
        return all === null || bytes === null ? null : all + bytes
      }, 0),
    })
    return {
      key: String(custodianId),
      name: own[0]?.custodian ?? '',
      jobId: null,
      in: sum('in'),
      containers: sum('containers'),
      duplicates: sum('duplicates'),
      deNisted: sum('deNisted'),
      exceptions: sum('exceptions'),
      inlineImages: sum('inlineImages'),
      filtered: sum('filtered'),
      waiting: sum('waiting'),
      promoted: sum('promoted'),
    }
  })
}

function VolumeTable({
  label,
  rows,
  lost,
  onOpen,
}: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly lost: (row: Row) => number
  readonly onOpen?: (row: Row) => void
}): ReactElement {
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: 'Name',
      cell: (row) => (
        <chakra.div maxWidth="240px" truncate title={row.name} color={lost(row) === 0 ? 'ink' : 'dangerInk'}>
          {row.name}
          {lost(row) !== 0 && ` · ${counted(lost(row), 'item')} not accounted for`}
        </chakra.div>
      ),
    },
    ...flowStages.map(
      ({ key, label: head }): Column<Row> => ({
        id: key,
        head,
        align: 'end',
        cell: (row) => (
          <>
            <chakra.div color={row[key].items === 0 ? 'faint' : 'ink'}>{number(row[key].items)}</chakra.div>
            <chakra.div fontSize="xs" color="faint" whiteSpace="nowrap">
              {row[key].bytes === null ? '–' : fileSize(row[key].bytes)}
            </chakra.div>
          </>
        ),
      }),
    ),
  ]
  return (
    // Wider than a small window: the keys can scroll it.
    <chakra.div
      overflowX="auto"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${label}`}
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <Table label={label} rows={rows} columns={columns} keyOf={({ key }) => key} onOpen={onOpen} />
    </chakra.div>
  )
}
