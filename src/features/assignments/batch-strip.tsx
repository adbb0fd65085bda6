/** Above the search, while the list shows a batch: which one, how far it is, and the way back to all documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { myBatches } from '#src/reads/assignments.ts'
import { $asOf, $listBatch } from '#src/stores/assignments.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { batchActs } from './batch-acts.ts'
import { reviewedWords } from './words.ts'

export function BatchStrip(): ReactElement | null {
  const { run, batch, asOf } = useUnit({ run: dispatch, batch: $listBatch, asOf: $asOf })
  const { value: known } = useRead(myBatches, {}, { asOf })
  const { can } = useWho()
  const held = known?.held.find(({ batchId }) => batchId === batch?.batchId)
  if (batch === null) return null
  const name = held ?? batch.name
  const said = name === null ? 'A batch' : `Batch ${number(name.number)} of ${name.assignmentName}`
  return (
    <chakra.div
      role="group"
      aria-label="Batch in the list"
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="32px"
      pl="3"
      pr="1"
      fontSize="sm"
      background="selected"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.span color="accentInk" display="inline-flex">
        <Icon name="assignment" size={14} />
      </chakra.span>
      <chakra.span fontWeight={600} truncate title={said} data-testid="list-batch">
        {said}
      </chakra.span>
      <chakra.span flex="1" fontSize="xs" color="muted" whiteSpace="nowrap">
        {held !== undefined && reviewedWords(held.reviewed, held.size)}
        {held === undefined && known && !can('assignment.manage') && 'not yours to work on now'}
      </chakra.span>
      <Button
        size="sm"
        look="quiet"
        keys={batchActs.leave.keys}
        onClick={() => run(search({ queryString: '', batchId: null, openAt: 0 }))}
      >
        All documents
      </Button>
    </chakra.div>
  )
}
