/** Where nothing was found: what may help. A file's name alone is looked for in texts, which rarely hold it. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { byFileName } from './file-name.ts'
import { focusSearch } from './list-focus.ts'

export function NoMatch({ query }: { readonly query: string }): ReactElement {
  const run = useUnit(dispatch)
  const named = byFileName(query)
  if (named === null)
    return (
      <EmptyState icon="search" title="No document matches">
        Look at how the query was read above, or take a filter off.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="search"
      title="No document matches"
      action={
        <Button
          icon="file"
          onClick={() => {
            run(search({ queryString: named, openAt: 0 }))
            // The button goes with what it was about.
            focusSearch()
          }}
        >
          Search file names
        </Button>
      }
    >
      It was looked for in what documents say. This looks like the name of a file, which is a field of its
      own.
    </EmptyState>
  )
}
