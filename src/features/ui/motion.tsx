/** What moves inside gets its motion from here, fetched when it is first needed; `prefers-reduced-motion` is obeyed. */
import { LazyMotion, MotionConfig } from 'framer-motion'
import type { ReactElement, ReactNode } from 'react'

const features = () => import('./motion-features.ts').then(({ domMax }) => domMax)

export function Motion({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <MotionConfig reducedMotion="user">
      <LazyMotion features={features} strict>
        {children}
      </LazyMotion>
    </MotionConfig>
  )
}
