/** Over the form of a document that a changed list has not got any more: why it is read-only, and both ways on. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { codeOutside, openAt } from '../../commands/review.ts'
import { $list } from '../../stores/review.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useWaited } from '../ui/use-waited.ts'

/** Ms in which the server says where the document stands in the new list, as it mostly does. */
const located = 400

export function OutsideNotice({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const isLate = useWaited(located)
  if (!isLate) return null
  return (
    <Banner
      data-testid="outside-list"
      actions={
        <>
          {(list?.totalCount ?? 0) > 0 && (
            <Button size="sm" onClick={() => run(openAt({ position: 0 }))}>
              Open the first of the list
            </Button>
          )}
          <Button size="sm" look="quiet" onClick={() => run(codeOutside({ documentId }))}>
            Code it anyway
          </Button>
        </>
      }
    >
      <p>
        This document is not in the list any more: the list was searched anew. It is read-only until you say
        that you mean it.
      </p>
    </Banner>
  )
}
