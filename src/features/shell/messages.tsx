/** The messages with the motion that they need; fetched when the first one is said. */
import type { ReactElement } from 'react'
import { Motion } from '../ui/motion.tsx'
import { Toaster } from './toaster.tsx'

export function Messages(): ReactElement {
  return (
    <Motion of="dragged">
      <Toaster />
    </Motion>
  )
}
