/** The saved filters of the project: what each chooses, who saved it and when, and applying or deleting one. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { FilterTemplate } from '#contracts/templates.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { applyTemplate, deleteTemplate } from '#src/commands/templates.ts'
import { isAll, withoutFields } from '#src/events/filter/choice.ts'
import { savedFilters } from '#src/reads/templates.ts'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { titleOf } from './fields.ts'
import { wordsOf } from './words.ts'

export function SavedFiltersDialog({
  onSaveOver,
  onClose,
}: {
  /** null: nothing is chosen that could be saved. */
  readonly onSaveOver: ((name: string) => void) | null
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { value, failure, again } = useRead(savedFilters, {})
  const [deleting, setDeleting] = useState<FilterTemplate | null>(null)
  if (deleting !== null) return <DeleteFilter template={deleting} onClose={() => setDeleting(null)} />
  const controls: Column<FilterTemplate> = {
    id: 'controls',
    head: <chakra.span srOnly>What can be done</chakra.span>,
    align: 'end',
    cell: (template) => {
      const { name, lost, mayChange } = template
      const choice = withoutFields(template.choice, lost)
      return (
        <chakra.span display="inline-flex" gap="1" whiteSpace="nowrap">
          {(lost.length === 0 || !isAll(choice)) && (
            <Button
              size="sm"
              aria-label={`Apply ${name}`}
              onClick={() => {
                run(applyTemplate({ name, choice }))
                onClose()
              }}
            >
              {lost.length === 0 ? 'Apply' : 'Apply the rest'}
            </Button>
          )}
          {mayChange && onSaveOver !== null && (
            <IconButton size="sm" icon="saved" label={`Save over ${name}`} onClick={() => onSaveOver(name)} />
          )}
          {mayChange && (
            <IconButton
              size="sm"
              icon="close"
              label={`Delete ${name}`}
              onClick={() => setDeleting(template)}
            />
          )}
        </chakra.span>
      )
    },
  }
  return (
    <Dialog open size="lg" title="Saved filters" onClose={onClose}>
      {value === null && failure === null && <Skeleton rows={4} />}
      {value === null && failure !== null && (
        <ErrorState title="The saved filters could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value?.length === 0 && (
        <EmptyState icon="saved" title="No saved filters">
          Choose documents and press Save this filter: all who may filter in this project find it here.
        </EmptyState>
      )}
      {value !== null && value.length > 0 && (
        <Table
          label="Saved filters"
          rows={value}
          columns={[...columns, controls]}
          keyOf={({ templateId }) => templateId}
        />
      )}
    </Dialog>
  )
}

const columns: readonly Column<FilterTemplate>[] = [
  {
    id: 'name',
    head: 'Filter',
    cell: (template) => {
      const { madeBy, savedBy, savedAt } = template
      const said = wordsOf(template.choice).join(' · ')
      return (
        <chakra.div minWidth="110px" maxWidth="min(420px, 40vw)" py="1">
          <chakra.div fontWeight={600} truncate title={template.name}>
            {template.name}
          </chakra.div>
          <chakra.div fontSize="xs" color="muted" truncate title={said}>
            {said}
          </chakra.div>
          <chakra.div fontSize="xs" color="faint">
            Saved by {savedBy} · <Ago at={savedAt} />
            {madeBy !== savedBy && ` · made by ${madeBy}`}
          </chakra.div>
          <Lost template={template} />
        </chakra.div>
      )
    },
  },
]

/** What of a filter can no longer be asked, and what is left of it: fewer conditions may find more documents. */
function Lost({ template: { choice, lost, fault } }: { readonly template: FilterTemplate }): ReactElement {
  const rest = withoutFields(choice, lost)
  const what = lost.length === 1 ? 'a field' : 'fields'
  const left = wordsOf(rest)
  const findsMore = left.length < wordsOf(choice).length
  return (
    <>
      {lost.length > 0 && (
        <chakra.p fontSize="xs" color="attentionInk" whiteSpace="normal">
          {`Names ${what} that the project has lost: ${lost.map(titleOf).join(', ')}. `}
          {isAll(rest)
            ? 'Nothing is left of it.'
            : `Left of it: ${left.join(' · ')}.${findsMore ? ' That may find more documents.' : ''}`}
        </chakra.p>
      )}
      {fault !== null && (
        <chakra.p fontSize="xs" color="attentionInk" whiteSpace="normal">
          {`Its search can no longer be read, and finds nothing until it is mended: ${fault}`}
        </chakra.p>
      )}
    </>
  )
}

/** Asks before a filter goes that others may use. */
function DeleteFilter({
  template: { templateId, name },
  onClose,
}: {
  readonly template: FilterTemplate
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      act="Delete the filter"
      onDelete={() => run(deleteTemplate({ templateId, name }))}
      onClose={onClose}
    >
      <p>Nobody in this project can choose it any more. No document is changed by it.</p>
    </DeleteDialog>
  )
}
