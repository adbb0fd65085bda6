/** The reconciliation of an import: every item that went in is accounted for, or it is said how many are not, or what was not read. */
import type { ReactElement } from 'react'
import type { JobState, Reconciliation } from '#contracts/jobs.ts'
import { Equation } from './equation.tsx'
import { isLive } from './job-state.tsx'
import {
  amiss,
  amissWord,
  amount,
  notSettled,
  type StandingJob,
  triedAgain,
  VerdictLine,
  verdictOf,
} from './verdict.tsx'

const parts: readonly {
  readonly key: Exclude<keyof Reconciliation, 'notRead'>
  readonly one?: string
  readonly label: string
}[] = [
  { key: 'promoted', one: 'document', label: 'documents' },
  { key: 'waiting', label: 'waiting' },
  { key: 'duplicates', one: 'duplicate', label: 'duplicates' },
  { key: 'containers', one: 'container', label: 'containers' },
  { key: 'exceptions', label: 'failed' },
  { key: 'inlineImages', one: 'inline image', label: 'inline images' },
  { key: 'filtered', label: 'filtered out' },
  { key: 'deNisted', label: 'de-NISTed' },
]

export function ReconciliationTable({
  reconciliation,
  job,
}: {
  readonly reconciliation: Reconciliation
  readonly job: StandingJob
}): ReactElement {
  const verdict = verdictOf(job.state, reconciliation.unexplained)
  const { itemsIn, unexplained } = reconciliation
  return (
    <div>
      <Equation
        label="Reconciliation equation"
        whole={{ value: itemsIn, label: itemsIn === 1 ? 'item in' : 'items in' }}
        parts={[
          ...parts.map(({ key, one = '', label }) => ({
            value: reconciliation[key],
            label: reconciliation[key] === 1 && one !== '' ? one : label,
          })),
          ...(unexplained === 0
            ? []
            : [
                {
                  value: unexplained,
                  label: amissWord(unexplained),
                  danger: verdict === 'lost' || unexplained < 0,
                },
              ]),
        ]}
      />
      <VerdictLine verdict={verdict}>{wordsOf(job, reconciliation)}</VerdictLine>
    </div>
  )
}

function wordsOf(job: StandingJob, { unexplained, notRead }: Reconciliation): string {
  switch (verdictOf(job.state, unexplained)) {
    case 'holds':
      return 'Balanced: every item is accounted for.'
    case 'lost':
      return `${amiss(unexplained, 'item')}. Retry the job, and tell support if it stays so.`
    default: {
      const { why, advice } = notSettled(job)
      const missing = unexplained === 0 ? '' : `${amiss(unexplained, 'item')} so far.`
      return [why, leftOf(job.state, notRead), missing, advice].filter((words) => words !== '').join(' ')
    }
  }
}

function leftOf(state: JobState, notRead: Reconciliation['notRead']): string {
  if (notRead.files === 0)
    return `Its source was read to its end; what failed there ${triedAgain(isLive(state))}.`
  const [be, their] = notRead.files === 1 ? ['is', 'its'] : ['are', 'their']
  return isLive(state)
    ? `${amount(notRead)} of its source ${be} still to be read.`
    : `${amount(notRead)} of its source ${be} not read to ${their} end.`
}
