/** Over the form of a document that a changed list has not got any more: why it is read-only, and both ways on. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { codeOutside, openAt } from '../../commands/review.ts'
import { $list } from '../../stores/review.ts'
import { Button } from '../ui/button.tsx'
import { useWaited } from '../ui/use-waited.ts'

/** Ms in which the server says where the document stands in the new list, as it mostly does. */
const located = 400

export function OutsideNotice({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const isLate = useWaited(located)
  if (!isLate) return null
  return (
    <chakra.div
      role="alert"
      data-testid="outside-list"
      fontSize="xs"
      px="3"
      py="2"
      background="attentionGround"
      color="attentionInk"
      borderBottomWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.p pb="2">
        This document is not in the list any more: the list was searched anew. It is read-only until you say
        that you mean it.
      </chakra.p>
      <chakra.div display="flex" gap="2" flexWrap="wrap">
        {(list?.totalCount ?? 0) > 0 && (
          <Button size="sm" onClick={() => run(openAt({ position: 0 }))}>
            Open the first of the list
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={() => run(codeOutside({ documentId }))}>
          Code it anyway
        </Button>
      </chakra.div>
    </chakra.div>
  )
}
