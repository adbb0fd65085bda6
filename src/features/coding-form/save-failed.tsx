/** Why the coding was not saved, and the way to try it again: fetched with the first save that fails. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { retrySave } from '../../commands/coding-saves.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { Button } from '../ui/button.tsx'

export function SaveFailed({
  documentId,
  reason,
}: {
  readonly documentId: number
  readonly reason: string
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.div
      role="alert"
      display="flex"
      alignItems="center"
      gap="2"
      fontSize="xs"
      color="dangerInk"
      pb="2"
    >
      <chakra.span flex="1">{reason}</chakra.span>
      <Button size="sm" icon="retry" onClick={() => run(retrySave({ documentId }))}>
        Try again
      </Button>
    </chakra.div>
  )
}
