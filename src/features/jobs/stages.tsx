/** How far things have come within a job, stage by stage, and what is worked on now. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { JobDetails, JobUnit } from '#contracts/jobs.ts'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Bar, type BarTone } from '../ui/progress-bar.tsx'

type Stage = JobDetails['stages'][number]

const names: Readonly<Record<Stage['stage'], string>> = {
  waiting: 'Waiting',
  read: 'Read',
  drawn: 'Drawn',
  written: 'Written to the record',
  indexed: 'In the search index',
  done: 'Done',
  failed: 'Failed',
}
const tones: Partial<Record<Stage['stage'], BarTone>> = { waiting: 'control', failed: 'attentionBar' }
const ones = { pages: 'page', documents: 'document' } as const

/**
 * Documents of this job are in the record and not yet in the search index: what the page shows still moves, though the job
 * may have ended.
 */
export const isBeingIndexed = (stages: JobDetails['stages']): boolean => {
  const documents = (name: Stage['stage']) =>
    stages.find(({ stage, of }) => stage === name && of === 'documents')?.count ?? 0
  return documents('indexed') < documents('written')
}

export function Stages({
  stages,
  unit,
}: {
  readonly stages: JobDetails['stages']
  /** What the job counts where it does not say otherwise. */
  readonly unit: JobUnit
}): ReactElement {
  return (
    <Section title="Stages" padded>
      <chakra.table width="full" aria-label="How much is in which stage">
        <tbody>
          {stages.map((stage) => (
            <Row key={stage.stage} stage={stage} all={allOf(stages, stage)} unit={unit} />
          ))}
        </tbody>
      </chakra.table>
    </Section>
  )
}

function Row({
  stage,
  all,
  unit,
}: {
  readonly stage: Stage
  readonly all: number
  readonly unit: JobUnit
}): ReactElement {
  const { stage: is, count, of } = stage
  return (
    <tr>
      <chakra.th
        scope="row"
        textAlign="start"
        fontWeight={400}
        py="1"
        pr="3"
        width={{ base: '45%', md: '200px' }}
      >
        {names[is]}
      </chakra.th>
      <chakra.td py="1" aria-hidden display={{ base: 'none', md: 'table-cell' }}>
        <Bar part={count} all={Math.max(1, all)} tone={tones[is] ?? 'accent'} label={names[is]} height={8} />
      </chakra.td>
      <chakra.td textAlign="end" py="1" pl="3" width="160px" whiteSpace="nowrap" title={number(count)}>
        {counted(count, of !== 'items' ? ones[of] : is === 'failed' ? 'item' : unit)}
      </chakra.td>
    </tr>
  )
}

/** Of what is counted alike: each is in one of the stages before the record, or has come through all that follow. */
const allOf = (stages: readonly Stage[], { of }: Stage): number => {
  const alike = stages.filter((stage) => stage.of === of)
  return of === 'documents'
    ? Math.max(...alike.map(({ count }) => count))
    : alike.reduce((sum, { stage, count }) => (stage === 'failed' ? sum : sum + count), 0)
}

export function NowAt({ workers }: { readonly workers: readonly string[] }): ReactElement | null {
  if (workers.length === 0) return null
  return (
    <chakra.div fontSize="xs" display="flex" gap="2" minWidth="0">
      <chakra.span color="faint">Now at</chakra.span>
      <chakra.ol listStyleType="none" minWidth="0" flex="1" aria-label="What each worker is on now">
        {workers.map((at, worker) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a worker is its place in the list
          <chakra.li key={worker} truncate color="muted" title={at}>
            {at}
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.div>
  )
}
