import { Portal, Tooltip as Parts } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

/** More about what is under the pointer or has the focus. Never the only place where something needed is said. */
export function Tooltip({
  text,
  keys,
  children,
}: {
  readonly text: ReactNode
  readonly keys?: string | undefined
  readonly children: ReactElement
}): ReactElement {
  return (
    <Parts.Root openDelay={400} closeDelay={80} lazyMount unmountOnExit positioning={{ gutter: 6 }}>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Portal>
        <Parts.Positioner>
          <Parts.Content>
            {text}
            {keys !== undefined && <Kbd keys={keys} inverse />}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
