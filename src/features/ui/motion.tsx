/** What moves inside gets its motion from here, fetched when it is first needed; `prefers-reduced-motion` is obeyed. */
import { LazyMotion, MotionConfig, useReducedMotion } from 'framer-motion'
import { createContext, Fragment, type ReactElement, type ReactNode, useContext, useState } from 'react'

const Still = createContext(false)

/**
 * How what is inside a `Motion` may move. `unmoved`: the motion could not be had, as on a page without the network; nothing
 * would ever bring to its end what begins unseen, so it has to begin as it is to stay. `still`: that, or whoever looks wants
 * no motion; what comes and goes does so at once.
 */
export function useMotion(): { readonly unmoved: boolean; readonly still: boolean } {
  const unmoved = useContext(Still)
  const reduced = useReducedMotion() === true
  return { unmoved, still: unmoved || reduced }
}

const featuresOf = {
  animated: () => import('./motion-features.ts').then(({ domAnimation }) => domAnimation),
  dragged: () => import('./drag-features.ts').then(({ domMax }) => domMax),
} as const

interface MotionProps {
  /** What is done to what is inside. */
  readonly of: keyof typeof featuresOf
  readonly children: ReactNode
}

export function Motion({ of, children }: MotionProps): ReactElement {
  const [still, setStill] = useState(false)
  const features = () =>
    featuresOf[of]().catch(() => {
      setStill(true)
      return new Promise<never>(() => undefined)
    })
  return (
    <MotionConfig reducedMotion="user">
      <LazyMotion features={features} strict>
        <Still value={still}>
          {/* What has begun unseen begins anew. */}
          <Fragment key={still ? 'still' : 'moving'}>{children}</Fragment>
        </Still>
      </LazyMotion>
    </MotionConfig>
  )
}
