/** The keyword lists of a project: what each looks for, who saved it, what it finds; making and changing them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { KeywordList } from '#contracts/keywords.ts'
import { keywordLists } from '#src/reads/keywords.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { DeleteList } from './delete-list.tsx'
import { KeywordListDialog } from './keyword-list-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

type Open =
  | { readonly is: 'editing'; readonly list: KeywordList | null }
  | { readonly is: 'deleting' | 'reporting'; readonly list: KeywordList }

export function KeywordListsSection(): ReactElement {
  const managing = useWho().can('collect.manage')
  const answer = useRead(keywordLists, {})
  const { value } = answer
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = managing && (
    <Button size="sm" icon="plus" onClick={() => setOpen({ is: 'editing', list: null })}>
      New list
    </Button>
  )
  const controls: Column<KeywordList> = {
    id: 'controls',
    head: <chakra.span srOnly>What can be done</chakra.span>,
    align: 'end',
    width: managing ? '200px' : '90px',
    cell: (list) => (
      <chakra.span display="inline-flex" gap="1">
        <Button
          size="sm"
          aria-label={`Report of ${list.name}`}
          onClick={() => setOpen({ is: 'reporting', list })}
        >
          Report
        </Button>
        {managing && (
          <>
            <Button
              size="sm"
              aria-label={`Change ${list.name}`}
              onClick={() => setOpen({ is: 'editing', list })}
            >
              Change
            </Button>
            <IconButton
              size="sm"
              icon="close"
              label={`Delete ${list.name}`}
              onClick={() => setOpen({ is: 'deleting', list })}
            />
          </>
        )}
      </chakra.span>
    ),
  }
  return (
    <Section title="Lists of the project" aside={value !== null && value.length > 0 ? add : undefined}>
      <Missing
        answer={answer}
        rows={2}
        title="The keyword lists could not be loaded"
        onRetry={answer.again}
      />
      {value !== null &&
        (value.length === 0 ? (
          <EmptyState icon="keyword" title="No keyword lists" action={add || undefined}>
            Terms that were agreed on, each a search of its own. Charts and filters then count what each of
            them hits, and a report says it term by term.
          </EmptyState>
        ) : (
          <Table
            label="Keyword lists"
            rows={value}
            columns={[...columns, controls]}
            keyOf={({ keywordListId }) => keywordListId}
          />
        ))}
      {open?.is === 'editing' && <KeywordListDialog list={open.list} onClose={close} />}
      {open?.is === 'deleting' && <DeleteList list={open.list} onClose={close} />}
      {open?.is === 'reporting' && <ReportDialog list={open.list} startStage="processing" onClose={close} />}
    </Section>
  )
}

const columns: readonly Column<KeywordList>[] = [
  {
    id: 'name',
    head: 'List',
    cell: ({ name, terms }) => (
      <chakra.div minWidth="96px" maxWidth="min(480px, 34vw)">
        <chakra.div fontWeight={600} truncate title={name}>
          {name}
        </chakra.div>
        <chakra.div
          fontSize="xs"
          color="faint"
          fontFamily="mono"
          truncate
          title={terms.slice(0, 20).join('\n')}
        >
          {terms.slice(0, 20).join(' · ')}
        </chakra.div>
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
