/** The messages with the motion that they need; fetched when the first one is said. */
import { LazyMotion, MotionConfig } from 'framer-motion'
import type { ReactElement } from 'react'
import { Toaster } from './toaster.tsx'

const features = () => import('../ui/motion-features.ts').then(({ domMax }) => domMax)

export function Messages(): ReactElement {
  return (
    <MotionConfig reducedMotion="user">
      <LazyMotion features={features} strict>
        <Toaster />
      </LazyMotion>
    </MotionConfig>
  )
}
