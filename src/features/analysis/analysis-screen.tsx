/** How the documents that are chosen hang together: two fields held against each other, custodians over time, domains, groups. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Facet } from '#contracts/facets.ts'
import { filterNumbers } from '#contracts/filter.ts'
import type { Stage } from '#contracts/stages.ts'
import { crossed, withMember } from '#src/events/filter/choice.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { ChartGrid } from '../charts/chart-grid.tsx'
import { HeatChart } from '../charts/heat-chart.tsx'
import { Chips } from '../filter/chips.tsx'
import { FieldChart } from '../filter/field-chart.tsx'
import { countedFields, titleOf, useKnownFields } from '../filter/fields.ts'
import { NumberChart } from '../filter/number-chart.tsx'
import { ProcessingScreen } from '../filter/processing-screen.tsx'
import { useChosen } from '../filter/use-chosen.ts'
import { useFigures } from '../filter/use-figures.ts'
import { useMoves } from '../filter/use-moves.ts'
import { useWho } from '../session/who.ts'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { CustodianTimes } from './custodian-times.tsx'
import { groupSizes } from './group-sizes.ts'

export function AnalysisScreen(): ReactElement {
  return (
    <ProcessingScreen
      title="Analysis"
      icon="analysis"
      lead="How documents hang together: two fields held against each other, custodians over time, whom one writes with, conversations and near-duplicates."
      needs="document.search"
    >
      <Analysis />
    </ProcessingScreen>
  )
}

/** Values of each of the two fields. */
const maxPivoted = 12
/** Sizes of groups: groups of so many different sizes hold half a million documents at the least. */
const maxSizes = 1_000
const top = 15

const first = { groupBy: 'Custodian', pivotOn: 'File_Type_Category' } as const
/** Groups of documents that belong together, the number that says how large the group of a document is, and what one is called. */
const groupings = [
  {
    field: 'Thread_Id',
    member: 'threadCount',
    title: 'Conversations by their size',
    one: 'conversation',
    many: 'conversations',
  },
  {
    field: 'Near_Dup_Group',
    member: 'nearDupCount',
    title: 'Near-duplicates by the size of their group',
    one: 'group',
    many: 'groups',
  },
  {
    field: 'Family_Id',
    member: 'familyCount',
    title: 'Families by their size',
    one: 'family',
    many: 'families',
  },
] as const

function Analysis(): ReactElement {
  const who = useWho()
  const { of, choose } = useChosen()
  useMoves()
  const known = useKnownFields()
  const stage: Stage = who.can('collect.view') ? 'processing' : 'review'
  const groupBy = of.filter.groupBy ?? first.groupBy
  const pivotOn = of.filter.pivotOn ?? first.pivotOn
  const shown = groupings.filter(({ field, member }) => known?.has(field) && known.has(filterNumbers[member]))
  const { value, state } = useFigures(
    'analysis',
    known === null
      ? null
      : {
          of,
          stage,
          facets: [
            { field: 'Domains', most: top },
            { field: 'Domain_Categories', most: top },
            ...shown.flatMap(({ field, member }) => [
              // Of the groups only their number is wanted.
              { field, most: 1 },
              { field: filterNumbers[member], most: maxSizes },
            ]),
          ],
          matrix: { groupBy, pivotOn, most: maxPivoted },
        },
  )
  const fields = countedFields.filter(({ field }) => known?.has(field))
  const choices = fields.map(({ field, title }) => ({ value: field, label: title }))
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.div flex="1" minWidth="240px">
          <Chips />
        </chakra.div>
        <chakra.p role="status" color="muted">
          {value !== null && counted(value.documents, 'document')}
        </chakra.p>
        {who.can('collect.view') && <Link to="/overview/filter">Filter and promote</Link>}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="4" alignItems="center">
        <Axis
          label="Rows"
          value={groupBy}
          choices={choices}
          onChoose={(field) => choose(withMember(of, 'groupBy', field))}
        />
        <Axis
          label="Columns"
          value={pivotOn}
          choices={choices}
          onChoose={(field) => choose(withMember(of, 'pivotOn', field))}
        />
      </chakra.div>
      <ChartGrid state={state}>
        <HeatChart
          title={`${titleOf(groupBy)} by ${titleOf(pivotOn).toLowerCase()}`}
          matrix={value?.matrix ?? null}
          nameOf={titleOf}
          state={state}
          choiceOf={({ group, pivot }) => crossed(of, [groupBy, group], [pivotOn, pivot])}
          onChoose={choose}
        />
        <CustodianTimes stage={stage} />
        {['Domains', 'Domain_Categories'].map((field) => (
          <FieldChart
            key={field}
            title={field === 'Domains' ? 'Top domains' : titleOf(field)}
            field={field}
            span={6}
            facet={value?.facets[field] ?? null}
            state={state}
          />
        ))}
        {shown.map((grouping) => (
          <Sizes
            key={grouping.field}
            grouping={grouping}
            groups={value?.facets[grouping.field] ?? null}
            sizes={value?.facets[filterNumbers[grouping.member]] ?? null}
            state={state}
          />
        ))}
      </ChartGrid>
    </>
  )
}

function Sizes({
  grouping: { member, title, one, many },
  groups,
  sizes,
  state,
}: {
  readonly grouping: (typeof groupings)[number]
  readonly groups: Facet | null
  readonly sizes: Facet | null
  readonly state: ChartState
}): ReactElement {
  const amounts = useMemo(() => groupSizes(sizes), [sizes])
  const note =
    groups === null
      ? []
      : [
          counted(groups.values.length + groups.others.values, one, many),
          ...(groups.none.documents > 0 ? [`${number(groups.none.documents)} in none`] : []),
        ]
  return (
    <NumberChart
      title={title}
      of="Documents in it"
      member={member}
      span={6}
      amounts={amounts}
      state={state}
      note={note.join(' · ')}
    />
  )
}

function Axis({
  label,
  ...select
}: {
  readonly label: string
  readonly value: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (field: string) => void
}): ReactElement {
  const id = useId()
  return (
    <chakra.div display="inline-flex" alignItems="center" gap="2" fontSize="sm" color="muted">
      <label htmlFor={id}>{label}</label>
      <Select id={id} width="200px" {...select} />
    </chakra.div>
  )
}
