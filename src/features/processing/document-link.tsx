/** A document, by its control number where it has one: opens it, where asked for in one of its views. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { choosePane, open } from '#src/commands/review.ts'
import type { Pane } from '#src/events/review/views.ts'

export function DocumentLink({
  documentId,
  controlNumber,
  pane,
}: {
  readonly documentId: number
  readonly controlNumber: string
  readonly pane?: Pane
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <Link
      to="/overview/review"
      onClick={() => {
        run(open({ documentId, position: null }))
        if (pane !== undefined) run(choosePane({ pane }))
      }}
    >
      {controlNumber || 'No control number yet'}
    </Link>
  )
}
