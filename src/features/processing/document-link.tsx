/** A document, by its control number where it has one: opens it. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { open } from '#src/commands/review.ts'

export function DocumentLink({
  documentId,
  controlNumber,
}: {
  readonly documentId: number
  readonly controlNumber: string
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <Link to="/overview/review" onClick={() => run(open({ documentId, position: null }))}>
      {controlNumber || 'No control number yet'}
    </Link>
  )
}
