/** An address of the product whose page this version does not have: for those who type it. */
import type { ReactElement } from 'react'
import { useWho } from '../features/session/who.ts'
import { ButtonTo } from '../features/ui/button-to.tsx'
import { Page } from '../features/ui/page.tsx'

export function AbsentPage(): ReactElement {
  const { projectId } = useWho()
  return (
    <Page
      title="This page is not part of this version"
      lead="The address is known, but there is nothing to do here."
    >
      <div>
        {projectId === null ? (
          <ButtonTo to="/client" icon="left">
            Back to clients and projects
          </ButtonTo>
        ) : (
          <ButtonTo to="/overview" icon="left">
            Back to the overview
          </ButtonTo>
        )}
      </div>
    </Page>
  )
}
