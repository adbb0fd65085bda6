/** The workspace's frame with what it is given: all commands, and what stands in its panels. */
import type { ReactElement, ReactNode } from 'react'
import { registry } from '../commands/index.ts'
import { Workspace } from '../features/shell/workspace.tsx'
import { panels } from './panels.ts'

export function Frame({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Workspace registry={registry} panels={panels}>
      {children}
    </Workspace>
  )
}
