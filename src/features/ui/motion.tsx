/** What moves inside gets its motion from here, fetched when it is first needed; `prefers-reduced-motion` is obeyed. */
import { LazyMotion, MotionConfig } from 'framer-motion'
import { createContext, Fragment, type ReactElement, type ReactNode, useContext, useState } from 'react'

const Still = createContext(false)

/**
 * Whether the motion could not be had, as on a page without the network. Nothing would ever bring to its end what begins
 * unseen, so it has to begin as it is to stay.
 */
export const useStill = (): boolean => useContext(Still)

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
