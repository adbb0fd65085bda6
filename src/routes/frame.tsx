/** The workspace's frame with what it is given: all commands, where its menus lead, and its panels. */
import type { ReactElement, ReactNode } from 'react'
import { core } from '../areas/core.ts'
import { Workspace } from '../features/shell/workspace.tsx'
import { menuPlaces, panels } from './sections.ts'

export function Frame({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Workspace registry={core.registry} projections={core.projections} places={menuPlaces} panels={panels}>
      {children}
    </Workspace>
  )
}
