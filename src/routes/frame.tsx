/** The workspace's frame with what it is given: all commands, and what stands in its panels. */
import type { ReactElement, ReactNode } from 'react'
import { core } from '../areas/core.ts'
import { Workspace } from '../features/shell/workspace.tsx'
import { panels } from './panels.ts'

export function Frame({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Workspace registry={core.registry} projections={core.projections} panels={panels}>
      {children}
    </Workspace>
  )
}
