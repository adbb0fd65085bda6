/** Where one may see a single project, nobody has to choose it. */
import { useUnit } from 'effector-react'
import { type ReactNode, useEffect } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectProject } from '#src/commands/selection.ts'
import { projects } from '#src/reads/company.ts'
import { useRead } from '../ui/answer.ts'
import { Skeleton } from '../ui/states.tsx'

/** Chooses it; shows `children` where there are several, or none, or they could not be had. */
export function OnlyProject({ children }: { readonly children: ReactNode }): ReactNode {
  const run = useUnit(dispatch)
  const { value, failure } = useRead(projects, {})
  const [only] = value?.length === 1 ? value : []
  const { companyId, projectId } = only ?? {}
  useEffect(() => {
    if (companyId !== undefined && projectId !== undefined)
      run(selectProject({ clientId: companyId, projectId }))
  }, [companyId, projectId, run])
  const isKnown = value !== null || failure !== null
  return isKnown && only === undefined ? children : <Skeleton rows={8} />
}
