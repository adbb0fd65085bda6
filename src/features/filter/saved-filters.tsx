/** Filters that the project has saved under names: keeping the one that is chosen, and going back to one. */
import { type ReactElement, useCallback, useState } from 'react'
import { isAll } from '#src/events/filter/choice.ts'
import { Button } from '../ui/button.tsx'
import { SaveFilterDialog } from './save-filter-dialog.tsx'
import { SavedFiltersDialog } from './saved-filters-dialog.tsx'
import { useChosen } from './use-chosen.ts'

/** `name`: what is saved over; empty for a new one. */
type Open = { readonly is: 'list' } | { readonly is: 'saving'; readonly name: string } | null

export function SavedFilters(): ReactElement {
  const { of } = useChosen()
  const [open, setOpen] = useState<Open>(null)
  const close = useCallback(() => setOpen(null), [])
  return (
    <>
      <Button size="sm" icon="saved" onClick={() => setOpen({ is: 'list' })}>
        Saved filters
      </Button>
      <Button size="sm" icon="plus" disabled={isAll(of)} onClick={() => setOpen({ is: 'saving', name: '' })}>
        Save this filter
      </Button>
      {open?.is === 'list' && (
        <SavedFiltersDialog
          onSaveOver={isAll(of) ? null : (name) => setOpen({ is: 'saving', name })}
          onClose={close}
        />
      )}
      {open?.is === 'saving' && <SaveFilterDialog startName={open.name} onClose={close} />}
    </>
  )
}
