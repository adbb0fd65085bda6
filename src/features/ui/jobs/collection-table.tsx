/** The books of a collection: every file that was found has arrived, or is an exception. */
import type { ReactElement } from 'react'
import type { CollectionBooks, JobState } from '#contracts/jobs.ts'
import { counted } from '../format.ts'
import { Equation } from './equation.tsx'
import { notSettled, VerdictLine, verdictOf } from './verdict.tsx'

export function CollectionTable({
  books: { found, arrived, failed, unexplained },
  state,
}: {
  readonly books: CollectionBooks
  readonly state: JobState
}): ReactElement {
  const verdict = verdictOf(state, unexplained)
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
            : [{ value: unexplained, label: 'not accounted for', danger: verdict === 'lost' }]),
        ]}
      />
      <VerdictLine verdict={verdict}>{wordsOf(state, unexplained)}</VerdictLine>
    </div>
  )
}

function wordsOf(state: JobState, unexplained: number): string {
  switch (verdictOf(state, unexplained)) {
    case 'holds':
      return 'Balanced: every file that was found has arrived or is an exception.'
    case 'lost':
      return `${counted(unexplained, 'file')} not accounted for. Collect the folder again, and tell support if it stays so.`
    default: {
      const { why, advice } = notSettled(state)
      // What is left of a folder is not known before it is read.
      return `${why} More may be in the folder than was found so far. ${advice}`.trim()
    }
  }
}
