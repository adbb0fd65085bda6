import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '../ui/states.tsx'

/** Nothing was brought in yet: the way to where that is done, for those who may. */
export function NoDocuments({ mayCollect }: { readonly mayCollect: boolean }): ReactElement {
  return (
    <EmptyState
      icon="file"
      title="No documents yet"
      action={mayCollect && <Link to="/overview/collect">Add data</Link>}
    >
      Documents stand here once material was brought in.
    </EmptyState>
  )
}
