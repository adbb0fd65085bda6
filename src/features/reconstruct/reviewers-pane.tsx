/** What each person did in the period, how long it took, and by which means. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { ReviewerSummary } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseLook, filterActivity } from '#src/commands/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import type { Summary } from '#src/stores/reconstruct-cache.ts'
import { counted, duration, number } from '../ui/format.ts'
import { BarList } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { AnswerOf } from './answered.tsx'
import type { Facets } from './use-facets.ts'
import { meansWords } from './words.ts'

export function ReviewersPane({ facets }: { readonly facets: Facets }): ReactElement {
  return (
    <AnswerOf answered={facets.all} what="The summary" rows={10}>
      {(summary) =>
        summary.reviewers.length === 0 ? (
          <EmptyState icon="users" title="Nobody changed anything">
            In this period, and with these filters, nothing was coded or tagged.
          </EmptyState>
        ) : (
          <chakra.div
            height="full"
            overflow="auto"
            tabIndex={0}
            role="region"
            aria-label="Summary of the period"
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <People summary={summary} />
          </chakra.div>
        )
      }
    </AnswerOf>
  )
}

function People({ summary }: { readonly summary: Summary }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { total, reviewers, subjects, means, idleMinutes, tracked } = summary
  const most = Math.max(1, ...reviewers.map(({ changes }) => changes))
  const pace = Math.max(1, ...reviewers.map(({ documentsPerHour }) => documentsPerHour ?? 0))
  const columns: readonly Column<ReviewerSummary>[] = [
    { id: 'name', head: 'Person', cell: ({ userName }) => userName || 'The product itself' },
    {
      id: 'changes',
      head: 'Changes',
      align: 'end',
      cell: ({ changes }) => <Barred count={changes} most={most} words={number(changes)} />,
    },
    { id: 'documents', head: 'Documents', align: 'end', cell: ({ documents }) => number(documents) },
    {
      id: 'reviewed',
      head: <span title="Coded by this person by hand for the first time in the period">First coded</span>,
      align: 'end',
      from: 'sm',
      cell: ({ reviewed }) => number(reviewed),
    },
    ...(tracked
      ? ([
          {
            id: 'active',
            head: 'Active time',
            align: 'end',
            cell: ({ activeMs }) => <span>{duration(activeMs / 1000)}</span>,
          },
          {
            id: 'pace',
            head: 'Documents / h',
            align: 'end',
            cell: ({ documentsPerHour }) =>
              documentsPerHour === null ? (
                <chakra.span color="faint">–</chakra.span>
              ) : (
                <Barred
                  count={documentsPerHour}
                  most={pace}
                  words={documentsPerHour < 10 ? documentsPerHour.toFixed(1) : number(documentsPerHour)}
                />
              ),
          },
        ] satisfies readonly Column<ReviewerSummary>[])
      : []),
  ]
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" py="3">
      <chakra.p px="3" fontSize="sm" color="muted">
        {counted(total.changes, 'change')} in {counted(total.documents, 'document')}.{' '}
        {tracked
          ? `Active time counts the gaps between acts on the record up to ${counted(idleMinutes, 'minute')}. Documents an hour counts those coded by hand for the first time; propagated, bulk and imported values are never counted as reviewed.`
          : 'This project does not track its reviewers: there are no times and no rates.'}
      </chakra.p>
      <Table
        label="People"
        rows={reviewers}
        columns={columns}
        keyOf={({ userId }) => userId ?? 'product'}
        onOpen={({ userId }) => {
          if (userId === null) return
          run(filterActivity({ ...view.filter, userIds: [userId] }))
          run(chooseLook({ pane: 'activity' }))
        }}
      />
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(240px, 1fr))"
        gap="6"
        px="3"
        alignItems="start"
      >
        <Part title="By means">
          <BarList
            label="Changes by means"
            rows={means.map(({ how, changes }) => ({ name: meansWords[how], count: changes }))}
          />
        </Part>
        <Part title="By field">
          <BarList
            label="Changes by field"
            tone="infoBar"
            rows={subjects.map(({ name, changes }) => ({ name, count: changes }))}
          />
        </Part>
      </chakra.div>
    </chakra.div>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactElement }) => (
  <chakra.section minWidth="0">
    <chakra.h3 fontSize="sm" mb="1">
      {title}
    </chakra.h3>
    {children}
  </chakra.section>
)

/** A figure with its share of the greatest one beside it. */
const Barred = ({
  count,
  most,
  words,
}: {
  readonly count: number
  readonly most: number
  readonly words: string
}) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2" justifyContent="flex-end">
    <chakra.span width="64px" height="8px" display={{ base: 'none', md: 'block' }} aria-hidden>
      <chakra.span
        display="block"
        height="full"
        marginLeft="auto"
        borderRadius="sm"
        background="accent"
        style={{ width: `${Math.max(2, (count / most) * 100)}%` }}
      />
    </chakra.span>
    <chakra.span minWidth="36px">{words}</chakra.span>
  </chakra.span>
)
