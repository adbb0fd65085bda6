import { type ReactElement, useEffect, useState } from 'react'
import { ago, exactTime } from './format.ts'

/** `5 min ago`, kept true; the exact moment with its zone on hover. */
export function Ago({ at }: { readonly at: string }): ReactElement {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={exactTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {ago(at, now)}
    </time>
  )
}
