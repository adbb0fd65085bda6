/** Above the search, while the list shows a batch: which one, how far it is, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { myBatches } from '#src/reads/assignments.ts'
import { $asOf, $listBatch } from '#src/stores/assignments.ts'
import { ListStrip } from '../review/list-strip.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { number } from '../ui/format.ts'
import { batchActs } from './batch-acts.ts'
import { reviewedWords } from './words.ts'

export function BatchStrip(): ReactElement | null {
  const { batch, asOf } = useUnit({ batch: $listBatch, asOf: $asOf })
  const { value: known } = useRead(myBatches, {}, { asOf })
  const { can } = useWho()
  const held = known?.held.find(({ batchId }) => batchId === batch?.batchId)
  if (batch === null) return null
  const name = held ?? batch.name
  const said = name === null ? 'A batch' : `Batch ${number(name.number)} of ${name.assignmentName}`
  return (
    <ListStrip label="Batch in the list" icon="assignment" keys={batchActs.leave.keys}>
      <chakra.span fontWeight={600} truncate title={said} data-testid="list-batch">
        {said}
      </chakra.span>
      <chakra.span flex="1" fontSize="xs" color="muted" whiteSpace="nowrap">
        {held !== undefined && reviewedWords(held.reviewed, held.size)}
        {held === undefined && known && !can('assignment.manage') && 'not yours to work on now'}
      </chakra.span>
    </ListStrip>
  )
}
