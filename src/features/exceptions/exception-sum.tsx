/** How many of the listed exceptions are open, and who signed off where none is; accepts all open ones at once. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import { type exceptionFigures, exceptionResolutions, maxAccepted } from '#contracts/collect.ts'
import { acceptMatching } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { ExceptionFilter } from '#src/reads/collect.ts'
import { Button } from '../ui/button.tsx'
import { counted, exactTime, number } from '../ui/format.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { byResolution, everything, type Narrowed } from './figures.ts'

export function ExceptionSum({
  figures: { data, lastAccepted },
  filter,
  narrowed,
  managing,
}: {
  readonly figures: ReplyOf<typeof exceptionFigures>
  readonly filter: ExceptionFilter
  readonly narrowed: Narrowed
  /** May accept. */
  readonly managing: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const [asks, setAsks] = useState(false)
  const listed = byResolution(data, narrowed)
  const all = exceptionResolutions.reduce((sum, one) => sum + listed[one], 0)
  const { open } = listed
  // What is settled already is not accepted, whichever of it is looked at.
  const mayAccept = managing && open > 0 && (narrowed.resolution ?? 'open') === 'open'
  const isTooMany = open > maxAccepted
  const isSettled = byResolution(data, everything).open === 0
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      minHeight="45px"
      px="4"
      py="2"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <chakra.p role="status" flex="1 1 260px" minWidth="0">
        {counted(all, 'exception')}: {number(open)} open, {number(all - open)} resolved (
        {number(listed.replaced)} replaced, {number(listed.accepted)} accepted).
        {isSettled && lastAccepted !== null && (
          <>
            {' '}
            None is open; signed off last by {lastAccepted.by}, {exactTime(lastAccepted.at)}.
          </>
        )}
        {mayAccept &&
          isTooMany &&
          ` At most ${number(maxAccepted)} are accepted at once: choose fewer kinds.`}
      </chakra.p>
      {mayAccept && !isTooMany && (
        <Button size="sm" icon="check" onClick={() => setAsks(true)}>
          {open === 1 ? 'Accept the open one…' : `Accept all ${number(open)} open ones…`}
        </Button>
      )}
      {asks && (
        <AcceptDialog
          count={open}
          onClose={() => setAsks(false)}
          onAccept={(note) => {
            run(acceptMatching({ ...filter, seen: open, note }))
            setAsks(false)
          }}
        />
      )}
    </chakra.div>
  )
}
