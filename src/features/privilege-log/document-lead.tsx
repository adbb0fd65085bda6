/** A document of the log, by its control number: opened here, or in another tab. */
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type MouseEvent, type ReactElement, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { open } from '#src/commands/review.ts'
import { searchAllElsewhere } from '#src/commands/review-list.ts'
import { listKey } from '../review/list-key.ts'
import { useWho } from '../session/who.ts'
import { Foreign } from '../ui/foreign.tsx'

export function DocumentLead({
  documentId,
  controlNumber,
  stop = true,
  children,
}: {
  readonly documentId: number
  readonly controlNumber: string
  /** False: in a grid, which has one stop for the keyboard in all. */
  readonly stop?: boolean
  /** Words for opening it in another tab; absent: its number, which opens it here. */
  readonly children?: string
}): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const { can } = useWho()
  const [key] = useState(nanoid)
  if (!can('document.search')) return <Foreign text={children === undefined ? controlNumber : ''} />
  // Another tab is told by a key which document is meant: its number stands in no address.
  const tell = () => void run(searchAllElsewhere(key, `Control_Number:"${controlNumber}"`))
  const go = (event: MouseEvent) => {
    if (children !== undefined || event.metaKey || event.ctrlKey || event.shiftKey) return tell()
    event.preventDefault()
    run(open({ documentId, position: null }))
    void navigate('/overview/review')
  }
  return (
    <Link
      to={`/overview/review?${listKey}=${key}`}
      {...(stop ? {} : { tabIndex: -1 })}
      {...(children === undefined ? {} : { target: '_blank' })}
      onClick={go}
      onAuxClick={({ button }) => button === 1 && tell()}
      onContextMenu={tell}
    >
      {children ?? <Foreign text={controlNumber} />}
    </Link>
  )
}
