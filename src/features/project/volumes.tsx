/** What came in and went out at each stage, by source and by custodian, and each import's reconciliation as bars. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReplyOf } from '#contracts/call.ts'
import type { Flow, ImportReconciliation, readFlow } from '#contracts/stages.ts'
import { flow } from '#src/reads/stages.ts'
import { StackChart } from '../charts/stack-chart.tsx'
import { flowStages } from '../eda/flow.ts'
import { isLive, stateWord } from '../jobs/job-state.tsx'
import { partTones } from '../jobs/part-tones.ts'
import { amiss, amount, triedAgain, VerdictLine, verdictOf } from '../jobs/verdict.tsx'
import { useRead } from '../ui/answer.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

type FlowReply = ReplyOf<typeof readFlow>
type Source = FlowReply['sources'][number]
interface Row extends Flow {
  readonly key: string
  readonly name: string
  readonly reconciliation: ImportReconciliation
  /** What is to be said of it where it has not come to its end. */
  readonly open: string
}

export function Volumes(): ReactElement {
  const navigate = useNavigate()
  const { value, failure, again } = useRead(flow, {}, { every: 10_000 })
  const sources = useMemo(() => (value?.sources ?? []).map(rowOf), [value])
  const custodians = useMemo(
    () => (value?.custodians ?? []).map((one) => rowOfCustodian(one, value?.sources ?? [])),
    [value],
  )
  if (value === null)
    return failure === null ? (
      <Skeleton rows={6} />
    ) : (
      <ErrorState title="The volumes could not be loaded" message={failure.message} onRetry={again} />
    )
  if (sources.length === 0)
    return (
      <EmptyState icon="datahub" title="Nothing has come in yet">
        Volumes are shown here as soon as material is brought in.
      </EmptyState>
    )
  /** Rows of sources have their jobs' ids as keys. */
  const openJob = (jobId: string) => void navigate(`/project/allJobs?job=${jobId}`)
  return (
    <>
      <Standing {...value} />
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
              tone: partTones.unexplained,
              values: sources.map(({ reconciliation }) => reconciliation.unexplained),
            },
            {
              name: 'Accounted for twice',
              tone: partTones.unexplained,
              values: sources.map(({ reconciliation }) => reconciliation.twice),
            },
          ]}
          state={{ waits: false, failure: null }}
          onOpen={openJob}
        />
      </chakra.div>
      <Section title="Volumes by source">
        <VolumeTable label="Volumes by source" rows={sources} onOpen={({ key }) => openJob(key)} />
      </Section>
      <Section title="Volumes by custodian">
        <VolumeTable label="Volumes by custodian" rows={custodians} />
      </Section>
    </>
  )
}

const rowOf = (source: Source): Row => ({
  ...source,
  key: String(source.jobId),
  name: source.title,
  open:
    source.reconciliation.unsettled === 0
      ? ''
      : [stateWord(source.state), leftOf(source.reconciliation, [source])].join(', '),
})

const rowOfCustodian = (one: FlowReply['custodians'][number], sources: readonly Source[]): Row => ({
  ...one,
  key: String(one.custodianId),
  name: one.custodian,
  open:
    one.reconciliation.unsettled === 0
      ? ''
      : [
          `${counted(one.reconciliation.unsettled, 'import')} not settled`,
          leftOf(
            one.reconciliation,
            sources.filter(({ custodianId }) => custodianId === one.custodianId),
          ),
        ].join(', '),
})

/** Of the imports whose reconciliation this is. */
const leftOf = ({ notRead }: ImportReconciliation, sources: readonly Source[]): string =>
  notRead.files === 0
    ? `what failed ${triedAgain(sources.some(({ state }) => isLive(state)))}`
    : `${amount(notRead)} not read to the end`

/** What is wrong with a reconciliation that is closed; empty where nothing is. */
const amissIn = ({ unexplained, twice }: ImportReconciliation): string =>
  [unexplained, -twice]
    .filter((items) => items !== 0)
    .map((items) => amiss(items, 'item'))
    .join(', ')

/** Named at most; the table below has all of them. */
const maxNamed = 5

/** Whether this reconciliation holds, as far as it can be judged: an import that came to no end has not said what it lacks. */
function Standing({ total: { reconciliation }, sources }: FlowReply): ReactElement {
  const odd = sources.filter((source) => amissIn(source.reconciliation) !== '')
  const open = sources.filter((source) => source.reconciliation.unsettled !== 0)
  const settled = reconciliation.imports - open.length
  const words = [
    ...(odd.length > 0
      ? [
          `${counted(odd.length, 'import')} with ${amissIn(reconciliation)}: ${namesOf(odd)}. Retry the job, and tell support if it stays so.`,
        ]
      : settled > 0
        ? [`The reconciliation of ${counted(settled, 'import')} holds: every item is accounted for.`]
        : []),
    ...(open.length > 0
      ? [
          `${counted(open.length, 'import')} not settled: ${namesOf(open)}. In all, ${leftOf(reconciliation, open)}.`,
        ]
      : []),
  ]
  const stopped = open.some(({ state }) => verdictOf(state, 0) === 'stopped')
  const verdict = odd.length > 0 ? 'lost' : open.length === 0 ? 'holds' : stopped ? 'stopped' : 'open'
  return (
    <chakra.div borderRadius="lg" overflow="hidden">
      <VerdictLine verdict={verdict}>{words.join(' ')}</VerdictLine>
    </chakra.div>
  )
}

function namesOf(sources: readonly Source[]): string {
  const named = sources.slice(0, maxNamed).map(({ title, state }) => `${title} (${stateWord(state)})`)
  const others = sources.length - named.length
  return [...named, ...(others > 0 ? [`${number(others)} more`] : [])].join(', ')
}

function VolumeTable({
  label,
  rows,
  onOpen,
}: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly onOpen?: (row: Row) => void
}): ReactElement {
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: 'Name',
      cell: ({ name, reconciliation, open }) => (
        <chakra.div maxWidth="240px">
          <chakra.div
            truncate
            title={marked(name)}
            color={amissIn(reconciliation) === '' ? 'ink' : 'dangerInk'}
          >
            <Foreign text={name} />
            {amissIn(reconciliation) !== '' && ` · ${amissIn(reconciliation)}`}
          </chakra.div>
          {open !== '' && (
            <chakra.div fontSize="xs" color="attentionInk">
              {open}
            </chakra.div>
          )}
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
