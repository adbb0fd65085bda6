/** The highlight sets of a project: their looks and terms, their order; making, changing, deleting and restoring them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { type HighlightSet, type HighlightSets, highlightLimits } from '#contracts/highlights.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteHighlightSet, orderHighlightSets, restoreHighlightSet } from '#src/commands/highlights.ts'
import { highlightSets } from '#src/reads/highlight-sets.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { Swatch } from './highlight-bar.tsx'
import { HighlightSetDialog } from './highlight-set-dialog.tsx'

export function HighlightSetsSection(): ReactElement {
  const may = useWho().can('search.share')
  const run = useUnit(dispatch)
  const answer = useRead(highlightSets, {})
  const { value } = answer
  const [editing, setEditing] = useState<{ readonly set: HighlightSet | null } | null>(null)
  const sets = value?.data ?? []
  const add = may && sets.length < highlightLimits.sets && (
    <Button size="sm" icon="plus" onClick={() => setEditing({ set: null })}>
      New highlight set
    </Button>
  )
  const move = (set: HighlightSet, by: 1 | -1) => {
    const ids = sets.map(({ highlightSetId }) => highlightSetId)
    const at = ids.indexOf(set.highlightSetId)
    ids.splice(at, 1)
    ids.splice(at + by, 0, set.highlightSetId)
    run(orderHighlightSets({ highlightSetIds: ids }))
  }
  const controls: Column<HighlightSet> = {
    id: 'controls',
    head: <chakra.span srOnly>What can be done</chakra.span>,
    align: 'end',
    width: '190px',
    cell: (set) => (
      <chakra.span display="inline-flex" gap="1">
        <IconButton
          size="sm"
          icon="up"
          label={`Move ${set.name} up`}
          disabled={set === sets[0]}
          onClick={() => move(set, -1)}
        />
        <IconButton
          size="sm"
          icon="down"
          label={`Move ${set.name} down`}
          disabled={set === sets.at(-1)}
          onClick={() => move(set, 1)}
        />
        <Button size="sm" aria-label={`Change ${set.name}`} onClick={() => setEditing({ set })}>
          Change
        </Button>
        <IconButton
          size="sm"
          icon="close"
          label={`Delete ${set.name}`}
          onClick={() => {
            const { highlightSetId, version, name } = set
            run(deleteHighlightSet({ highlightSetId, version, name }))
          }}
        />
      </chakra.span>
    ),
  }
  return (
    <Section title="Highlight sets" aside={sets.length > 0 ? add : undefined}>
      <Missing
        answer={answer}
        rows={2}
        title="The highlight sets could not be loaded"
        onRetry={answer.again}
      />
      {value !== null &&
        (sets.length === 0 ? (
          <EmptyState icon="keyword" title="No highlight sets" action={add || undefined}>
            Terms that every reviewer sees highlighted in each document, whatever was searched for: names of
            counsel, code words, key people.
          </EmptyState>
        ) : (
          <Table
            label="Highlight sets"
            rows={sets}
            columns={may ? [...columns, controls] : columns}
            keyOf={({ highlightSetId }) => highlightSetId}
          />
        ))}
      {value !== null && value.deleted.length > 0 && <Deleted deleted={value.deleted} may={may} />}
      {editing !== null && (
        <HighlightSetDialog set={editing.set} others={sets} onClose={() => setEditing(null)} />
      )}
    </Section>
  )
}

function Deleted({
  deleted,
  may,
}: {
  readonly deleted: HighlightSets['deleted']
  readonly may: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.ul aria-label="Deleted highlight sets" listStyleType="none" px="4" py="2" fontSize="sm">
      {deleted.map(({ highlightSetId, name, deletedBy, deletedAt }) => (
        <chakra.li key={highlightSetId} display="flex" alignItems="center" gap="2" color="muted">
          <span>
            {name}: deleted by {deletedBy} <Ago at={deletedAt} />
          </span>
          {may && (
            <Button
              size="sm"
              aria-label={`Restore ${name}`}
              onClick={() => run(restoreHighlightSet({ highlightSetId, name }))}
            >
              Restore
            </Button>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

const columns: readonly Column<HighlightSet>[] = [
  {
    id: 'name',
    head: 'Set',
    cell: (set) => (
      <chakra.div minWidth="96px" maxWidth="min(480px, 34vw)">
        <chakra.div fontWeight={600} truncate title={set.name}>
          <Swatch set={set} /> {set.name}
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" fontFamily="mono" truncate>
          {set.terms
            .slice(0, 20)
            .map(({ text }) => text)
            .join(' · ')}
        </chakra.div>
        <Unread set={set} />
      </chakra.div>
    ),
  },
  {
    id: 'terms',
    head: 'Terms',
    align: 'end',
    width: '70px',
    from: 'sm',
    cell: ({ terms }) => number(terms.length),
  },
  {
    id: 'saved',
    head: 'Saved',
    align: 'end',
    width: '150px',
    from: 'md',
    cell: ({ savedAt, savedBy }) => (
      <chakra.div color="muted">
        <Ago at={savedAt} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="140px">
          {savedBy}
        </chakra.div>
      </chakra.div>
    ),
  },
]

/** Noise words of the project may have been changed since they were saved. */
function Unread({ set }: { readonly set: HighlightSet }): ReactElement | null {
  const unread = set.terms.filter(({ fault }) => fault !== null)
  return unread.length === 0 ? null : (
    <chakra.div fontSize="xs" color="attentionInk">
      {counted(unread.length, 'term')} can no longer be read: {unread[0]?.text}
    </chakra.div>
  )
}
