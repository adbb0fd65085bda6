/**
 * Says why what was just asked for was not done, in the place where it was asked for. It lies over what stands there,
 * so that nothing jumps, and stays until it is closed or something is done (decision 0091: what went wrong can be read).
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { memo, type ReactElement, useCallback, useState } from 'react'
import { $refusal, type Refusal, type RefusalPlace } from '../../stores/refusals.ts'
import { part } from '../ui/part.tsx'

// Most people are refused nothing for hours: the words come with their motion when the first are said.
const Words = part(() => import('./refusal-words.tsx').then((module) => module.RefusalWords))

/** `about`: what is said here; the rest is said elsewhere. Lies over the box around it, at its top or above it. */
export const RefusalNotice = memo(function RefusalNotice({
  about,
  at,
}: {
  readonly about: readonly RefusalPlace[]
  readonly at: 'below' | 'above'
}): ReactElement {
  const { said, close } = useSaid(about)
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
      {everSaid && <Words said={said} onClose={close} />}
    </chakra.div>
  )
})

/** What was refused since this has been on the screen, until it is closed. */
function useSaid(about: readonly RefusalPlace[]): {
  readonly said: Refusal | null
  readonly close: () => void
} {
  const refusal = useUnit($refusal)
  const id = refusal?.id ?? null
  const [past, setPast] = useState(id)
  const close = useCallback(() => setPast(id), [id])
  const isSaid = refusal !== null && id !== past && about.includes(refusal.place)
  return { said: isSaid ? refusal : null, close }
}
