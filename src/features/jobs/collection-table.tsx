/** The reconciliation of a collection: every file that was found has arrived, or is an exception. */
import type { ReactElement } from 'react'
import type { CollectionReconciliation } from '#contracts/jobs.ts'
import { Equation } from './equation.tsx'
import { amiss, amissWord, notSettled, type StandingJob, VerdictLine, verdictOf } from './verdict.tsx'

export function CollectionTable({
  reconciliation: { found, arrived, failed, unexplained },
  job,
}: {
  readonly reconciliation: CollectionReconciliation
  readonly job: StandingJob
}): ReactElement {
  const verdict = verdictOf(job.state, unexplained)
  return (
    <div>
      <Equation
        label="Reconciliation equation"
        whole={{ value: found, label: 'found' }}
        parts={[
          { value: arrived, label: 'arrived' },
          { value: failed, label: 'not readable' },
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
      <VerdictLine verdict={verdict}>{wordsOf(job, unexplained)}</VerdictLine>
    </div>
  )
}

function wordsOf(job: StandingJob, unexplained: number): string {
  switch (verdictOf(job.state, unexplained)) {
    case 'holds':
      return 'Balanced: every file that was found has arrived or is an exception.'
    case 'lost':
      return `${amiss(unexplained, 'file')}. Collect the folder again, and tell support if it stays so.`
    default: {
      const { why, advice } = notSettled(job)
      // What is left of a folder is not known before it is read.
      return `${why} More may be in the folder than was found so far. ${advice}`.trim()
    }
  }
}
