/** What went wrong in a step of signing in; where the server made one wait, the seconds count down. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useState } from 'react'
import { messages } from '#contracts/errors.ts'
import type { Fault } from '#src/stores/session.ts'
import { duration } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'

/** Seconds that are left of the wait; 0 when it is over or there is none. */
export function useWait(fault: Fault | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const wait = fault?.waitMs ?? 0
    const until = performance.now() + wait
    const look = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    look()
    if (wait <= 0) return
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [fault])
  return left
}

export function FaultNote({
  fault,
  left,
}: {
  readonly fault: Fault | null
  readonly left: number
}): ReactElement | null {
  if (fault === null) return null
  return (
    <Notice tone="danger">
      {fault.message}
      {fault.message === messages.networkError && (
        <div>Signing in needs the server. What you had not sent stays in this browser until then.</div>
      )}
      {left > 0 && (
        <chakra.div fontVariantNumeric="tabular-nums">
          You can try again in <span data-wait={left}>{duration(left)}</span>.
        </chakra.div>
      )}
    </Notice>
  )
}
