/** Looks whether the batch in the list is still checked out to this person, whichever pane is shown. Draws nothing. */
import { useUnit } from 'effector-react'
import { standing } from '#src/reads/assignments.ts'
import { $asOf } from '#src/stores/assignments.ts'
import { $listBatchId } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'

/** Ms between two looks. */
const pace = 15_000

export function BatchWatch(): null {
  const { batchId, asOf } = useUnit({ batchId: $listBatchId, asOf: $asOf })
  useRead(standing, batchId === null ? null : { batchId }, { every: pace, asOf })
  return null
}
