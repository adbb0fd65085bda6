/**
 * Says why what was just asked for was not done, in the place where it was asked for. It lies over what stands there,
 * so that nothing jumps, and goes by itself.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { memo, type ReactElement, useEffect, useState } from 'react'
import { $refusal, type Refusal, type RefusalPlace } from '../../stores/refusals.ts'
import { part } from '../ui/part.tsx'

// Most people are refused nothing for hours: the words come with their motion when the first are said.
const Words = part(() => import('./refusal-words.tsx').then((module) => module.RefusalWords))

/** Ms that a refusal can be read. */
const refusalLife = 5_000

/** `about`: what is said here; the rest is said elsewhere. Lies over the box around it, at its top or above it. */
export const RefusalNotice = memo(function RefusalNotice({
  about,
  at,
}: {
  readonly about: readonly RefusalPlace[]
  readonly at: 'below' | 'above'
}): ReactElement {
  const said = useSaid(about)
  const [everSaid, setEverSaid] = useState(false)
  if (said !== null && !everSaid) setEverSaid(true)
  return (
    <chakra.div
      // It is there before it says anything: only then do screen readers hear what comes.
      role="status"
      aria-label="Not done"
      data-testid="refusal"
      position="absolute"
      left="2"
      right="2"
      {...(at === 'below' ? { top: 'calc(100% + 4px)' } : { bottom: 'calc(100% + 4px)' })}
      zIndex="header"
      display="flex"
      pointerEvents="none"
    >
      {everSaid && <Words said={said} />}
    </chakra.div>
  )
})

/** What was refused since this has been on the screen, while it is fresh. */
function useSaid(about: readonly RefusalPlace[]): Refusal | null {
  const refusal = useUnit($refusal)
  const [past, setPast] = useState(refusal?.id ?? null)
  const id = refusal?.id ?? null
  useEffect(() => {
    if (id === past) return
    const timer = setTimeout(() => setPast(id), refusalLife)
    return () => clearTimeout(timer)
  }, [id, past])
  return refusal !== null && refusal.id !== past && about.includes(refusal.place) ? refusal : null
}
